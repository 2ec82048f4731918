import Glibc

extension ValueForm<Double> {
  /// A linear gain, 0 or greater.
  static var gain: Self {
    ValueForm(
      "gain",
      schema: .any(
        .number(in: 0 ... .infinity),
        .text(matching: #"^[+-]?[0-9]{1,3}(\.[0-9]{1,9})? ?dB$"#)),
      write: { .number($0) }
    ) { reader, value, _ in reader.gain(value) }
    .defined(as: "gain", "A gain, linear or in decibels.")
  }

  /// A linear gain from 0 to 1.
  static var loweringGain: Self {
    ValueForm(
      "gain from 0 to 1",
      schema: .any(
        .number(in: 0...1),
        .text(matching: #"^(-[0-9]{1,3}(\.[0-9]{1,9})?|\+?0{1,3}(\.0{1,9})?) ?dB$"#)),
      write: { .number($0) }
    ) { reader, value, _ in reader.gain(value, upTo: 1) }
    .defined(as: "loweringGain", "A gain from 0 to 1, or in decibels up to 0.")
  }

  static var loudness: Self {
    ValueForm(
      "number from -70 to -5, or text such as `-16 LUFS`",
      schema: .any(
        .number(in: -70 ... -5),
        .text(
          matching: #"^-((0?[5-9]|[1-6][0-9])(\.[0-9]{1,9})?|70(\.0{1,9})?) ?LUFS$"#)),
      write: { .number($0) }
    ) { reader, value, _ in reader.loudness(value) }
  }
}

extension Reader {
  /// Reads a linear gain, or decibels as text.
  fileprivate mutating func gain(_ value: SourceValue, upTo limit: Double = .infinity) -> Double? {
    let name =
      limit.isFinite
      ? "a gain from 0 to 1, or decibels like \"-12 dB\""
      : "a linear gain of 0 or more, or decibels like \"-6 dB\""
    if let scalar = value.scalar, scalar.kind == .text {
      guard let gain = gain(ofDecibels: scalar.text), gain <= limit else {
        return expected(name, in: value)
      }
      return gain
    }
    // The bound is checked like that of any number; infinity is reported as too large.
    return number(value, as: name, in: 0...limit)
  }

  private func gain(ofDecibels text: String) -> Double? {
    guard let match = text.wholeMatch(of: /([+-]?[0-9]{1,3}(\.[0-9]{1,9})?) ?dB/) else {
      return nil
    }
    return Double(match.1).map { pow(10, $0 / 20) }
  }

  /// Reads a loudness in LUFS: a number, or text with the unit.
  fileprivate mutating func loudness(_ value: SourceValue) -> Double? {
    let name = "a loudness from -70 to -5 LUFS, such as -16 or \"-16 LUFS\""
    if let scalar = value.scalar, scalar.kind == .text {
      guard
        let match = scalar.text.wholeMatch(of: /(-[0-9]{1,2}(\.[0-9]{1,9})?) ?LUFS/),
        let loudness = Double(match.1), (-70 ... -5).contains(loudness)
      else { return expected(name, in: value) }
      return loudness
    }
    return number(value, as: name, in: -70 ... -5)
  }
}
