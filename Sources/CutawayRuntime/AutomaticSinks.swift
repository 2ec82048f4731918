import CCutawayGStreamer
import CutawayMedia

/// The choices of `autovideosink` and `autoaudiosink`.
package enum AutomaticSinks {
  /// Finds the sink that an automatic one chooses on this machine.
  ///
  /// This tries sinks one after the other; their libraries write to standard error.
  ///
  /// - Parameter factory: `autovideosink` or `autoaudiosink`.
  /// - Returns: The factory of the sink; `nil` if none can be opened.
  package static func choice(of factory: String) -> String? {
    gst_init(nil, nil)
    FeatureRanks.leaveOutUnsafeSinks()
    guard let sink = gst_element_factory_make(factory, nil) else { return nil }
    gst_object_ref_sink(sink)
    defer {
      gst_element_set_state(sink, GST_STATE_NULL)
      gst_object_unref(sink)
    }
    guard gst_element_set_state(sink, GST_STATE_READY) != GST_STATE_CHANGE_FAILURE,
      let child = UnsafeMutableRawPointer(sink).assumingMemoryBound(to: GstBin.self).pointee
        .children?.pointee.data?.assumingMemoryBound(to: GstElement.self),
      let found = gst_element_get_factory(child),
      let name = gst_swift_object_name(UnsafeMutableRawPointer(found))
    else { return nil }
    let chosen = String(cString: name)
    return chosen == "fakesink" ? nil : chosen
  }
}
