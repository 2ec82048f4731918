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

  @Test(arguments: PixelLayout.rgb)
  func `the shade follows the distance from the centre`(layout: PixelLayout) throws {
    let filter = Vignette {
      ($0.strength, $0.radius) = (0.9, 0.3)
    }
    func expected(_ format: VideoFormat, _ colors: [SIMD4<Double>]) -> [SIMD4<Double>] {
      let cx = Double(format.width / 2), cy = Double(format.height / 2)
      let reach = cx * cx + cy * cy, inner = reach * 0.09
      return colors.enumerated().map { index, color in
        let dx = Double(index % format.width) - cx, dy = Double(index / format.width) - cy
        let shade = 0.9 * max(0, dx * dx + dy * dy - inner) / (reach - inner)
        return color * SIMD4(1 - shade, 1 - shade, 1 - shade, 1)
      }
    }
    if layout.bitsPerComponent == 8 {
      let image = Image.random(width: 61, height: 40, layout: layout, seed: 4)
      #expect(
        psnr(try image.filtered(by: filter).colors, expected(image.format, image.colors)) >= 48)
    } else {
      let image = DeepImage.random(width: 61, height: 40, layout: layout, seed: 4)
      #expect(
        psnr(try image.filtered(by: filter).colors, expected(image.format, image.colors)) >= 70)
    }
  }

  @Test(arguments: [(1, 1), (2, 1), (1, 3), (2, 2)])
  func `small frames have a shade, too`(width: Int, height: Int) throws {
    let image = Image(width: width, height: height, filledWith: Pixel(200, 200, 200, 255))
    let result = try image.filtered(by: Vignette { $0.strength = 1 })
    #expect(result[width / 2, height / 2] == image[0, 0])
  }

  @Test func `without strength, frames pass`() {
    var state: Void = ()
    #expect(Vignette { $0.strength = 0 }.isIdle(at: .zero, state: &state))
    #expect(!Vignette { $0.strength = 0.01 }.isIdle(at: .zero, state: &state))
  }
}
