import CutawayDrawing

/// Makes a QR code (ISO/IEC 18004) with a pixel for each module, and a margin of one.
///
/// Transforms of it show the nearest pixel, so that it stays sharp. Readers expect a margin of four modules: lay it on white.
public struct QRCodeGenerator: PictureFilter {
  public static let name = "QRCodeGenerator"
  public static let summary = "Makes a QR code"
  public static let categories: [FilterCategory] = [.generator]
  public static let fidelity = FilterFidelity.same
  public static let samplesNearest = true
  public static let inputs: [FilterInput<Self>] = [
    .data("message", \.message), .text("correctionLevel", \.correctionLevel),
  ]

  /// The bytes of the message.
  public var message: [UInt8] = []
  /// How much may be damaged: `L`, `M`, `Q` or `H`, for 7, 15, 25 and 30 %.
  public var correctionLevel = "M"

  public init() {}

  /// The code; `nil` without a message, for one of more than 2,953 bytes, and for another level.
  public var output: Picture? {
    guard let level = QRCode.Correction(rawValue: correctionLevel),
      let code = QRCode(message, level)
    else { return nil }
    let size = code.size
    return .generated(Region(width: size + 2, height: size + 2)) { line, _ in
      let row = size - line.y
      line.map { (_: SIMD4<Float>, x: Int) in
        let isInside = x >= 1 && x <= size && row >= 0 && row < size
        let tone: Float = isInside && code.isDark(x - 1, row) ? 0 : 1
        return SIMD4(tone, tone, tone, 1)
      }
      line.isOpaque = true
    }
  }
}
