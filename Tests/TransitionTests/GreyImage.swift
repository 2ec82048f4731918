import Foundation
import TestSupport

/// An image of random greys, and its interpolation in double precision.
struct GreyImage {
  let columns: Int
  let rows: Int
  /// Row by row from the top.
  let bytes: [UInt8]

  init(columns: Int, rows: Int, using random: inout SeededGenerator) {
    self.columns = columns
    self.rows = rows
    // In video range, to which files are decoded, these are whole numbers.
    bytes = (0..<columns * rows).map { _ in UInt8.random(in: 0...3, using: &random) * 85 }
  }

  /// The level at a position, both coordinates from 0 to 1: the mean of the four samples around it,
  /// weighted by how close they are.
  func level(x: Double, y: Double) -> Double {
    let column = x * Double(columns) - 0.5, row = y * Double(rows) - 0.5
    var sum = 0.0
    for j in [row.rounded(.down), row.rounded(.down) + 1] {
      for i in [column.rounded(.down), column.rounded(.down) + 1] {
        // Beyond the edges the outermost samples go on.
        let place = (
          i: Int(min(max(i, 0), Double(columns - 1))), j: Int(min(max(j, 0), Double(rows - 1)))
        )
        let weight = (1 - abs(column - i)) * (1 - abs(row - j))
        sum += weight * Double(bytes[place.j * columns + place.i]) / 255
      }
    }
    return sum
  }

  /// Writes a PNG file; the number of columns is a multiple of four, to which raw rows are padded.
  func write(to path: String, using folder: TemporaryDirectory) async throws {
    let raw = folder.file("grey.raw")
    try Data(bytes).write(to: raw)
    try await GStreamerLaunch.run([
      "filesrc", "location=\(raw.path)", "!", "rawvideoparse", "width=\(columns)",
      "height=\(rows)", "format=gray8", "!", "pngenc", "snapshot=true", "!", "filesink",
      "location=\(path)",
    ])
  }
}
