import CCutawayGStreamer
package import CutawayGraph
package import CutawayTime
import Synchronization

/// The times at which scenes begin, which `scenechange` marks in a stream.
package final class SceneMarks: Sendable {
  private let found = Mutex<[MediaTime]>([])

  /// In nanoseconds of the stream, in order.
  package var times: [MediaTime] { found.withLock { $0 } }

  fileprivate func see(_ event: UnsafeMutablePointer<GstEvent>) {
    var time: guint64 = 0
    guard let fields = gst_event_get_structure(event),
      gst_structure_has_name(fields, "GstForceKeyUnit") != 0,
      gst_structure_get_uint64(fields, "timestamp", &time) != 0, time <= Int64.max
    else { return }
    found.withLock { $0.append(MediaTime(nanoseconds: Int64(time))) }
  }
}

extension Pipeline {
  /// Collects the starts of scenes from the events that reach an element behind `scenechange`.
  ///
  /// Call it before the pipeline starts.
  ///
  /// - Parameter role: The element.
  /// - Returns: The marks, to be read after the end of the stream.
  package func collectScenes(entering role: PipelineGraph.Role) -> SceneMarks {
    let marks = SceneMarks()
    // The ID of the probe, which stays as long as the pad.
    _ = withPad("sink", of: role) { pad in
      gst_pad_add_probe(
        pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
        { _, info, marks in
          if let event = gst_swift_probe_event(info) {
            Unmanaged<SceneMarks>.fromOpaque(marks!)._withUnsafeGuaranteedRef { $0.see(event) }
          }
          return GST_PAD_PROBE_OK
        }, Unmanaged.passRetained(marks).toOpaque(),
        { Unmanaged<SceneMarks>.fromOpaque($0!).release() })
    }
    return marks
  }
}
