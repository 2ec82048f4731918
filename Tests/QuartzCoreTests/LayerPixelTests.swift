import AVFoundation
import Testing

/// Rules 5 to 22 in pixels.
@Suite(.serialized) struct LayerPixelTests {
  @Test func `R5: the origin is at the bottom left`() async throws {
    let stage = try await Stage()
    _ = stage.add(CGRect(x: 10, y: 10, width: 20, height: 20))
    let image = try await stage.image()
    #expect(try image.light(20, 20) > 0.9)
    #expect(try image.light(20, 80) < 0.1)
    #expect(try image.light(8, 20) < 0.1 && image.light(32, 20) < 0.1)
  }

  @Test func `R6: a flipped root counts from the top`() async throws {
    let stage = try await Stage()
    stage.root.isGeometryFlipped = true
    _ = stage.add(CGRect(x: 10, y: 10, width: 20, height: 20))
    let image = try await stage.image()
    #expect(try image.light(20, 80) > 0.9)
    #expect(try image.light(20, 20) < 0.1)
  }

  /// An image whose upper half is white.
  func halfWhite() throws -> CGImage {
    let context = try #require(
      CGContext(
        data: nil, width: 20, height: 20, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.setFillColor(Stage.white)
    context.fill(CGRect(x: 0, y: 10, width: 20, height: 10))
    return try #require(context.makeImage())
  }

  @Test(arguments: [false, true])
  func `R6: an image stays upright in a flipped tree`(isFlipped: Bool) async throws {
    let stage = try await Stage()
    stage.root.isGeometryFlipped = isFlipped
    let layer = CALayer()
    layer.frame = CGRect(x: 50, y: 30, width: 40, height: 40)
    layer.contents = try halfWhite()
    stage.root.addSublayer(layer)
    let image = try await stage.image()
    #expect(try image.light(70, 60) > 0.9)
    #expect(try image.light(70, 40) < 0.1)
  }

  @Test func `R8: sublayers lie in their superlayer`() async throws {
    let stage = try await Stage()
    let outer = stage.add(CGRect(x: 100, y: 40, width: 60, height: 40), Stage.red)
    _ = stage.add(CGRect(x: 10, y: 0, width: 10, height: 10), Stage.blue, in: outer)
    let image = try await stage.image()
    #expect(try image.color(115, 45) == [false, false, true])
    #expect(try image.color(115, 55) == [true, false, false])
    #expect(try image.color(155, 75) == [true, false, false])
  }

  @Test func `R9: zPosition orders siblings`() async throws {
    let stage = try await Stage()
    let under = stage.add(CGRect(x: 10, y: 10, width: 20, height: 20), Stage.red)
    _ = stage.add(CGRect(x: 10, y: 10, width: 20, height: 20), Stage.blue)
    #expect(try await stage.image().color(20, 20) == [false, false, true])
    under.zPosition = 5
    #expect(try await stage.image().color(20, 20) == [true, false, false])
  }

  @Test func `R10: a mask shows by its alpha`() async throws {
    let stage = try await Stage()
    let layer = stage.add(CGRect(x: 20, y: 20, width: 60, height: 60)), mask = CALayer()
    mask.frame = CGRect(x: 0, y: 0, width: 30, height: 60)
    mask.backgroundColor = .black
    layer.mask = mask
    let image = try await stage.image()
    #expect(try image.light(30, 50) > 0.9)
    #expect(try image.light(70, 50) < 0.1)
  }

  @Test func `R11: masksToBounds clips sublayers`() async throws {
    let stage = try await Stage()
    let outer = stage.add(CGRect(x: 20, y: 20, width: 40, height: 40), Stage.red)
    _ = stage.add(CGRect(x: 30, y: 10, width: 40, height: 20), Stage.blue, in: outer)
    #expect(try await stage.image().color(75, 40) == [false, false, true])
    outer.masksToBounds = true
    let image = try await stage.image()
    #expect(try image.color(75, 40) == [false, false, false])
    #expect(try image.color(55, 40) == [false, false, true])
  }

  @Test func `R12: a corner radius rounds the background`() async throws {
    let stage = try await Stage()
    let layer = stage.add(CGRect(x: 20, y: 20, width: 60, height: 60))
    layer.cornerRadius = 30
    let image = try await stage.image()
    #expect(try image.light(22, 22) < 0.1 && image.light(50, 50) > 0.9)
    #expect(try image.light(50, 22) > 0.9)
  }

  @Test func `R14: a border lies over contents, inside of the bounds`() async throws {
    let stage = try await Stage()
    let layer = stage.add(CGRect(x: 20, y: 20, width: 60, height: 60), Stage.red)
    layer.borderWidth = 6
    layer.borderColor = Stage.blue
    let image = try await stage.image()
    #expect(try image.color(23, 50) == [false, false, true])
    #expect(try image.color(30, 50) == [true, false, false])
    #expect(try image.color(17, 50) == [false, false, false])
  }

  @Test func `R15: resizeAspect fits an image centred`() async throws {
    let stage = try await Stage()
    let context = try #require(
      CGContext(
        data: nil, width: 20, height: 10, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.setFillColor(Stage.white)
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 10))
    let layer = CALayer()
    layer.frame = CGRect(x: 20, y: 20, width: 60, height: 60)
    layer.contents = context.makeImage()
    layer.contentsGravity = .resizeAspect
    stage.root.addSublayer(layer)
    let image = try await stage.image()
    #expect(try image.light(50, 50) > 0.9 && image.light(22, 50) > 0.9)
    #expect(try image.light(50, 28) < 0.1 && image.light(50, 72) < 0.1)
    layer.contentsGravity = .resize
    #expect(try await stage.image().light(50, 28) > 0.9)
  }

  @Test func `R18: opacity acts on the layer with its sublayers as a group`() async throws {
    let stage = try await Stage()
    let outer = stage.add(CGRect(x: 20, y: 20, width: 60, height: 60))
    _ = stage.add(CGRect(x: 0, y: 0, width: 30, height: 60), in: outer)
    outer.opacity = 0.5
    let image = try await stage.image()
    #expect(abs(try image.light(30, 50) - 0.5) < 0.05)
    #expect(abs(try image.light(70, 50) - 0.5) < 0.05)
  }

  @Test func `R19: hidden layers hide their sublayers`() async throws {
    let stage = try await Stage()
    let outer = stage.add(CGRect(x: 20, y: 20, width: 60, height: 60))
    _ = stage.add(CGRect(x: 100, y: 0, width: 30, height: 30), in: outer)
    outer.isHidden = true
    let image = try await stage.image()
    #expect(try image.light(50, 50) < 0.1 && image.light(130, 30) < 0.1)
  }

  @Test func `R22: positive angles turn counter-clockwise`() async throws {
    let stage = try await Stage()
    let bar = stage.add(CGRect(x: 80, y: 48, width: 40, height: 4))
    bar.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
    let image = try await stage.image()
    // The right end goes up.
    #expect(try image.light(111, 61) > 0.5)
    #expect(try image.light(111, 38) < 0.2)
  }

  @Test func `R59: a shape is filled in its layer's geometry`() async throws {
    let stage = try await Stage()
    let shape = CAShapeLayer()
    shape.frame = CGRect(x: 20, y: 20, width: 60, height: 60)
    shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 20, height: 20), transform: nil)
    shape.fillColor = Stage.white
    stage.root.addSublayer(shape)
    let image = try await stage.image()
    #expect(try image.light(30, 30) > 0.9)
    #expect(try image.light(50, 50) < 0.1 && image.light(21, 21) < 0.1)
  }

  @Test func `R62: a gradient runs from the bottom in an unflipped tree`() async throws {
    let stage = try await Stage(), gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    gradient.colors = [CGColor.black, Stage.white] as [Any]
    stage.root.addSublayer(gradient)
    let image = try await stage.image()
    #expect(try image.light(100, 3) < 0.1 && image.light(100, 97) > 0.9)
    #expect(abs(try image.light(100, 50) - 0.5) < 0.06)
  }
}
