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

  @Test func `an image with one length keeps its shape`() throws {
    func size(
      _ width: LayerLength?, _ height: LayerLength?, _ change: (inout LayerImage) -> Void = { _ in }
    ) throws -> [Double] {
      var image = LayerImage(asset: "a")
      change(&image)
      var layer = OverlayLayer(.image(image))
      (layer.width, layer.height) = (width, height)
      let tree = LayerTree(size: PixelSize(width: 400, height: 200), layers: [layer])
      let shown = try #require(tree.presentation(at: .zero, measuring: FixedSizes()).first)
      return [shown.width, shown.height]
    }
    #expect(try size(nil, nil) == [60, 30])
    #expect(try size(.percent(10), nil) == [40, 20])
    #expect(try size(nil, 45) == [90, 45])
    #expect(try size(50, 50) == [50, 50])
    // Nine parts, of which the corners keep their size.
    #expect(
      try size(120, nil) {
        $0.contentsCenter = Rectangle(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
      } == [120, 30])
  }

  @Test func `a text without a width stays within the margins, unless it moves`() throws {
    func size(
      _ margin: Double, in width: Int = 400, _ change: (inout OverlayLayer) -> Void = { _ in }
    ) throws -> [Double] {
      var layer = OverlayLayer(.text(LayerText("two words")))
      layer.position = .place(.left, marginX: .pixels(margin), marginY: 0)
      change(&layer)
      let tree = LayerTree(size: PixelSize(width: width, height: 200), layers: [layer])
      let shown = try #require(tree.presentation(at: .zero, measuring: FixedSizes()).first)
      return [shown.width, shown.height]
    }
    func middle(_ layer: inout OverlayLayer) {
      layer.position = .place(.center, marginX: 170, marginY: 170)
    }
    // The text has 100 pixels, or two lines.
    #expect(try size(150) == [100, 40])
    #expect(try size(170) == [60, 80])
    // In the middle, margins of more than a twentieth of the width do not count.
    #expect(try size(0, in: 400, middle) == [100, 40])
    #expect(try size(0, in: 100, middle) == [90, 80])
    #expect(try size(170) { $0.offset = AnimatedValue(Point(x: 9, y: 0)) } == [100, 40])
    #expect(try size(170) { $0.position = .point(x: .pixels(0), y: .pixels(0)) } == [100, 40])
    #expect(
      try size(170) {
        var text = LayerText("two words")
        text.wraps = false
        $0.content = .text(text)
      } == [100, 40])
  }

  @Test func `a largest width holds wherever a text lies, and while it moves`() throws {
    let positions: [LayerPosition] = [
      .place(.left, marginX: 0, marginY: 0), .point(x: .percent(50), y: .pixels(30)),
      .corner(x: .pixels(0), y: .pixels(0)),
    ]
    for (position, isMoving) in positions.flatMap({ [($0, false), ($0, true)] }) {
      var text = LayerText("two words")
      text.maximumWidth = .percent(15)
      var layer = OverlayLayer(.text(text), position: position)
      if isMoving { layer.offset = AnimatedValue(Point(x: 9, y: 0)) }
      let shown = try #require(layer.shown(at: .zero))
      // 15 % of 400 pixels are too few for one line of 100.
      #expect((shown.width, shown.height) == (60, 80))
      layer.width = .pixels(100)
      #expect(layer.shown(at: .zero)?.width == 100)
    }
  }

  @Test func `margins are pixels, or parts of the layer around`() {
    var layer = OverlayLayer.box()
    layer.position = .place(.bottomRight, marginX: .percent(10), marginY: .percent(5))
    // 400 × 200 pixels less 100 × 40, and less 40 and 10.
    #expect(isClose(layer.place(0, 0), 260, 150))
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

  @Test
  func
    `Q8: the origin scrolls the layers in a layer, and a matrix of theirs acts about its anchor`()
  {
    var outer = OverlayLayer.box {
      $0.origin = Point(x: 10, y: -5)
      $0.layers = [
        OverlayLayer(
          width: .pixels(20), height: .pixels(10), position: .corner(x: .pixels(30), y: .pixels(0)))
      ]
    }
    func corner() -> Point? {
      outer.shown(at: .zero)?.layers.first.map {
        let place = $0.matrix.apply(x: 0, y: 0)
        return Point(x: place.x, y: place.y)
      }
    }
    #expect(isClose(corner(), 20, 5))
    outer.origin = Point(x: 0, y: 0)
    outer.sublayerTransform = .scale(x: 2, y: 3)
    // About the centre (50, 20): x is 50 + 2 · (30 − 50), y is 20 + 3 · (0 − 20).
    #expect(isClose(corner(), 10, -40))
    outer.anchorPoint = Point(x: 0, y: 0)
    #expect(isClose(corner(), 60, 0))
  }

  @Test func `Q10: a mask lies in the coordinates of its layer, without the layers' matrix`() {
    let layer = OverlayLayer.box {
      ($0.origin, $0.sublayerTransform) = (Point(x: 10, y: 0), .scale(x: 2, y: 2))
      $0.mask = [OverlayLayer(position: .corner(x: .pixels(0), y: .pixels(0)))]
    }
    #expect(layer.shown(at: .zero)?.mask.first?.matrix == .translation(x: -10, y: 0))
  }

  @Test func `Q5, Q6: flipped geometry counts upwards, keeps the layer's place, and flips back`()
    throws
  {
    let inner = OverlayLayer(
      .image(LayerImage(asset: "a")), width: .pixels(20), height: .pixels(10),
      position: .corner(x: .pixels(5), y: .pixels(0)))
    var outer = OverlayLayer.box {
      $0.isGeometryFlipped = true
      $0.layers = [inner]
    }
    var shown = try #require(outer.shown(at: .zero))
    // The layer covers the same area: its coordinates start at its lower edge.
    #expect(
      shown.matrix.boundingBox(of: PixelSize(width: 100, height: 40))
        == Rectangle(x: 150, y: 80, width: 100, height: 40))
    #expect(isClose(outer.place(0, 0), 150, 120))
    let child = try #require(shown.layers.first)
    let whole = child.matrix.concatenating(shown.matrix)
    #expect(
      whole.boundingBox(of: PixelSize(width: 20, height: 10))
        == Rectangle(x: 155, y: 110, width: 20, height: 10))
    #expect(whole.determinant < 0 && child.isFlipped)
    // Two flips are none.
    outer.layers[0].isGeometryFlipped = true
    shown = try #require(outer.shown(at: .zero))
    #expect(shown.isFlipped && shown.layers.first?.isFlipped == false)
    #expect(shown.layers.first.map { $0.matrix.concatenating(shown.matrix).determinant } == 1)
  }

  @Test func `Q22: a rotation in flipped geometry is counter-clockwise`() throws {
    let outer = OverlayLayer.box {
      $0.isGeometryFlipped = true
      $0.layers = [
        OverlayLayer.box(50, 20) { $0.rotation = AnimatedValue(90) }
      ]
    }
    let shown = try #require(outer.shown(at: .zero)), inner = try #require(shown.layers.first)
    let right = inner.matrix.concatenating(shown.matrix).apply(x: 100, y: 20)
    #expect(abs(right.x - 200) < 1e-9 && abs(right.y - 50) < 1e-9)
  }

  @Test func `Q16: the visible part of an image is in the coordinates of the layer`() throws {
    var image = LayerImage(asset: "a")
    image.contentsRect = Rectangle(x: 0, y: 0, width: 1, height: 0.25)
    for (isFlipped, top) in [(false, 0.0), (true, 0.75)] {
      let layer = OverlayLayer.box {
        ($0.content, $0.isGeometryFlipped) = (.image(image), isFlipped)
      }
      guard case .image(let shown)? = layer.shown(at: .zero)?.content else { return }
      #expect(shown.contentsRect.y == top)
    }
  }
}
