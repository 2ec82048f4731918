import CGStreamer
import Glibc

/// Gives a decoder the last packets of an MP4 file's sound, which qtdemux keeps back.
///
/// qtdemux of GStreamer 1.22 ends where the time stamps of packets reach the length of the film. Where an
/// edit list leaves out what an encoder has put first, they are later than that by its length: up to
/// two packets are missing at the end.
final class MovieSoundTail: @unchecked Sendable {
  // Touched by the thread that streams through the pad only.
  private let path: String
  private let trackIndex: Int
  /// The last packet that came since the segment began.
  private var last: (time: GstClockTime, duration: GstClockTime)?

  private init(path: String, trackIndex: Int) {
    self.path = path
    self.trackIndex = trackIndex
  }

  /// Watches the pad from which a decoder gets the packets.
  ///
  /// Nothing is done for a location that is no file, or for sound that is not AAC.
  static func add(
    to pad: UnsafeMutablePointer<GstPad>, caps: Caps, location: String, trackIndex: Int
  ) {
    let fields = gst_caps_get_structure(caps, 0)
    guard let path = localPath(location), caps.isRawAAC(fields) else { return }
    let tail = MovieSoundTail(path: path, trackIndex: trackIndex)
    let kinds = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
    gst_pad_add_probe(
      pad, GstPadProbeType(rawValue: kinds),
      { pad, info, tail in
        Unmanaged<MovieSoundTail>.fromOpaque(tail!)._withUnsafeGuaranteedRef {
          $0.pass(info!, on: pad!)
        }
        return GST_PAD_PROBE_OK
      }, Unmanaged.passRetained(tail).toOpaque(),
      { Unmanaged<MovieSoundTail>.fromOpaque($0!).release() })
  }

  private func pass(
    _ info: UnsafeMutablePointer<GstPadProbeInfo>, on pad: UnsafeMutablePointer<GstPad>
  ) {
    if info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
      guard let buffer = gst_swift_probe_buffer(info) else { return }
      last = (gst_swift_pts(buffer), gst_swift_duration(buffer))
      return
    }
    guard let event = gst_swift_probe_event(info) else { return }
    switch gst_swift_event_type(event) {
    case GST_EVENT_SEGMENT: last = nil
    case GST_EVENT_EOS:
      // What came is known by its end; a place that is sought behind all that came is not.
      if let last { pushPackets(after: last, on: pad) }
      last = nil
    default: break
    }
  }

  private func pushPackets(
    after last: (time: GstClockTime, duration: GstClockTime), on pad: UnsafeMutablePointer<GstPad>
  ) {
    let unknown = gst_swift_unknown_time()
    guard last.time != unknown, last.duration != unknown else { return }
    let packets = MovieSound(path: path, trackIndex: trackIndex).packets
    // Time stamps count from the first packet, which the edit list may leave out.
    guard let first = packets.first, let file = fopen(path, "rbe") else { return }
    defer { fclose(file) }
    // The pad itself has taken note of its end, the one behind it not yet.
    guard let next = gst_pad_get_peer(pad) else { return }
    defer { gst_object_unref(next) }
    let limit = Int64(clamping: last.time &+ last.duration / 2)
    for packet in packets where packet.start - first.start > limit {
      guard let buffer = packet.read(from: file) else { return }
      gst_swift_set_times(
        buffer, GstClockTime(packet.start - first.start), GstClockTime(packet.duration))
      if gst_pad_chain(next, buffer) != GST_FLOW_OK { return }
    }
  }
}

extension Caps {
  /// Whether packets are those of a file, without headers of their own.
  fileprivate func isRawAAC(_ fields: UnsafeMutablePointer<GstStructure>?) -> Bool {
    guard let fields, let name = gst_structure_get_name(fields),
      String(cString: name) == "audio/mpeg",
      let form = gst_structure_get_string(fields, "stream-format")
    else { return false }
    return String(cString: form) == "raw"
  }
}
