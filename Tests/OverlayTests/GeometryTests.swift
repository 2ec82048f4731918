import CutawayOverlays
import CutawayTime
import Testing

/// Where layers lie.
///
/// The numbers Q… are those of the rules of Core Animation that the tests check.
@Suite struct GeometryTests {
  @Test func `Q7: the anchor point lies at the position`() {
    #expect(isClose(OverlayLayer.box().place(50, 20), 200, 100))
    #expect(isClose(OverlayLayer.box().place(0, 0), 150, 80))
    let corner = OverlayLayer.box { $0.anchorPoint = Point(x: 0, y: 1) }
    #expect(isClose(corner.place(0, 40), 200, 100))
  }

  @Test func `Q8: scale, rotation, transform and offset act about the anchor point, in this order`()
  {
    let layer = OverlayLayer.box {
      $0.scale = AnimatedValue(Point(x: 2, y: 1))
      $0.rotation = AnimatedValue(90)
      $0.transform = .translation(x: 7, y: 0)
      $0.offset = AnimatedValue(Point(x: 0, y: 5))
    }
    #expect(isClose(layer.place(50, 20), 207, 105))
    // The right end, 100 pixels from the centre after the scale, lies below it.
    #expect(isClose(layer.place(100, 20), 207, 205))
  }

  @Test func `Q9: zPosition orders siblings, and equal ones keep their order`() {
    let layers = [1.0, 0, 1, -1].enumerated().map { index, z in
      OverlayLayer.box {
        $0.id = "\(index)"
        $0.zPosition = z
      }
    }
    let shown = LayerTree(size: PixelSize(width: 400, height: 200), layers: layers)
      .presentation(at: .zero, measuring: FixedSizes())
    #expect(shown.map { $0.path.map(\.index) } == [[3], [1], [0], [2]])
  }

  @Test func `Q19: what is hidden or transparent is not shown, nor what is in it`() {
    for change in [
      { (layer: inout OverlayLayer) in layer.isHidden = true },
      { (layer: inout OverlayLayer) in layer.opacity = AnimatedValue(0) },
    ] {
      var layer = OverlayLayer.box(200, 100, change)
      layer.layers = [.box()]
      #expect(layer.shown(at: .zero) == nil)
    }
  }

  @Test(
    arguments: [
      (LayerPlace.topLeft, 10.0, 20.0), (.top, 150, 20), (.topRight, 290, 20), (.left, 10, 80),
      (.center, 150, 80), (.right, 290, 80), (.bottomLeft, 10, 140), (.bottom, 150, 140),
      (.bottomRight, 290, 140),
    ])
  func `a place is at an edge, with margins`(place: LayerPlace, x: Double, y: Double) {
    var layer = OverlayLayer.box()
    layer.position = .place(place, marginX: 10, marginY: 20)
    #expect(isClose(layer.place(0, 0), x, y))
  }

  @Test func `lengths are pixels, or parts of the layer around`() throws {
    var inner = OverlayLayer(width: .percent(50), height: .percent(25))
    inner.position = .corner(x: .percent(10), y: .pixels(3))
    var outer = OverlayLayer.box()
    outer.layers = [inner]
    let shown = try #require(outer.shown(at: .zero)?.layers.first)
    #expect((shown.width, shown.height) == (50, 10))
    #expect(shown.matrix == .translation(x: 10, y: 3))
  }

  @Test func `content has a size of its own, and a box that of the layer around`() throws {
    let sizes: [(OverlayLayer, Double, Double)] = [
      (OverlayLayer(.text(LayerText("x"))), 100, 40),
      (OverlayLayer(.text(LayerText("x")), width: .pixels(50)), 50, 80),
      (OverlayLayer(.image(LayerImage(asset: "i"))), 60, 30), (OverlayLayer(), 400, 200),
      (OverlayLayer(height: .pixels(7)), 400, 7),
    ]
    for (layer, width, height) in sizes {
      let shown = try #require(layer.shown(at: .zero))
      #expect((shown.width, shown.height) == (width, height))
    }
  }

  @Test func `Q13: a radius is at most half the shorter side`() {
    #expect(OverlayLayer.box { $0.cornerRadius = 1_000 }.shown(at: .zero)?.cornerRadius == 20)
  }
}
