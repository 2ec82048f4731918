import GStreamerBridge

/// A piece of sound that is played backwards: made forwards, and handed on from its end.
struct ReversedPiece: Sendable {
  /// In samples.
  var range: Range<Int64>
  /// In order of time.
  var blocks: [SourceOutput] = []

  /// Starts with nothing, before `end`.
  init(at end: Int64) { range = end..<end }
}

extension SourceOutput {
  /// The same, heard backwards.
  var turned: SourceOutput {
    switch self {
    case .samples(let sample, let part, _, let start, let end):
      .samples(sample, part: part, order: .backward, start: start, end: end)
    case .computed(let samples, _, let start, let end):
      .computed(samples, order: .backward, start: start, end: end)
    default: self
    }
  }
}
