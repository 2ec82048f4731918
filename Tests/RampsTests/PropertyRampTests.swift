import CutawayElementKit
import CutawayKeyframes
import CutawayRamps
import CutawayTime
import Glibc
import TestSupport
import Testing

/// The values that `propertyramp` sets, compared with a slow evaluation in double precision.
@Suite struct PropertyRampTests {
  /// An entry of the reference, with times in seconds.
  private struct Step {
    var start: Double
    var end: Double
    var from: [Double]
    var to: [Double]
    var easing: String

    func value(at time: Double) -> [Double] {
      if time >= end { return to }
      let p = (time - start) / (end - start)
      if easing == "hold" { return from }
      if easing == "sine", from.count == 1 {
        let (a, b) = (from[0] * abs(from[0]), to[0] * abs(to[0]))
        let square = a + (b - a) * (1 - cos(.pi * p)) / 2
        return [square < 0 ? -sqrt(-square) : sqrt(square)]
      }
      let eased =
        switch easing {
        case "easeIn": Self.bezier(0.42, 0, 1, 1, p)
        case "easeOut": Self.bezier(0, 0, 0.58, 1, p)
        case "easeInOut": Self.bezier(0.42, 0, 0.58, 1, p)
        case "sine": (1 - cos(.pi * p)) / 2
        default: p
        }
      return zip(from, to).map { $0 + ($1 - $0) * eased }
    }

    /// The y of the curve at an x, from a search by thirds.
    private static func bezier(
      _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double
    ) -> Double {
      func curve(_ a: Double, _ b: Double, _ t: Double) -> Double {
        3 * t * (1 - t) * (1 - t) * a + 3 * t * t * (1 - t) * b + t * t * t
      }
      var low = 0.0, high = 1.0
      for _ in 0..<120 {
        let third = low + (high - low) / 3
        if curve(x1, x2, third) < x { low = third } else { high = third }
      }
      return curve(y1, y2, (low + high) / 2)
    }
  }

  private func random(
    _ random: inout SeededGenerator, components: Int
  ) -> (text: String, steps: [Step]) {
    var steps: [Step] = [], texts: [String] = [], ticks = Int.random(in: 0...40, using: &random)
    func value(_ random: inout SeededGenerator) -> [Double] {
      (0..<components).map { _ in
        components == 4
          ? Double(Int.random(in: 0...255, using: &random))
          : Double(Int.random(in: -800...800, using: &random)) / 64
      }
    }
    func text(_ value: [Double]) -> String { value.map { "\($0)" }.joined(separator: ",") }
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      // Times in 24ths of a second, which are not whole nanoseconds.
      let start = ticks, end = start + Int.random(in: 1...50, using: &random)
      let (from, to) = (value(&random), value(&random))
      if Int.random(in: 0..<4, using: &random) == 0 {
        texts.append("\(start)/24=\(text(to))")
        steps.append(
          Step(start: Double(start) / 24, end: Double(start) / 24, from: to, to: to, easing: ""))
        ticks = start + 1
      } else {
        let easing =
          ["linear", "easeIn", "easeOut", "easeInOut", "hold", "sine"]
          .randomElement(using: &random) ?? "linear"
        texts.append(
          "\(start)/24..\(end)/24=\(text(from))>\(text(to))"
            + (easing == "linear" ? "" : "@\(easing)"))
        steps.append(
          Step(
            start: Double(start) / 24, end: Double(end) / 24, from: from, to: to, easing: easing))
        ticks = end + Int.random(in: 0...20, using: &random)
      }
    }
    return (texts.joined(separator: "; "), steps)
  }

  @Test(arguments: [1, 2, 4])
  func `random ramps have the values of the reference at each frame`(components: Int) throws {
    var generator = SeededGenerator(seed: UInt64(components))
    for _ in 0..<60 {
      let (text, steps) = random(&generator, components: components)
      let plan = try PropertyRamp { $0.keyframes = "x{\(text)}" }.makePlan()
      let (frames, seconds): (Int64, Int64) =
        [(24, 1), (25, 1), (30, 1), (30_000, 1001)].randomElement(using: &generator) ?? (24, 1)
      for index in 0..<Int64(10 * frames / seconds) {
        let instant = FrameInstant(index: index, frames: frames, seconds: seconds)
        let found = plan[0].components(.exact(instant))
        // Compared without rounding: on a grid of both rates.
        let reached = steps.last { step in
          Int64((step.start * 24).rounded()) * frames <= index * seconds * 24
        }
        let expected = reached?.value(at: Double(index * seconds) / Double(frames))
        guard let expected else {
          #expect(found == nil, "\(text) at frame \(index)")
          continue
        }
        let tolerance = components == 4 ? 0.5 + 1e-6 : 1e-9
        for (component, value) in expected.enumerated() {
          #expect(
            found.map { abs($0[component] - value) <= tolerance } == true,
            "\(text) at frame \(index) of \(frames)/\(seconds): \(String(describing: found))")
        }
      }
    }
  }

  @Test func `an entry at the time of a frame applies to that frame`() throws {
    let plan = try PropertyRamp { $0.keyframes = "x{1/3=1}" }.makePlan()[0]
    let third = MediaTime(1, over: 3).nanoseconds
    #expect(plan.components(.exact(FrameInstant(index: 7, frames: 24, seconds: 1))) == nil)
    #expect(plan.components(.exact(FrameInstant(index: 8, frames: 24, seconds: 1)))?.x == 1)
    #expect(plan.components(.nanoseconds(third - 1)) == nil)
    #expect(plan.components(.nanoseconds(third))?.x == 1)
  }

  @Test func `a reversed stream has the values of the mirrored times`() throws {
    let text = "x{1..3=0>1@easeIn; 4=7}"
    let forward = try PropertyRamp { $0.keyframes = Shared(text: text) }.makePlan()[0]
    let backward = try PropertyRamp {
      $0.keyframes = Shared(text: text)
      $0.reversed = true
      $0.duration = "11/2"
    }.makePlan()[0]
    for index in 0...Int64(55) {
      let here = FrameInstant(index: index, frames: 10, seconds: 1)
      let there = FrameInstant(index: 55 - index, frames: 10, seconds: 1)
      #expect(backward.components(.exact(here)) == forward.components(.exact(there)))
    }
  }

  @Test(arguments: [
    ("x", false, "", "keyframes: 'x' is not an animated property"),
    ("x{0=1}", true, "", "duration: '' is not a time"),
    ("x{0=1}", true, "soon", "duration: 'soon' is not a time"),
  ])
  func `wrong settings are an error`(
    keyframes: String, reversed: Bool, duration: String, part: String
  ) throws {
    let ramp = PropertyRamp {
      $0.keyframes = Shared(text: keyframes)
      $0.reversed = reversed
      $0.duration = duration
    }
    let error = #expect(throws: ElementError.self) { try ramp.makePlan() }
    #expect(error?.description.contains(part) == true, "\(String(describing: error))")
  }
}
