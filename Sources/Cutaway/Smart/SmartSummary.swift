import CutawayTranslation

/// Which frames of an export are copied from their sources, and which are encoded.
public struct SmartSummary: Sendable, Hashable, Codable {
  /// A run of output frames.
  public struct Span: Sendable, Hashable, Codable {
    /// The output frames, counted from 0.
    public var frames: Range<Int64>
    /// Whether the frames are copied as packets.
    public var isCopied: Bool
    /// Why they are encoded, in words with places in the composition; empty if they are copied.
    public var reasons: [String]
  }

  /// The runs, in order, without gaps.
  public internal(set) var spans: [Span] = []
  /// Whether the packets of the sound are copied; ``ExportSession/smartPlan(as:)`` leaves this open.
  public internal(set) var copiesSound = false

  /// The number of copied frames.
  public var copiedFrames: Int64 {
    spans.filter(\.isCopied).reduce(0) { $0 + Int64($1.frames.count) }
  }
  /// The number of encoded frames.
  public var encodedFrames: Int64 {
    spans.filter { !$0.isCopied }.reduce(0) { $0 + Int64($1.frames.count) }
  }
}

extension SmartSummary: CustomStringConvertible {
  /// The counts in words: `copied 2,914 of 3,000 frames; encoded 86 at 5 places; copied the sound`.
  public var description: String {
    let places = spans.filter { !$0.isCopied }.count
    let all = copiedFrames + encodedFrames
    return "copied \(grouped(copiedFrames)) of \(grouped(all)) frame\(all == 1 ? "" : "s")"
      + (encodedFrames == 0
        ? "" : "; encoded \(grouped(encodedFrames)) at \(places) place\(places == 1 ? "" : "s")")
      + (copiesSound ? "; copied the sound" : "")
  }

  /// A number with commas between thousands.
  private func grouped(_ number: Int64) -> String {
    let digits = Array("\(number)")
    return digits.indices.map { index in
      let isBorder = index > 0 && (digits.count - index) % 3 == 0
      return (isBorder ? "," : "") + String(digits[index])
    }.joined()
  }
}

extension SmartSummary {
  init(_ plan: SmartPlan) {
    for span in plan.spans {
      add(span.frames, isCopied: span.isCopied, span.reasons)
    }
  }

  /// Adds a run at the end; neighbours of one kind are joined if they are encoded.
  mutating func add(_ frames: Range<Int64>, isCopied: Bool, _ reasons: [SmartReason]) {
    add(Span(frames: frames, isCopied: isCopied, reasons: reasons.map(\.description)))
  }

  /// Adds a run at the end; it continues the last one if both are copied from the same source, which
  /// `continues` states, or both are encoded.
  mutating func add(_ span: Span, continues: Bool = false) {
    guard let last = spans.last, last.isCopied == span.isCopied,
      last.frames.upperBound == span.frames.lowerBound, continues || !span.isCopied
    else { return spans.append(span) }
    spans[spans.count - 1].frames = last.frames.lowerBound..<span.frames.upperBound
    spans[spans.count - 1].reasons += span.reasons.filter { !last.reasons.contains($0) }
  }
}
