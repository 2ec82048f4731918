import CCutawayGStreamer
import CutawayDiagnostics
import CutawayElementBridge
package import CutawayGraph
import CutawayMedia
import Dispatch

/// Runs a graph for a moment, and observes the buffers that arrive at its end.
///
/// It blocks the calling thread.
package struct ElementTrial {
  /// What happened.
  package enum Outcome: Sendable, Hashable {
    /// The stream ended after these buffers.
    case ended([Buffer])
    /// More buffers or bytes arrived than expected.
    case endless
    /// Neither an end nor an error arrived in time.
    case stalled
    /// An element failed, for a reason in GStreamer's words.
    case failed(String)
  }

  /// The times of a buffer in nanoseconds; `UInt64.max` is unknown.
  package struct Buffer: Sendable, Hashable {
    package var start: UInt64
    package var duration: UInt64
  }

  private final class Log: Sendable {
    let state = Monitor((buffers: [Buffer](), bytes: 0))
    let limit: (buffers: Int, bytes: Int)

    init(limit: (buffers: Int, bytes: Int)) { self.limit = limit }

    /// Records a buffer.
    ///
    /// - Returns: Whether it is the first one too many.
    func add(_ buffer: Buffer, bytes: Int) -> Bool {
      state.update { state in
        let wasFull = state.buffers.count > limit.buffers || state.bytes > limit.bytes
        state.buffers.append(buffer)
        state.bytes += bytes
        return !wasFull && (state.buffers.count > limit.buffers || state.bytes > limit.bytes)
      }
    }
  }

  /// The time in seconds that closing may take; elements that hang close by themselves later.
  private static let patience = 1.0

  /// Runs a graph.
  ///
  /// - Parameters:
  ///   - graph: The elements. The first of them ends the stream after a few buffers.
  ///   - last: The name of the element that receives the buffers, such as a `fakesink`.
  ///   - limit: The number of buffers and of bytes that are not too many.
  ///   - seconds: The time after which the graph counts as stalled.
  /// - Returns: What happened; `nil` if an element of the graph cannot be made.
  package static func run(
    _ graph: PipelineGraph, observing last: String, limit: (buffers: Int, bytes: Int),
    seconds: Double
  ) -> Outcome? {
    gst_init(nil, nil)
    let pipeline = gst_pipeline_new(nil)!
    gst_object_ref_sink(pipeline)
    let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
    guard (try? graph.add(to: bin)) != nil, let sink = gst_bin_get_by_name(bin, last) else {
      // Elements that are not installed are reported elsewhere.
      gst_object_unref(pipeline)
      return nil
    }
    let log = Log(limit: limit)
    watch(sink, log)
    gst_object_unref(sink)
    defer { close(pipeline) }
    return withExtendedLifetime(log) { outcome(of: pipeline, log, seconds) }
  }

  private static func watch(_ sink: UnsafeMutablePointer<GstElement>, _ log: Log) {
    let pad = gst_element_get_static_pad(sink, "sink")!
    defer { gst_object_unref(pad) }
    gst_pad_add_probe(
      pad, GST_PAD_PROBE_TYPE_BUFFER,
      { pad, info, context in
        guard let log = CallbackContext<Log>.object(at: context), let info,
          let buffer = gst_pad_probe_info_get_buffer(info)
        else { return GST_PAD_PROBE_OK }
        let times = Buffer(
          start: UInt64(buffer.pointee.pts), duration: UInt64(buffer.pointee.duration))
        if log.add(times, bytes: Int(gst_buffer_get_size(buffer))), let pad,
          let element = gst_pad_get_parent_element(pad)
        {
          gst_element_post_message(
            element, gst_message_new_application(nil, gst_structure_new_empty("endless")))
          gst_object_unref(element)
        }
        return GST_PAD_PROBE_OK
      }, CallbackContext.pointer(to: log), { CallbackContext<Log>.release($0) })
  }

  private static func outcome(
    of pipeline: UnsafeMutablePointer<GstElement>, _ log: Log, _ seconds: Double
  ) -> Outcome {
    let bus = gst_element_get_bus(pipeline)
    defer { gst_object_unref(bus) }
    // A failed change of state posts an error.
    gst_element_set_state(pipeline, GST_STATE_PLAYING)
    let types = [GST_MESSAGE_EOS, GST_MESSAGE_ERROR, GST_MESSAGE_APPLICATION].reduce(0) {
      $0 | $1.rawValue
    }
    guard
      let message = gst_bus_timed_pop_filtered(
        bus, GstClockTime(seconds * 1_000_000_000), GstMessageType(rawValue: types))
    else { return .stalled }
    defer { gst_swift_message_unref(message) }
    switch gst_swift_message_type(message) {
    case GST_MESSAGE_ERROR: return .failed(PipelineError(parsing: message).message)
    case GST_MESSAGE_APPLICATION: return .endless
    default: return .ended(log.state.update { $0.buffers })
    }
  }

  /// Stops a pipeline on a thread of its own, which elements may block.
  private static func close(_ pipeline: UnsafeMutablePointer<GstElement>) {
    let address = UInt(bitPattern: pipeline), closing = DispatchGroup()
    DispatchQueue.global(qos: .userInitiated).async(group: closing) {
      guard let pipeline = UnsafeMutablePointer<GstElement>(bitPattern: address) else { return }
      gst_element_set_state(pipeline, GST_STATE_NULL)
      gst_object_unref(pipeline)
    }
    _ = closing.wait(timeout: .now() + patience)
  }
}
