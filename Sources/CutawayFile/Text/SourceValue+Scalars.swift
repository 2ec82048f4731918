extension SourceValue.Scalar {
  /// The type of a scalar in YAML 1.2's core schema, except that hexadecimal and octal numbers,
  /// infinities and NaN are text, because the format does not have them.
  enum Kind: Sendable, Equatable {
    case null
    case bool(Bool)
    case number
    case text
  }

  var kind: Kind {
    guard isPlain || isCell else { return .text }
    switch text {
    case "", "~", "null", "Null", "NULL": return isCell ? .text : .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    default: return isNumber ? .number : .text
    }
  }

  /// Whether the text matches `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`.
  private var isNumber: Bool {
    var rest = text.utf8[...]
    rest.skipSign()
    let whole = rest.skipDigits()
    var fraction = 0
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = rest.skipDigits()
    }
    if whole + fraction == 0 { return false }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      rest.skipSign()
      if rest.skipDigits() == 0 { return false }
    }
    return rest.isEmpty
  }

  /// Whether a number is written as an integer.
  var isWhole: Bool { !text.utf8.contains { ".eE".utf8.contains($0) } }

  /// The number rounded to the nearest `Double`, infinite if it is too large; `nil` for other
  /// scalars.
  var double: Double? {
    kind == .number ? Double(text) : nil
  }
}

extension Substring.UTF8View {
  fileprivate mutating func skipSign() {
    if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { removeFirst() }
  }

  /// Returns the number of digits skipped.
  @discardableResult
  fileprivate mutating func skipDigits() -> Int {
    let digits = prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
    removeFirst(digits)
    return digits
  }
}
