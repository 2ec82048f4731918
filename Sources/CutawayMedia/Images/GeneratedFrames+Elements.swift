import CCutawayGStreamer
import CutawayElementBridge
import CutawayElementKit
import CutawayOverlays
import CutawaySources
import CutawayTime

extension GeneratedFrames {
  /// Whether the colours may have half the resolution, and there is no alpha; images keep both, like
  /// files with R′G′B′.
  private var isPlain: Bool {
    if case .image = content { false } else { base.alpha == 255 }
  }

  /// The caps of the frames.
  ///
  /// - Parameter isDeep: Whether they have more than 8 bits per sample.
  /// - Returns: The caps as text.
  func caps(isDeep: Bool) -> String {
    let format = isDeep ? (isPlain ? "I420_10LE" : "AYUV64") : isPlain ? "I420" : "AYUV"
    return caps(format: format, colorimetry: "bt709")
  }

  private func caps(format: String, colorimetry: String) -> String {
    let rate = frameDuration.map { "\($0.denominator)/\($0.numerator)" } ?? "0/1"
    return """
      video/x-raw, format=(string)\(format), width=(int)\(size.width), height=(int)\(size.height), \
      framerate=(fraction)\(rate), pixel-aspect-ratio=(fraction)1/1, \
      colorimetry=(string)\(colorimetry)
      """
  }

  /// The elements that generate the frames, in link order.
  ///
  /// - Throws: `ElementError` if one is not installed.
  func makeElements(isDeep: Bool) throws(ElementError) -> [UnsafeMutablePointer<GstElement>] {
    guard let converter = makePixelConverter() else {
      throw .missingElement("videoconvert", from: "gstreamer1.0-plugins-base")
    }
    let conversion = [converter, try filter(caps(isDeep: isDeep))]
    if case .image(let image) = content { return [try sender(of: image)] + conversion }
    let source = try make("videotestsrc", "gstreamer1.0-plugins-base")
    gst_util_set_object_arg(
      UnsafeMutableRawPointer(source).assumingMemoryBound(to: GObject.self), "pattern",
      "solid-color")
    let color = base
    gst_swift_set_uint(
      source, "foreground-color",
      [color.alpha, color.red, color.green, color.blue].reduce(0) { $0 << 8 | UInt32($1) })
    if frameDuration == nil { gst_swift_set_int(source, "num-buffers", 1) }
    var elements = [source, try filter(caps(format: "ARGB", colorimetry: "sRGB"))]
    if case .noise(let seed) = content {
      let noise = try make("noise", "Cutaway's plugin libgstcutawayeffects.so")
      gst_swift_set_uint(noise, "seed", UInt32(clamping: seed))
      elements.append(noise)
    }
    elements += conversion
    if case .layers(let layers, _) = content {
      let tree = try make("layertree", "Cutaway's plugin libgstcutawaylayers.so")
      setShared("tree", of: tree, SharedLayers(layers))
      elements.append(tree)
    }
    return elements
  }

  /// An element that sends an image, and the end of the stream.
  private func sender(of image: StillImage) throws(ElementError) -> UnsafeMutablePointer<GstElement>
  {
    let source = try make("appsrc", "gstreamer1.0-plugins-base")
    let caps = gst_caps_from_string(caps(format: "RGBA", colorimetry: "sRGB"))
    gst_swift_set_caps(source, "caps", caps)
    gst_caps_unref(caps)
    let sender = UnsafeMutableRawPointer(source).assumingMemoryBound(to: GstAppSrc.self)
    gst_util_set_object_arg(
      UnsafeMutableRawPointer(source).assumingMemoryBound(to: GObject.self), "format", "time")
    let buffer = image.pixels.withUnsafeBytes {
      gst_buffer_new_memdup($0.baseAddress, gsize($0.count))
    }
    gst_swift_set_times(buffer!, 0, gst_swift_unknown_time())
    var callbacks = GstAppSrcCallbacks()
    callbacks.need_data = { source, _, buffer in
      let buffer = buffer!.assumingMemoryBound(to: GstBuffer.self)
      // A refused buffer and a refused end mean that the reader is closing.
      gst_app_src_push_buffer(source, gst_swift_buffer_ref(buffer))
      gst_app_src_end_of_stream(source)
    }
    gst_app_src_set_callbacks(sender, &callbacks, buffer) { buffer in
      gst_swift_buffer_unref(buffer!.assumingMemoryBound(to: GstBuffer.self))
    }
    return source
  }

  private func filter(_ text: String) throws(ElementError) -> UnsafeMutablePointer<GstElement> {
    let filter = try make("capsfilter", "gstreamer1.0-plugins-base")
    let caps = gst_caps_from_string(text)
    gst_swift_set_caps(filter, "caps", caps)
    gst_caps_unref(caps)
    return filter
  }

  private func make(
    _ factory: String, _ origin: String
  ) throws(ElementError) -> UnsafeMutablePointer<GstElement> {
    guard let element = gst_element_factory_make(factory, nil) else {
      throw .missingElement(factory, from: origin)
    }
    return element
  }
}
