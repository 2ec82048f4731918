import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// h264timestamper and h265timestamper shift all time stamps to start at 1000 hours, wherever
  /// they started.
  ///
  /// The lead of the decode time, for which the reader uses them, is correct. So the time stamps of
  /// their input are restored, 1000 hours later.
  ///
  /// GStreamer 1.30 removes the plugin: b2d20c0621 (merge request 11908).
  package static let timestamperShift = Quirk(
    "h264timestamper and h265timestamper move all times to 1000 h",
    versions: [.all],
    upstream: "by design",
    test: "a whole file is copied bit for bit")
}

extension FrameOrder {
  /// Gives the packets of a timestamper the times of its input, later by a shift in nanoseconds.
  static func keepTimes(
    ofTimestamper element: UnsafeMutablePointer<GstElement>, adding shift: Int64
  ) {
    if Quirk.timestamperShift.applies { keep(in: element, adding: shift) }
  }
}
