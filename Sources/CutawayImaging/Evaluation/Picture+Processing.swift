import CutawayElementKit

extension Picture {
  /// Pixels of an input of ``processed(_:extent:required:_:)``.
  public struct Pixels: Sendable {
    /// Where they lie.
    public let region: Region
    /// Numbers in the working space, colours multiplied by alpha, row by row from the top.
    public let colors: [SIMD4<Float>]
  }

  /// A picture that a function of all its pixels computes.
  ///
  /// - Parameters:
  ///   - inputs: The pictures that it reads.
  ///   - extent: Where it has pixels.
  ///   - required: The region of an input, by its index, that a region of the result needs.
  ///   - draw: Computes a region from the inputs: as many pixels as the region has, row by row from the top.
  /// - Returns: The picture. Where `draw` gives another number of pixels, it is transparent.
  public static func processed(
    _ inputs: [Picture], extent: Region,
    required: @escaping @Sendable (Region, _ input: Int) -> Region,
    _ draw: @escaping @Sendable ([Pixels], Region) -> [SIMD4<Float>]
  ) -> Picture {
    let pass = AreaPass(inputs: inputs) { region, input in
      required(region, input).intersection(inputs[input].extent)
    } draw: { region, readers, _ in
      let sources = readers.enumerated().map { index, reader in
        let needed = required(region, index).intersection(inputs[index].extent)
        var filler = reader.filler(), colors: [SIMD4<Float>] = []
        if needed.isInfinite { return Pixels(region: .empty, colors: []) }
        var line = filler.line(columns: needed.columns, y: 0)
        for y in needed.rows.reversed() {
          line.y = y
          filler.draw(&line)
          colors += line.pixels[..<line.count]
        }
        return Pixels(region: needed, colors: colors)
      }
      let result = draw(sources, region)
      guard result.count == region.width * region.height else { return Tile(.empty) { _ in } }
      return Tile(region) { band in
        for row in band.rows {
          let start = (region.height - 1 - row) * region.width
          band.withRow(row) { pixels in
            for index in pixels.indices { pixels[index] = result[start + index] }
          }
        }
      }
    }
    return Picture(.area(pass), extent: extent)
  }
}
