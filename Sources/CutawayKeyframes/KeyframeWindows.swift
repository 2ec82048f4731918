package import CutawayTime

/// A value whose animation changes from one time range to another.
///
/// It holds a property of a track's layers if several instructions show the track. The text form is
/// that of the only animation, or that of each with its range: `0..14{0=1} 14..29{14..16=1>0}`.
package struct KeyframeWindows<Value: ComponentValue>: SharedValue {
  /// In order of time, without overlaps.
  package private(set) var windows: [Window] = []

  /// One animation and the time range in which it applies.
  package struct Window: Sendable, Hashable {
    /// The time range; `nil` is all of time.
    package var range: TimeRange?
    /// The animation, in the time of the timeline, not of the window.
    package var values: AnimatedValue<Value>
  }

  /// Creates a value without windows: it always has its default.
  package init() {}

  /// Adds the animation of a range that starts at or after the end of the last one.
  ///
  /// An equal animation extends the last window.
  package mutating func add(_ values: AnimatedValue<Value>, during range: TimeRange) {
    if let last = windows.last, last.values == values, let lastRange = last.range {
      windows[windows.count - 1].range = TimeRange(start: lastRange.start, end: range.end)
    } else {
      windows.append(Window(range: range, values: values))
    }
  }

  /// Whether the value is never other than `value` or the default.
  package func isAlways(_ value: Value) -> Bool {
    windows.allSatisfy { $0.values.isAlways(value) }
  }

  /// Whether no window has an entry.
  package var isDefault: Bool { windows.allSatisfy(\.values.entries.isEmpty) }

  /// The value at a time, or `nil` where the default applies.
  package func value(at time: MediaTime) -> Value? {
    // A loop over indices: `last(where:)` of a generic element allocates memory for each access.
    for index in windows.indices.reversed() {
      let window = windows[index]
      if window.range.map({ $0.contains(time) }) ?? true { return window.values.value(at: time) }
    }
    return nil
  }

  /// The same windows, where a single one applies to all of time, as in the text form.
  package var simplified: Self {
    var result = self
    if windows.count == 1 { result.windows[0].range = nil }
    return result
  }

  /// The windows as text; see ``KeyframeWindows`` for the syntax.
  package var text: String {
    if windows.count == 1 { return windows[0].values.keyframes }
    return windows.compactMap { window in
      window.range.map { "\($0){\(window.values.keyframes)}" }
    }.joined(separator: " ")
  }

  /// Parses the output of ``text``.
  ///
  /// - Throws: `CompositionError` that quotes the invalid part.
  package init(text: String) throws(CompositionError) {
    guard text.contains("{") else {
      windows = [Window(range: nil, values: try AnimatedValue(keyframes: text))]
      return
    }
    for part in BracedText.parts(of: text) {
      guard let (head, keyframes) = part.halves, let range = TimeRange(text: head) else {
        throw CompositionError(
          .invalidValue, "'\(part.text)' is not a window: expected START..END{KEYFRAMES}")
      }
      if let end = windows.last?.range?.end, range.start < end {
        throw CompositionError(.overlap, "'\(part.text)' starts before the window before it ends")
      }
      windows.append(Window(range: range, values: try AnimatedValue(keyframes: String(keyframes))))
    }
  }

  /// The same windows with times rounded towards zero to whole nanoseconds, as GStreamer's frames
  /// have.
  package func flooredToNanoseconds() -> Self {
    var result = self
    result.windows = windows.map { window in
      Window(
        range: window.range.map {
          TimeRange(
            start: MediaTime(nanoseconds: $0.start.nanoseconds),
            end: MediaTime(nanoseconds: $0.end.nanoseconds))
        }, values: window.values.flooredToNanoseconds())
    }
    return result
  }
}
