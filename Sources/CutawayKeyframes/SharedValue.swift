package import CutawayDiagnostics

/// A value that a graph gives to an element by reference.
///
/// Launch lines and other programs use its text form.
package protocol SharedValue: Sendable, Hashable {
  /// Parses the text form.
  ///
  /// - Throws: `CompositionError` that quotes what is invalid.
  init(text: String) throws(CompositionError)
  /// The text form, as ``init(text:)`` parses it.
  var text: String { get }
}

extension AnimatedValue: SharedValue where Value: ComponentValue {
  /// Parses keyframes.
  ///
  /// - Throws: `CompositionError` that quotes the invalid entry.
  package init(text: String) throws(CompositionError) { try self.init(keyframes: text) }

  /// The entries as ``keyframes``.
  package var text: String { keyframes }
}
