import CCutawayGStreamer
import CutawayElementKit

/// How the times of a stream become exact.
enum PlanClock {
  /// Frames at a constant rate.
  case frames(FrameGrid)
  /// Interleaved samples.
  case samples(rate: Int64, size: Int)
  /// Anything else.
  case unknown

  init(_ caps: Caps) {
    self = .unknown
    guard let structure = gst_caps_get_structure(caps, 0) else { return }
    if gst_structure_has_name(structure, "video/x-raw") != 0 {
      var info = GstVideoInfo()
      if gst_video_info_from_caps(&info, caps) != 0, let grid = FrameGrid(info) {
        self = .frames(grid)
      }
    } else if gst_structure_has_name(structure, "audio/x-raw") != 0 {
      var info = GstAudioInfo()
      if gst_audio_info_from_caps(&info, caps) != 0, info.rate > 0, info.bpf > 0,
        info.layout == GST_AUDIO_LAYOUT_INTERLEAVED
      {
        self = .samples(rate: Int64(info.rate), size: Int(info.bpf))
      }
    }
  }

  func planTime(of time: GstClockTime) -> PlanTime {
    let nanoseconds = Int64(clamping: time)
    guard case .frames(let grid) = self else { return .nanoseconds(nanoseconds) }
    let frame = grid.frame(at: time)
    let isOnGrid = abs(Int64(clamping: grid.start(of: frame)) - nanoseconds) <= 1
    return isOnGrid ? .exact(grid.instant(of: frame)) : .nanoseconds(nanoseconds)
  }
}
