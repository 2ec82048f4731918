import AVFoundation
import Foundation
import Testing

/// Rule 20: shadows.
@Suite(.serialized) struct ShadowTests {
  /// A layer that casts a sharp red shadow.
  func cast(
    _ layer: CALayer, _ x: CGFloat, _ y: CGFloat, radius: CGFloat = 0, opacity: Float = 1
  ) {
    (layer.shadowColor, layer.shadowOpacity) = (Stage.red, opacity)
    (layer.shadowOffset, layer.shadowRadius) = (CGSize(width: x, height: y), radius)
  }

  @Test(arguments: [(false, 20), (true, 79)])
  func `R20: the offset is in the layer's geometry`(isFlipped: Bool, y: Int) async throws {
    let stage = try await Stage()
    stage.root.isGeometryFlipped = isFlipped
    let layer = stage.add(CGRect(x: 50, y: 40, width: 20, height: 20))
    // 30 down in an unflipped tree, up in a flipped one.
    cast(layer, 0, -30)
    let image = try await stage.image()
    #expect(try image.color(60, y) == [true, false, false])
    #expect(try image.color(60, 99 - y) == [false, false, false])
    #expect(try image.color(60, 50) == [true, true, true])
    #expect(try image.color(60, y + 11) == [false, false, false])
  }

  @Test func `R20: the opacity of the shadow multiplies`() async throws {
    let stage = try await Stage()
    cast(stage.add(CGRect(x: 20, y: 40, width: 20, height: 20)), 60, 0, opacity: 0.5)
    let parts = try await stage.image().parts(90, 50)
    #expect(abs(parts[0] - 0.5) < 0.03 && parts[1] < 0.03 && parts[2] < 0.03)
  }

  @Test func `R20: sublayers cast a shadow, an empty layer does not`() async throws {
    let stage = try await Stage()
    let outer = CALayer()
    outer.frame = CGRect(x: 20, y: 20, width: 40, height: 40)
    stage.root.addSublayer(outer)
    cast(outer, 100, 0)
    #expect(try await stage.image().color(140, 40) == [false, false, false])
    _ = stage.add(CGRect(x: 30, y: 10, width: 20, height: 10), in: outer)
    let image = try await stage.image()
    // The sublayer is at (50…70, 30…40), and sticks out.
    #expect(try image.color(155, 35) == [true, false, false])
    #expect(try image.color(168, 35) == [true, false, false])
    #expect(try image.color(140, 35) == [false, false, false])
    #expect(try image.color(155, 45) == [false, false, false])
  }

  @Test func `R20: the standard deviation is the radius`() async throws {
    let stage = try await Stage()
    let layer = stage.add(CGRect(x: 10, y: 10, width: 60, height: 80))
    cast(layer, 100, 0, radius: 6)
    let image = try await stage.image()
    // The left edge lies at 110; the shadow of an edge is the normal distribution.
    for x in [100, 104, 107, 110, 113, 116, 122] {
      let place: Double = (Double(x) - 109.5) / 6
      let expected: Double = 0.5 * erfc(-place / 2.0.squareRoot())
      #expect(abs(try image.parts(x, 50)[0] - expected) < 0.04, "\(x)")
    }
  }

  @Test func `R20: a shadow path is accepted without effect`() async throws {
    let stage = try await Stage()
    let layer = stage.add(CGRect(x: 20, y: 40, width: 20, height: 20))
    cast(layer, 60, 0)
    let plain = try await stage.image().bytes()
    layer.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 100, height: 5), transform: nil)
    #expect(try await stage.image().bytes() == plain)
  }
}
