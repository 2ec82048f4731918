import CCutawayGStreamer
import CutawayElementKit

extension MixerLayout {
  /// GStreamer's formats with planes, for the byte order of the machine.
  private static let planes: [MixerLayout: GstVideoFormat] = [
    .planar(.halved, depth: 8): GST_VIDEO_FORMAT_I420,
    .planar(.halvedColumns, depth: 8): GST_VIDEO_FORMAT_Y42B,
    .planar(.full, depth: 8): GST_VIDEO_FORMAT_Y444,
    .planar(.halved, depth: 10): GST_VIDEO_FORMAT_I420_10LE,
    .planar(.halvedColumns, depth: 10): GST_VIDEO_FORMAT_I422_10LE,
    .planar(.full, depth: 10): GST_VIDEO_FORMAT_Y444_10LE,
    .planar(.halved, depth: 12): GST_VIDEO_FORMAT_I420_12LE,
    .planar(.halvedColumns, depth: 12): GST_VIDEO_FORMAT_I422_12LE,
    .planar(.full, depth: 12): GST_VIDEO_FORMAT_Y444_12LE,
    .planar(.full, depth: 16): GST_VIDEO_FORMAT_Y444_16LE,
  ]

  private static let packed: [PixelLayout: GstVideoFormat] = [
    .ayuv: GST_VIDEO_FORMAT_AYUV, .bgra: GST_VIDEO_FORMAT_BGRA, .rgba: GST_VIDEO_FORMAT_RGBA,
    .argb: GST_VIDEO_FORMAT_ARGB, .abgr: GST_VIDEO_FORMAT_ABGR, .ayuv64: GST_VIDEO_FORMAT_AYUV64,
    .argb64: GST_VIDEO_FORMAT_ARGB64, .bgra64: GST_VIDEO_FORMAT_BGRA64_LE,
    .rgba64: GST_VIDEO_FORMAT_RGBA64_LE, .abgr64: GST_VIDEO_FORMAT_ABGR64_LE,
  ]

  /// GStreamer's format; unknown for planes that it does not have.
  ///
  /// `gst_video_format_from_string` is declared as `const`: a compiler may release a string before
  /// the function reads it.
  var format: GstVideoFormat {
    switch self {
    case .packed(let layout): Self.packed[layout] ?? GST_VIDEO_FORMAT_UNKNOWN
    case .planar: Self.planes[self] ?? GST_VIDEO_FORMAT_UNKNOWN
    }
  }

  /// GStreamer's name of the format.
  var formatName: String { String(cString: gst_video_format_to_string(format)) }

  /// The layout of a format; `nil` if mixers cannot draw it.
  init?(_ info: GstVideoInfo) {
    let format = info.finfo.pointee.format
    if let layout = Self.planes.first(where: { $0.value == format })?.key {
      self = layout
    } else if let layout = Self.packed.first(where: { $0.value == format })?.key {
      self = .packed(layout)
    } else {
      return nil
    }
  }

  var hasAlpha: Bool { if case .packed = self { true } else { false } }

  /// The bits of a sample.
  var depth: Int {
    switch self {
    case .planar(_, let depth): depth
    case .packed(let layout): layout.bitsPerComponent
    }
  }
}

extension FrameMixer {
  /// The names in GStreamer of the formats of the output, with the layouts that are drawn.
  static var formats: [(name: String, layout: MixerLayout)] {
    outputs.map { ($0.formatName, $0) }
      + SharedChroma.all.filter { outputs.contains($0.planes) }.map { ($0.formatName, $0.planes) }
  }
}

extension MixerFormat {
  /// The format with one plane in which Cb and Cr alternate, instead of two planes.
  var ofAlternatingChroma: MixerFormat {
    guard case .planar(var format) = self else { return self }
    format.alternatesChroma = true
    return .planar(format)
  }

  /// The format of frames.
  ///
  /// - Throws: `ElementError` if mixers cannot draw it.
  init(_ info: GstVideoInfo) throws(ElementError) {
    let width = Int(info.width), height = Int(info.height)
    switch MixerLayout(info) {
    case .planar(let chroma, let depth):
      self = .planar(PlanarFormat(width: width, height: height, chroma: chroma, depth: depth))
    case .packed(let layout):
      self = .packed(VideoFormat(width: width, height: height, layout: layout))
    case nil:
      let name = String(cString: info.finfo.pointee.name)
      throw ElementError("format \(name) is not supported", code: .unsupportedFormat)
    }
  }
}

extension GstVideoInfo {
  var hasAlpha: Bool { finfo.pointee.flags.rawValue & GST_VIDEO_FORMAT_FLAG_ALPHA.rawValue != 0 }

  /// Whether frames have luma and chroma.
  var hasChroma: Bool { finfo.pointee.hasChroma }

  /// The greatest number of bits of a component.
  var depth: Int {
    let depths = finfo.pointee.depth
    return Int(max(depths.0, depths.1, depths.2))
  }

  /// The format in which a mixer draws frames of this one, in the colours of the output.
  ///
  /// - Parameters:
  ///   - output: The format of the output.
  ///   - matching: The formats that the mixer draws.
  ///   - isOpaque: Whether all pixels of the frames are opaque, so that their alpha may be dropped.
  /// - Returns: The format.
  func drawable(
    in output: GstVideoInfo, matching: InputMatching, isOpaque: Bool = false
  ) -> GstVideoInfo {
    let format =
      isOpaque ? output.finfo.pointee.format : drawnFormat(in: output, matching: matching)
    let isOfSize = matching != .format || width == output.width && height == output.height
    let hasOwnColors =
      colorimetry.range != output.colorimetry.range || matrixDiffers(from: output)
    if format == finfo.pointee.format, isOfSize, !hasOwnColors { return self }
    var result = GstVideoInfo()
    let size = matching == .format ? output : self
    gst_video_info_set_format(&result, format, guint(size.width), guint(size.height))
    result.fps_n = fps_n
    result.fps_d = fps_d
    result.interlace_mode = interlace_mode
    result.colorimetry = output.colorimetry
    result.chroma_site = output.chroma_site
    return result
  }

  private func drawnFormat(in output: GstVideoInfo, matching: InputMatching) -> GstVideoFormat {
    let wanted = output.finfo.pointee.format
    guard matching == .depth, case .planar(_, let depth)? = MixerLayout(output) else {
      return wanted
    }
    if hasAlpha { return depth == 8 ? GST_VIDEO_FORMAT_AYUV : GST_VIDEO_FORMAT_AYUV64 }
    // Only the depth is converted: the mixer draws chroma of any resolution.
    let own = planarChroma.map { MixerLayout.planar($0, depth: depth) }
    return own.flatMap { MixerLayout.all.contains($0) ? $0.format : nil } ?? wanted
  }

  /// The resolution of chroma; `nil` for R′G′B′, and for resolutions that a mixer does not draw.
  var planarChroma: PlanarFormat.Chroma? {
    guard hasChroma else { return nil }
    switch (finfo.pointee.w_sub.1, finfo.pointee.h_sub.1) {
    case (1, 1): return .halved
    case (1, 0): return .halvedColumns
    case (0, 0): return .full
    default: return nil
    }
  }

  private func matrixDiffers(from other: GstVideoInfo) -> Bool {
    let own = colorimetry.matrix, theirs = other.colorimetry.matrix
    let unknown = GST_VIDEO_COLOR_MATRIX_UNKNOWN
    return own != theirs && own != unknown && theirs != unknown
  }

  /// Range, matrix, transfer function and primaries in GStreamer's form.
  var colorimetryText: String {
    var colors = colorimetry
    guard let text = gst_video_colorimetry_to_string(&colors) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Whether frames of both have the same pixels in memory.
  func isEquivalent(to other: GstVideoInfo) -> Bool {
    finfo.pointee.format == other.finfo.pointee.format
      && width == other.width && height == other.height
      && colorimetry.range == other.colorimetry.range
      && colorimetry.matrix == other.colorimetry.matrix
  }
}

extension GstVideoFormatInfo {
  /// Whether frames have luma and chroma.
  var hasChroma: Bool { flags.rawValue & GST_VIDEO_FORMAT_FLAG_YUV.rawValue != 0 }
}
