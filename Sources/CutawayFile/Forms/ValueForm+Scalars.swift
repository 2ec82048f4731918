import CutawayModel

extension ValueForm<String> {
  /// Text that is not empty; `name` with its article, for messages.
  static func text(_ name: String) -> Self {
    ValueForm(
      "text", schema: .reference("name", ["type": "string", "minLength": 1]), write: { .text($0) }
    ) { reader, value, _ in reader.text(value, as: name) }
  }

  /// One of the given words.
  static func word(of words: [String], as name: String) -> Self {
    ValueForm(
      alternatives(words.map { "`\($0)`" }), schema: .words(words),
      write: { .text($0) }
    ) { reader, value, _ in reader.word(value, of: words, as: name) }
  }
}

extension ValueForm where Value: CaseIterable & RawRepresentable<String> {
  /// One of the cases.
  static func word(as name: String) -> Self {
    ValueForm<String>.word(of: Value.allCases.map(\.rawValue), as: name)
      .converted {
        Value(rawValue: $0)
      } back: {
        $0.rawValue
      }
  }
}

extension ValueForm {
  /// The name of a track or an asset; nothing checks here that there is one.
  static func name<Owner>(_ name: String) -> Self where Value == Identifier<Owner> {
    var text = ValueForm<String>.text(name)
    text.type = "name"
    return text.converted {
      Identifier($0)
    } back: {
      $0.rawValue
    }
  }
}

extension ValueForm<Bool> {
  static var bool: Self {
    ValueForm("`true` or `false`", schema: ["type": "boolean"], write: { .bool($0) }) {
      reader, value, _ in reader.bool(value)
    }
  }
}

extension ValueForm<Int> {
  /// An integer; `name` with its article, for messages.
  static func integer(_ name: String, in bounds: ClosedRange<Int>) -> Self {
    ValueForm(
      "integer from \(bounds.lowerBound) to \(bounds.upperBound)", schema: .integer(in: bounds),
      write: { .number($0) }
    ) { reader, value, _ in reader.integer(value, as: name, in: bounds) }
  }
}

extension ValueForm<Double> {
  /// A number; `name` with its article and its bounds, for messages.
  static func number(_ name: String, in bounds: ClosedRange<Double>? = nil) -> Self {
    func text(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }
    let limits = bounds.map { " from \(text($0.lowerBound)) to \(text($0.upperBound))" }
    return ValueForm(
      "number" + (limits ?? ""), schema: .number(in: bounds), write: { .number($0) }
    ) { reader, value, _ in reader.number(value, as: name, in: bounds) }
  }
}

extension ValueForm<[Double]> {
  /// A list of numbers.
  ///
  /// `type` is the list with a word for each number, and `special` has names and bounds of single
  /// numbers, by index.
  static func numbers(
    _ type: String, count: Int, as name: String,
    special: [Int: (name: String, bounds: ClosedRange<Double>)] = [:]
  ) -> Self {
    ValueForm(
      "`\(type)`", schema: .list(of: (0..<count).map { .number(in: special[$0]?.bounds) }),
      write: { .numbers($0) }
    ) { reader, value, _ in reader.numbers(value, count: count, as: name, special: special) }
  }
}

extension JSON {
  static func number(in bounds: ClosedRange<Double>?) -> JSON {
    guard let bounds else { return ["type": "number"] }
    let number: JSON = ["type": "number", "minimum": .number(bounds.lowerBound)]
    if bounds.upperBound == .infinity { return number }
    return .object(number.members + [("maximum", .number(bounds.upperBound))])
  }

  static func integer(in bounds: ClosedRange<Int>) -> JSON {
    [
      "type": "integer", "minimum": .number(Double(bounds.lowerBound)),
      "maximum": .number(Double(bounds.upperBound)),
    ]
  }

  /// A list with exactly these elements.
  static func list(of elements: [JSON]) -> JSON {
    let count = JSON.number(Double(elements.count))
    return [
      "type": "array", "prefixItems": .list(elements), "minItems": count, "maxItems": count,
    ]
  }

  static func text(matching pattern: String) -> JSON {
    ["type": "string", "pattern": .text(pattern)]
  }

  static func any(_ schemas: JSON...) -> JSON { ["anyOf": .list(schemas)] }
}
