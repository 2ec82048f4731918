import CutawayElementBridge
import CutawayMedia

/// A part of the sound for backward playback, which is read forwards and delivered from its end.
///
/// The samples of a block keep their order, because in GStreamer the sink reverses them.
struct ReversedPiece<Sample: SourceSample>: Sendable {
  /// The range of samples.
  var range: Range<Int64>
  /// The blocks in order of time.
  var blocks: [TimelineOutput<Sample>] = []

  /// Creates an empty part that ends before `end`.
  init(at end: Int64) { range = end..<end }
}
