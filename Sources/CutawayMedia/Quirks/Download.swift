import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// If a demuxer reads more than half a megabyte ahead, downloadbuffer requests that part,
  /// although the server sends only whole files.
  ///
  /// souphttpsrc treats the answer of such a server as an error.
  package static let download = Quirk(
    "downloadbuffer requests parts from a server that sends only whole files",
    versions: [.all],
    test: "cuts in files from a web server are exact")
}

/// The progress of a download from a server that sends only whole files.
///
/// Reads wait until their data have arrived. If a server does not state the length of a file, it is
/// known when the download is complete, but GStreamer does not report it.
final class Download: Sendable {
  private struct State {
    /// The number of bytes written, and the size of the buffer that is being written.
    var written: UInt64 = 0
    var underWay: UInt64 = 0
    var isComplete = false
    var isCancelled = false
    /// Whether the server supports range requests and stated the length.
    var sendsParts = false
  }

  private let state = Monitor(State())

  /// Makes reads from a downloadbuffer wait for data that have not arrived.
  func watch(_ buffer: UnsafeMutablePointer<GstElement>) {
    guard Quirk.download.applies else { return }
    let kinds = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
    add(to: "sink", of: buffer, GstPadProbeType(rawValue: kinds)) { _, info, download in
      Unmanaged<Download>.fromOpaque(download!)._withUnsafeGuaranteedRef { $0.see(info!) }
      return GST_PAD_PROBE_OK
    }
    let queries =
      GST_PAD_PROBE_TYPE_QUERY_UPSTREAM.rawValue | GST_PAD_PROBE_TYPE_PUSH.rawValue
    add(to: "sink", of: buffer, GstPadProbeType(rawValue: queries)) { _, info, download in
      Unmanaged<Download>.fromOpaque(download!)._withUnsafeGuaranteedRef { $0.answer(info!) }
    }
    // A probe that names no kind of data also receives queries, and would block those of the
    // source.
    let pulls =
      GST_PAD_PROBE_TYPE_PULL.rawValue | GST_PAD_PROBE_TYPE_BLOCK.rawValue
      | GST_PAD_PROBE_TYPE_BUFFER.rawValue
    add(to: "src", of: buffer, GstPadProbeType(rawValue: pulls)) { _, info, download in
      Unmanaged<Download>.fromOpaque(download!)._withUnsafeGuaranteedRef {
        // Wait for the last byte: while it waits, downloadbuffer does not notice the end of the
        // data.
        $0.wait(for: UInt64(info!.pointee.offset) + UInt64(info!.pointee.size))
      }
      return GST_PAD_PROBE_PASS
    }
  }

  /// Ends all waits.
  func cancel() { state.update { $0.isCancelled = true } }

  private func add(
    to name: String, of element: UnsafeMutablePointer<GstElement>, _ kinds: GstPadProbeType,
    _ probe: GstPadProbeCallback
  ) {
    let pad = gst_element_get_static_pad(element, name)
    defer { gst_object_unref(pad) }
    gst_pad_add_probe(
      pad, kinds, probe, Unmanaged.passRetained(self).toOpaque(),
      { Unmanaged<Download>.fromOpaque($0!).release() })
  }

  private func wait(for end: UInt64) {
    // After this time, the reader has given up.
    _ = state.wait(seconds: 2 * ReaderPipeline.patience) { state in
      state.sendsParts || state.isComplete || state.isCancelled || state.written >= end
        ? true : nil
    }
  }

  /// Answers queries for the length once it is known; otherwise, reads past the end wait forever.
  private func answer(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
    guard let query = info.pointee.data?.assumingMemoryBound(to: GstQuery.self),
      gst_swift_query_type(query) == GST_QUERY_DURATION
    else { return GST_PAD_PROBE_OK }
    var format = GST_FORMAT_UNDEFINED
    gst_query_parse_duration(query, &format, nil)
    let length = state.update { state in
      // With range requests, the received parts are not the whole file.
      state.isComplete && !state.sendsParts ? state.written + state.underWay : nil
    }
    guard format == GST_FORMAT_BYTES, let length else { return GST_PAD_PROBE_OK }
    gst_query_set_duration(query, GST_FORMAT_BYTES, gint64(length))
    return GST_PAD_PROBE_HANDLED
  }

  private func see(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
    if info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
      guard let buffer = gst_swift_probe_buffer(info) else { return }
      state.update { state in
        state.written += state.underWay
        state.underWay = UInt64(gst_buffer_get_size(buffer))
      }
    } else if let event = gst_swift_probe_event(info) {
      switch gst_swift_event_type(event) {
      case GST_EVENT_EOS: state.update { $0.isComplete = true }
      case GST_EVENT_CUSTOM_DOWNSTREAM_STICKY:
        if offersParts(event) { state.update { $0.sendsParts = true } }
      default: break
      }
    }
  }
}

/// Whether souphttpsrc reports an answer with `Accept-Ranges: bytes` and a length.
private func offersParts(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
  guard let answer = gst_event_get_structure(event),
    gst_structure_has_name(answer, "http-headers") != 0,
    let value = gst_structure_get_value(answer, "response-headers"),
    let headers = gst_value_get_structure(value)
  else { return false }
  let names = (0..<gst_structure_n_fields(headers)).compactMap {
    gst_structure_nth_field_name(headers, UInt32($0))
  }
  // Some servers use lower case.
  func field(_ name: String) -> UnsafePointer<CChar>? {
    names.first { g_ascii_strcasecmp($0, name) == 0 }
  }
  guard field("content-length") != nil, let ranges = field("accept-ranges"),
    let text = gst_structure_get_string(headers, ranges)
  else { return false }
  return g_ascii_strcasecmp(text, "bytes") == 0
}
