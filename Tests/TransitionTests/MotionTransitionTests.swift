import CutawayElementKit
import CutawayTransitions
import TestSupport
import Testing

/// Transitions with motion blur, and torn ones.
@Suite struct MotionTransitionTests {
  private static let format = PlanarFormat(width: 320, height: 48)

  private static func flat(_ level: UInt8) -> PlanarImage {
    var image = PlanarImage(format)
    for plane in 0..<3 {
      for y in 0..<format.height(of: plane) {
        for x in 0..<format.width(of: plane) { image[plane, x, y] = plane == 0 ? level : 128 }
      }
    }
    return image
  }

  /// The luma of a transition between two grey pictures.
  private static func draw<Mixer: FrameMixer>(
    _ mixer: Mixer, from one: PlanarImage = flat(40), to two: PlanarImage = flat(200)
  ) throws -> PlanarImage where Mixer.Input == PictureInput {
    try PlanarImage.mixed(
      by: mixer,
      [
        (settings: PictureInput(), picture: .planar(one)),
        (settings: PictureInput(), picture: .planar(two)),
      ], in: format, bands: 2)
  }

  /// Compares an edge that moves to the left with the mean of its places while the shutter is open.
  private static func check<Mixer: FrameMixer>(
    _ mixer: Mixer, at progress: Double, blur: Double, way: (Double) -> Double
  ) throws where Mixer.Input == PictureInput {
    let drawn = try draw(mixer), width = Double(format.width)
    let samples = 4_000
    let edges = (0..<samples).map { index -> Double in
      let moment = progress + blur * ((Double(index) + 0.5) / Double(samples) - 0.5)
      return width * (1 - way(min(max(moment, 0), 1)))
    }
    var sum = 0.0, worst = 0.0
    for x in 0..<format.width {
      let part = Double(edges.count { $0 < Double(x) + 0.5 }) / Double(samples)
      let error = abs(Double(drawn[0, x, 20]) - (40 + 160 * part))
      sum += error
      worst = max(worst, error)
    }
    // At least eight pictures make up the mean.
    #expect(worst < 160 / 8 + 2, "at \(progress)")
    #expect(sum / width < 3, "at \(progress)")
  }

  @Test(arguments: [0.3, 0.5, 0.62])
  func `a blurred push is the mean of its places`(progress: Double) throws {
    try Self.check(
      PushTransition {
        $0.progress = progress
        $0.blur = 0.25
      }, at: progress, blur: 0.25, way: { $0 })
  }

  @Test(arguments: [0.3, 0.5, 0.62])
  func `a whip is slow at its ends, and blurred in the middle`(progress: Double) throws {
    try Self.check(
      WhipTransition {
        $0.progress = progress
        $0.blur = 0.2
      }, at: progress, blur: 0.2,
      way: { $0 < 0.5 ? 4 * $0 * $0 * $0 : 1 - 4 * (1 - $0) * (1 - $0) * (1 - $0) })
  }

  @Test func `without a shutter nothing is blurred`() throws {
    let push = try Self.draw(PushTransition { $0.progress = 0.4 })
    let whip = try Self.draw(
      WhipTransition {
        $0.progress = 0.4
        $0.blur = 0
      })
    for x in 0..<Self.format.width {
      #expect([40, 200].contains(push[0, x, 10]) && [40, 200].contains(whip[0, x, 10]))
    }
  }

  @Test(arguments: [0.1, 0.45, 0.55, 0.9])
  func `a punch shows one picture, larger towards the cut`(progress: Double) throws {
    // Levels grow from the centre on, so that they state the scale.
    var ramps: [PlanarImage] = []
    for level in [20.0, 120.0] {
      var image = Self.flat(0)
      for y in 0..<Self.format.height {
        for x in 0..<Self.format.width {
          image[0, x, y] = UInt8(level + abs(Double(x) + 0.5 - 160) / 2)
        }
      }
      ramps.append(image)
    }
    let drawn = try Self.draw(
      ZoomPunchTransition {
        $0.progress = progress
        $0.blur = 0
        $0.scale = 2
      }, from: ramps[0], to: ramps[1])
    let near = 1 - abs(1 - 2 * progress), scale = 1 + near * near * near
    for x in stride(from: 10, to: 310, by: 25) {
      let ideal = (progress < 0.5 ? 20 : 120) + abs(Double(x) + 0.5 - 160) / 2 / scale
      #expect(abs(Double(drawn[0, x, 20]) - ideal) <= 1.5, "column \(x)")
    }
  }

  @Test func `a glitch shows nothing but both pictures, and ever more of the second`() throws {
    var shares: [Double] = []
    for progress in [0.05, 0.5, 0.95] {
      var sum = 0
      for seed in 0..<40 {
        let mixer = GlitchTransition {
          $0.progress = progress
          $0.seed = seed
        }
        let drawn = try Self.draw(mixer)
        for y in 0..<Self.format.height {
          for x in stride(from: 0, to: Self.format.width, by: 7) {
            let level = drawn[0, x, y]
            #expect(level == 40 || level == 200)
            if level == 200 { sum += 1 }
          }
        }
      }
      shares.append(Double(sum) / Double(40 * 48 * 46))
    }
    #expect(shares[0] < 0.12 && abs(shares[1] - 0.5) < 0.1 && shares[2] > 0.88, "\(shares)")
  }

  @Test func `a glitch jumps with its count and its seed, and is the same each time`() throws {
    func luma(_ progress: Double, seed: Int = 0) throws -> [UInt8] {
      let drawn = try Self.draw(
        GlitchTransition {
          $0.progress = progress
          $0.count = 4
          $0.seed = seed
        })
      return (0..<48).map { drawn[0, 160, $0] }
    }
    #expect(try luma(0.55) == luma(0.55))
    #expect(try luma(0.3) != luma(0.55))
    #expect(try luma(0.55) != luma(0.55, seed: 9))
  }
}
