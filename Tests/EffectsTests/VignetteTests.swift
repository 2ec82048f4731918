import CutawayEffects
import CutawayElementKit
import Testing

@Suite struct VignetteTests {
  private let grey = Image(width: 64, height: 48, filledWith: Pixel(200, 200, 200, 255))

  @Test func `a vignette darkens the corners and keeps the centre`() throws {
    let result = try grey.filtered(by: Vignette { $0.strength = 1 })
    #expect(result[32, 24] == grey[32, 24])
    #expect(result[0, 0].x < 10)
  }

  @Test(arguments: [0.0, 0.5, 0.99])
  func `a vignette without strength changes nothing`(radius: Double) throws {
    let vignette = Vignette {
      $0.strength = 0
      $0.radius = radius
    }
    #expect(try grey.filtered(by: vignette) == grey)
  }

  @Test func `alpha stays as it is`() throws {
    let result = try grey.filtered(by: Vignette { $0.strength = 1 })
    #expect(result.pixels.allSatisfy { $0.w == 255 })
  }
}
