import AVFoundation
import Foundation
import Testing

/// Rules 62 to 65: gradients and copies.
@Suite(.serialized) struct GradientTests {
  func gradient(
    _ stage: Stage, _ type: CAGradientLayerType, from: CGPoint, to: CGPoint, square: Bool = false
  ) -> CAGradientLayer {
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 0, y: 0, width: square ? 100 : 200, height: 100)
    gradient.colors = [Stage.white, CGColor.black] as [Any]
    (gradient.type, gradient.startPoint, gradient.endPoint) = (type, from, to)
    stage.root.addSublayer(gradient)
    return gradient
  }

  @Test func `R62: a gradient is flat beyond its points, and locations place its colours`()
    async throws
  {
    let stage = try await Stage()
    let layer = gradient(
      stage, .axial, from: CGPoint(x: 0.25, y: 0.5), to: CGPoint(x: 0.75, y: 0.5))
    func expect(_ light: (Double) -> Double) async throws {
      let image = try await stage.image()
      for x in [10, 40, 60, 80, 100, 120, 140, 160, 190] {
        let part: Double = min(max((Double(x) - 49.5) / 100, 0), 1)
        #expect(abs(try image.light(x, 50) - light(part)) < 0.03, "\(x)")
      }
    }
    try await expect { 1 - $0 }
    layer.locations = [0, 0.5]
    try await expect { max(0, 1 - 2 * $0) }
  }

  @Test func `R62: one colour draws nothing`() async throws {
    let stage = try await Stage()
    let layer = gradient(stage, .axial, from: CGPoint(x: 0, y: 0.5), to: CGPoint(x: 1, y: 0.5))
    layer.colors = [Stage.white] as [Any]
    #expect(try await stage.image().light(100, 50) < 0.05)
    layer.colors = [Stage.white, Stage.white] as [Any]
    #expect(try await stage.image().light(100, 50) > 0.95)
  }

  @Test func `R63: a radial gradient is an ellipse about its start`() async throws {
    let stage = try await Stage()
    // Half axes of 100 and 25.
    _ = gradient(stage, .radial, from: CGPoint(x: 0.5, y: 0.5), to: CGPoint(x: 1, y: 0.75))
    let image = try await stage.image()
    for (x, y) in [(100, 50), (150, 50), (175, 50), (40, 50), (100, 60), (100, 40), (130, 60)] {
      let dx: Double = (Double(x) - 99.5) / 100
      let dy: Double = (Double(y) - 49.5) / 25
      let expected: Double = max(0, 1 - (dx * dx + dy * dy).squareRoot())
      #expect(abs(try image.light(x, y) - expected) < 0.04, "\(x), \(y)")
    }
    #expect(try image.light(100, 80) < 0.03)
  }

  @Test func `R63: half an axis of nothing draws nothing`() async throws {
    let stage = try await Stage()
    _ = gradient(stage, .radial, from: CGPoint(x: 0.5, y: 0.5), to: CGPoint(x: 1, y: 0.5))
    let image = try await stage.image()
    for (x, y) in [(100, 50), (150, 50), (100, 60)] { #expect(try image.light(x, y) < 0.05) }
  }

  func replicator(_ stage: Stage, _ square: CGRect) -> (CAReplicatorLayer, CALayer) {
    let replicator = CAReplicatorLayer()
    replicator.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    stage.root.addSublayer(replicator)
    return (replicator, stage.add(square, in: replicator))
  }

  @Test func `R65: each copy is moved against the one before`() async throws {
    let stage = try await Stage()
    let (layer, _) = replicator(stage, CGRect(x: 10, y: 10, width: 10, height: 10))
    layer.instanceCount = 3
    layer.instanceTransform = CATransform3DMakeTranslation(30, 20, 0)
    let image = try await stage.image()
    for (x, y, isLit) in [
      (15, 15, true), (45, 35, true), (75, 55, true), (105, 75, false), (45, 15, false),
    ] { #expect(try (image.light(x, y) > 0.5) == isLit, "\(x), \(y)") }
  }

  @Test func `R65: the transform is about the centre, to the power of the copy`() async throws {
    let stage = try await Stage()
    let (layer, _) = replicator(stage, CGRect(x: 10, y: 10, width: 10, height: 10))
    layer.instanceCount = 3
    layer.instanceTransform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    let image = try await stage.image()
    // (15, 15) is (-35, -35) from the centre: a turn to the left gives (35, -35), two (35, 35).
    for (x, y, isLit) in [(15, 15, true), (84, 15, true), (84, 84, true), (15, 84, false)] {
      #expect(try (image.light(x, y) > 0.5) == isLit, "\(x), \(y)")
    }
  }

  @Test func `R65: copies run later by the delay`() async throws {
    let stage = try await Stage()
    let (layer, square) = replicator(stage, CGRect(x: 10, y: 10, width: 10, height: 10))
    layer.instanceCount = 3
    layer.instanceTransform = CATransform3DMakeTranslation(30, 0, 0)
    layer.instanceDelay = 0.25
    let fade = CABasicAnimation("opacity", 0, 1).over(1)
    fade.fillMode = .both
    square.add(fade, forKey: nil)
    let image = try await stage.image(24)
    for copy in 0..<3 {
      let light = try image.light(15 + 30 * copy, 15)
      let expected: Double = 0.8 - 0.25 * Double(copy)
      #expect(abs(light - expected) < 0.05, "\(copy)")
    }
  }

  @Test func `R65: its own background is drawn once`() async throws {
    let stage = try await Stage()
    let (layer, _) = replicator(stage, CGRect(x: 10, y: 10, width: 10, height: 10))
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    layer.backgroundColor = Stage.red
    layer.instanceCount = 2
    layer.instanceTransform = CATransform3DMakeTranslation(100, 0, 0)
    let image = try await stage.image()
    #expect(try image.color(35, 35) == [true, false, false])
    #expect(try image.color(115, 15) == [true, true, true])
    #expect(try image.color(135, 35) == [false, false, false])
  }
}
