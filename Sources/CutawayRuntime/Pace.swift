import CCutawayGStreamer

/// The elements of a pipeline that let data pass at the pace of the clock.
///
/// They do so only while the pipeline plays: GStreamer takes a pipeline for live in which such an element waits when it
/// pauses, and sinks would get no frame.
struct Pace: @unchecked Sendable {
  // The pipeline owns the elements.
  private let elements: [UnsafeMutablePointer<GstElement>]

  /// Finds the elements by their names, and lets data pass.
  init(of pipeline: UnsafeMutablePointer<GstElement>, _ names: [String]) {
    let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
    elements = names.compactMap { name in
      let found = gst_bin_get_by_name(bin, name)
      if let found { gst_object_unref(found) }
      return found
    }
    set(isKept: false)
  }

  /// Makes data wait for their time, or lets them pass.
  func set(isKept: Bool) {
    for element in elements { gst_swift_set_boolean(element, "sync", isKept ? 1 : 0) }
  }
}
