import CCutawayGStreamer
import CutawayElementBridge

extension FeatureRanks {
  /// Removes the elements that play what a file names, for the rest of the process: streams of HLS,
  /// DASH and Smooth Streaming, edits of GES, and session descriptions.
  ///
  /// GStreamer also finds them inside of other formats, such as behind a tag of ID3.
  package static func leaveOutLists() { _ = listsAreLeftOut }

  private static let listsAreLeftOut: Void = {
    gst_init(nil, nil)
    let all = gst_registry_get_feature_list(gst_registry_get(), gst_element_factory_get_type())
    defer { gst_plugin_feature_list_free(all) }
    var entry = all
    while let current = entry {
      defer { entry = current.pointee.next }
      guard let data = current.pointee.data, let name = gst_swift_object_name(data),
        let klass = gst_element_factory_get_metadata(OpaquePointer(data), "klass")
      else { continue }
      let words = String(cString: klass).split(separator: "/")
      if words.contains(where: { $0.hasPrefix("Demux") }),
        !words.filter({ ["Adaptive", "Editing", "Network"].contains($0) }).isEmpty
      {
        set(String(cString: name), to: GST_RANK_NONE)
      }
    }
  }()
}
