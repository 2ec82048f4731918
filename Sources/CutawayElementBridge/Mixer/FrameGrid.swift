import CCutawayGStreamer
import CutawayElementKit

/// The times of frames at a constant rate: frame `k` lies at `k · denominator / numerator` seconds,
/// rounded down to nanoseconds, so that one frame's end is the next one's start.
struct FrameGrid {
  private let numerator: guint64
  private let denominator: guint64
  /// The nanoseconds by which all frames lie later: less than a frame, and 0 unless the output begins, or changes
  /// its rate, between two frames.
  private var shift: GstClockTime = 0

  /// Creates a grid; `nil` if the frame rate is 0 or unknown.
  init?(_ info: GstVideoInfo) {
    guard info.fps_n > 0, info.fps_d > 0 else { return nil }
    numerator = guint64(info.fps_n)
    denominator = guint64(info.fps_d)
  }

  func start(of frame: Int64) -> GstClockTime {
    gst_util_uint64_scale(guint64(max(0, frame)), denominator * 1_000_000_000, numerator) + shift
  }

  /// Moves the grid so that a frame starts at a time.
  ///
  /// - Returns: The number of that frame.
  mutating func begin(at time: GstClockTime) -> Int64 {
    shift = 0
    let frame = frame(at: time)
    shift = time - min(time, start(of: frame))
    return frame
  }

  /// The time of the frame that is nearest to a time; before the first frame, the grid goes on.
  func nearest(to time: Int64) -> Int64 {
    let distance = time - Int64(shift)
    let frame = gst_util_uint64_scale_round(
      guint64(distance.magnitude), numerator, denominator * 1_000_000_000)
    let start = Int64(clamping: start(of: Int64(clamping: frame)))
    return distance < 0 ? 2 * Int64(shift) - start : start
  }

  /// The time of the frame after the one that is visible at a time.
  func next(after time: Int64) -> Int64 {
    Int64(clamping: start(of: frame(at: GstClockTime(time)) + 1))
  }

  /// Whether a stream has the rate of the grid.
  func hasRate(of info: GstVideoInfo) -> Bool {
    info.fps_n > 0 && info.fps_d > 0
      && guint64(info.fps_n) * denominator == numerator * guint64(info.fps_d)
  }

  /// Whether two grids have the same rate.
  func hasRate(of other: FrameGrid) -> Bool {
    numerator * other.denominator == other.numerator * denominator
  }

  func instant(of frame: Int64) -> FrameInstant {
    FrameInstant(index: frame, frames: Int64(numerator), seconds: Int64(denominator))
  }

  /// The frame that is visible at a time.
  func frame(at time: GstClockTime) -> Int64 {
    // A time in whole nanoseconds is at most one less than the time of the intended frame.
    let own = time - min(time, shift)
    return Int64(clamping: gst_util_uint64_scale(own &+ 1, numerator, denominator * 1_000_000_000))
  }

  /// The number after the last frame that starts before a time.
  func end(at time: GstClockTime) -> Int64 {
    Int64(
      clamping: gst_util_uint64_scale_ceil(
        time - min(time, shift), numerator, denominator * 1_000_000_000))
  }
}
