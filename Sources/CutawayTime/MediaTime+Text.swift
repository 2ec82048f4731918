extension MediaTime: LosslessStringConvertible {
  /// Seconds as an integer or a fraction: `14`, `1001/30000`, `-1/2`.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }

  /// Parses the output of ``description``, and decimal numbers exactly: `0.1` is 1/10.
  ///
  /// The result is `nil` for any other text, and for numbers that do not fit 64 bits.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let numerator = Self(decimal: parts[0]) else { return nil }
    if parts.count == 1 {
      self = numerator
    } else {
      guard let denominator = Self(decimal: parts[1]), denominator > .zero else { return nil }
      self = numerator / denominator
    }
  }

  /// Parses `12`, `-0.25` and `1e-3`.
  private init?(decimal text: some StringProtocol) {
    var rest = text[...]
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest.removeFirst() }
    var exponent = 0
    if let mark = rest.firstIndex(where: { $0 == "e" || $0 == "E" }) {
      guard let value = Int(rest[rest.index(after: mark)...]), abs(value) <= 18 else { return nil }
      exponent = value
      rest = rest[..<mark]
    }
    let parts = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let whole = parts[0]
    let fraction = parts.count > 1 ? parts[1] : ""
    guard !(whole.isEmpty && fraction.isEmpty), whole.count + fraction.count <= 19 else {
      return nil
    }
    var value: Int128 = 0
    for digit in Array(whole.utf8) + Array(fraction.utf8) {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int128(digit - UInt8(ascii: "0"))
    }
    exponent -= fraction.count
    let scale = (0..<abs(exponent)).reduce(Int128(1)) { power, _ in power * 10 }
    let numerator = exponent > 0 ? value * scale : value
    guard Int64(exactly: numerator) != nil else { return nil }
    self.init(
      reducing: isNegative ? -numerator : numerator, over: exponent < 0 ? scale : 1)
  }
}

extension MediaTime {
  /// Seconds for messages: a decimal such as `1.329`, rounded to a microsecond such as `0.033367` if no
  /// decimal of up to nine digits is exact.
  ///
  /// ``description`` and ``decimal`` are exact.
  public var text: String {
    if let decimal { return decimal }
    let tick = MediaTime(1, over: 1_000_000)
    return MediaTime(rounded(in: tick), over: 1_000_000).decimal ?? description
  }

  /// Seconds rounded to the nearest millisecond, for messages about measured values.
  public var shortText: String {
    MediaTime(rounded(in: MediaTime(1, over: 1_000)), over: 1_000).text
  }

  /// Seconds as an exact decimal with up to nine digits after the point, such as `1.329`; `nil` if
  /// the time needs more digits.
  public var decimal: String? {
    var scale: Int64 = 1
    var digits = 0
    while scale % denominator != 0 {
      if digits == 9 { return nil }
      scale *= 10
      digits += 1
    }
    let (value, isTooLarge) = numerator.multipliedReportingOverflow(by: scale / denominator)
    if isTooLarge || value.magnitude >= 1_000_000_000_000_000_000 { return nil }
    let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
    let sign = value < 0 ? "-" : ""
    if digits == 0 { return "\(sign)\(whole)" }
    let fraction = String(rest)
    return "\(sign)\(whole)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}

extension MediaTime: Codable {
  /// Decodes the text form that ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError` if the text is not a time.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let time = MediaTime(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a time: \(text)")
    }
    self = time
  }

  /// Encodes ``description``, so that no precision is lost.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
