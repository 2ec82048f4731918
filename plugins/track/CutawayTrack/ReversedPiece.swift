import CutawayElementBridge

/// A piece of sound that is played backwards: made forwards, and handed on from its end.
///
/// The samples of a block stay in their order: in GStreamer it is the sink that turns them.
struct ReversedPiece: Sendable {
  /// In samples.
  var range: Range<Int64>
  /// In order of time.
  var blocks: [SourceOutput] = []

  /// Starts with nothing, before `end`.
  init(at end: Int64) { range = end..<end }
}
