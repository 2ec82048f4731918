import CutawayElementKit
import CutawayKeyframes
import Dispatch
import Synchronization

extension Picture {
  /// A part of the picture, or the whole one; `nil` without an end.
  func finiteRegion(_ rectangle: Rectangle?) -> Region? {
    let region = rectangle.map { Region($0) } ?? extent
    return region.isInfinite || region.isEmpty ? nil : region
  }

  /// A picture that is computed from all pixels of a region.
  ///
  /// - Parameters:
  ///   - region: The region, which is finite. Beyond the extent its pixels are transparent.
  ///   - result: The extent of the result.
  ///   - start: The value of no pixels.
  ///   - add: Adds the pixels of a line.
  ///   - join: Adds the value of other lines.
  ///   - finish: The pixels of the result, row by row from the bottom.
  /// - Returns: The picture.
  func reduced<Value: Sendable>(
    _ region: Region, to result: Region, from start: Value,
    _ add: @escaping @Sendable (inout Value, ArraySlice<SIMD4<Float>>) -> Void,
    _ join: @escaping @Sendable (inout Value, Value) -> Void,
    _ finish: @escaping @Sendable (Value) -> [SIMD4<Float>]
  ) -> Picture {
    let pass = AreaPass(inputs: [self]) { _, _ in
      region
    } draw: { _, readers, _ in
      let reader = readers[0], bandHeight = 64
      // A region without pixels has the value of no pixels.
      let bands = max(1, (region.height + bandHeight - 1) / bandHeight)
      // Sums are joined in the order of bands, so that a result does not depend on the threads.
      let parts = Mutex([Value](repeating: start, count: bands))
      DispatchQueue.concurrentPerform(iterations: bands) { band in
        var filler = reader.filler(), value = start
        var line = filler.line(columns: region.columns, y: 0)
        let first = region.minY + band * bandHeight
        for y in first..<min(region.maxY, first + bandHeight) {
          line.y = y
          filler.draw(&line)
          add(&value, line.pixels[..<line.count])
        }
        let part = value
        parts.withLock { $0[band] = part }
      }
      let total = parts.withLock { parts in
        parts.dropFirst().reduce(into: parts[0]) { join(&$0, $1) }
      }
      let pixels = finish(total)
      return Tile(result) { band in
        for y in band.rows {
          band.withRow(y) { row in
            for x in row.indices { row[x] = pixels[y * result.width + x] }
          }
        }
      }
    }
    return Picture(.area(pass), extent: result)
  }
}
