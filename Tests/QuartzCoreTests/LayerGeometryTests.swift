import QuartzCore
import Testing

/// Rules 5 to 8: geometry of layers.
struct LayerGeometryTests {
  func near(_ a: CGRect, _ b: CGRect) -> Bool {
    abs(a.minX - b.minX) < 1e-9 && abs(a.minY - b.minY) < 1e-9 && abs(a.width - b.width) < 1e-9
      && abs(a.height - b.height) < 1e-9
  }

  @Test func `defaults`() {
    let layer = CALayer()
    #expect(layer.bounds == .zero && layer.position == .zero && layer.frame == .zero)
    #expect(layer.anchorPoint == CGPoint(x: 0.5, y: 0.5))
    #expect(layer.opacity == 1 && !layer.isHidden && !layer.masksToBounds)
    #expect(layer.contentsGravity == .resize && layer.contentsScale == 1)
    #expect(layer.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(layer.backgroundColor == nil && layer.cornerRadius == 0)
    #expect(layer.borderWidth == 0 && layer.borderColor == CGColor.black)
    #expect(layer.shadowOpacity == 0 && layer.shadowRadius == 3)
    #expect(layer.shadowOffset == CGSize(width: 0, height: -3))
    #expect(layer.sublayers == nil && layer.mask == nil && layer.superlayer == nil)
    #expect(!layer.isGeometryFlipped && layer.speed == 1 && layer.duration == .infinity)
    #expect(layer.fillMode == .removed && layer.beginTime == 0)
  }

  @Test func `R7: a frame sets position and size, and leaves the origin of the bounds`() {
    let layer = CALayer()
    layer.bounds.origin = CGPoint(x: 7, y: 8)
    layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    #expect(layer.position == CGPoint(x: 25, y: 40))
    #expect(layer.bounds == CGRect(x: 7, y: 8, width: 30, height: 40))
    #expect(layer.frame == CGRect(x: 10, y: 20, width: 30, height: 40))
  }

  @Test(arguments: [
    (CGPoint(x: 0, y: 0), CGRect(x: 100, y: 50, width: 20, height: 10)),
    (CGPoint(x: 1, y: 1), CGRect(x: 80, y: 40, width: 20, height: 10)),
    (CGPoint(x: 0.5, y: 0), CGRect(x: 90, y: 50, width: 20, height: 10)),
  ])
  func `R7: the position is where the anchor point lies`(anchor: CGPoint, frame: CGRect) {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
    layer.anchorPoint = anchor
    layer.position = CGPoint(x: 100, y: 50)
    #expect(layer.frame == frame)
  }

  @Test func `R7: the frame is the box of the transformed bounds`() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
    layer.position = CGPoint(x: 100, y: 50)
    layer.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 2))
    #expect(near(layer.frame, CGRect(x: 95, y: 40, width: 10, height: 20)))
    layer.transform = CATransform3DMakeScale(2, 3, 1)
    #expect(near(layer.frame, CGRect(x: 80, y: 35, width: 40, height: 30)))
    #expect(layer.affineTransform() == CGAffineTransform(scaleX: 2, y: 3))
  }

  @Test func `R7: negative sizes read back standardised`() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: -20, height: -10)
    #expect(layer.bounds.size == CGSize(width: 20, height: 10))
    #expect(layer.bounds.width == 20)
  }

  @Test func `R8: points of a layer reach its superlayer`() {
    let (root, layer) = (CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 400, height: 400)
    layer.frame = CGRect(x: 100, y: 50, width: 20, height: 10)
    root.addSublayer(layer)
    #expect(layer.convert(CGPoint(x: 1, y: 2), to: root) == CGPoint(x: 101, y: 52))
    #expect(root.convert(CGPoint(x: 1, y: 2), from: layer) == CGPoint(x: 101, y: 52))
    #expect(layer.convert(CGPoint(x: 101, y: 52), from: root) == CGPoint(x: 1, y: 2))
    #expect(
      layer.convert(CGRect(x: 0, y: 0, width: 20, height: 10), to: root) == layer.frame)
  }

  @Test func `R8: an origin of bounds scrolls sublayers`() {
    let (root, middle, leaf) = (CALayer(), CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 400, height: 400)
    middle.frame = CGRect(x: 100, y: 100, width: 100, height: 100)
    middle.bounds.origin = CGPoint(x: 30, y: 0)
    leaf.frame = CGRect(x: 40, y: 10, width: 5, height: 5)
    root.addSublayer(middle)
    middle.addSublayer(leaf)
    #expect(leaf.convert(CGPoint.zero, to: root) == CGPoint(x: 110, y: 110))
  }

  @Test func `R8: a sublayer transform acts on every sublayer about the anchor`() {
    let (root, leaf) = (CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    root.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    leaf.frame = CGRect(x: 60, y: 50, width: 10, height: 10)
    root.addSublayer(leaf)
    #expect(leaf.convert(CGPoint.zero, to: root) == CGPoint(x: 70, y: 50))
  }

  @Test func `R6: geometry is flipped for sublayers, and twice is not at all`() {
    let (root, middle, leaf) = (CALayer(), CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    middle.frame = root.frame
    leaf.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    root.addSublayer(middle)
    middle.addSublayer(leaf)
    middle.isGeometryFlipped = true
    #expect(leaf.contentsAreFlipped() && middle.contentsAreFlipped() && !root.contentsAreFlipped())
    // y counts from the top within the middle layer.
    #expect(leaf.convert(CGPoint.zero, to: root) == CGPoint(x: 10, y: 90))
    root.isGeometryFlipped = true
    #expect(!leaf.contentsAreFlipped())
  }

  @Test func `R26: from parent to local time`() {
    let (root, layer) = (CALayer(), CALayer())
    root.addSublayer(layer)
    (layer.beginTime, layer.speed, layer.timeOffset) = (2, 3, 5)
    #expect(layer.convertTime(4, from: root) == (4 - 2) * 3 + 5)
    (root.beginTime, root.speed) = (1, 2)
    #expect(layer.convertTime(4, from: nil) == ((4 - 1) * 2 - 2) * 3 + 5)
  }

  @Test func `settings without an effect are known, and the defaults are none`() {
    for layer in [CALayer(), CATextLayer(), CAShapeLayer(), CAGradientLayer()] {
      layer.cornerRadius = 3
      #expect(layer.settingsWithoutEffect == [])
    }
    let settings: [(name: String, set: (CALayer) -> Void)] = [
      ("filters", { $0.filters = ["blur"] }), ("filters", { $0.compositingFilter = "screen" }),
      ("filters", { $0.backgroundFilters = ["blur"] }),
      ("maskedCorners", { $0.maskedCorners = [.layerMinXMinYCorner] }),
      ("cornerCurve", { $0.cornerCurve = .continuous }),
      ("shadowPath", { $0.shadowPath = CGMutablePath() }),
      ("isDoubleSided", { $0.isDoubleSided = false }),
      ("allowsGroupOpacity", { $0.allowsGroupOpacity = false }),
      ("allowsEdgeAntialiasing", { $0.allowsEdgeAntialiasing = false }),
      ("minificationFilter", { $0.minificationFilter = .nearest }),
      ("anchorPointZ", { $0.anchorPointZ = 4 }),
    ]
    for (name, set) in settings {
      let layer = CALayer()
      layer.cornerRadius = 3
      set(layer)
      let found = layer.settingsWithoutEffect
      #expect(found.count == 1 && found[0].hasPrefix(name))
    }
  }
}
