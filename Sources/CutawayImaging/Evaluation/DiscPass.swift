import CutawayElementKit

/// Joins the pixels of the disc around each pixel.
///
/// Each row is joined in windows that grow to the widths of the disc, and each of them is joined
/// into the two rows of the result for which it is a part of the disc. So a pixel costs as many
/// steps as the disc has rows.
struct DiscPass<Join: PixelJoin>: Sendable {
  /// The parts of the disc above its centre, from the farthest one on.
  private let parts: [Part]
  private let reach: Int
  /// A factor of the result.
  private let scale: Float

  /// The pixels of a row of the disc.
  private struct Part: Sendable {
    /// The distance of the row from the centre.
    var distance: Int
    /// How far pixels of full weight reach; less than 0 without any.
    var whole: Int
    /// The pixels at the edge.
    var edge: [Edge] = []
  }

  /// A pair of pixels at the edge of the disc.
  private struct Edge: Sendable {
    var distance: Int
    var weight: Float
  }

  /// A disc of pixels whose centres are not farther than the radius.
  init(radius: Double) {
    let whole = radius.wholeBelow
    reach = whole
    scale = 1
    parts = (0...whole).reversed().map { distance in
      let square = radius * radius - Double(distance * distance)
      return Part(distance: distance, whole: max(0, square).squareRoot().wholeBelow)
    }
  }

  /// A disc for a mean, where a pixel at the distance d has the weight radius + ½ − d, within 0…1.
  init(meanRadius radius: Double) where Join == PixelSum {
    let whole = (radius + 0.5).wholeBelow
    reach = whole
    var parts: [Part] = []
    var total = 0.0
    for row in (0...whole).reversed() {
      var part = Part(distance: row, whole: -1)
      for column in 0...whole {
        let distance = Double(row * row + column * column).squareRoot()
        let weight = min(max(radius + 0.5 - distance, 0), 1)
        if weight == 1 {
          part.whole = column
        } else if weight > 0 {
          part.edge.append(Edge(distance: column, weight: Float(weight)))
        }
        total += weight * (row == 0 ? 1 : 2) * (column == 0 ? 1 : 2)
      }
      parts.append(part)
    }
    self.parts = parts
    scale = Float(1 / total)
  }

  /// The joined pixels of a picture.
  func picture(of input: Picture, extent: Region) -> Picture {
    let pass = AreaPass(inputs: [input]) { region, _ in
      region.outset(by: reach)
    } draw: { region, readers, _ in
      draw(region, readers[0])
    }
    return Picture(.area(pass), extent: extent)
  }

  private func draw(_ region: Region, _ reader: LineReader) -> Tile {
    Tile(region, bandHeight: max(64, 2 * reach)) { band in
      for row in band.rows where Join.neutral != SIMD4() {
        band.withRow(row) { target in
          for index in target.indices { target[index] = Join.neutral }
        }
      }
      var filler = reader.filler()
      var line = filler.line(columns: region.minX - reach..<region.maxX + reach, y: 0)
      var window = [SIMD4<Float>](repeating: SIMD4(), count: region.width), joined = window
      for row in band.rows.lowerBound - reach..<band.rows.upperBound + reach {
        line.y = region.minY + row
        filler.draw(&line)
        for index in window.indices { window[index] = Join.neutral }
        var whole = -1
        for part in parts {
          while whole < part.whole {
            whole += 1
            widen(&window, line.pixels, by: whole)
          }
          let (above, below) = (row + part.distance, row - part.distance)
          guard band.rows.contains(above) || band.rows.contains(below) else { continue }
          if part.edge.isEmpty {
            add(window, to: &band, above, below)
          } else {
            joined = window
            for edge in part.edge { add(line.pixels, edge, to: &joined) }
            add(joined, to: &band, above, below)
          }
        }
      }
      for row in band.rows where scale != 1 {
        let scale = scale
        band.withRow(row) { target in for index in target.indices { target[index] *= scale } }
      }
    }
  }

  /// Joins the two pixels at a distance.
  private func widen(
    _ window: inout [SIMD4<Float>], _ pixels: [SIMD4<Float>], by distance: Int
  ) {
    let source = pixels.span, reach = reach, count = window.count
    var target = window.mutableSpan
    if distance == 0 {
      for index in 0..<count {
        target[index] = Join.join(target[index], source[index &+ reach])
      }
      return
    }
    for index in 0..<count {
      let pair = Join.join(
        source[index &+ reach &- distance], source[index &+ reach &+ distance])
      target[index] = Join.join(target[index], pair)
    }
  }

  /// Adds the two pixels at the edge.
  private func add(
    _ pixels: [SIMD4<Float>], _ edge: Edge, to sums: inout [SIMD4<Float>]
  ) {
    let source = pixels.span, count = sums.count, distance = edge.distance, reach = reach
    let weight = distance == 0 ? edge.weight / 2 : edge.weight
    var target = sums.mutableSpan
    for index in 0..<count {
      let pair = source[index &+ reach &- distance] + source[index &+ reach &+ distance]
      target[index] += pair * weight
    }
  }

  /// Joins a window into two rows of the result, which may be the same one.
  private func add(
    _ window: [SIMD4<Float>], to band: inout PixelGrid.Band, _ above: Int, _ below: Int
  ) {
    func add(_ row: Int) {
      guard band.rows.contains(row) else { return }
      band.withRow(row) { target in
        for index in window.indices { target[index] = Join.join(target[index], window[index]) }
      }
    }
    add(above)
    if below != above { add(below) }
  }
}
