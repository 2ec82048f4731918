public import CutawayElementKit

/// Replaces blocks of the picture, or of a rectangle of it, by their mean colours.
///
/// The rectangle is in pixels of the frame, as the crop of a layer in a composition. Its blocks
/// start at its top left corner. Colours count in proportion to their alpha. A sample of chroma
/// belongs to the block of the first of its pixels.
///
/// ```sh
/// gst-launch-1.0 videotestsrc num-buffers=90 ! videoconvert ! \
///   pixelate size=20 x=100 y=40 width=120 height=100 ! videoconvert ! autovideosink
/// ```
public struct Pixelate: PixelFilter, PlanarVideoFilter, Codable, Hashable {
  /// The factory name in GStreamer.
  public static let name = "pixelate"
  /// The description in `gst-inspect-1.0`.
  public static let summary = "Replaces blocks of the picture by their mean colours"
  /// What is known about its frames.
  public static let traits: ElementTraits = [.stateless, .keepsPace, .safe]
  /// All layouts.
  public static var layouts: [PixelLayout] { PixelLayout.allCases }

  /// The width and height of a block, in pixels; 1 changes nothing.
  @Property(in: 1...4_096, "The width and height of a block, in pixels") public var size = 16
  /// The left edge of the rectangle, in pixels, rounded to the nearest column.
  @Property(in: -65_535...65_535, "The left edge of the rectangle, in pixels") public var x = 0.0
  /// The top edge of the rectangle, in pixels, rounded to the nearest row.
  @Property(in: -65_535...65_535, "The top edge of the rectangle, in pixels") public var y = 0.0
  /// The width of the rectangle, in pixels; what exceeds the frame is ignored.
  @Property(in: 0...65_535, "The width of the rectangle, in pixels") public var width = 65_535.0
  /// The height of the rectangle, in pixels; what exceeds the frame is ignored.
  @Property(in: 0...65_535, "The height of the rectangle, in pixels") public var height = 65_535.0

  /// Creates blocks of 16 pixels all over the picture.
  public init() {}

  /// With blocks of one pixel, or an empty rectangle, frames pass unchanged.
  public func isIdle(at time: Duration, state: inout Void) -> Bool {
    size == 1 || width < 0.5 || height < 0.5
  }

  /// Averages the blocks of a frame in place.
  public func apply<Component>(to frame: inout PixelFrame<Component>) {
    let columns = blocks(from: x, width, in: frame.format.width)
    let alpha = frame.format.layout.alphaIndex
    for rows in blocks(from: y, height, in: frame.format.height) {
      for columns in columns {
        let mean = frame.mean(columns, rows, alpha: alpha)
        for y in rows {
          var row = frame[row: y]
          for x in columns { row[x] = mean }
        }
      }
    }
  }

  /// Averages the blocks of a planar frame in place.
  public func apply<Sample>(to frame: inout PlanarFrame<Sample>, state: inout Void) {
    let format = frame.format
    let columns = blocks(from: x, width, in: format.width)
    let rows = blocks(from: y, height, in: format.height)
    // The samples of a plane whose first pixels are in a block.
    func samples(_ blocks: [Range<Int>], _ isHalved: Bool) -> [Range<Int>] {
      if !isHalved { return blocks }
      return blocks.map { ($0.lowerBound + 1) / 2..<($0.upperBound + 1) / 2 }.filter { !$0.isEmpty }
    }
    for index in 0...2 {
      let across = samples(columns, index > 0 && format.chroma.halvesColumns)
      var plane = frame.plane(index)
      for rows in samples(rows, index > 0 && format.chroma.halvesRows) {
        for columns in across { plane.average(columns, rows) }
      }
    }
  }

  /// The blocks between two edges, as far as they are inside of the frame.
  private func blocks(from start: Double, _ length: Double, in limit: Int) -> [Range<Int>] {
    let first = Int(start.rounded()), end = Int((start + length).rounded())
    return stride(from: first, to: min(end, limit), by: size).compactMap { start in
      let range = (start..<min(start + size, end)).clamped(to: 0..<limit)
      return range.isEmpty ? nil : range
    }
  }
}

extension PixelFrame {
  /// The mean of a block, rounded to the nearest; colours count in proportion to their alpha.
  fileprivate mutating func mean(
    _ columns: Range<Int>, _ rows: Range<Int>, alpha: Int
  ) -> SIMD4<Component> {
    var total = SIMD4<UInt64>()
    for y in rows {
      let row = self[row: y]
      // The sum of 4,096 components fits in 32 bits.
      var sum = SIMD4<UInt32>()
      for x in columns { sum &+= SIMD4<UInt32>(truncatingIfNeeded: row[x]) }
      total &+= SIMD4<UInt64>(truncatingIfNeeded: sum)
    }
    let count = UInt64(columns.count * rows.count), whole = total[alpha]
    var mean = total
    for index in 0..<4 { mean[index] = (total[index] + count / 2) / count }
    if whole == count * UInt64(Component.max) || whole == 0 {
      return SIMD4(truncatingIfNeeded: mean)
    }
    var weighted = SIMD4<UInt64>()
    for y in rows {
      let row = self[row: y]
      for x in columns {
        let pixel = SIMD4<UInt64>(truncatingIfNeeded: row[x])
        weighted &+= pixel &* pixel[alpha]
      }
    }
    for index in 0..<4 where index != alpha {
      mean[index] = (weighted[index] + whole / 2) / whole
    }
    return SIMD4(truncatingIfNeeded: mean)
  }
}

extension WritablePlane {
  /// Replaces a block by its mean, rounded to the nearest.
  fileprivate mutating func average(_ columns: Range<Int>, _ rows: Range<Int>) {
    var total: UInt64 = 0
    for y in rows { total += UInt64(sum(columns, row: y)) }
    let count = UInt64(columns.count * rows.count)
    let mean = Sample(truncatingIfNeeded: (total + count / 2) / count)
    for y in rows { fill(columns, row: y, with: mean) }
  }
}
