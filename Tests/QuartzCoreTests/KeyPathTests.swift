import AVFoundation
import Testing

/// 2.3 and 2.8: which key paths act, and how their values interpolate.
@Suite(.serialized) struct KeyPathTests {
  struct Path: Sendable, CustomTestStringConvertible {
    enum Kind: Sendable { case plain, text, shape, gradient, emitter, replicator, image }
    let path: String, kind: Kind
    let make: @Sendable () throws -> (Any, Any)
    var testDescription: String { path }

    init(_ path: String, _ kind: Kind = .plain, _ make: @escaping @Sendable () throws -> (Any, Any))
    {
      (self.path, self.kind, self.make) = (path, kind, make)
    }
    init(_ path: String, _ kind: Kind = .plain, from: Double, to: Double) {
      self.init(path, kind) { (from, to) }
    }
  }

  static let paths: [Path] = [
    Path("opacity", from: 0.2, to: 1), Path("position.x", from: 40, to: 100),
    Path("position.y", from: 40, to: 60),
    Path("position") { (CGPoint(x: 40, y: 40), CGPoint(x: 90, y: 60)) },
    Path("transform") { (CATransform3DIdentity, CATransform3DMakeScale(2, 2, 1)) },
    Path("transform.scale", from: 1, to: 2), Path("transform.scale.x", from: 1, to: 2),
    Path("transform.scale.y", from: 1, to: 2), Path("transform.rotation", from: 0, to: 0.7),
    Path("transform.rotation.z", from: 0, to: 0.7),
    Path("transform.translation") { (CGSize.zero, CGSize(width: 40, height: 10)) },
    Path("transform.translation.x", from: 0, to: 40),
    Path("transform.translation.y", from: 0, to: 20),
    Path("bounds") {
      (CGRect(x: 0, y: 0, width: 20, height: 20), CGRect(x: 0, y: 0, width: 60, height: 30))
    },
    Path("bounds.size") { (CGSize(width: 20, height: 20), CGSize(width: 60, height: 30)) },
    Path("bounds.size.width", from: 20, to: 60), Path("bounds.size.height", from: 20, to: 60),
    Path("bounds.origin.y", from: 0, to: 30), Path("cornerRadius", from: 0, to: 20),
    Path("borderWidth", from: 0, to: 10), Path("shadowOpacity", from: 0, to: 1),
    Path("shadowRadius", from: 0, to: 12), Path("hidden", from: 1, to: 0),
    Path("zPosition", from: -2, to: 2),
    Path("backgroundColor") { (Stage.red, Stage.blue) },
    Path("borderColor") { (Stage.red, Stage.blue) },
    Path("sublayerTransform") { (CATransform3DIdentity, CATransform3DMakeScale(2, 2, 1)) },
    Path("contents", .image) { (try picture([[Stage.red]]), try picture([[Stage.blue]])) },
    Path("contentsRect", .image) {
      (CGRect(x: 0, y: 0, width: 0.5, height: 1), CGRect(x: 0.5, y: 0, width: 0.5, height: 1))
    },
    Path("strokeEnd", .shape, from: 0.1, to: 1), Path("strokeStart", .shape, from: 0, to: 0.9),
    Path("lineWidth", .shape, from: 1, to: 10), Path("lineDashPhase", .shape, from: 0, to: 7),
    Path("fillColor", .shape) { (Stage.red, Stage.blue) },
    Path("strokeColor", .shape) { (Stage.red, Stage.blue) },
    Path("path", .shape) {
      (
        CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil),
        CGPath(rect: CGRect(x: 0, y: 0, width: 60, height: 30), transform: nil)
      )
    },
    Path("colors", .gradient) { ([Stage.red, Stage.white], [Stage.blue, Stage.white]) },
    Path("locations", .gradient) { ([0, 0.2] as [NSNumber], [0.7, 1] as [NSNumber]) },
    Path("startPoint", .gradient) { (CGPoint(x: 0, y: 0), CGPoint(x: 0, y: 0.8)) },
    Path("endPoint", .gradient) { (CGPoint(x: 0, y: 0.3), CGPoint(x: 0, y: 1)) },
    Path("foregroundColor", .text) { (Stage.red, Stage.blue) },
    Path("fontSize", .text, from: 10, to: 30),
  ]

  /// A layer of a kind, at 40 × 40.
  func layer(_ kind: Path.Kind, _ stage: Stage) throws -> CALayer {
    let frame = CGRect(x: 60, y: 30, width: 40, height: 40)
    let layer: CALayer
    switch kind {
    case .plain:
      layer = stage.add(frame, Stage.red)
      _ = stage.add(CGRect(x: 5, y: 5, width: 10, height: 10), Stage.green, in: layer)
      (layer.borderColor, layer.borderWidth) = (Stage.white, 2)
      (layer.shadowColor, layer.shadowOffset) = (Stage.white, CGSize(width: 30, height: 0))
      layer.shadowOpacity = 0.5
      // A neighbour in the same place, at another depth.
      stage.add(CGRect(x: 70, y: 30, width: 40, height: 20), Stage.blue).zPosition = 1
      return layer
    case .image:
      return stage.show(try picture([[Stage.red, Stage.blue]]), frame)
    case .text:
      let text = CATextLayer()
      (text.string, text.fontSize, text.foregroundColor) = ("HHH", 20, Stage.white)
      layer = text
    case .shape:
      let shape = CAShapeLayer()
      shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 40, height: 30), transform: nil)
      (shape.fillColor, shape.strokeColor, shape.lineWidth) = (Stage.green, Stage.white, 4)
      shape.lineDashPattern = [10, 6]
      layer = shape
    case .gradient:
      let gradient = CAGradientLayer()
      gradient.colors = [Stage.red, Stage.blue] as [Any]
      gradient.locations = [0, 1]
      layer = gradient
    case .emitter:
      let (emitter, cell) = (CAEmitterLayer(), CAEmitterCell())
      cell.contents = try picture([[Stage.white]])
      (cell.name, cell.birthRate, cell.lifetime, cell.velocity) = ("spark", 30, 2, 20)
      (cell.scale, cell.emissionRange) = (6, 6)
      emitter.emitterCells = [cell]
      emitter.beginTime = AVCoreAnimationBeginTimeAtZero
      layer = emitter
    case .replicator:
      let replicator = CAReplicatorLayer()
      replicator.instanceCount = 3
      replicator.instanceTransform = CATransform3DMakeTranslation(20, 0, 0)
      let dot = stage.add(CGRect(x: 0, y: 0, width: 10, height: 10), in: replicator)
      let fade = CABasicAnimation("opacity", 0, 1).over(2)
      fade.fillMode = .both
      dot.add(fade, forKey: nil)
      layer = replicator
    }
    layer.frame = frame
    stage.root.addSublayer(layer)
    return layer
  }

  @Test(arguments: paths)
  func `2.8: key paths that programs use act`(path: Path) async throws { try await expectAct(path) }

  func expectAct(_ path: Path) async throws {
    let stage = try await Stage(), layer = try layer(path.kind, stage)
    let plain = try await stage.image(54).bytes()
    let (from, to) = try path.make()
    layer.add(CABasicAnimation(path.path, from, to).over(2), forKey: "a")
    let first = try await stage.image(54).bytes()
    // The other way round shows something else at the same time, so both ends act.
    layer.add(CABasicAnimation(path.path, to, from).over(2), forKey: "a")
    let second = try await stage.image(54).bytes()
    func differ(_ a: [UInt8], _ b: [UInt8]) -> Bool {
      zip(a, b).contains { abs(Int($0) - Int($1)) > 24 }
    }
    let bothEnds = differ(first, second)
    let plainEnd = differ(first, plain) || differ(second, plain)
    #expect(bothEnds && plainEnd)
  }

  @Test func `2.8: an animation of the frame does nothing`() async throws {
    let stage = try await Stage()
    let layer = stage.add(CGRect(x: 20, y: 20, width: 20, height: 20))
    let plain = try await stage.image(30).bytes()
    layer.add(
      CABasicAnimation("frame", CGRect.zero, CGRect(x: 0, y: 0, width: 200, height: 100)).over(2),
      forKey: nil)
    #expect(try await stage.image(30).bytes() == plain)
  }

  @Test func `2.3: a matrix is taken apart, so a turn does not shrink`() async throws {
    let stage = try await Stage()
    let bar = stage.add(CGRect(x: 60, y: 46, width: 80, height: 8))
    bar.add(
      CABasicAnimation(
        "transform", CATransform3DIdentity, CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
      ).over(2), forKey: nil)
    let image = try await stage.image(30)
    // At 45° its ends are 40 from the centre: 28 in x and in y. By component they would be at 20.
    #expect(try image.light(125, 75) > 0.5 && image.light(74, 24) > 0.5)
    #expect(try image.light(131, 81) < 0.1 && image.light(125, 24) < 0.1)
  }

  @Test func `2.3: animations of different components add up`() async throws {
    let stage = try await Stage()
    let bar = stage.add(CGRect(x: 80, y: 48, width: 40, height: 4))
    bar.add(CABasicAnimation("transform.scale.x", 1, 3).over(2), forKey: "a")
    bar.add(
      CABasicAnimation("transform.rotation", Double.pi / 2, Double.pi / 2).over(2), forKey: "b")
    bar.add(CABasicAnimation("transform.translation.x", 0, 100).over(2), forKey: "c")
    let image = try await stage.image(30)
    // Twice as long, upright, 50 to the right.
    let rows = try #require(try image.litRows(149..<151))
    #expect(abs(rows.count - 80) < 4)
    #expect(try image.light(100, 50) < 0.1)
  }

  @Test func `2.3: a whole turn by number is a whole turn`() async throws {
    let stage = try await Stage()
    let bar = stage.add(CGRect(x: 80, y: 48, width: 40, height: 4))
    bar.add(CABasicAnimation("transform.rotation", 0, 2 * Double.pi).over(2), forKey: nil)
    let image = try await stage.image(15)
    #expect(try image.light(100, 65) > 0.5 && image.light(115, 50) < 0.1)
  }

  @Test func `2.3: colours, sizes and paths go by component`() async throws {
    let stage = try await Stage()
    let layer = stage.add(CGRect(x: 20, y: 20, width: 40, height: 40), Stage.red)
    layer.add(CABasicAnimation("backgroundColor", Stage.red, Stage.blue).over(2), forKey: nil)
    let shape = CAShapeLayer()
    shape.frame = stage.root.bounds
    shape.fillColor = Stage.white
    shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
    stage.root.addSublayer(shape)
    shape.add(
      CABasicAnimation(
        "path", CGPath(rect: CGRect(x: 100, y: 20, width: 20, height: 20), transform: nil),
        CGPath(rect: CGRect(x: 100, y: 20, width: 80, height: 60), transform: nil)
      ).over(2), forKey: nil)
    let image = try await stage.image(15)
    let parts = try image.parts(40, 40)
    #expect(abs(parts[0] - 0.75) < 0.04 && parts[1] < 0.04 && abs(parts[2] - 0.25) < 0.04)
    // 20 + 60 / 4 wide, 20 + 40 / 4 high.
    #expect(try image.light(133, 30) > 0.9 && image.light(137, 30) < 0.1)
    #expect(try image.light(110, 48) > 0.9 && image.light(110, 52) < 0.1)
  }

  @Test func `2.3: keyframes of contents step`() async throws {
    let stage = try await Stage()
    let (red, blue) = (try picture([[Stage.red]]), try picture([[Stage.blue]]))
    let second = stage.show(red, CGRect(x: 100, y: 20, width: 40, height: 40))
    let steps = CAKeyframeAnimation(keyPath: "contents")
    (steps.values, steps.calculationMode) = ([red, blue], .discrete)
    second.add(steps.over(2), forKey: nil)
    let image = try await stage.image(15)
    #expect(try image.color(120, 40) == [true, false, false])
    #expect(try await stage.image(45).color(120, 40) == [false, false, true])
  }
}
