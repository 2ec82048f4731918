import CGStreamer

extension ElementInspection {
  /// The installed elements that GStreamer counts among video effects, in alphabetical order.
  public static func videoFilters() -> [(name: String, summary: String)] {
    gst_init(nil, nil)
    // GST_ELEMENT_FACTORY_TYPE_ANY is a macro: all kinds but the media bits.
    let all = gst_element_factory_list_get_elements((1 << 49) - 1, GST_RANK_NONE)
    defer { gst_plugin_feature_list_free(all) }
    var found: [(name: String, summary: String)] = []
    var entry = all
    while let current = entry {
      defer { entry = current.pointee.next }
      guard let data = current.pointee.data else { continue }
      let factory = OpaquePointer(data)
      func metadata(_ key: String) -> String {
        gst_element_factory_get_metadata(factory, key).map { String(cString: $0) } ?? ""
      }
      let klass = metadata("klass")
      guard klass.contains("Filter") || klass.contains("Effect"), klass.contains("Video"),
        !klass.contains("Converter"),
        let name = gst_swift_object_name(data)
      else { continue }
      found.append((String(cString: name), metadata("description")))
    }
    return found.sorted { $0.name < $1.name }
  }
}
