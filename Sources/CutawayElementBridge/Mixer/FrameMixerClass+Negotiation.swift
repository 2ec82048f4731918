import CCutawayGStreamer
import CutawayElementKit

extension FrameMixerClass {
  /// Caps in which the inputs determine open fields.
  func fixated(_ instance: Instance, _ caps: Caps) -> Caps {
    // The inputs determine open fields: the largest size, the first frame rate, the greatest depth,
    // and the colours of the lowest.
    var width: Int32 = 1, height: Int32 = 1, rate: (Int32, Int32)?, lowest: MixerInputFormat?
    var depth = 8, haveAlpha = false
    withPads(of: instance) { list in
      for pad in list {
        guard let format = pads.stream(of: pad.instance).format else { continue }
        let area = extent(of: pad.instance, format)
        (width, height) = (max(width, area.width), max(height, area.height))
        if rate == nil, format.info.fps_n > 0 { rate = (format.info.fps_n, format.info.fps_d) }
        lowest = lowest ?? format
        depth = max(depth, format.info.depth)
        haveAlpha = haveAlpha || format.info.hasAlpha
      }
    }
    let hasAlpha = layout.current(of: instance).prefersAlpha(ifInputs: haveAlpha)
    let result = chosen(gst_caps_truncate(caps)!, depth: depth, hasAlpha: hasAlpha)
    let fields = gst_caps_get_structure(result, 0)
    gst_structure_fixate_field_nearest_int(fields, "width", width)
    gst_structure_fixate_field_nearest_int(fields, "height", height)
    let (numerator, denominator) = rate ?? (30, 1)
    gst_structure_fixate_field_nearest_fraction(fields, "framerate", numerator, denominator)
    if let lowest { adopt(lowest, in: fields) }
    return result
  }

  /// Caps with one format: of those that downstream accepts, the one that keeps alpha and depth with
  /// the smallest frames.
  ///
  /// - Parameters:
  ///   - caps: The possible caps, which the function takes.
  ///   - depth: The greatest depth of the inputs.
  ///   - hasAlpha: Whether the output should have alpha.
  /// - Returns: The caps, which the caller owns.
  private func chosen(_ caps: Caps, depth: Int, hasAlpha: Bool) -> Caps {
    func cost(_ layout: MixerLayout) -> Int {
      (layout.hasAlpha == hasAlpha ? 0 : 100) + (layout.depth < depth ? 50 - layout.depth : 0)
        + layout.depth
    }
    let formats = Mixer.formats.enumerated().sorted { a, b in
      (cost(a.element.layout), a.offset) < (cost(b.element.layout), b.offset)
    }
    for (_, format) in formats {
      let wish = gst_caps_from_string("video/x-raw, format=(string)\(format.name)")
      defer { gst_caps_unref(wish) }
      if gst_caps_can_intersect(caps, wish) != 0 {
        let fields = gst_caps_get_structure(caps, 0)
        gst_structure_fixate_field_string(fields, "format", format.name)
        break
      }
    }
    return caps
  }

  /// Sets the colorimetry of an input, unless downstream has determined it, or either has no chroma.
  private func adopt(_ input: MixerInputFormat, in fields: UnsafeMutablePointer<GstStructure>?) {
    guard gst_structure_has_field(fields, "colorimetry") == 0, input.info.hasChroma,
      let format = gst_structure_get_string(fields, "format"),
      gst_video_format_get_info(gst_video_format_from_string(format)).pointee.hasChroma,
      let text = gst_structure_get_string(gst_caps_get_structure(input.caps, 0), "colorimetry")
    else { return }
    gst_swift_set_field(fields, "colorimetry", text)
  }

  /// The width and the height to which an input reaches in the output.
  private func extent(
    of pad: Instance, _ format: MixerInputFormat
  ) -> (width: Int32, height: Int32) {
    let shape = format.info.pixelAspectRatio
    let width = Int(format.info.width) * Int(shape.numerator) / Int(shape.denominator)
    let size = Mixer.extent(
      of: pads.input.current(of: pad), width: width, height: Int(format.info.height))
    return (Int32(clamping: size.width), Int32(clamping: size.height))
  }
}
