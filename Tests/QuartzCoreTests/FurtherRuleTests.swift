import AVFoundation
import Foundation
import Testing

// Further rules, as an independent reader of the documentation tested them.

extension ContentsTests {
  @Test func `R24: the nearest pixel shows if that is asked for`() async throws {
    let stage = try await Stage()
    let layer = stage.show(
      try picture([[CGColor.black, Stage.white]]), CGRect(x: 20, y: 20, width: 80, height: 20))
    layer.magnificationFilter = .nearest
    let image = try await stage.image()
    for x in [45, 50, 58] { #expect(try image.light(x, 30) < 0.05, "\(x)") }
    for x in [61, 66, 75] { #expect(try image.light(x, 30) > 0.95, "\(x)") }
  }
}

extension ShadowTests {
  @Test func `R11: a layer that masks to its bounds has no shadow outside`() async throws {
    let stage = try await Stage()
    let layer = stage.add(CGRect(x: 20, y: 40, width: 20, height: 20))
    cast(layer, 60, 0)
    layer.masksToBounds = true
    #expect(try await stage.image().color(90, 50) == [false, false, false])
  }
}

extension StrokeTests {
  @Test func `R60: dashes count from the start of the path, not of the part`() async throws {
    let stage = try await Stage(), shape = stage.stroke(line([[p(50, 50), p(150, 50)]]))
    shape.lineDashPattern = [20, 20]
    shape.strokeStart = 0.1
    let expected = [false, true, false, false, true, true, false]
    #expect(try await lit(stage.image(), [55, 65, 75, 85, 95, 105, 115]) == expected)
  }
}

extension GradientTests {
  @Test func `R62: another number of locations draws nothing`() async throws {
    let stage = try await Stage()
    let layer = gradient(stage, .axial, from: CGPoint(x: 0, y: 0.5), to: CGPoint(x: 1, y: 0.5))
    layer.locations = [0, 0.5, 1]
    #expect(try await stage.image().light(100, 50) < 0.05)
  }

  @Test(arguments: [false, true])
  func `R64: a conic gradient grows from x towards y`(isFlipped: Bool) async throws {
    let stage = try await Stage()
    stage.root.isGeometryFlipped = isFlipped
    _ = gradient(
      stage, .conic, from: CGPoint(x: 0.5, y: 0.5), to: CGPoint(x: 1, y: 0.5), square: true)
    let image = try await stage.image()
    for degrees in [20.0, 90, 135, 180, 250, 300] {
      let angle = degrees * .pi / 180
      let (x, y) = (Int(50 + 40 * cos(angle)), Int(50 + 40 * sin(angle)))
      let (dx, dy) = (Double(x) - 49.5, Double(y) - 49.5)
      let turn: Double = atan2(dy, dx) / (2 * Double.pi)
      let part: Double = turn < 0 ? turn + 1 : turn
      let light = try image.light(x, isFlipped ? 99 - y : y)
      #expect(abs(light - (1 - part)) < 0.04, "\(degrees)")
    }
  }

  @Test func `R65: no copies draw nothing`() async throws {
    let stage = try await Stage()
    let (layer, _) = replicator(stage, CGRect(x: 10, y: 10, width: 10, height: 10))
    layer.instanceCount = 0
    #expect(try await stage.image().light(15, 15) < 0.05)
  }

  @Test func `R65: the alpha of copy k is that of the first plus k offsets`() async throws {
    let stage = try await Stage()
    let (layer, _) = replicator(stage, CGRect(x: 10, y: 10, width: 10, height: 10))
    layer.instanceCount = 3
    layer.instanceTransform = CATransform3DMakeTranslation(30, 0, 0)
    layer.instanceAlphaOffset = -0.4
    let image = try await stage.image()
    for copy in 0..<3 {
      let light = try image.light(15 + 30 * copy, 15)
      let expected: Double = 1 - 0.4 * Double(copy)
      #expect(abs(light - expected) < 0.05, "\(copy)")
    }
  }

  @Test func `R65: the colour of copies is multiplied`() async throws {
    let stage = try await Stage()
    let (layer, _) = replicator(stage, CGRect(x: 10, y: 10, width: 10, height: 10))
    layer.instanceColor = CGColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    let parts = try await stage.image().parts(15, 15)
    for (part, expected) in zip(parts, [1, 0.5, 0]) { #expect(abs(part - expected) < 0.05) }
  }
}

extension EmitterTests {
  @Test func `R66: particles are born at the emitter's position in its layer`() async throws {
    let stage = try await Stage()
    let (layer, _) = try emitter(stage, at: .zero)
    layer.bounds.size = CGSize(width: 200, height: 100)
    layer.position = CGPoint(x: 100, y: 50)
    layer.emitterPosition = CGPoint(x: 60, y: 30)
    // 0.2, 0.7 and 1.2 s old.
    try expect(
      try await stage.image(36), at: [(68, 30), (88, 30), (108, 30)], dark: [(108, 50), (28, 0)])
  }

  @Test func `R68: a line above the picture and several cells`() async throws {
    let stage = try await Stage()
    let (layer, cell) = try emitter(stage, at: CGPoint(x: 100, y: 90))
    (layer.emitterShape, layer.emitterSize) = (.line, CGSize(width: 100, height: 0))
    (cell.velocity, cell.birthRate, cell.lifetime) = (0, 30, 10)
    let image = try await stage.image(59)
    let columns = try (0..<200).filter { try image.light($0, 90) > 0.5 }
    // 60 particles lie between 50 and 150, half their width more at each side.
    #expect(try #require(columns.first) >= 46 && columns.first.map { $0 < 65 } == true)
    #expect(try #require(columns.last) <= 153 && columns.last.map { $0 > 135 } == true)
    #expect(try image.light(100, 80) < 0.1 && image.light(100, 50) < 0.1)
    let second = CAEmitterCell()
    second.contents = try picture(
      Array(repeating: Array(repeating: Stage.red, count: 6), count: 6))
    (second.birthRate, second.lifetime, second.velocity) = (30, 10, 60)
    second.emissionLongitude = -.pi / 2
    layer.emitterCells = [cell, second]
    let both = try await stage.image(59)
    #expect(try (46..<154).contains { try both.color($0, 50) == [true, false, false] })
    #expect(try (46..<154).contains { try both.color($0, 91) == [true, true, true] })
  }
}

extension AnimationRuleTests {
  @Test func `R42: a tension of 1 has no tangents`() async throws {
    let cubic = keyframes([20, 160, 60], .cubic)
    cubic.tensionValues = [1, 1, 1]
    expect(
      try await centres(cubic, at: [6, 24, 36]),
      [hermite(20, 160, 0, 0, 0.2), hermite(20, 160, 0, 0, 0.8), hermite(160, 60, 0, 0, 0.2)],
      within: 1)
  }

  @Test func `R47: an allowed overdamped spring is the sum of two exponentials`() async throws {
    let root = 10 * 3.0.squareRoot(), (slow, fast) = (-20 + root, -20 - root)
    func place(_ frame: Int) -> Double {
      let t = Double(frame) / 30
      let rest: Double = fast * exp(slow * t) - slow * exp(fast * t)
      return 20 + 100 * (1 - rest / (fast - slow))
    }
    let frames = [0, 3, 6, 10, 20]
    expect(
      try await centres(spring(damping: 40, overdamps: true), at: frames), frames.map(place),
      within: 1)
  }
}

extension KeyPathTests {
  @Test func `2.3: an animated path needs no path of the layer`() async throws {
    let stage = try await Stage(), shape = CAShapeLayer()
    (shape.frame, shape.fillColor) = (stage.root.bounds, Stage.white)
    stage.root.addSublayer(shape)
    let path = CGPath(rect: CGRect(x: 100, y: 20, width: 20, height: 20), transform: nil)
    shape.add(CABasicAnimation("path", path, path).over(1), forKey: nil)
    let images = try await stage.images(15, 45)
    #expect(try images[0].light(110, 30) > 0.9 && images[1].light(110, 30) < 0.1)
  }

  @Test func `2.3: contents cross-fade`() async throws {
    let stage = try await Stage()
    let (red, blue) = (try picture([[Stage.red]]), try picture([[Stage.blue]]))
    let first = stage.show(red, CGRect(x: 20, y: 20, width: 40, height: 40))
    first.add(CABasicAnimation("contents", red, blue).over(2), forKey: nil)
    let parts = try await stage.image(15).parts(40, 40)
    #expect(abs(parts[0] - 0.75) < 0.04 && abs(parts[2] - 0.25) < 0.04, "\(parts)")
  }

  @Test(arguments: [Path("contentsRect.origin.x", .image, from: 0, to: 0.5)])
  func `2.8: further key paths that programs use act`(path: Path) async throws {
    try await expectAct(path)
  }
}
