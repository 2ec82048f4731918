public import CutawayTime

/// A value that is animated in one way during one span, and in others during others.
///
/// It is what a track's layers come to when several instructions show it. As text it is that of its
/// only animation, or of each with its span: `0..14{0=1} 14..29{14..16=1>0}`.
public struct KeyframeWindows<Value: ComponentValue>: Sendable, Hashable {
  /// In order of time, without overlaps.
  public private(set) var windows: [Window] = []

  public struct Window: Sendable, Hashable {
    /// `nil` is all of time.
    public var range: TimeRange?
    public var values: AnimatedValue<Value>
  }

  public init() {}

  /// Adds what holds during a range that starts at or after the end of the last.
  public mutating func add(_ values: AnimatedValue<Value>, during range: TimeRange) {
    if let last = windows.last, last.values == values, let lastRange = last.range {
      windows[windows.count - 1].range = TimeRange(start: lastRange.start, end: range.end)
    } else {
      windows.append(Window(range: range, values: values))
    }
  }

  /// Whether the value is `nil` or `value` at all times.
  public func isAlways(_ value: Value) -> Bool {
    windows.allSatisfy { $0.values.isAlways(value) }
  }

  /// Whether there are no entries at all.
  public var isDefault: Bool { windows.allSatisfy(\.values.entries.isEmpty) }

  /// The value at a time, or `nil` where the default holds.
  public func value(at time: MediaTime) -> Value? {
    windows.last { $0.range.map { $0.contains(time) } ?? true }?.values.value(at: time)
  }

  public var text: String {
    if windows.count == 1 { return windows[0].values.keyframes }
    return windows.compactMap { window in
      window.range.map { "\($0){\(window.values.keyframes)}" }
    }.joined(separator: " ")
  }

  /// Reads what ``text`` writes.
  ///
  /// - Throws: ``CompositionError`` that quotes what is wrong.
  public init(_ text: String) throws(CompositionError) {
    guard text.contains("{") else {
      windows = [Window(range: nil, values: try AnimatedValue(keyframes: text))]
      return
    }
    for part in text.split(separator: "}") {
      if part.allSatisfy(\.isWhitespace) { continue }
      let halves = part.split(separator: "{", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, let range = TimeRange(text: halves[0]) else {
        throw CompositionError(
          .invalidValue, "'\(part)' is not a window: expected START..END{KEYFRAMES}")
      }
      if let end = windows.last?.range?.end, range.start < end {
        throw CompositionError(.overlap, "'\(part)' starts before the window before it ends")
      }
      windows.append(Window(range: range, values: try AnimatedValue(keyframes: String(halves[1]))))
    }
  }

  /// The same at times that are whole nanoseconds, towards zero: GStreamer's frames have such times.
  public func flooredToNanoseconds() -> Self {
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
