import CCutawayGStreamer

/// What an encoded packet says of itself.
extension MediaSample {
  /// How long before its presentation time it must be decoded, in nanoseconds; `nil` if the file
  /// does not say.
  package var decodingLead: Int64? {
    let (shown, decoded) = (gst_swift_pts(buffer), gst_swift_dts(buffer))
    let unknown = gst_swift_unknown_time()
    guard shown != unknown, decoded != unknown else { return nil }
    return Int64(clamping: shown) - Int64(clamping: decoded)
  }

  /// Whether it can be decoded without earlier packets.
  package var isKey: Bool { gst_swift_has_flag(buffer, GST_BUFFER_FLAG_DELTA_UNIT) == 0 }

  /// Whether it is a decoder configuration, which the caps also contain, and no audible data.
  package var isSetup: Bool {
    gst_swift_has_flag(buffer, GST_BUFFER_FLAG_HEADER) != 0
      && (gst_swift_pts(buffer) == gst_swift_unknown_time() || duration == nil || duration == 0)
  }

  /// Whether the caps are the identical object as another sample's.
  package func hasCaps(of other: MediaSample) -> Bool { caps == other.caps }

  /// The media type of the caps, and their fields with type and value.
  package var capsFields: (mediaType: String, fields: [String: String]) {
    guard let caps, let own = packetCaps(from: caps) else { return ("", [:]) }
    defer { gst_caps_unref(own) }
    let structure = gst_caps_get_structure(own, 0)
    var fields: [String: String] = [:]
    for index in 0..<gst_structure_n_fields(structure) {
      guard let name = gst_structure_nth_field_name(structure, guint(index)),
        let value = gst_structure_get_value(structure, name),
        let text = gst_value_serialize(value)
      else { continue }
      let type = gst_value_type_name(value)
      fields[String(cString: name)] = "(\(type))\(String(cString: text))"
      g_free(text)
    }
    let name = gst_structure_get_name(structure).map { String(cString: $0) } ?? ""
    return (name, fields)
  }
}

/// The name of a value's type in caps.
private func gst_value_type_name(_ value: UnsafePointer<GValue>) -> String {
  switch value.pointee.g_type {
  case gst_fraction_get_type(): "fraction"
  case gst_buffer_get_type(): "buffer"
  case gst_bitmask_get_type(): "bitmask"
  case gst_value_array_get_type(): "array"
  default:
    switch g_type_name(value.pointee.g_type).map({ String(cString: $0) }) {
    case "gint": "int"
    case "gboolean": "boolean"
    case "gdouble": "double"
    default: "string"
    }
  }
}
