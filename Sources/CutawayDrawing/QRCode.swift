import CCutawayQRCode

/// A QR code (ISO/IEC 18004), made by libqrencode.
package struct QRCode: Sendable {
  /// How much of a code may be damaged: 7, 15, 25 and 30 %.
  package enum Correction: String, Sendable {
    /// The levels of the standard.
    case low = "L", medium = "M", quartile = "Q", high = "H"
  }

  /// The modules of a row, without the margin.
  package let size: Int
  private let darkModules: [Bool]

  /// Makes the smallest code of a message; `nil` if it is empty or too long, or if there is no memory.
  ///
  /// - Parameters:
  ///   - message: Up to 2,953 bytes.
  ///   - correction: How much may be damaged.
  package init?(_ message: [UInt8], _ correction: Correction) {
    let level =
      switch correction {
      case .low: QR_ECLEVEL_L
      case .medium: QR_ECLEVEL_M
      case .quartile: QR_ECLEVEL_Q
      case .high: QR_ECLEVEL_H
      }
    guard !message.isEmpty,
      let code = QRcode_encodeData(Int32(clamping: message.count), message, 0, level)
    else { return nil }
    defer { QRcode_free(code) }
    let size = Int(code.pointee.width)
    self.size = size
    // The lowest bit of a byte is the colour.
    darkModules = (0..<size * size).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// Whether a module is dark; rows count from the top.
  package func isDark(_ column: Int, _ row: Int) -> Bool { darkModules[row * size + column] }
}
