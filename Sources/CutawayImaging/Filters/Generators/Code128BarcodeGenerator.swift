/// Makes a barcode of Code 128 (ISO/IEC 15417) with a pixel for each module.
///
/// Transforms of it show the nearest pixel, so that it stays sharp.
public struct Code128BarcodeGenerator: PictureFilter {
  public static let name = "code128BarcodeGenerator"
  public static let summary = "Makes a barcode of Code 128"
  public static let categories: [FilterCategory] = [.generator]
  public static let fidelity = FilterFidelity.same
  public static let samplesNearest = true
  public static let inputs: [FilterInput<Self>] = [
    .data("message", \.message), .number("quietSpace", \.quietSpace, 0...100),
    .number("barcodeHeight", \.barcodeHeight, 1...500),
  ]

  /// The bytes of the message, in ASCII.
  public var message: [UInt8] = []
  /// The white columns on both sides.
  public var quietSpace = 10.0
  /// The height in pixels.
  public var barcodeHeight = 32.0

  public init() {}

  /// The code; `nil` without a message, for other bytes than ASCII, and for more than 80 of them.
  public var output: Picture? {
    guard let modules = Code128.modules(of: message) else { return nil }
    let quiet = Int(min(max(quietSpace.rounded(), 0), 100))
    let height = Int(min(max(barcodeHeight.rounded(), 1), 500))
    return .generated(Region(width: modules.count + 2 * quiet, height: height)) { line, _ in
      line.map { (_: SIMD4<Float>, x: Int) in
        let place = x - quiet
        let tone: Float = modules.indices.contains(place) && modules[place] ? 0 : 1
        return SIMD4(tone, tone, tone, 1)
      }
      line.isOpaque = true
    }
  }
}

/// The symbols of Code 128.
private enum Code128 {
  /// The widths of bars and spaces in turn, by the value of a symbol; the last one ends a code.
  private static let widths = """
    212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132
    122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212
    322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311
    112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321
    331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214
    112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212
    124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113
    411311 113141 114131 311141 411131 211412 211214 211232 2331112
    """.split(whereSeparator: \.isWhitespace).map { $0.utf8.map { Int($0 - 48) } }

  /// Symbols with a meaning of their own.
  private static let shift = 98, toSetC = 99, toSetB = 100, startB = 104, startC = 105, stop = 106

  /// Whether each module of a message is dark.
  static func modules(of message: [UInt8]) -> [Bool]? {
    guard (1...80).contains(message.count), message.allSatisfy({ $0 < 128 }) else { return nil }
    var values = values(of: message)
    // The check symbol: the start counts once, and each other symbol by its place.
    let sum = values.enumerated().reduce(0) { $0 + $1.element * max(1, $1.offset) }
    values += [sum % 103, stop]
    return values.flatMap { value in
      widths[value].enumerated().flatMap { place, width in
        [Bool](repeating: place % 2 == 0, count: width)
      }
    }
  }

  /// The symbols of a message, with the start.
  ///
  /// Four digits or more are pairs in set C. Other characters are in set B, and control characters one by one in set A.
  private static func values(of message: [UInt8]) -> [Int] {
    var values: [Int] = [], isPairs = false, index = 0
    while index < message.count {
      let digits = message[index...].prefix { (48...57).contains($0) }.count
      let wantsPairs = digits >= (isPairs ? 2 : 4)
      if values.isEmpty {
        values.append(wantsPairs ? startC : startB)
      } else if wantsPairs != isPairs {
        values.append(wantsPairs ? toSetC : toSetB)
      }
      isPairs = wantsPairs
      if isPairs {
        values.append(Int(message[index] - 48) * 10 + Int(message[index + 1] - 48))
        index += 2
      } else {
        let byte = Int(message[index])
        values += byte < 32 ? [shift, byte + 64] : [byte - 32]
        index += 1
      }
    }
    return values
  }
}
