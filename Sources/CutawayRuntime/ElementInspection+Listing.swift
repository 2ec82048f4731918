import CCutawayGStreamer
package import CutawayGraph

extension ElementInspection {
  /// The installed elements of GStreamer's class of video effects whose pads are those of an
  /// effect, in alphabetical order.
  package static func videoFilters() -> [ElementInspection] {
    var found: [ElementInspection] = []
    forEachFactory { name, factory in
      let klass = metadata("klass", of: factory)
      guard klass.contains("Filter") || klass.contains("Effect"), klass.contains("Video"),
        !klass.contains("Converter"),
        padObstacle(to: "video/x-raw", factory) == nil,
        // An element in the registry that cannot be created is not installed properly.
        let inspection = ElementInspection(name)
      else { return }
      found.append(inspection)
    }
    return found.sorted { $0.name < $1.name }
  }
}

extension ElementCatalog {
  /// The traits of stock elements, and of installed ones that state theirs.
  ///
  /// It is read from the registry each time, because a program may register elements at any time.
  package static var installed: ElementCatalog {
    var traits: [String: ElementTraits] = [:]
    forEachFactory { name, factory in
      let text = metadata(ElementTraits.metadataKey, of: factory)
      if !text.isEmpty { traits[name] = ElementTraits(text: text) }
    }
    return ElementCatalog(traits)
  }
}

/// Calls `body` with each element in the registry.
///
/// A list of factories by type contains no plain filters.
private func forEachFactory(_ body: (_ name: String, _ factory: OpaquePointer) -> Void) {
  gst_init(nil, nil)
  let all = gst_registry_get_feature_list(gst_registry_get(), gst_element_factory_get_type())
  defer { gst_plugin_feature_list_free(all) }
  var entry = all
  while let current = entry {
    defer { entry = current.pointee.next }
    guard let data = current.pointee.data, let name = gst_swift_object_name(data) else { continue }
    body(String(cString: name), OpaquePointer(data))
  }
}

private func metadata(_ key: String, of factory: OpaquePointer) -> String {
  gst_element_factory_get_metadata(factory, key).map { String(cString: $0) } ?? ""
}
