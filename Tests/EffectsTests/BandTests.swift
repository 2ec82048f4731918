import CutawayEffects
import CutawayElementKit
import TestSupport
import Testing

/// Filters that get the rows of a frame in parts.
@Suite struct BandTests {
  private static let filters: [any (StatefulPixelFilter & PlanarVideoFilter)] = [
    ColorGrade { ($0.gain, $0.saturation, $0.temperature) = (1.3, 0.6, 0.4) },
    Vignette { ($0.strength, $0.radius) = (0.8, 0.2) },
    Noise { ($0.amount, $0.seed) = (0.4, 9) },
  ]

  private func expectSame<Component>(
    _ image: PixelImage<Component>, _ filter: some StatefulVideoFilter
  ) throws {
    #expect(type(of: filter).traits.isSuperset(of: [.stateless, .pointwise]))
    let whole = try image.filtered(by: filter)
    #expect(whole != image)
    for bands in [2, 7, image.format.height] {
      #expect(try image.filtered(by: filter, bands: bands) == whole, "\(filter), \(bands) bands")
    }
  }

  @Test(arguments: PixelLayout.rgb) func `parts give the same pixels`(layout: PixelLayout) throws {
    let key = ChromaKey { ($0.tolerance, $0.softness) = (0.1, 0.4) }
    for filter in Self.filters + [key] as [any StatefulVideoFilter] {
      if layout.bitsPerComponent == 8 {
        let image = Image.random(width: 37, height: 29, layout: layout, seed: 5, opacity: .varying)
        try expectSame(image, filter)
      } else {
        let image = DeepImage.random(
          width: 37, height: 29, layout: layout, seed: 6, opacity: .varying)
        try expectSame(image, filter)
      }
    }
  }

  @Test(arguments: PlanarFormat.all(width: 37, height: 29))
  func `parts give the same planes`(format: PlanarFormat) throws {
    for filter in Self.filters {
      func planes<Sample>(
        _ image: PlanarPixelImage<Sample>,
        _ filtered: (PlanarPixelImage<Sample>, Int) throws -> PlanarPixelImage<Sample>
      ) throws {
        let whole = try filtered(image, 1)
        #expect(whole != image)
        for bands in [2, 7, 29] {
          #expect(try filtered(image, bands) == whole, "\(filter), \(bands) bands")
        }
      }
      if format.bitsPerSample == 8 {
        try planes(PlanarPixelImage<UInt8>.random(format, seed: 7)) {
          try $0.filtered(by: filter, bands: $1)
        }
      } else {
        try planes(PlanarPixelImage<UInt16>.random(format, seed: 8)) {
          try $0.filtered(by: filter, bands: $1)
        }
      }
    }
  }
}
