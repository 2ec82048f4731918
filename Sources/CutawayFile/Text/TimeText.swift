import CutawayTime

/// A time in one of the text forms of the file format.
enum TimeText: Equatable {
  /// Seconds (`1.5`, `1/30`, `1500ms`, `00:01:02.500`), or `nil` if they are not exact in 64 bits.
  case seconds(MediaTime?)
  /// Output frames (`45f`), or `nil` if there are too many.
  case frames(Int?)

  /// Parses a time.
  ///
  /// The result is `nil` for any other text.
  init?(_ text: String) {
    if let digits = text.removing(suffix: "ms"), digits.isDecimal {
      self = .seconds(MediaTime(digits).map { $0 / MediaTime(1_000) })
    } else if let digits = text.removing(suffix: "f"), digits.isWhole {
      self = .frames(Int(digits))
    } else if text.isDecimal || text.isFraction {
      self = .seconds(MediaTime(text))
    } else if text.contains(":") {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 || parts.count == 3, let last = parts.last, last.isBelowSixty,
        last.isDecimal, parts.dropLast().allSatisfy(\.isWhole), parts[parts.count - 2].isBelowSixty
      else { return nil }
      self = .seconds(Self.seconds(parts))
    } else {
      return nil
    }
  }

  private static func seconds(_ parts: [String]) -> MediaTime? {
    var total = MediaTime.zero
    for part in parts {
      guard let value = MediaTime(part) else { return nil }
      total = total * 60 + value
    }
    return total
  }
}

extension String {
  /// Whether the text matches `[0-9]+`.
  var isWhole: Bool { !isEmpty && utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }

  /// Whether the text matches `[0-9]+(\.[0-9]+)?`.
  var isDecimal: Bool {
    let parts = split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.allSatisfy { String($0).isWhole }
  }

  /// Whether the text matches `[0-9]+/0*[1-9][0-9]*`.
  var isFraction: Bool {
    let parts = split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { String($0).isWhole }
      && parts[1].contains { $0 != "0" }
  }

  /// Whether the part before the decimal point has one digit, or two of which the first is below 6.
  fileprivate var isBelowSixty: Bool {
    let whole = prefix { $0 != "." }
    return whole.count == 1 || whole.count == 2 && whole < "6"
  }

  fileprivate func removing(suffix: String) -> String? {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
  }
}
