import CutawayTime

/// A time as the format writes it in text.
enum TimeText: Equatable {
  /// `1.5`, `1/30`, `1500ms`, `00:01:02.500`: seconds, or `nil` if they are not exact in 64 bits.
  case seconds(MediaTime?)
  /// `45f`: output frames, or `nil` if there are too many.
  case frames(Int?)

  /// The result is `nil` for text that is no time.
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
  /// The pattern `[0-9]+`.
  var isWhole: Bool { !isEmpty && utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }

  /// The pattern `[0-9]+(\.[0-9]+)?`.
  var isDecimal: Bool {
    let parts = split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.allSatisfy { String($0).isWhole }
  }

  /// The pattern `[0-9]+/0*[1-9][0-9]*`.
  var isFraction: Bool {
    let parts = split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { String($0).isWhole }
      && parts[1].contains { $0 != "0" }
  }

  /// Whether the part before the point has one or two digits, the first of two below 6.
  fileprivate var isBelowSixty: Bool {
    let whole = prefix { $0 != "." }
    return whole.count == 1 || whole.count == 2 && whole < "6"
  }

  fileprivate func removing(suffix: String) -> String? {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
  }
}
