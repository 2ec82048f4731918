import CutawayElementKit
import Foundation
import TestSupport
import Testing

/// A mixture of two pictures in double precision, sample by sample.
///
/// The weight is a function of the position in pixels: the centre of the first pixel is (0.5, 0.5).
/// Chroma in 4:2:0 and 4:2:2 belongs to the left one of its two columns; in 4:2:0 it lies halfway
/// between its two rows. A weight that is not a number is open: a sample on a hard edge.
struct MaskReference {
  let weight: (_ x: Double, _ y: Double) -> Double

  /// The weight of a sample of a plane, in 0…1.
  private func weight(_ plane: Int, _ column: Int, _ row: Int, _ format: PlanarFormat) -> Double {
    var (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
    if plane > 0, format.chroma != .full { x = Double(2 * column) + 0.5 }
    if plane > 0, format.chroma == .halved { y = Double(2 * row) + 1 }
    return limited(weight(x, y))
  }

  private func limited(_ weight: Double) -> Double {
    weight.isNaN ? weight : min(max(weight, 0), 1)
  }

  func error<Sample>(
    of drawn: PlanarPixelImage<Sample>, from a: PlanarPixelImage<Sample>,
    to b: PlanarPixelImage<Sample>
  ) -> DrawingError {
    var error = DrawingError()
    let format = drawn.format, largest = Double((1 << format.depth) - 1)
    for plane in 0..<3 {
      for y in 0..<format.height(of: plane) {
        for x in 0..<format.width(of: plane) {
          let part = weight(plane, x, y, format)
          if part.isNaN { continue }
          let ideal = Double(a[plane, x, y]) * (1 - part) + Double(b[plane, x, y]) * part
          error.add((Double(drawn[plane, x, y]) - ideal) / largest)
        }
      }
    }
    return error
  }

  /// Colours count in proportion to their alpha.
  func error<Component>(
    of drawn: PixelImage<Component>, from a: PixelImage<Component>, to b: PixelImage<Component>
  ) -> DrawingError {
    var error = DrawingError()
    let format = drawn.format, largest = Double(Component.max), alpha = format.layout.alphaIndex
    for y in 0..<format.height {
      for x in 0..<format.width {
        let part = limited(weight(Double(x) + 0.5, Double(y) + 0.5))
        if part.isNaN { continue }
        let (p, q, r) = (a[x, y], b[x, y], drawn[x, y])
        let shares = (Double(p[alpha]) * (1 - part), Double(q[alpha]) * part)
        let opacity = shares.0 + shares.1
        error.add((Double(r[alpha]) - opacity) / largest)
        for index in 0..<4 where index != alpha && opacity > 0 {
          let ideal = (Double(p[index]) * shares.0 + Double(q[index]) * shares.1) / opacity
          // The colour of a nearly transparent pixel is coarse, and counts less.
          error.add((Double(r[index]) - ideal) / largest * opacity / largest)
        }
      }
    }
    return error
  }
}

/// The formats in which transitions are compared.
enum TestedFormat: CaseIterable {
  case i420, y42b, y444, i420Deep, y42bDeep, y444Deep, ayuv, ayuv64
}

/// Draws noise with a transition in random sizes, bands and formats, and compares it with the
/// reference.
func verify<Mixer: FrameMixer>(
  seed: UInt64, in formats: [TestedFormat] = TestedFormat.allCases, rounds: Int = 6,
  atLeast limit: Double = 45, sourceLocation: SourceLocation = #_sourceLocation,
  _ make: (inout SeededGenerator, _ width: Double, _ height: Double) -> (Mixer, MaskReference)
) throws where Mixer.Input == PictureInput {
  var random = SeededGenerator(seed: seed)
  for format in formats {
    var worst = Double.infinity
    for _ in 0..<rounds {
      let width = Int.random(in: 1...97, using: &random)
      let height = Int.random(in: 1...61, using: &random)
      let bands = Int.random(in: 1...4, using: &random)
      let (mixer, reference) = make(&random, Double(width), Double(height))
      func planar<Sample: PixelComponent>(
        _: Sample.Type, _ chroma: PlanarFormat.Chroma, _ depth: Int
      ) throws -> Double {
        let format = PlanarFormat(width: width, height: height, chroma: chroma, depth: depth)
        let a = PlanarPixelImage<Sample>.noise(format, using: &random)
        let b = PlanarPixelImage<Sample>.noise(format, using: &random)
        let drawn = try PlanarPixelImage<Sample>.mixed(
          by: mixer,
          [
            (settings: PictureInput(), picture: .planar(a)),
            (settings: PictureInput(), picture: .planar(b)),
          ], in: format, bands: bands)
        return reference.error(of: drawn, from: a, to: b).signalToNoise
      }
      func packed<Component: PixelComponent>(_: Component.Type, _ layout: PixelLayout) throws
        -> Double
      {
        let format = VideoFormat(width: width, height: height, layout: layout)
        let a = PixelImage<Component>.noise(format, using: &random)
        let b = PixelImage<Component>.noise(format, using: &random)
        let drawn = try PixelImage<Component>.mixed(
          by: mixer,
          [(settings: PictureInput(), picture: a), (settings: PictureInput(), picture: b)],
          in: format, bands: bands)
        return reference.error(of: drawn, from: a, to: b).signalToNoise
      }
      let result =
        switch format {
        case .i420: try planar(UInt8.self, .halved, 8)
        case .y42b: try planar(UInt8.self, .halvedColumns, 8)
        case .y444: try planar(UInt8.self, .full, 8)
        case .i420Deep: try planar(UInt16.self, .halved, 10)
        case .y42bDeep: try planar(UInt16.self, .halvedColumns, 12)
        case .y444Deep: try planar(UInt16.self, .full, 16)
        case .ayuv: try packed(UInt8.self, .ayuv)
        case .ayuv64: try packed(UInt16.self, .ayuv64)
        }
      worst = min(worst, result)
    }
    #expect(worst >= limit, "\(format)", sourceLocation: sourceLocation)
  }
}
