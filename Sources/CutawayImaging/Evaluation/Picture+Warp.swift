import CutawayElementKit

extension Picture {
  /// The picture, sampled at other places, with linear interpolation.
  ///
  /// - Parameters:
  ///   - result: Where the result has pixels.
  ///   - required: The region of the picture that a region of the result needs, without the margin of the
  ///     interpolation.
  ///   - place: Where the colour of a place lies in the picture. Pixels' centres lie at coordinates + ½.
  /// - Returns: The picture.
  func warped(
    extent result: Region, required: @escaping @Sendable (Region) -> Region,
    _ place: @escaping @Sendable (SIMD2<Float>) -> SIMD2<Float>
  ) -> Picture {
    let source = extent
    let sampling = Sampling(inputs: [self]) { region, _ in
      required(region).outset(by: 1).intersection(source)
    } draw: { line, tiles, _ in
      let y = Float(line.y) + 0.5
      tiles[0].withView { pixels in
        line.map { (_: SIMD4<Float>, x: Int) in
          pixels.linear(place(SIMD2(Float(x) + 0.5, y)))
        }
      }
    }
    return Picture(.sampled(sampling), extent: result)
  }
}
