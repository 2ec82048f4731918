package import CutawayModel

extension Color {
  /// Parses `#rgb`, `#rrggbb`, `#rrggbbaa` or a CSS colour name in lower case.
  package init?(text: String) {
    if let color = ColorNames.all[text] {
      self = color
      return
    }
    let digits = text.utf8.dropFirst().compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard text.hasPrefix("#"), digits.count == text.utf8.count - 1 else { return nil }
    func byte(_ index: Int) -> UInt8 { UInt8(digits[index] << 4 | digits[index + 1]) }
    switch digits.count {
    case 3:
      self.init(
        red: UInt8(digits[0] * 17), green: UInt8(digits[1] * 17), blue: UInt8(digits[2] * 17))
    case 6: self.init(red: byte(0), green: byte(2), blue: byte(4))
    case 8: self.init(red: byte(0), green: byte(2), blue: byte(4), alpha: byte(6))
    default: return nil
    }
  }

  /// `#rrggbb`, or `#rrggbbaa` if the colour is not opaque.
  var text: String {
    (alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]).reduce(into: "#") {
      let digits = String($1, radix: 16)
      $0 += digits.count == 1 ? "0" + digits : digits
    }
  }
}

extension ValueForm<Color> {
  static var color: Self {
    ValueForm(
      "colour",
      schema: .any(
        .text(matching: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$"),
        .words(ColorNames.all.keys.sorted())),
      write: { .text($0.text) }
    ) { reader, value, _ in reader.color(value) }
    .defined(as: "color", ##""#rgb", "#rrggbb", "#rrggbbaa" or a CSS colour name."##)
  }
}

extension Reader {
  fileprivate mutating func color(_ value: SourceValue) -> Color? {
    let forms = "a colour: \"#rgb\", \"#rrggbb\", \"#rrggbbaa\" or a CSS name"
    guard let scalar = value.scalar, scalar.kind == .text else {
      let isComment = value.scalar?.kind == .null
      return expected(forms + (isComment ? " (in quotes: '#' starts a comment)" : ""), in: value)
    }
    if let color = Color(text: scalar.text) { return color }
    // Searching all names is wasted if the diagnostic is not reported.
    if isFull { return nil }
    if let name = scalar.text.nearest(in: ColorNames.all.keys.sorted()) {
      report(
        .shape, at: value.position, "unknown colour \(scalar.text.quoted); did you mean '\(name)'?")
      return nil
    }
    return expected(forms, in: value)
  }
}
