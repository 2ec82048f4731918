import CoreGraphics
import Foundation

extension CGImage {
  /// The image as an uncompressed TIFF file of red, green, blue and straight alpha (TIFF 6.0, sections 2 and 18).
  var tiff: Data {
    var data = Data("II".utf8)
    func append(_ number: Int, bytes: Int) {
      for byte in 0..<bytes { data.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }
    let fields: [(tag: Int, type: Int, count: Int, value: Int)] = [
      // Width, height, bits of each component, no compression, R'G'B'.
      (256, 4, 1, width), (257, 4, 1, height), (258, 3, 4, 8 + 2 + 11 * 12 + 4),
      (259, 3, 1, 1), (262, 3, 1, 2),
      // One strip: its place, four components, all rows, its size.
      (273, 4, 1, 8 + 2 + 11 * 12 + 4 + 8), (277, 3, 1, 4), (278, 4, 1, height),
      (279, 4, 1, pixels.count),
      // Components of a pixel lie together; the fourth is straight alpha.
      (284, 3, 1, 1), (338, 3, 1, 2),
    ]
    append(42, bytes: 2)
    append(8, bytes: 4)
    append(fields.count, bytes: 2)
    for field in fields {
      append(field.tag, bytes: 2)
      append(field.type, bytes: 2)
      append(field.count, bytes: 4)
      append(field.value, bytes: 4)
    }
    append(0, bytes: 4)
    for _ in 0..<4 { append(8, bytes: 2) }
    data.append(contentsOf: pixels)
    return data
  }
}
