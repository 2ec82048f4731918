import CutawayOverlays
import CutawayTime
import Testing

/// Groups of animations, and clocks; the numbers Q… are those of the rules that the tests check.
@Suite struct GroupTests {
  /// The opacity of a layer with the opacity 0.5 and animations, at times in tenths of a second.
  private func opacities(
    _ animations: LayerAnimation..., at tenths: [Int64],
    _ change: (inout OverlayLayer) -> Void = { _ in }
  ) -> [Double] {
    let layer = OverlayLayer.box {
      $0.opacity = AnimatedValue(0.5)
      $0.animations = animations
      change(&$0)
    }
    return tenths.map { tenth in
      let value = layer.shown(at: MediaTime(tenth, over: 10))?.opacity ?? 0
      return (value * 1e6).rounded() / 1e6
    }
  }

  /// From 0 to 1 in a second, from a time of its group on.
  private func ramp(
    at begin: MediaTime = .zero, duration: MediaTime? = 1, fill: LayerAnimation.Fill = .both,
    in groups: LayerTiming...
  ) -> LayerAnimation {
    LayerAnimation(
      .opacity, .basic(from: .number(0), to: .number(1), by: nil), at: begin, duration: duration,
      fill: fill, groups: groups)
  }

  @Test func `Q26: the time in a group is that since its start, times its speed, plus its offset`()
  {
    let group = LayerTiming(begin: 2, duration: 10, speed: 0.5, timeOffset: 0.25)
    // At 3 s: (3 − 2) · 0.5 + 0.25 = 0.75.
    #expect(opacities(ramp(in: group), at: [20, 30]) == [0.25, 0.75])
    // The animation's own time: ((3 − 2) · 0.5 + 0.25 − 0.25) · 2 = 1, and at 2.5 s 0.5.
    var inner = ramp(at: 0.25, in: group)
    inner.speed = 2
    #expect(opacities(inner, at: [25, 30]) == [0.5, 1])
    // In two groups, the inner one starts in the time of the outer one.
    let nested = ramp(in: LayerTiming(begin: 1, duration: 9), LayerTiming(begin: 2, duration: 9))
    #expect(opacities(nested, at: [35]) == [0.5])
  }

  @Test func `Q28: an animation in a group begins at 0 with the group`() {
    #expect(
      opacities(ramp(in: LayerTiming(begin: 3, duration: 2)), at: [30, 35, 40]) == [0, 0.5, 1])
  }

  @Test func `Q45: a group clips its animations, and does not scale them`() {
    let group = LayerTiming(duration: 0.5, fill: .removed)
    #expect(opacities(ramp(in: group), at: [2, 4, 5, 9]) == [0.2, 0.4, 0.5, 0.5])
    // The value at the end of the group holds, not that of the animation.
    #expect(opacities(ramp(in: LayerTiming(duration: 0.5)), at: [9]) == [0.5])
    #expect(opacities(ramp(in: LayerTiming(duration: 0.75)), at: [9]) == [0.75])
  }

  @Test func `Q45: an animation without a duration takes that of its group, and a group 0.25 s`() {
    #expect(opacities(ramp(duration: nil, in: LayerTiming(duration: 2)), at: [10]) == [0.5])
    #expect(opacities(ramp(duration: nil, in: LayerTiming()), at: [1]) == [0.4])
    #expect(
      opacities(ramp(duration: nil, in: LayerTiming(duration: 4), LayerTiming()), at: [10])
        == [0.25])
  }

  @Test func `Q45: the easing of a group warps the time of its animations`() {
    let group = LayerTiming(duration: 1, easing: .curve(.easeIn))
    for tenth in [2, 5, 8] as [Int64] {
      let expected = Easing.easeIn.progress(at: Double(tenth) / 10)
      #expect(abs(opacities(ramp(in: group), at: [tenth])[0] - expected) < 1e-6)
    }
  }

  @Test func `Q31, Q32: a group repeats and plays back`() {
    let group = LayerTiming(duration: 0.8, repeatCount: 1.5, autoreverses: true)
    // Forth to 0.8, back to 0 at 1.6, and half a cycle more: forth to 0.8 at 2.4.
    #expect(
      opacities(ramp(in: group), at: [4, 8, 12, 16, 20, 24, 30])
        == [0.4, 0.8, 0.4, 0, 0.4, 0.8, 0.8])
  }

  @Test(
    arguments: [
      (LayerAnimation.Fill.removed, LayerAnimation.Fill.both, 0.5),
      (.both, .removed, 0.5), (.both, .both, 1), (.forwards, .forwards, 1),
    ])
  func `Q46: both an animation and its group must hold an end`(
    own: LayerAnimation.Fill, group: LayerAnimation.Fill, expected: Double
  ) {
    let animation = ramp(fill: own, in: LayerTiming(duration: 2, fill: group))
    #expect(opacities(animation, at: [30]) == [expected])
  }

  @Test func `Q35: a speed of 0 freezes an animation and a layer at their offset`() {
    var animation = ramp()
    (animation.speed, animation.timeOffset) = (0, 0.3)
    #expect(opacities(animation, at: [0, 7, 50]) == [0.3, 0.3, 0.3])
    #expect(
      opacities(ramp(), at: [0, 7, 50]) { ($0.speed, $0.timeOffset) = (0, 0.7) } == [
        0.7, 0.7, 0.7,
      ])
  }

  @Test
  func `Q26, Q35: a layer's speed and offset act on its animations and layers, not its range`()
    throws
  {
    let range = TimeRange(start: 1, end: 5)
    func change(_ layer: inout OverlayLayer) {
      (layer.range, layer.speed, layer.timeOffset) = (range, 0.25, 0.5)
    }
    // (2 − 1) · 0.25 + 0.5 = 0.75.
    #expect(opacities(ramp(), at: [10, 20, 49, 50], change) == [0.5, 0.75, 1, 0])
    var inner = OverlayLayer.box()
    inner.range = TimeRange(start: 0.75, end: 1)
    inner.opacity = try AnimatedValue(keyframes: "0..0.5=0>1")
    var outer = OverlayLayer.box { change(&$0) }
    outer.layers = [inner]
    // The clock around the inner layer is 0.75 at 2 s, and 1 at 3 s; its own is then 0 and 0.25.
    #expect(outer.shown(at: MediaTime(19, over: 10))?.layers.isEmpty == true)
    #expect(outer.shown(at: MediaTime(14, over: 5))?.layers.first?.opacity == 0.4)
    #expect(outer.shown(at: 3)?.layers.isEmpty == true)
  }

  @Test func `a passage takes its time whatever the speed of the layer`() {
    let layer = OverlayLayer.box {
      ($0.range, $0.speed) = (TimeRange(start: 1, end: 5), 0.1)
      $0.enter = LayerPassage(fades: true, duration: 1, easing: .curve(.linear))
    }
    #expect(layer.shown(at: MediaTime(3, over: 2))?.opacity == 0.5)
    #expect(layer.shown(at: 2)?.opacity == 1)
  }
}
