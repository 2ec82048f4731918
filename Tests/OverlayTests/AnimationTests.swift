import CutawayOverlays
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Animations of properties; the numbers Q… are those of the rules that the tests check.
@Suite struct AnimationTests {
  /// The opacity of a layer with the opacity 0.5 and animations, at times in tenths of a second.
  private func opacities(_ animations: LayerAnimation..., at tenths: [Int64]) -> [Double] {
    let layer = OverlayLayer.box {
      $0.opacity = AnimatedValue(0.5)
      $0.animations = animations
    }
    return tenths.map { tenth in
      let value = layer.shown(at: MediaTime(tenth, over: 10))?.opacity ?? 0
      return (value * 1e9).rounded() / 1e9
    }
  }

  private func ramp(
    _ from: Double?, _ to: Double?, by: Double? = nil, at begin: MediaTime = MediaTime(1),
    _ change: (inout LayerAnimation) -> Void = { _ in }
  ) -> LayerAnimation {
    var animation = LayerAnimation(
      .opacity,
      .basic(
        from: from.map { .number($0) }, to: to.map { .number($0) }, by: by.map { .number($0) }),
      at: begin, duration: MediaTime(1))
    change(&animation)
    return animation
  }

  @Test func `Q33: the fill decides what holds before and after`() {
    let times: [Int64] = [0, 10, 15, 20, 30]
    let expected: [(LayerAnimation.Fill, [Double])] = [
      (.removed, [0.5, 0.2, 0.4, 0.5, 0.5]), (.forwards, [0.5, 0.2, 0.4, 0.6, 0.6]),
      (.backwards, [0.2, 0.2, 0.4, 0.5, 0.5]), (.both, [0.2, 0.2, 0.4, 0.6, 0.6]),
    ]
    for (fill, values) in expected {
      #expect(opacities(ramp(0.2, 0.6) { $0.fill = fill }, at: times) == values)
    }
  }

  @Test func `Q31, Q32: repeats may be fractional, and a cycle may play back`() {
    let times: [Int64] = [10, 15, 20, 25, 30, 35, 40]
    #expect(
      opacities(ramp(0.2, 0.6) { $0.repeatCount = 2.5 }, at: times)
        == [0.2, 0.4, 0.2, 0.4, 0.2, 0.4, 0.4])
    #expect(
      opacities(ramp(0.2, 0.6) { $0.autoreverses = true }, at: times)
        == [0.2, 0.4, 0.6, 0.4, 0.2, 0.2, 0.2])
    let endless = ramp(0.2, 0.6) { $0.repeatCount = .infinity }
    #expect(opacities(endless, at: [10_015, 10_010]) == [0.4, 0.2])
  }

  @Test func `Q36, Q37: animations apply in order, added or cumulated`() {
    #expect(
      opacities(ramp(0.1, 0.3), ramp(0, 0.2) { $0.isAdditive = true }, at: [15]) == [0.3])
    #expect(
      opacities(ramp(0.1, 0.3), ramp(0.6, 0.8), at: [15]) == [0.7])
    #expect(
      opacities(
        ramp(0, 0.2) {
          $0.repeatCount = 3
          $0.isCumulative = true
        }, at: [15, 25, 35, 40]) == [0.1, 0.3, 0.5, 0.6])
  }

  @Test func `Q38: from, to and by complete each other with the value so far`() {
    let cases: [(Double?, Double?, Double?, Double)] = [
      (0.2, 0.6, nil, 0.4), (0.2, nil, 0.2, 0.3), (nil, 0.6, 0.2, 0.5), (0.1, nil, nil, 0.3),
      (nil, 0.9, nil, 0.7), (nil, nil, 0.4, 0.7), (nil, nil, nil, 0.5), (0.2, 0.6, 9, 0.4),
    ]
    for (from, to, by, middle) in cases {
      #expect(opacities(ramp(from, to, by: by), at: [15]) == [middle])
    }
  }

  @Test func `Q30: without a duration, a cycle lasts a quarter of a second`() {
    #expect(
      opacities(ramp(0, 1, at: .zero) { $0.duration = nil }, at: [1]) == [0.4])
  }

  private func keyframes(
    _ values: [Double], _ times: [Double] = [], mode: LayerAnimation.Mode
  ) -> LayerAnimation {
    LayerAnimation(
      .opacity, .keyframes(values.map { .number($0) }, keyTimes: times, mode: mode),
      duration: MediaTime(1))
  }

  @Test func `Q40, Q41: keyframes are even or at their times, and may be discrete`() {
    #expect(
      opacities(keyframes([0, 1, 0.5], mode: .linear), at: [0, 2, 5, 10]) == [0, 0.4, 1, 0.5])
    #expect(
      opacities(keyframes([0, 1, 0.5], [0, 0.2, 1], mode: .linear), at: [1, 2, 6]) == [
        0.5, 1, 0.75,
      ])
    #expect(
      opacities(keyframes([0.1, 0.2, 0.3, 0.4], mode: .discrete), at: [0, 2, 3, 5, 9, 10])
        == [0.1, 0.1, 0.2, 0.3, 0.4, 0.4])
    #expect(
      opacities(keyframes([0.1, 0.2], [0, 0.7, 1], mode: .discrete), at: [6, 7]) == [0.1, 0.2])
  }

  @Test func `paced keyframes move at a constant speed`() {
    // Ways of 0.2 and 0.6.
    #expect(
      opacities(keyframes([0, 0.2, 0.8], mode: .paced), at: [0, 2, 5, 10]) == [0, 0.16, 0.4, 0.8])
  }

  @Test func `Q42: cubic keyframes pass through their values with continuous slopes`() {
    let animation = keyframes([0.2, 0.8, 0.3, 0.5], mode: .cubic)
    let layer = OverlayLayer.box { $0.animations = [animation] }
    func value(_ time: Double) -> Double {
      layer.shown(at: MediaTime(Int64((time * 1e6).rounded()), over: 1_000_000))?.opacity ?? 0
    }
    for (index, expected) in [0.2, 0.8, 0.3, 0.5].enumerated() {
      #expect(abs(value(Double(index) / 3) - expected) < 1e-5)
    }
    for knot in [1.0 / 3, 2.0 / 3] {
      let left = (value(knot) - value(knot - 1e-3)) / 1e-3
      let right = (value(knot + 1e-3) - value(knot)) / 1e-3
      #expect(abs(left - right) < 0.1)
    }
  }

  @Test
  func `an animation of another kind of value, or of a property that a layer lacks, does nothing`()
  {
    let color = LayerValue.color(Color(red: 1, green: 2, blue: 3))
    #expect(
      opacities(
        LayerAnimation(.opacity, .basic(from: color, to: nil, by: nil)),
        LayerAnimation(.strokeEnd, .basic(from: .number(0), to: .number(1), by: nil)), at: [1])
        == [0.5])
  }

  @Test func `every property can be animated, and has a value of its kind`() throws {
    let contents: [LayerContent] = [
      .text(LayerText("x")), .gradient(LayerGradient(colors: [.black, .black])),
      .shape(LayerShape(.path("M 0 0 L 1 1"), stroke: .init())), .image(LayerImage(asset: "a")),
    ]
    for property in LayerProperty.allCases {
      let value = LayerValue.example(property.kind)
      let differ = contents.contains { content in
        var layer = OverlayLayer.box()
        layer.content = content
        // The layer in it shows what moves the layers in a layer.
        layer.layers = [.box()]
        var animated = layer
        animated.animations = [LayerAnimation(property, .basic(from: value, to: value, by: nil))]
        let (before, after) = (layer.shown(at: .zero), animated.shown(at: .zero))
        // The order of layers shows only with siblings.
        return before != after || property == .zPosition
      }
      #expect(differ, "\(property)")
    }
  }

  /// The displacement of a spring by the classical Runge-Kutta method.
  private func integrated(_ spring: Spring, until end: Double) -> Double {
    var (x, v) = (0.0, spring.velocity), step = 1e-4
    func acceleration(_ x: Double, _ v: Double) -> Double {
      (spring.stiffness * (1 - x) - spring.damping * v) / spring.mass
    }
    let count = Int((end / step).rounded())
    step = end / Double(max(1, count))
    for _ in 0..<count {
      let (a1, b1) = (v, acceleration(x, v))
      let (a2, b2) = (v + b1 * step / 2, acceleration(x + a1 * step / 2, v + b1 * step / 2))
      let (a3, b3) = (v + b2 * step / 2, acceleration(x + a2 * step / 2, v + b2 * step / 2))
      let (a4, b4) = (v + b3 * step, acceleration(x + a3 * step, v + b3 * step))
      x += (a1 + 2 * a2 + 2 * a3 + a4) * step / 6
      v += (b1 + 2 * b2 + 2 * b3 + b4) * step / 6
    }
    return x
  }

  @Test(arguments: [
    Spring(), Spring(mass: 2, stiffness: 50, damping: 3, velocity: 4),
    Spring(mass: 0.5, stiffness: 300, damping: 30, velocity: -2),
    Spring(mass: 1, stiffness: 100, damping: 20),
  ])
  func `Q47: a spring is that of its differential equation`(spring: Spring) {
    // Damping over the critical one counts as critical.
    var equal = spring
    equal.damping = min(spring.damping, 2 * (spring.mass * spring.stiffness).squareRoot())
    for time in [0.05, 0.1, 0.3, 0.7, 1.5] {
      #expect(abs(spring.progress(at: time) - integrated(equal, until: time)) < 1e-6)
    }
  }

  @Test func `Q48: springs of any values settle, and stay at rest`() throws {
    var random = SeededGenerator(seed: 16)
    func magnitude(_ range: ClosedRange<Double>) -> Double {
      pow(10, Double.random(in: range, using: &random))
    }
    for _ in 0..<200 {
      let spring = Spring(
        mass: magnitude(-3...3), stiffness: magnitude(-1...4), damping: magnitude(-2...3),
        velocity: Double.random(in: -20...20, using: &random))
      let end = spring.settlingDuration
      #expect(end >= 0 && end <= 3600)
      guard end < 3600, end > 0 else { continue }
      for number in 0..<2_000 {
        let time = end * (1.001 + Double(number) / 500)
        #expect(abs(1 - spring.progress(at: time)) < 0.001_01, "\(spring) at \(time)")
      }
    }
    // Springs whose swings are too many to follow.
    for mass in [1e-30, 1e-9, 1e9, 1e30] {
      for damping in [1e-30, 1e-9, 1, 1e9] {
        let spring = Spring(mass: mass, stiffness: 100, damping: damping, velocity: 0)
        #expect((0...3600).contains(spring.settlingDuration), "\(spring)")
      }
    }
  }

  @Test(arguments: [
    Spring(), Spring(stiffness: 40, damping: 2), Spring(stiffness: 100, damping: 20),
    Spring(stiffness: 100, damping: 90, velocity: 3),
  ])
  func `Q48: a spring has settled when it stays within a thousandth`(spring: Spring) {
    let end = spring.settlingDuration
    for index in 0..<1_000 {
      #expect(abs(spring.progress(at: end + Double(index) * 0.01) - 1) < 0.00101)
    }
    #expect((1...100).contains { abs(spring.progress(at: end - Double($0) * 0.002) - 1) >= 0.001 })
  }

  @Test func `a frame at the end of a cycle has the first value of the next`() {
    let layer = OverlayLayer.box {
      $0.animations = [
        LayerAnimation(
          .positionX, .basic(from: .number(0), to: .number(300), by: nil),
          duration: MediaTime(1, over: 10), repeatCount: .infinity)
      ]
    }
    for frame in 0..<300 {
      let place = layer.place(50, 20, at: MediaTime(Int64(frame), over: 30))
      #expect(isClose(place, Double(frame % 3) * 100, 100), "frame \(frame)")
    }
  }

  @Test(arguments: [2, 3, 4, 5, 6, 7])
  func `discrete values change at the exact frame`(count: Int) {
    let values = (0..<count).map { LayerValue.number(Double($0)) }
    let layer = OverlayLayer.box {
      $0.animations = [
        LayerAnimation(
          .positionX, .keyframes(values, keyTimes: [], mode: .discrete),
          duration: MediaTime(Int64(count), over: 30), repeatCount: .infinity)
      ]
    }
    for frame in 0..<200 {
      let place = layer.place(50, 20, at: MediaTime(Int64(frame), over: 30))
      #expect(isClose(place, Double(frame % count), 100), "frame \(frame)")
    }
  }

  @Test func `repetitions end at the exact frame`() {
    let layer = OverlayLayer.box {
      $0.animations = [
        LayerAnimation(
          .positionX, .basic(from: .number(0), to: .number(300), by: nil),
          duration: MediaTime(1, over: 10), repeatCount: 3, fill: .removed)
      ]
    }
    for frame in 0..<30 {
      let place = layer.place(50, 20, at: MediaTime(Int64(frame), over: 30))
      #expect(isClose(place, frame < 9 ? Double(frame % 3) * 100 : 200, 100), "frame \(frame)")
    }
  }

  @Test(arguments: [1e8, 1e308, -1e308, .infinity, .nan])
  func `numbers that cannot be drawn are left out or limited`(number: Double) {
    for property in LayerProperty.allCases where property.kind == .number {
      let layer = OverlayLayer.box {
        $0.border = LayerBorder()
        $0.shadow = LayerShadow()
        $0.animations = [LayerAnimation(property, .basic(from: .number(number), to: nil, by: nil))]
      }
      guard let shown = layer.shown(at: .zero) else { continue }
      #expect((0...10_000).contains(shown.border?.width ?? 0), "\(property)")
      #expect((0...1_000).contains(shown.shadow?.radius ?? 0), "\(property)")
      #expect((0...1e6).contains(shown.width) && (0...1e6).contains(shown.height), "\(property)")
      #expect(abs(shown.matrix.a) <= 1e7 && abs(shown.matrix.tx) <= 1e7, "\(property)")
    }
  }
}
