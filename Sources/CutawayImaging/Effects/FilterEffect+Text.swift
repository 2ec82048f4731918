extension FilterEffect: CustomStringConvertible {
  /// The effect and its settings, a line or two each.
  public var description: String {
    let head = ["filter: \(name): \(summary)"]
    return (head + settings.map { "  \($0.description)" }).joined(separator: "\n")
  }
}

extension FilterEffect.Setting: CustomStringConvertible {
  /// The name, the form, the useful range and the default.
  public var description: String {
    let range =
      range.map { ", usually \(Self.text($0.lowerBound))…\(Self.text($0.upperBound))" } ?? ""
    let initial = defaultText.map { ", default \($0)" } ?? ""
    return "\(name): \(form)\(range)\(initial)" + (canBeAnimated ? ", can be animated" : "")
  }

  /// The default as it is written in a composition; `nil` without one.
  public var defaultText: String? {
    switch part {
    case .place(let place): return Self.names[place].map { "the \($0) of the frame" }
    case .size: return "the size of the frame"
    case .all: return "the frame"
    case nil: break
    }
    guard let value else { return nil }
    switch kind {
    case .flag: return value.first == 0 ? "false" : "true"
    case .color:
      let digits = value.map { number in
        let text = String(Int(number.rounded()), radix: 16)
        return text.count < 2 ? "0" + text : text
      }
      return "\"#" + digits.joined() + "\""
    default:
      let numbers = value.map(Self.text)
      return numbers.count == 1 ? numbers[0] : "[" + numbers.joined(separator: ", ") + "]"
    }
  }

  private static let names: [SIMD2<Double>: String] = [
    SIMD2(0.5, 0.5): "middle", SIMD2(0, 0): "top left corner", SIMD2(1, 0): "top right corner",
    SIMD2(0, 1): "bottom left corner", SIMD2(1, 1): "bottom right corner",
    SIMD2(0.3, 0.5): "left part", SIMD2(0.7, 0.5): "right part",
  ]

  /// A number with at most three decimals.
  private static func text(_ number: Double) -> String {
    let rounded = (number * 1_000).rounded() / 1_000
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }
}
