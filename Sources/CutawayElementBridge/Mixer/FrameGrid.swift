import CCutawayGStreamer
import CutawayElementKit

/// The times of frames at a constant rate: frame `k` lies at `k · denominator / numerator` seconds,
/// rounded down to nanoseconds, so that one frame's end is the next one's start.
struct FrameGrid {
  private let numerator: guint64
  private let denominator: guint64

  /// Creates a grid; `nil` if the frame rate is 0 or unknown.
  init?(_ info: GstVideoInfo) {
    guard info.fps_n > 0, info.fps_d > 0 else { return nil }
    numerator = guint64(info.fps_n)
    denominator = guint64(info.fps_d)
  }

  func start(of frame: Int64) -> GstClockTime {
    gst_util_uint64_scale(guint64(max(0, frame)), denominator * 1_000_000_000, numerator)
  }

  func instant(of frame: Int64) -> FrameInstant {
    FrameInstant(index: frame, frames: Int64(numerator), seconds: Int64(denominator))
  }

  /// The frame that is visible at a time.
  func frame(at time: GstClockTime) -> Int64 {
    // A time in whole nanoseconds is at most one less than the time of the intended frame.
    Int64(clamping: gst_util_uint64_scale(time &+ 1, numerator, denominator * 1_000_000_000))
  }

  /// The number after the last frame that starts before a time.
  func end(at time: GstClockTime) -> Int64 {
    Int64(
      clamping: gst_util_uint64_scale_ceil(time, numerator, denominator * 1_000_000_000))
  }
}
