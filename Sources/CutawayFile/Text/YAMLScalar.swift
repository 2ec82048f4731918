extension String {
  /// The text as a scalar that YAML 1.1 and 1.2 both parse as exactly this text.
  var yamlScalar: String { isPlainScalar ? self : doubleQuoted }

  private var isPlainScalar: Bool {
    guard let first = unicodeScalars.first, let last = unicodeScalars.last, last != " ",
      first.isPlainStart || hasPrefix("./") || hasPrefix("../"),
      unicodeScalars.allSatisfy(\.isPlain)
    else { return false }
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    return !words.contains(lowercased())
  }

  private var doubleQuoted: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x22: result += "\\\""
      case 0x5C: result += "\\\\"
      case 0x0A: result += "\\n"
      case 0x09: result += "\\t"
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xE000...0xF8FF, 0xFEFF, 0xFFFE, 0xFFFF:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension Unicode.Scalar {
  fileprivate var isPlainStart: Bool {
    isASCII && (properties.isAlphabetic || self == "_" || self == "/")
  }

  fileprivate var isPlain: Bool {
    isPlainStart || "0123456789.- ".unicodeScalars.contains(self)
  }
}

extension Double {
  /// The shortest text that parses as exactly this number, with a point, which YAML 1.1 needs.
  var yamlScalar: String {
    let text = "\(self)"
    guard isFinite else { return self > 0 ? ".inf" : self < 0 ? "-.inf" : ".nan" }
    guard let exponent = text.firstIndex(of: "e"), !text.contains(".") else { return text }
    return text[..<exponent] + ".0" + text[exponent...]
  }
}
