import CCutawayGStreamer

/// The colorimetry that a container states for H.264 and HEVC, in a field of its own.
///
/// It counts only for streams that state none themselves.
package enum ContainerColor {
  /// The field that stores the colorimetry of the container.
  package static let setAsideField = "container-colorimetry"

  /// The colorimetry of the container for a stream that states none.
  package static func fallback(for caps: Caps) -> String? {
    let fields = gst_caps_get_structure(caps, 0)
    guard gst_structure_has_field(fields, "colorimetry") == 0 else { return nil }
    return gst_structure_get_string(fields, setAsideField).map { String(cString: $0) }
  }
}

/// The caps of a packet as its stream's own, with the colorimetry of the container if the stream
/// states none.
///
/// The caller owns the result.
package func packetCaps(from caps: Caps) -> Caps? {
  guard let own = gst_caps_copy(caps) else { return nil }
  let fields = gst_caps_get_structure(own, 0)
  if let color = ContainerColor.fallback(for: own) {
    gst_swift_set_field(fields, "colorimetry", color)
  }
  gst_structure_remove_field(fields, ContainerColor.setAsideField)
  return own
}
