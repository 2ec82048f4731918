import AVFoundation
import Testing

/// Rules 66 to 68: particles without chance are where the formulas say.
@Suite(.serialized) struct EmitterTests {
  /// Squares of 6 × 6, two a second, at 40 pixels per second to the right.
  ///
  /// They come from the origin of a layer without size, at a place of the root.
  func emitter(
    _ stage: Stage, at place: CGPoint = CGPoint(x: 20, y: 50)
  ) throws -> (CAEmitterLayer, CAEmitterCell) {
    let (layer, cell) = (CAEmitterLayer(), CAEmitterCell())
    layer.frame = CGRect(origin: place, size: .zero)
    layer.beginTime = AVCoreAnimationBeginTimeAtZero
    cell.contents = try picture(Array(repeating: Array(repeating: Stage.white, count: 6), count: 6))
    (cell.birthRate, cell.lifetime, cell.velocity) = (2, 10, 40)
    layer.emitterCells = [cell]
    stage.root.addSublayer(layer)
    return (layer, cell)
  }

  func expect(
    _ image: CGImage, at places: [(Double, Double)], dark: [(Int, Int)] = [],
    _ comment: Comment? = nil
  ) throws {
    for (x, y) in places { #expect(try image.light(Int(x), Int(y)) > 0.5, comment) }
    for (x, y) in dark { #expect(try image.light(x, y) < 0.1, comment) }
  }

  @Test func `R66: particle i is born at i by the rate`() async throws {
    let stage = try await Stage()
    _ = try emitter(stage)
    let image = try await stage.image(36)
    // At 1.2 s the three are 1.2, 0.7 and 0.2 s old.
    let places = [1.2, 0.7, 0.2].map { (age: Double) -> (Double, Double) in (20 + 40 * age, 50) }
    try expect(image, at: places, dark: [(38, 50), (58, 50), (80, 50)])
  }

  @Test func `R66: a frame that is sought is the frame that is played`() async throws {
    let stage = try await Stage()
    let (layer, cell) = try emitter(stage)
    layer.seed = 7
    (cell.velocityRange, cell.emissionRange, cell.birthRate) = (30, 2, 8)
    let played = try await stage.images(0, 10, 20, 30, 40)
    #expect(try await stage.image(30).bytes() == played[3].bytes())
    #expect(try await stage.image(20).bytes() == played[2].bytes())
    #expect(try played[3].bytes() != played[2].bytes())
  }

  @Test func `R66: ranges reach half to each side`() async throws {
    let stage = try await Stage()
    let (_, cell) = try emitter(stage)
    (cell.velocity, cell.velocityRange, cell.birthRate) = (80, 40, 30)
    (cell.lifetime, cell.emissionRange) = (100, 0)
    // Particles of an age of 1 s are 60 to 100 pixels away; the oldest at 1.5 s at most 150.
    let image = try await stage.image(45)
    for x in 176..<200 { #expect(try image.light(x, 50) < 0.1, "\(x)") }
    // Some are faster and some slower than the mean.
    #expect(try (100..<171).contains { try image.light($0, 50) > 0.5 })
  }

  @Test func `R66: the direction grows from x towards y`() async throws {
    let stage = try await Stage()
    let (_, cell) = try emitter(stage, at: CGPoint(x: 100, y: 20))
    cell.emissionLongitude = .pi / 2
    // 40 · 1.2 and 40 · 0.7 above 20.
    try expect(
      try await stage.image(36), at: [(100, 68), (100, 48)], dark: [(148, 20), (128, 20)])
  }

  @Test func `R66: a particle lives as long as it says`() async throws {
    let stage = try await Stage()
    let (layer, cell) = try emitter(stage)
    (cell.lifetime, layer.lifetime) = (0.5, 2)
    // 1 s by the factor of the layer: at 1.2 s the first is gone.
    try expect(try await stage.image(36), at: [(48, 50), (28, 50)], dark: [(68, 50)])
  }

  @Test func `R67: particles start with the layer`() async throws {
    let stage = try await Stage()
    let (layer, _) = try emitter(stage)
    layer.beginTime = 1
    let images = try await stage.images(20, 51)
    #expect(try !images[0].bytes().enumerated().contains { $0.offset % 4 < 3 && $0.element > 40 })
    // At 1.7 s the first is 0.7 s old.
    try expect(images[1], at: [(48, 50), (28, 50)], dark: [(68, 50)])
  }

  @Test func `R68: acceleration is in the layer's geometry`() async throws {
    let stage = try await Stage()
    let (_, cell) = try emitter(stage, at: CGPoint(x: 20, y: 90))
    cell.yAcceleration = -60
    let image = try await stage.image(36)
    // y = 90 − ½ · 60 · t².
    var places: [(Double, Double)] = []
    for t in [1.2, 0.7] { places.append((20 + 40 * t, 90 - 30 * t * t)) }
    try expect(image, at: places, dark: [(68, 90), (48, 90)])
  }

  @Test func `R68: scale and alpha change with the age`() async throws {
    let stage = try await Stage()
    let (_, cell) = try emitter(stage)
    (cell.scale, cell.scaleSpeed, cell.alphaSpeed) = (1, 2, -0.5)
    let image = try await stage.image(36)
    // The oldest is 1.2 s old: 6 · (1 + 2.4) = 20.4 wide, with an alpha of 0.4.
    for (x, y) in [(68, 50), (60, 50), (76, 42), (76, 58)] {
      #expect(abs(try image.light(x, y) - 0.4) < 0.06, "\(x), \(y)")
    }
    #expect(try image.light(68, 64) < 0.05)
  }

  @Test func `R68: cells lie over each other in their order`() async throws {
    let stage = try await Stage()
    let (layer, cell) = try emitter(stage)
    let second = CAEmitterCell()
    second.contents = try picture(
      Array(repeating: Array(repeating: Stage.red, count: 6), count: 6))
    (second.birthRate, second.lifetime, second.velocity) = (2, 10, 60)
    layer.emitterCells = [cell, second]
    // 1.2 and 0.7 s old: 48 and 28 pixels, 72 and 42 pixels.
    let image = try await stage.image(36)
    #expect(try image.color(68, 50) == [true, true, true])
    #expect(try image.color(92, 50) == [true, false, false])
    #expect(try image.color(62, 50) == [true, false, false])
  }
}
