import CCutawayGStreamer
package import CutawayGraph
import CutawayMedia
package import CutawayTime
import Synchronization

/// Backward playback.
extension Pipeline {
  /// Lets the elements before an element run forwards during backward playback: a seek to play
  /// backwards from `t` to 0 reaches them as one to play forwards from `duration - t` to the end.
  ///
  /// Those elements must be built for this, as by `Translation.graph(of:backward:)`. The resulting
  /// segment counts its time from there, too.
  ///
  /// - Parameters:
  ///   - role: The element; nothing happens if there is none.
  ///   - duration: The duration of the stream, which may change.
  package func mirrorSeeks(arrivingAt role: PipelineGraph.Role, in duration: MirroredDuration) {
    _ = withPad("src", of: role) { pad in
      gst_pad_add_probe(
        pad, GST_PAD_PROBE_TYPE_EVENT_UPSTREAM,
        { _, info, duration in
          guard let event = gst_swift_probe_event(info),
            gst_swift_event_type(event) == GST_EVENT_SEEK
          else { return GST_PAD_PROBE_OK }
          let length = Unmanaged<MirroredDuration>.fromOpaque(duration!)
            ._withUnsafeGuaranteedRef { $0.nanoseconds }
          if let mirrored = mirrored(event, in: length) {
            gst_swift_probe_replace_event(info, mirrored)
          }
          return GST_PAD_PROBE_OK
        }, Unmanaged.passRetained(duration).toOpaque(),
        { Unmanaged<MirroredDuration>.fromOpaque($0!).release() })
    }
  }

  /// The position of a sink for a media type.
  ///
  /// - Parameter kind: The start of its caps, such as `video/`.
  /// - Returns: The position; `nil` if there is no such sink, or it has not started.
  package func position(ofSinkTaking kind: String) -> MediaTime? {
    let bin = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBin.self)
    var found: MediaTime?
    forEach(gst_bin_iterate_sinks(bin), as: GstElement.self) { sink in
      if found == nil, takes(kind, sink) { found = position(of: sink) }
    }
    return found
  }

  private func takes(_ kind: String, _ sink: UnsafeMutablePointer<GstElement>) -> Bool {
    guard let pad = gst_element_get_static_pad(sink, "sink") else { return false }
    defer { gst_object_unref(pad) }
    guard let caps = gst_pad_get_current_caps(pad) else { return false }
    defer { gst_swift_caps_unref(caps) }
    guard let fields = gst_caps_get_structure(caps, 0) else { return false }
    return String(cString: gst_structure_get_name(fields)).hasPrefix(kind)
  }
}

/// The duration of a mirrored stream, which may change while the stream plays.
package final class MirroredDuration: Sendable {
  private let value: Atomic<Int64>

  /// Starts with a duration.
  package init(_ duration: MediaTime) { value = Atomic(duration.nanoseconds) }

  var nanoseconds: Int64 { value.load(ordering: .relaxed) }

  /// A change takes effect with the next seek.
  package func change(to duration: MediaTime) {
    value.store(duration.nanoseconds, ordering: .relaxed)
  }
}

/// The forward seek that replaces a backward seek; `nil` for a forward seek.
private func mirrored(
  _ event: UnsafeMutablePointer<GstEvent>, in duration: Int64
) -> UnsafeMutablePointer<GstEvent>? {
  var rate = 1.0, format = GST_FORMAT_UNDEFINED, flags = GstSeekFlags(rawValue: 0)
  var (start, end): (gint64, gint64) = (0, -1)
  gst_event_parse_seek(event, &rate, &format, &flags, nil, &start, nil, &end)
  guard rate < 0, format == GST_FORMAT_TIME else { return nil }
  let whole = gint64(duration)
  let last = end < 0 ? whole : min(end, whole)
  let result = gst_event_new_seek(
    -rate, format, flags, GST_SEEK_TYPE_SET, whole - last, GST_SEEK_TYPE_SET,
    whole - max(0, start))
  // The sequence number stays that of the original seek.
  gst_event_set_seqnum(result, gst_event_get_seqnum(event))
  return result
}
