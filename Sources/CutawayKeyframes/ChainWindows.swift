package import CutawayTime

/// Chains of elements, each for a time range.
///
/// It holds the effects of a layer if instructions give the layer different ones. In its text form,
/// each chain follows its range in braces, in the syntax of `gst-launch-1.0`: `0..14{vignette
/// strength=0.5} 14..29{gaussianblur sigma=2}`. Braces inside quotation marks belong to the chain.
package struct ChainWindows: SharedValue {
  /// In order of time, without overlaps.
  package private(set) var windows: [Window] = []

  /// One chain and its time range.
  package struct Window: Sendable, Hashable {
    /// The time range, in seconds of the timeline.
    package var range: TimeRange
    /// Elements, separated by exclamation marks; not empty.
    package var chain: String
  }

  /// Creates a value without chains.
  package init() {}

  /// Adds the chain of a range that starts at or after the end of the last one.
  ///
  /// An empty chain is ignored.
  package mutating func add(_ chain: String, during range: TimeRange) {
    if !chain.isEmpty { windows.append(Window(range: range, chain: chain)) }
  }

  /// The windows as text, separated by spaces; see ``ChainWindows`` for the syntax.
  package var text: String {
    windows.map { "\($0.range){\($0.chain)}" }.joined(separator: " ")
  }

  /// Parses the output of ``text``.
  ///
  /// - Throws: `CompositionError` that quotes the invalid part.
  package init(text: String) throws(CompositionError) {
    var rest = text.utf8[...]
    while true {
      rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
      if rest.isEmpty { return }
      guard let open = rest.firstIndex(of: UInt8(ascii: "{")),
        let close = Self.closingBrace(in: rest[rest.index(after: open)...]),
        let range = TimeRange(text: Substring(rest[..<open]))
      else {
        throw CompositionError(
          .invalidValue, "'\(Substring(rest))' is not a window: expected START..END{CHAIN}")
      }
      if let last = windows.last, range.start < last.range.end {
        throw CompositionError(
          .overlap,
          "'\(Substring(rest[...close]))' starts before the window before it ends")
      }
      let chain = Substring(rest[rest.index(after: open)..<close])
      windows.append(Window(range: range, chain: String(chain)))
      rest = rest[rest.index(after: close)...]
    }
  }

  /// The brace that ends a chain: the first one outside quotation marks.
  private static func closingBrace(in text: Substring.UTF8View) -> Substring.UTF8View.Index? {
    var isQuoted = false, isEscaped = false
    return text.indices.first { index in
      defer { isEscaped = text[index] == UInt8(ascii: "\\") && !isEscaped }
      if isEscaped { return false }
      if text[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      return text[index] == UInt8(ascii: "}") && !isQuoted
    }
  }
}
