import CCutawayGStreamer
package import CutawayDiagnostics
import CutawayElementBridge
package import CutawayGraph
package import CutawayTime

extension Pipeline {
  /// Sends texts with their times from an `appsrc`, followed by the end of the stream.
  ///
  /// Call it before the pipeline starts.
  ///
  /// - Parameters:
  ///   - texts: In order of time.
  ///   - role: The element; nothing happens if there is none.
  /// - Throws: ``PipelineError`` if the element refuses a text.
  package func send(
    _ texts: [(text: String, range: TimeRange)], through role: PipelineGraph.Role
  ) throws(PipelineError) {
    let refused = withElement(role) { element -> MediaTime? in
      let source = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstAppSrc.self)
      for (text, range) in texts {
        guard let buffer = makeTextBuffer(text, range) else { return range.start }
        if gst_app_src_push_buffer(source, buffer) != GST_FLOW_OK { return range.start }
      }
      return gst_app_src_end_of_stream(source) == GST_FLOW_OK ? nil : texts.last?.range.start
    }
    if let time = refused ?? nil {
      throw PipelineError(
        .elementFailed, "the pipeline refuses the text at \(time.seconds) s", element: names[role])
    }
  }
}
