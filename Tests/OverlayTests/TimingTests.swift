import CutawayOverlays
import CutawayTime
import Testing

/// When layers are shown, and how they enter and leave.
@Suite struct TimingTests {
  private func range(_ start: Int64, _ end: Int64) -> TimeRange {
    TimeRange(start: MediaTime(start), end: MediaTime(end))
  }

  @Test func `Q26, Q34: a layer exists in its range, and its clock starts with it`() throws {
    var inner = OverlayLayer.box()
    inner.range = range(1, 2)
    inner.opacity = try AnimatedValue(keyframes: "0..1=0.5>1")
    var outer = OverlayLayer.box()
    outer.range = range(3, 9)
    outer.layers = [inner]
    #expect(outer.shown(at: MediaTime(299, over: 100)) == nil)
    #expect(outer.shown(at: MediaTime(3))?.layers.isEmpty == true)
    #expect(outer.shown(at: MediaTime(4))?.layers.first?.opacity == 0.5)
    #expect(outer.shown(at: MediaTime(9, over: 2))?.layers.first?.opacity == 0.75)
    #expect(outer.shown(at: MediaTime(5))?.layers.isEmpty == true)
    #expect(outer.shown(at: MediaTime(9)) == nil)
  }

  @Test
  func `before its first entry an animated value has the first value, after the last the last`()
    throws
  {
    var layer = OverlayLayer.box()
    layer.opacity = try AnimatedValue(keyframes: "2..3=0.25>0.75")
    for (time, value) in [(0, 0.25), (2, 0.25), (3, 0.75), (9, 0.75)] {
      #expect(layer.shown(at: MediaTime(Int64(time)))?.opacity == value)
    }
  }

  @Test func `a layer fades and slides in, rests, and leaves at the end of its range`() {
    let layer = OverlayLayer.box {
      $0.range = TimeRange(start: MediaTime(1), end: MediaTime(6))
      $0.enter = LayerPassage(fades: true, slide: .up, distance: 60, duration: MediaTime(1))
      $0.exit = LayerPassage(fades: true, slide: .right, duration: MediaTime(2))
    }
    // A layer that moves up comes from below, and is slow at the end: CSS `ease-out`.
    let entered = bezier(0, 0, 0.58, 1, at: 0.25)
    #expect(isClose(layer.place(50, 20, at: MediaTime(5, over: 4)), 200, 160 - 60 * entered))
    #expect(abs((layer.shown(at: MediaTime(5, over: 4))?.opacity ?? 0) - entered) < 1e-9)
    for time in [2, 3, 4] {
      #expect(isClose(layer.place(50, 20, at: MediaTime(Int64(time))), 200, 100))
      #expect(layer.shown(at: MediaTime(Int64(time)))?.opacity == 1)
    }
    // Without a distance, it leaves completely: its left edge at 150 reaches the right one at 400. It is slow at the
    // start: CSS `ease-in`.
    let left = bezier(0.42, 0, 1, 1, at: 0.5)
    #expect(isClose(layer.place(50, 20, at: MediaTime(5)), 200 + 250 * left, 100))
    #expect(abs((layer.shown(at: MediaTime(5))?.opacity ?? 0) - (1 - left)) < 1e-9)
    #expect(layer.shown(at: MediaTime(6)) == nil)
  }

  @Test func `linear passages have a constant rate`() {
    let layer = OverlayLayer.box {
      $0.range = TimeRange(start: MediaTime(1), end: MediaTime(6))
      let easing = LayerEasing.curve(.linear)
      $0.enter = LayerPassage(slide: .up, distance: 60, duration: MediaTime(1), easing: easing)
      $0.exit = LayerPassage(fades: true, duration: MediaTime(2), easing: easing)
    }
    #expect(isClose(layer.place(50, 20, at: MediaTime(5, over: 4)), 200, 145))
    #expect(layer.shown(at: MediaTime(5))?.opacity == 0.5)
  }

  @Test func `a distance is pixels, or a part of the layer around along the way`() {
    let ways: [(LayerPassage.Direction, Double, Double)] = [(.left, 240, 100), (.up, 200, 120)]
    for (direction, x, y) in ways {
      let layer = OverlayLayer.box {
        $0.enter = LayerPassage(slide: direction, distance: .percent(10), duration: MediaTime(1))
      }
      #expect(isClose(layer.place(50, 20), x, y))
    }
  }

  /// The y of a cubic Bézier curve from (0, 0) to (1, 1) at an x, by Newton's method.
  private func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at x: Double)
    -> Double
  {
    func value(_ a: Double, _ b: Double, _ t: Double) -> Double {
      (3 * a - 3 * b + 1) * t * t * t + (3 * b - 6 * a) * t * t + 3 * a * t
    }
    var t = x
    for _ in 0..<50 {
      let slope = 3 * (3 * x1 - 3 * x2 + 1) * t * t + 2 * (3 * x2 - 6 * x1) * t + 3 * x1
      t -= (value(x1, x2, t) - x) / slope
    }
    return value(y1, y2, t)
  }

  @Test(
    arguments: [
      (LayerPassage.Direction.left, 400.0, 80.0), (.right, -100, 80), (.up, 150, 200),
      (.down, 150, -40),
    ])
  func `a slide without a distance begins outside`(
    direction: LayerPassage.Direction, x: Double, y: Double
  ) {
    let layer = OverlayLayer.box { $0.enter = LayerPassage(slide: direction) }
    #expect(isClose(layer.place(0, 0), x, y))
  }

  @Test func `a passage scales about the anchor point`() {
    let layer = OverlayLayer.box {
      $0.enter = LayerPassage(scale: 0.5, duration: MediaTime(1))
    }
    #expect(isClose(layer.place(0, 0), 175, 90))
    #expect(isClose(layer.place(0, 0, at: MediaTime(1)), 150, 80))
  }
}
