import CCutawayGStreamer
import CutawayGraph

/// Consecutive samples on their way through a pipeline.
struct PassingSamples {
  /// Interleaved samples.
  var samples: UnsafeBufferPointer<Float>
  /// The presentation time of the first sample in nanoseconds.
  var start: Int64
}

extension Pipeline {
  /// Passes the samples that reach an element to `look`.
  ///
  /// Call it before the pipeline starts.
  ///
  /// - Parameters:
  ///   - role: The element, which accepts interleaved 32-bit float.
  ///   - look: Called on the streaming thread; its argument is valid during the call only.
  func watchSamples(
    entering role: PipelineGraph.Role, _ look: @escaping @Sendable (PassingSamples) -> Void
  ) {
    let watcher = SampleWatcher(look)
    // The ID of the probe, which stays as long as the pad.
    _ = withPad("sink", of: role) { pad in
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
