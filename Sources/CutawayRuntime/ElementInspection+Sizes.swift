import CCutawayGStreamer
package import CutawayKeyframes

extension ElementInspection {
  /// The smallest frame size that an element's sink pads accept, by its pad templates.
  ///
  /// - Parameters:
  ///   - name: The element.
  ///   - mediaType: The type of the stream, such as `video/x-raw`.
  /// - Returns: The size; 1×1 if the templates have no minimum, or no such element is installed.
  package static func smallestPicture(into name: String, as mediaType: String) -> PixelSize {
    gst_init(nil, nil)
    var smallest = PixelSize(width: 1, height: 1)
    guard let factory = gst_element_factory_find(name) else { return smallest }
    defer { gst_object_unref(UnsafeMutableRawPointer(factory)) }
    var entry = gst_element_factory_get_static_pad_templates(factory)
    while let current = entry {
      let template = current.pointee.data.assumingMemoryBound(to: GstStaticPadTemplate.self)
      if template.pointee.direction == GST_PAD_SINK,
        let caps = gst_static_pad_template_get_caps(template)
      {
        for index in 0..<gst_caps_get_size(caps) {
          guard let structure = gst_caps_get_structure(caps, index),
            gst_structure_has_name(structure, mediaType) != 0
          else { continue }
          smallest.width = max(smallest.width, least("width", in: structure))
          smallest.height = max(smallest.height, least("height", in: structure))
        }
        gst_caps_unref(caps)
      }
      entry = UnsafePointer(current.pointee.next)
    }
    return smallest
  }
}

extension ElementInspection {
  /// Whether an element is installed, and one of its sink pads accepts these caps, by its pad
  /// templates.
  package static func accepts(_ caps: String, by name: String) -> Bool {
    gst_init(nil, nil)
    guard let factory = gst_element_factory_find(name) else { return false }
    defer { gst_object_unref(UnsafeMutableRawPointer(factory)) }
    let caps = gst_caps_from_string(caps)
    defer { gst_caps_unref(caps) }
    return gst_element_factory_can_sink_any_caps(factory, caps) != 0
  }
}

/// The lower end of a field's range; 1 if it has none.
private func least(_ field: String, in structure: UnsafePointer<GstStructure>) -> Int {
  guard let value = gst_structure_get_value(structure, field),
    g_type_check_value_holds(value, gst_int_range_get_type()) != 0
  else { return 1 }
  return max(1, Int(gst_value_get_int_range_min(value)))
}
