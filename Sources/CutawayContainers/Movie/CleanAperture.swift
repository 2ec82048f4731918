/// The part of stored frames that is meant to be seen (`clap`, ISO/IEC 14496-12, 12.1.4).
package struct CleanAperture: Sendable, Hashable {
  /// The size of the stored frames in pixels.
  package let storedWidth: Int
  package let storedHeight: Int
  /// The columns and rows before the part.
  package let left: Int
  package let top: Int
  /// The size of the part in pixels.
  package let width: Int
  package let height: Int

  /// Reads the aperture of a visual sample entry; `nil` if it states none, or the whole frame.
  ///
  /// Edges between pixels are rounded.
  init?(entry: BoxView) {
    guard let clap = entry.boxes(from: 78).first(where: { $0.kind == "clap" })?.inside,
      clap.count >= 32
    else { return nil }
    let (stored, rows) = (entry.word(24) >> 16, entry.word(24) & 0xFFFF)
    func number(_ offset: Int) -> Double? {
      let denominator = clap.signedWord(offset + 4)
      return denominator > 0 ? Double(clap.signedWord(offset)) / Double(denominator) : nil
    }
    guard let width = number(0), let height = number(8), let x = number(16), let y = number(24),
      width >= 1, height >= 1, width <= Double(stored), height <= Double(rows),
      abs(x) <= Double(stored), abs(y) <= Double(rows)
    else { return nil }
    // The offsets are those of the centre.
    let left = Int(((Double(stored) - width) / 2 + x).rounded())
    let top = Int(((Double(rows) - height) / 2 + y).rounded())
    let (columns, lines) = (Int(width.rounded()), Int(height.rounded()))
    guard left >= 0, top >= 0, left + columns <= stored, top + lines <= rows,
      columns < stored || lines < rows
    else { return nil }
    (storedWidth, storedHeight) = (stored, rows)
    (self.left, self.top, self.width, self.height) = (left, top, columns, lines)
  }
}
