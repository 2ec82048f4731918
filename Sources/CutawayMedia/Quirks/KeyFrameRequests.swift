package import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// GstVideoEncoder takes one request for a key frame at a time, unless requests state times of its clock.
  ///
  /// Before 1.26, the clock of most encoders is 1,000 hours ahead of the stream, so that decoding times are positive. So each
  /// request is sent without a time, for encoders whose clock is that of the stream, and with the time on that clock. In
  /// 1.26, requests state times of the stream, and a later time would hold back all requests after it.
  package static let keyFrameRequests = Quirk(
    "encoders ignore a request for a key frame while one is pending",
    versions: [.all],
    upstream: "have_pending_none_fevt in gstvideoencoder.c",
    test: "segments shorter than the delay of an encoder end in time")
}

/// Makes the next frame that an `appsrc` gets a key frame, if an encoder follows it.
///
/// - Parameters:
///   - source: The source, which queues the request between buffers.
///   - time: The running time of the frame in nanoseconds.
package func requestKeyFrame(from source: UnsafeMutablePointer<GstElement>, at time: Int64) {
  let none = gst_swift_unknown_time()
  let hours: GstClockTime = GStreamerVersion.running < GStreamerVersion(1, 26, 0) ? 1_000 : 0
  let lead = hours * 3_600 * 1_000_000_000
  let times = Quirk.keyFrameRequests.applies ? [none, lead + GstClockTime(max(0, time))] : [none]
  for time in times {
    // An `appsrc` refuses none.
    _ = gst_element_send_event(
      source, gst_video_event_new_downstream_force_key_unit(time, time, time, 1, 0))
  }
}
