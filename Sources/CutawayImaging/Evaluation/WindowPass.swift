import CutawayElementKit

/// How far a window reaches from its centre.
struct WindowReach: Sendable {
  /// Whole pixels.
  var whole: Int
  /// The weight of the next pixel, for sums.
  var part: Float = 0

  /// The number of pixels, with the parts at the ends.
  var length: Float { Float(2 * whole + 1) + 2 * part }
}

/// Joins the pixels of the rectangle around each pixel, at a cost that does not depend on its size.
///
/// Rows and columns are divided into blocks as long as the window (van Herk, 1992; Gil and Werman,
/// 1993). A window is the end of a block and the beginning of the next one, and both are running
/// joins. Blocks begin at multiples of their length in the plane, so that sums are rounded in the
/// same way in each region.
struct WindowPass<Join: PixelJoin>: Sendable {
  let x: WindowReach
  let y: WindowReach
  /// A factor of the result.
  var scale: Float = 1

  /// The joined pixels of a picture.
  func picture(of input: Picture, extent: Region) -> Picture {
    let pass = AreaPass(inputs: [input]) { region, _ in
      region.outset(x: x.whole + 1, y: y.whole + 1)
    } draw: { region, readers, _ in
      draw(region, rows(region.outset(x: 0, y: y.whole + 1), readers[0]))
    }
    return Picture(.area(pass), extent: extent)
  }

  /// The rows of a region, joined along x.
  private func rows(_ region: Region, _ reader: LineReader) -> Tile {
    let margin = x.whole + 1
    return Tile(region) { band in
      var filler = reader.filler()
      var line = filler.line(columns: region.minX - margin..<region.maxX + margin, y: 0)
      var ends = [SIMD4<Float>](repeating: SIMD4(), count: line.count)
      for row in band.rows {
        line.y = region.minY + row
        filler.draw(&line)
        band.withRow(row) { joinRow(line, &ends, into: &$0) }
      }
    }
  }

  private func joinRow(
    _ line: PixelLine, _ ends: inout [SIMD4<Float>], into target: inout MutableSpan<SIMD4<Float>>
  ) {
    let length = 2 * x.whole + 1, source = line.pixels.span, last = line.count - 1
    let part = x.part, width = target.count
    var phase = (line.x + last).remainder(by: length), sum = Join.neutral
    var blockEnds = ends.mutableSpan
    for index in stride(from: last, through: 0, by: -1) {
      sum = phase == length &- 1 ? source[index] : Join.join(sum, source[index])
      blockEnds[index] = sum
      phase = phase == 0 ? length &- 1 : phase &- 1
    }
    phase = line.x.remainder(by: length)
    // The right end of a window makes it complete.
    for index in 0..<last {
      sum = phase == 0 ? source[index] : Join.join(sum, source[index])
      let place = index &- length
      if place >= 0, place < width {
        var value =
          phase == length &- 1 ? sum : Join.join(blockEnds[index &- length &+ 1], sum)
        if part > 0 { value += (source[place] + source[index &+ 1]) * part }
        target[place] = value
      }
      phase = phase == length &- 1 ? 0 : phase &+ 1
    }
  }

  /// Joins rows along y.
  private func draw(_ region: Region, _ rows: Tile) -> Tile {
    let length = 2 * y.whole + 1
    // Strips of columns keep the ends of blocks in the cache.
    let strip = 64
    return Tile(region, bandHeight: max(64, length)) { band in
      var ends = [SIMD4<Float>](repeating: SIMD4(), count: length * strip)
      var sums = [SIMD4<Float>](repeating: SIMD4(), count: strip)
      let low = region.minY + band.rows.lowerBound - y.whole
      let high = region.minY + band.rows.upperBound - y.whole
      rows.withView { view in
        for left in stride(from: 0, to: region.width, by: strip) {
          let columns = left..<min(left + strip, region.width)
          var start = low
          while start < high {
            let next = start - start.remainder(by: length) + length
            for row in (start..<next).reversed() {
              let place = (row &- start) &* strip
              let above = row == next &- 1 ? nil : place &+ strip
              join(view.row(row), columns, with: above, into: &ends, at: place)
            }
            var added = next
            for first in start..<min(next, high) {
              while added < first &+ length {
                let old = added == next ? nil : 0
                join(view.row(added), columns, with: old, into: &sums, at: 0)
                added &+= 1
              }
              let hasBoth = first &+ length > next, place = (first &- start) &* strip &- left
              let part = self.y.part, scale = scale
              band.withRow(first + self.y.whole - region.minY) { target in
                let below = view.row(first &- 1), above = view.row(first &+ length)
                let ends = ends.span, sums = sums.span
                for column in columns {
                  var value = ends[place &+ column]
                  if hasBoth { value = Join.join(value, sums[column &- left]) }
                  if part > 0 { value += (below[column] + above[column]) * part }
                  target[column] = value * scale
                }
              }
            }
            start = next
          }
        }
      }
    }
  }

  /// Joins the pixels of a row with those at a place of a list, if there are any, into another place.
  private func join(
    _ row: Span<SIMD4<Float>>, _ columns: Range<Int>, with old: Int?,
    into list: inout [SIMD4<Float>], at place: Int
  ) {
    let first = columns.lowerBound
    var list = list.mutableSpan
    if let old {
      for index in 0..<columns.count {
        list[place &+ index] = Join.join(list[old &+ index], row[first &+ index])
      }
    } else {
      for index in 0..<columns.count { list[place &+ index] = row[first &+ index] }
    }
  }
}

extension Int {
  /// The remainder of a division, which is not negative.
  @inline(__always)
  fileprivate func remainder(by divisor: Int) -> Int {
    let rest = self % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
