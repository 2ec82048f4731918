extension Reader {
  /// Reads text that is not empty.
  mutating func text(_ value: SourceValue, as name: String) -> String? {
    guard let scalar = value.scalar, scalar.kind == .text || scalar.isCell else {
      let hint =
        value.scalar.map { $0.kind == .null ? "" : "; text like this needs quotes" } ?? ""
      if value.isInvalid { return nil }
      report(.shape, at: value.position, "expected \(name), found \(value.found)\(hint)")
      return nil
    }
    if scalar.text.isEmpty { return expected(name, in: value) }
    return scalar.text
  }

  mutating func bool(_ value: SourceValue) -> Bool? {
    if case .bool(let bool)? = value.scalar?.kind { return bool }
    return expected("true or false", in: value)
  }

  /// Reads one of the given names.
  mutating func word(_ value: SourceValue, of names: [String], as name: String) -> String? {
    guard let scalar = value.scalar, scalar.kind == .text else {
      return expected("\(name): \(alternatives(names))", in: value)
    }
    if names.contains(scalar.text) { return scalar.text }
    if isFull { return nil }
    let known =
      scalar.text.nearest(in: names).map { "did you mean '\($0)'?" }
      ?? "it is one of \(alternatives(names))"
    report(.shape, at: value.position, "unknown \(name) \(scalar.text.quoted); \(known)")
    return nil
  }

  /// Reads a number.
  ///
  /// The number as written must lie within the bounds.
  mutating func number(
    _ value: SourceValue, as name: String, in bounds: ClosedRange<Double>? = nil
  ) -> Double? {
    guard let number = value.scalar?.double else { return expected(name, in: value) }
    if let bounds, !bounds.contains(number) { return expected(name, in: value) }
    guard number.isFinite else {
      report(.meaning, at: value.position, "\(value.found) is too large")
      return nil
    }
    return number
  }

  /// Reads an integer; `2.0` is one.
  mutating func integer(
    _ value: SourceValue, as name: String, in bounds: ClosedRange<Int>
  ) -> Int? {
    guard let number = value.scalar?.double, let integer = Int(exactly: number),
      bounds.contains(integer)
    else {
      return expected("\(name) from \(bounds.lowerBound) to \(bounds.upperBound)", in: value)
    }
    return integer
  }

  /// Reads a list of exactly `count` numbers.
  ///
  /// - Parameters:
  ///   - value: The list.
  ///   - count: The required number of elements.
  ///   - name: The name of the list in messages.
  ///   - special: Names and bounds of single numbers, by index.
  /// - Returns: The numbers.
  mutating func numbers(
    _ value: SourceValue, count: Int, as name: String,
    special: [Int: (name: String, bounds: ClosedRange<Double>)] = [:]
  ) -> [Double]? {
    guard let list = value.list else { return expected(name, in: value) }
    if list.count != count {
      report(.shape, at: value.position, "expected \(name), found \(list.count) values")
      return nil
    }
    let numbers = list.enumerated().compactMap { index, element in
      number(element, as: special[index]?.name ?? "a number", in: special[index]?.bounds)
    }
    return numbers.count == count ? numbers : nil
  }
}
