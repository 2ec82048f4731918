/// Filters of pictures, one after the other, with their settings over time.
///
/// In the text form, a vertical bar separates the filters. The settings of each follow its name, in the syntax of
/// ``PropertyKeyframes``, or as plain numbers: `sepiaTone intensity{0.8} | boxBlur radius{1..3=0>10@easeOut}`.
package struct FilterChain: SharedValue {
  /// In the order in which they are applied.
  package var filters: [Filter]

  /// A filter and its settings.
  package struct Filter: Sendable, Hashable {
    /// The name.
    package var name: String
    /// The settings that differ from the defaults, in the order of the text; no name occurs twice.
    package var settings: [Setting]

    /// Creates a filter.
    package init(_ name: String, _ settings: [Setting] = []) {
      (self.name, self.settings) = (name, settings)
    }
  }

  /// A setting and its value.
  package struct Setting: Sendable, Hashable {
    /// The name.
    package var name: String
    /// The value.
    package var value: Value

    /// Creates a setting.
    package init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }
  }

  /// A value of a setting.
  package enum Value: Sendable, Hashable {
    /// Numbers: one, the coordinates of a point, the components of a colour, and so on.
    case constant([Double])
    /// A value that changes.
    case animated(PropertyAnimation)
  }

  /// Creates a chain.
  package init(_ filters: [Filter] = []) { self.filters = filters }

  /// The chain as text; see ``FilterChain`` for the syntax.
  package var text: String {
    filters.map { filter in
      ([filter.name] + filter.settings.map { "\($0.name){\($0.value.text)}" })
        .joined(separator: " ")
    }.joined(separator: " | ")
  }

  /// Parses the output of ``text``.
  ///
  /// - Throws: `CompositionError` that quotes the invalid part.
  package init(text: String) throws(CompositionError) {
    var filters: [Filter] = []
    if !text.allSatisfy(\.isWhitespace) {
      for part in text.split(separator: "|", omittingEmptySubsequences: false) {
        filters.append(try Filter(text: part))
      }
    }
    self.init(filters)
  }
}

extension FilterChain.Filter {
  fileprivate init(text: Substring) throws(CompositionError) {
    let body = text.drop(while: \.isWhitespace), name = body.prefix { !$0.isWhitespace }
    guard PropertyKeyframes.isName(String(name)) else {
      throw CompositionError(
        .invalidValue, "'\(text)' is not a filter: expected NAME or NAME SETTING{VALUE}")
    }
    self.init(String(name))
    for part in BracedText.parts(of: body[name.endIndex...]) {
      guard let (head, value) = part.halves, PropertyKeyframes.isName(String(head)) else {
        throw CompositionError(
          .invalidValue, "'\(part.text)' is not a setting of '\(name)': expected NAME{VALUE}")
      }
      if settings.contains(where: { $0.name == String(head) }) {
        throw CompositionError(.overlap, "the setting '\(head)' of '\(name)' occurs twice")
      }
      do {
        settings.append(.init(String(head), try .init(text: value)))
      } catch {
        throw CompositionError(error.code, "\(name) \(head): \(error.message)")
      }
    }
  }
}

extension FilterChain.Value {
  fileprivate var text: String {
    switch self {
    case .constant(let numbers): numbers.map { "\($0)" }.joined(separator: " ")
    case .animated(let animation): animation.keyframes
    }
  }

  fileprivate init(text: Substring) throws(CompositionError) {
    if text.contains("=") {
      self = .animated(try PropertyAnimation(keyframes: String(text)))
      return
    }
    let words = text.split { $0.isWhitespace || $0 == "," }
    let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
    guard !words.isEmpty, numbers.count == words.count else {
      throw CompositionError(.invalidValue, "'\(text)' is neither numbers nor keyframes")
    }
    self = .constant(numbers)
  }
}
