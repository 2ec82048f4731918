import CCutawayGStreamer

/// Consecutive samples on their way through a pipeline.
struct PassingSamples {
  /// One of each channel in turn.
  var samples: UnsafeBufferPointer<Float>
  /// When the first is heard, in nanoseconds.
  var start: Int64
}

extension Pipeline {
  /// Shows the samples that reach an element; before the pipeline starts.
  ///
  /// - Parameters:
  ///   - name: The element, which takes interleaved 32-bit float.
  ///   - look: Called by the thread that brings them; what it is given lives as long as the call.
  func watchSamples(
    entering name: String, _ look: @escaping @Sendable (PassingSamples) -> Void
  ) {
    let watcher = SampleWatcher(look)
    // The number of the probe, which stays as long as the pad.
    _ = withPad("sink", of: name) { pad in
      gst_pad_add_probe(
        pad, GST_PAD_PROBE_TYPE_BUFFER,
        { _, info, watcher in
          guard let buffer = gst_swift_probe_buffer(info) else { return GST_PAD_PROBE_OK }
          Unmanaged<SampleWatcher>.fromOpaque(watcher!)._withUnsafeGuaranteedRef { $0.see(buffer) }
          return GST_PAD_PROBE_OK
        }, Unmanaged.passRetained(watcher).toOpaque(),
        { Unmanaged<SampleWatcher>.fromOpaque($0!).release() })
    }
  }
}

private final class SampleWatcher: Sendable {
  private let look: @Sendable (PassingSamples) -> Void

  init(_ look: @escaping @Sendable (PassingSamples) -> Void) { self.look = look }

  func see(_ buffer: UnsafeMutablePointer<GstBuffer>) {
    let start = gst_swift_pts(buffer)
    var map = GstMapInfo()
    guard start != gst_swift_unknown_time(), gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else {
      return
    }
    defer { gst_buffer_unmap(buffer, &map) }
    let bytes = UnsafeRawBufferPointer(start: map.data, count: Int(map.size))
    look(PassingSamples(samples: bytes.bindMemory(to: Float.self), start: Int64(clamping: start)))
  }
}
