import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// gdk-pixbuf decodes TIFF with a function of libtiff that multiplies colours by their alpha, and announces them as
  /// if it had not: a red of half opacity becomes a dark red of half opacity.
  ///
  /// So the decoder's colours are divided by their alpha.
  package static let premultipliedTIFF = Quirk(
    "gdkpixbufdec multiplies the colours of TIFF by their alpha",
    versions: [.all],
    upstream: "not reported",
    test: "a lower layer shows through a still with alpha")
}

/// Restores the colours of a decoder whose frames of four bytes a pixel have premultiplied colours.
func divideByAlpha(_ decoder: UnsafeMutablePointer<GstElement>) {
  guard Quirk.premultipliedTIFF.applies, let pad = gst_element_get_static_pad(decoder, "src") else {
    return
  }
  defer { gst_object_unref(pad) }
  gst_pad_add_probe(
    pad, GST_PAD_PROBE_TYPE_BUFFER,
    { pad, info, _ in
      guard let info, let pad, hasAlpha(pad), let buffer = gst_swift_probe_buffer(info) else {
        return GST_PAD_PROBE_OK
      }
      // A new reference if the buffer has other owners.
      let own = gst_swift_buffer_make_writable(buffer)
      gst_swift_probe_set_buffer(info, own)
      var map = GstMapInfo()
      guard
        gst_buffer_map(
          own, &map, GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)) != 0
      else { return GST_PAD_PROBE_OK }
      defer { gst_buffer_unmap(own, &map) }
      let pixels = UnsafeMutableBufferPointer(start: map.data, count: Int(map.size))
      restore(pixels)
      return GST_PAD_PROBE_OK
    }, nil, nil)
}

/// Divides the colours of each pixel by its alpha.
///
/// Colours above their alpha are not premultiplied, as in versions of gdk-pixbuf without the fault.
private func restore(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
  let places = stride(from: 0, to: pixels.count & ~3, by: 4)
  for place in places where (0..<3).contains(where: { pixels[place + $0] > pixels[place + 3] }) {
    return
  }
  for place in places where pixels[place + 3] != 0 && pixels[place + 3] != 255 {
    let alpha = Int(pixels[place + 3])
    for channel in place..<place + 3 {
      pixels[channel] = UInt8(min(255, (Int(pixels[channel]) * 255 + alpha / 2) / alpha))
    }
  }
}

private func hasAlpha(_ pad: UnsafeMutablePointer<GstPad>) -> Bool {
  guard let caps = gst_pad_get_current_caps(pad) else { return false }
  defer { gst_caps_unref(caps) }
  let format = gst_structure_get_string(gst_caps_get_structure(caps, 0), "format")
  return format.map { String(cString: $0) } == "RGBA"
}
