import CutawayElementKit
import CutawayKeyframes

/// The visible part of a drawn bitmap.
///
/// The area that a part of a layer may draw on is larger than what it draws: letters may exceed their
/// line. To sample transparent pixels costs as much as to sample others.
struct LayerBitmap: Sendable {
  let pixels: PixelBitmap
  /// From the pixels to the whole bitmap.
  let place: TransformMatrix
  /// Whether the two outermost pixels at each side are transparent.
  let hasClearBorder: Bool

  /// Takes the visible part, with two transparent pixels around it so that sampling finds no edge.
  ///
  /// The result is `nil` if nothing is visible.
  ///
  /// - Parameters:
  ///   - words: Premultiplied pixels, row by row.
  ///   - key: The size and the format.
  ///   - colors: How colours become those of the picture.
  init?(_ words: [UInt32], for key: LayerImageKey, _ colors: LayerColors) {
    let (width, height) = (key.width, key.height)
    var (left, right, top, bottom) = (width, -1, height, -1)
    for y in 0..<height {
      let row = words[y * width..<(y + 1) * width]
      guard let first = row.firstIndex(where: { $0 >> 24 > 0 }),
        let last = row.lastIndex(where: { $0 >> 24 > 0 })
      else { continue }
      (left, right) = (min(left, first - y * width), max(right, last - y * width))
      (top, bottom) = (min(top, y), y)
    }
    if bottom < 0 { return nil }
    let seen = (left: left, right: right, top: top, bottom: bottom)
    // At even pixels, the chroma of a bitmap fits that of the output.
    (left, top) = (max(0, left - 2) & ~1, max(0, top - 2) & ~1)
    (right, bottom) = (min(width, right + 3), min(height, bottom + 3))
    hasClearBorder =
      seen.left - left >= 2 && seen.top - top >= 2 && right - seen.right > 2
      && bottom - seen.bottom > 2
    let format = VideoFormat(width: right - left, height: bottom - top, layout: key.layout)
    var part: [UInt32] = []
    part.reserveCapacity(format.width * format.height)
    for row in top..<bottom { part += words[row * width + left..<row * width + right] }
    place = .translation(x: Double(left), y: Double(top))
    let isOpaque = part.allSatisfy { $0 >> 24 == 255 }
    let runs =
      isOpaque
      ? nil
      : VisibleRuns(width: format.width, height: format.height) { [part] row, columns in
        let first = row * format.width
        return part[first + columns.lowerBound..<first + columns.upperBound]
          .contains { $0 >> 24 > 0 }
      }
    let packed = PixelBitmap(format, visible: runs) { [part] in
      $0.fill(withPremultiplied: part, colors)
    }
    if isOpaque, key.isStill, case .planar(var planes) = key.output {
      (planes.width, planes.height) = (format.width, format.height)
      pixels = PixelBitmap(packed, as: planes)
    } else {
      pixels = packed
    }
  }
}
