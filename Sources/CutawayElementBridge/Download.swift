import CCutawayGStreamer

/// What has come of a web resource, for servers that send whole files only.
///
/// Where a demuxer reads more than half a megabyte ahead, downloadbuffer of GStreamer 1.22 asks for
/// what lies there, and souphttpsrc takes the answer of such a server for an error. It has to wait. And
/// where a server does not say how long a file is, that is known when all has come, but to nobody.
final class Download: Sendable {
  private struct State {
    /// The bytes that have been written, and those of the buffer that is being written.
    var written: UInt64 = 0
    var underWay: UInt64 = 0
    var isComplete = false
    var isCancelled = false
    /// Whether the server has said that it sends parts of files, and how long this one is.
    var sendsParts = false
  }

  private let state = Monitor(State())

  /// Makes those who read from a downloadbuffer wait for what has not come yet.
  func watch(_ buffer: UnsafeMutablePointer<GstElement>) {
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
    // A probe that names no kind of data sees queries, too, and would hold those of the source.
    let pulls =
      GST_PAD_PROBE_TYPE_PULL.rawValue | GST_PAD_PROBE_TYPE_BLOCK.rawValue
      | GST_PAD_PROBE_TYPE_BUFFER.rawValue
    add(to: "src", of: buffer, GstPadProbeType(rawValue: pulls)) { _, info, download in
      Unmanaged<Download>.fromOpaque(download!)._withUnsafeGuaranteedRef {
        // To its last byte: downloadbuffer does not notice that there is no more while it waits.
        $0.wait(for: UInt64(info!.pointee.offset) + UInt64(info!.pointee.size))
      }
      return GST_PAD_PROBE_PASS
    }
  }

  /// Makes those who wait go on.
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
    // Whoever wants it has given up by then.
    _ = state.wait(seconds: 2 * ReaderPipeline.patience) { state in
      state.sendsParts || state.isComplete || state.isCancelled || state.written >= end
        ? true : nil
    }
  }

  /// Answers how long the file is once that is known: whoever reads past its end waits for ever else.
  private func answer(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
    guard let query = info.pointee.data?.assumingMemoryBound(to: GstQuery.self),
      gst_swift_query_type(query) == GST_QUERY_DURATION
    else { return GST_PAD_PROBE_OK }
    var format = GST_FORMAT_UNDEFINED
    gst_query_parse_duration(query, &format, nil)
    let length = state.update { state in
      // The parts that have been asked for are not the whole.
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

/// Whether souphttpsrc tells of an answer with `Accept-Ranges: bytes` and a length.
private func offersParts(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
  guard let answer = gst_event_get_structure(event),
    gst_structure_has_name(answer, "http-headers") != 0,
    let value = gst_structure_get_value(answer, "response-headers"),
    let headers = gst_value_get_structure(value)
  else { return false }
  let names = (0..<gst_structure_n_fields(headers)).compactMap {
    gst_structure_nth_field_name(headers, UInt32($0))
  }
  // Some servers write them in small letters.
  func field(_ name: String) -> UnsafePointer<CChar>? {
    names.first { g_ascii_strcasecmp($0, name) == 0 }
  }
  guard field("content-length") != nil, let ranges = field("accept-ranges"),
    let text = gst_structure_get_string(headers, ranges)
  else { return false }
  return g_ascii_strcasecmp(text, "bytes") == 0
}
