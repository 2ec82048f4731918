import CGStreamer
public import MediaTime

extension Pipeline {
  /// Gives texts with their times to an `appsrc` as all that it will send; before the pipeline starts.
  ///
  /// - Parameters:
  ///   - texts: In order of time.
  ///   - name: The element; nothing happens if there is none.
  public func send(_ texts: [(text: String, range: TimeRange)], through name: String) {
    withElement(name) { element in
      let source = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstAppSrc.self)
      for (text, range) in texts {
        let buffer = Array(text.utf8).withUnsafeBytes {
          gst_buffer_new_memdup($0.baseAddress, gsize($0.count))
        }
        guard let buffer else { continue }
        let start = range.start.nanoseconds
        gst_swift_set_times(
          buffer, GstClockTime(start), GstClockTime(range.end.nanoseconds - start))
        gst_app_src_push_buffer(source, buffer)
      }
      gst_app_src_end_of_stream(source)
    }
  }
}
