import CCutawayGStreamer
import CutawayElementKit

/// The output state of an instance.
struct FrameMixerStream<Mixer: FrameMixer> {
  /// The format of the output.
  var info: GstVideoInfo
  /// The format that the mixer draws.
  var drawn: GstVideoInfo
  var format: MixerFormat
  var grid: FrameGrid
  let work: FrameMixerWork<Mixer>
  /// The remaining output frames; `nil` if they must be determined from the segment.
  var walk: FrameWalk?
  var quality = FrameQuality()
  /// The frame that fills gaps, once there was one.
  var gap: KeptBuffer?
  /// The segment of the frames; its position is of no importance.
  var segment: GstSegment?
  /// Whether the end of the segment has been announced.
  var isDone = false
  /// Whether downstream reads `GstVideoMeta`, so that rows may lie anywhere.
  var readsVideoMeta = false

  /// Continues with the frames of a stream of the same rate.
  mutating func continueWalk(of old: Self) {
    (walk, grid, segment, isDone) = (old.walk, old.grid, old.segment, old.isDone)
  }
}
