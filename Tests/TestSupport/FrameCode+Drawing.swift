extension FrameCode {
  /// Draws the blocks into the top of a luma plane, black at 16 and white at 235.
  ///
  /// - Precondition: The plane is at least 12 pixels wide and 10 high.
  public func draw(luma: inout [UInt8], width: Int, height: Int, stride: Int) {
    precondition(width >= Self.columns && height >= 10, "too small for a frame code")
    let blocks = blocks
    for row in 0..<Self.rows {
      var line: [UInt8] = []
      for column in 0..<Self.columns {
        let end = (column + 1) * width / Self.columns
        let level: UInt8 = blocks[row * Self.columns + column] ? 235 : 16
        line.append(contentsOf: repeatElement(level, count: end - line.count))
      }
      for y in Self.firstLine(of: row, height: height)..<Self.firstLine(of: row + 1, height: height)
      {
        luma.replaceSubrange(y * stride..<y * stride + width, with: line)
      }
    }
  }

  /// The first line below the blocks.
  public static func bottom(height: Int) -> Int { firstLine(of: rows, height: height) }

  private static func firstLine(of row: Int, height: Int) -> Int { row * height / 10 }
}
