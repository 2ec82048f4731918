import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// The GIF demuxer of libav reads at the end of the file forever, and sends no end.
  package static let gifEnd = Quirk(
    "avdemux_gif does not end",
    versions: [.all],
    upstream: "not reported",
    test: "an animated image plays, repeats, and keeps its last frame")
}

/// The end of a GIF file.
struct GIFEnd: Sendable {
  /// Whether the file is a GIF, whose end must be computed.
  private let isNeeded: Bool

  init(of location: String) {
    isNeeded = Quirk.gifEnd.applies && location.lowercased().hasSuffix(".gif")
  }

  /// Whether a frame is the last one: it ends where the pipeline's file does.
  func comes(after sample: MediaSample, in pipeline: UnsafeMutablePointer<GstElement>) -> Bool {
    var length: gint64 = 0
    guard isNeeded, let duration = sample.duration,
      gst_element_query_duration(pipeline, GST_FORMAT_TIME, &length) != 0
    else { return false }
    // Delays are hundredths of a second.
    return sample.start + duration > length - 5_000_000
  }
}
