import CCutawayGStreamer

extension ElementInspection {
  /// The installed elements of GStreamer's class of video effects whose pads are those of an
  /// effect, in alphabetical order.
  package static func videoFilters() -> [ElementInspection] {
    gst_init(nil, nil)
    // From the registry, because a list of factories by type contains no plain filters.
    let all = gst_registry_get_feature_list(gst_registry_get(), gst_element_factory_get_type())
    defer { gst_plugin_feature_list_free(all) }
    var found: [ElementInspection] = []
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
        padObstacle(to: "video/x-raw", factory) == nil, let name = gst_swift_object_name(data),
        // An element in the registry that cannot be created is not installed properly.
        let inspection = ElementInspection(String(cString: name))
      else { continue }
      found.append(inspection)
    }
    return found.sorted { $0.name < $1.name }
  }
}
