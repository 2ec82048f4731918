package import CutawayKeyframes

/// The type of a property whose value is structured: a text for GStreamer, and a value for graphs of this
/// package, which set it by reference.
package struct Shared<Value: SharedValue>: Sendable, Hashable {
  private let content: Content

  private enum Content: Hashable {
    case value(Value)
    case fault(text: String, message: String)
  }

  /// Creates a property's value.
  package init(_ value: Value) { content = .value(value) }

  /// Parses a text.
  ///
  /// An invalid one is an error of ``value(of:)``.
  package init(text: String) {
    do {
      content = .value(try Value(text: text))
    } catch {
      content = .fault(text: text, message: "\(error)")
    }
  }

  /// The value.
  ///
  /// - Parameter property: The name of the property, for messages.
  /// - Returns: The value.
  /// - Throws: `ElementError` with the code `invalidSettings` if the text was invalid.
  package func value(of property: String) throws(ElementError) -> Value {
    switch content {
    case .value(let value): return value
    case .fault(_, let message):
      throw ElementError("\(property): \(message)", code: .invalidSettings)
    }
  }

  /// The text form.
  package var text: String {
    switch content {
    case .value(let value): value.text
    case .fault(let text, _): text
    }
  }
}

extension Shared: ExpressibleByStringInterpolation {
  /// Parses a text.
  package init(stringLiteral text: String) { self.init(text: text) }
}

extension Shared: PropertyValue {
  /// Any text.
  package static var anyKind: PropertyKind { .shared(SharedKind(Value.self)) }
}

extension Property {
  /// Declares a structured value, which cannot be animated; `summary` is shown by `gst-inspect-1.0`.
  package init<Content>(wrappedValue: Shared<Content>, _ summary: StaticString)
  where Value == Shared<Content> {
    self.init(wrappedValue, kind: Shared<Content>.anyKind, summary)
  }
}
