import CCutawayGStreamer
import CutawayElementBridge

/// A file's time 0 on its demuxer's clock: its first frame, or without video its first samples.
struct StreamOrigin {
  /// Demuxers that pass on the file's own clock.
  static let demuxers = ["tsdemux", "mpegpsdemux", "flvdemux", "qtdemux", "matroskademux"]

  /// Demuxers whose files may contain MP3 packets.
  static let containers = demuxers + ["avidemux", "asfdemux", "oggdemux", "wavparse"]

  /// The first video track, if there is one.
  private var picture: PadClock?
  private var own: PadClock?

  /// Watches a pad; call it for every track before data flow.
  mutating func watch(_ pad: UnsafeMutablePointer<GstPad>, isVideo: Bool, isWanted: Bool) {
    let isFirstPicture = isVideo && picture == nil
    guard isFirstPicture || isWanted else { return }
    let clock = PadClock.watching(pad)
    if isVideo, isWanted { openEnd(of: pad) }
    if isFirstPicture { picture = clock }
    if isWanted { own = clock }
  }

  /// The origin, once the wanted track's first data have arrived.
  enum Place: Equatable {
    case known(PadClock.Start)
    /// The first frame, which determines the origin, comes later in the file than the sound.
    case hidden
  }

  var hasPicture: Bool { picture != nil }

  var place: Place {
    guard let picture else { return .known(own?.start ?? PadClock.Start()) }
    if let start = picture.start { return .known(start) }
    // A track that has ended without a frame has none elsewhere in the file.
    return picture === own ? .known(PadClock.Start()) : .hidden
  }
}

/// Lets frames pass that come after the file's length, which counts from time 0 and not from the
/// first frame.
///
/// qtdemux ends the segment of a track without an edit list at its length, although B-frames delay
/// its frames.
private func openEnd(of pad: UnsafeMutablePointer<GstPad>) {
  gst_pad_add_probe(
    pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
    { _, info, _ in
      guard let event = gst_swift_probe_event(info),
        gst_swift_event_type(event) == GST_EVENT_SEGMENT
      else { return GST_PAD_PROBE_OK }
      var segment: UnsafePointer<GstSegment>?
      gst_event_parse_segment(event, &segment)
      guard var open = segment?.pointee, open.rate > 0, open.start == open.time else {
        return GST_PAD_PROBE_OK
      }
      open.stop = gst_swift_unknown_time()
      gst_swift_probe_replace_event(info, gst_event_new_segment(&open))
      return GST_PAD_PROBE_OK
    }, nil, nil)
}
