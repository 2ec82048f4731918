import CCutawayGStreamer
import CutawayColorProfiles
import CutawayContainers
import CutawayElementBridge

/// The complete colorimetry of decoded frames.
///
/// If the caps leave it open, it is BT.601 below 720 lines, else BT.709.
struct SourceColor {
  private(set) var colorimetry: GstVideoColorimetry
  private(set) var info: GstVideoInfo

  /// Determines the colorimetry.
  ///
  /// - Parameters:
  ///   - caps: The caps of the decoder.
  ///   - stated: A colorimetry that overrides that of the caps, which a decoder invents if the
  ///     stream has none.
  ///   - coding: The code points that a picture states; `nil` without any.
  ///   - profile: What the ICC profile of a picture says; `nil` without one.
  init?(
    _ caps: Caps, stated: String?, coding: PictureMetadata.Coding? = nil,
    profile: ICCProfile.Encoding? = nil
  ) {
    var info = GstVideoInfo()
    guard gst_video_info_from_caps(&info, caps) != 0 else { return nil }
    self.info = info
    let isGiven = gst_structure_get_string(gst_caps_get_structure(caps, 0), "colorimetry") != nil
    colorimetry = info.colorimetry
    if !isGiven { colorimetry = GstVideoColorimetry() }
    if let stated { gst_video_colorimetry_from_string(&colorimetry, stated) }
    if !isYUV {
      colorimetry.matrix = GST_VIDEO_COLOR_MATRIX_RGB
      if stated != nil { colorimetry.range = info.colorimetry.range }
    }
    switch profile {
    case .sRGB?:
      colorimetry.transfer = GST_VIDEO_TRANSFER_SRGB
      colorimetry.primaries = GST_VIDEO_COLOR_PRIMARIES_BT709
    case .displayP3?:
      colorimetry.transfer = GST_VIDEO_TRANSFER_SRGB
      colorimetry.primaries = GST_VIDEO_COLOR_PRIMARIES_SMPTEEG432
    case .other?, .unknown?, nil: break
    }
    if let coding {
      // What GStreamer does not know is left open.
      colorimetry.transfer = gst_video_transfer_function_from_iso(guint(coding.transfer))
      colorimetry.primaries = gst_video_color_primaries_from_iso(guint(coding.primaries))
    }
    complete()
  }

  /// The colorimetry that the code points of a picture make of R′G′B′.
  static func text(of coding: PictureMetadata.Coding) -> String {
    var color = GstVideoColorimetry(
      range: GST_VIDEO_COLOR_RANGE_0_255, matrix: GST_VIDEO_COLOR_MATRIX_RGB,
      transfer: gst_video_transfer_function_from_iso(guint(coding.transfer)),
      primaries: gst_video_color_primaries_from_iso(guint(coding.primaries)))
    let text = gst_video_colorimetry_to_string(&color)
    defer { g_free(text) }
    return text.map { String(cString: $0) } ?? ""
  }

  private mutating func complete() {
    if colorimetry.matrix == GST_VIDEO_COLOR_MATRIX_UNKNOWN {
      colorimetry.matrix =
        !isYUV
        ? GST_VIDEO_COLOR_MATRIX_RGB
        : info.height >= 720 ? GST_VIDEO_COLOR_MATRIX_BT709 : GST_VIDEO_COLOR_MATRIX_BT601
    }
    if colorimetry.range == GST_VIDEO_COLOR_RANGE_UNKNOWN {
      colorimetry.range = isYUV ? GST_VIDEO_COLOR_RANGE_16_235 : GST_VIDEO_COLOR_RANGE_0_255
    }
    if colorimetry.transfer == GST_VIDEO_TRANSFER_UNKNOWN {
      colorimetry.transfer = isYUV ? GST_VIDEO_TRANSFER_BT709 : GST_VIDEO_TRANSFER_SRGB
    }
    if colorimetry.primaries == GST_VIDEO_COLOR_PRIMARIES_UNKNOWN {
      // BT.601 in full range is JPEG, whose primaries are those of sRGB and therefore of BT.709.
      let isAnalogue = colorimetry.matrix == GST_VIDEO_COLOR_MATRIX_BT601 && !isFullRangeYUV
      colorimetry.primaries =
        isAnalogue
        ? GST_VIDEO_COLOR_PRIMARIES_SMPTE170M
        : colorimetry.matrix == GST_VIDEO_COLOR_MATRIX_BT2020
          ? GST_VIDEO_COLOR_PRIMARIES_BT2020 : GST_VIDEO_COLOR_PRIMARIES_BT709
    }
  }

  var isYUV: Bool {
    info.finfo.pointee.flags.rawValue & GST_VIDEO_FORMAT_FLAG_YUV.rawValue != 0
  }

  var isFullRangeYUV: Bool { isYUV && colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255 }

  var hasAlpha: Bool {
    info.finfo.pointee.flags.rawValue & GST_VIDEO_FORMAT_FLAG_ALPHA.rawValue != 0
  }

  /// The format that preserves chroma resolution and alpha.
  func outputFormat(of frames: FrameFormat) -> String {
    if frames.isDeep { return hasAlpha || !isYUV ? "AYUV64" : planarFormat(depth: frames.bitDepth) }
    let isHalved = info.finfo.pointee.w_sub.1 > 0 && info.finfo.pointee.h_sub.1 > 0
    return hasAlpha || !isYUV || !isHalved ? "AYUV" : "I420"
  }

  /// The format with the source's alpha, chroma resolution and depth that ``makePixelConverter()``
  /// converts without truncation.
  var exactFormat: String {
    let depth = max(info.finfo.pointee.depth.0, info.finfo.pointee.depth.1)
    if hasAlpha { return depth > 8 ? "AYUV64" : "AYUV" }
    return planarFormat(depth: depth > 10 ? 12 : depth > 8 ? 10 : 8)
  }

  private func planarFormat(depth: Int) -> String {
    let names =
      switch (info.finfo.pointee.w_sub.1 > 0, info.finfo.pointee.h_sub.1 > 0) {
      case (true, true), (false, true): ("I420", "I420")
      case (true, false): ("Y42B", "I422")
      case (false, false): ("Y444", "Y444")
      }
    return depth == 8 ? names.0 : "\(names.1)_\(depth)LE"
  }

  private var formatName: String { String(cString: info.finfo.pointee.name) }

  /// The conversion of frames to the depth and the colours of a reader.
  enum Way: Hashable {
    /// Frames have them already.
    case none
    /// Only the depth, or the order of the components.
    case widened
    /// R′G′B′ with the same primaries and transfer function.
    case rounded
    /// A conversion through 16-bit R′G′B′ in a colorimetry, in linear light if primaries or the
    /// transfer function change; otherwise only of the matrix and the range, if there are planes.
    case throughRGB(String, isLinear: Bool)
    /// The same with a tone map, which has this name for the transfer function.
    case toneMapped(String, transfer: String)
    /// The same with a conversion to high dynamic range, which has this name for the transfer
    /// function.
    case brightened(String, isLinear: Bool, transfer: String)

    /// Whether planes stay planes.
    var worksOnPlanes: Bool {
      switch self {
      case .toneMapped, .throughRGB(_, isLinear: false): true
      default: false
      }
    }
  }

  /// The conversion of the frames.
  func way(to frames: FrameFormat) -> Way {
    let way = frames.colorimetry == .bt709 ? wayToSDR : wayToHDR(frames.colorimetry)
    guard way == .none, frames.isDeep else { return way }
    return formatName == outputFormat(of: frames) ? .none : .widened
  }

  private func wayToHDR(_ wanted: FrameColorimetry) -> Way {
    let isSame =
      wanted == .hlg
      ? colorimetry.transfer == GST_VIDEO_TRANSFER_ARIB_STD_B67
      : colorimetry.transfer == GST_VIDEO_TRANSFER_SMPTE2084
    if isSame, colorimetry.primaries == GST_VIDEO_COLOR_PRIMARIES_BT2020 {
      let isUsual = isYUV && !isFullRangeYUV && colorimetry.matrix == GST_VIDEO_COLOR_MATRIX_BT2020
      return isUsual ? .none : .throughRGB(asRGB, isLinear: false)
    }
    switch colorimetry.transfer {
    case GST_VIDEO_TRANSFER_SMPTE2084:
      return .brightened(asRGB, isLinear: false, transfer: "pq")
    case GST_VIDEO_TRANSFER_ARIB_STD_B67:
      return .brightened(asRGB, isLinear: false, transfer: "hlg")
    default:
      return needsLinearLight
        ? .brightened(withPrimariesOfSDR, isLinear: true, transfer: "sdr")
        : .brightened(asRGB, isLinear: false, transfer: "sdr")
    }
  }

  private var wayToSDR: Way {
    switch colorimetry.transfer {
    case GST_VIDEO_TRANSFER_SMPTE2084: return .toneMapped(asRGB, transfer: "pq")
    case GST_VIDEO_TRANSFER_ARIB_STD_B67: return .toneMapped(asRGB, transfer: "hlg")
    default: break
    }
    if needsLinearLight { return .throughRGB(withPrimariesOfSDR, isLinear: true) }
    if !isYUV { return .rounded }
    return isOtherYUV ? .throughRGB(asRGB, isLinear: false) : .none
  }

  /// R′G′B′ with BT.709's primaries, and the curve of sRGB if the frames have that, which counts as that of BT.709.
  private var withPrimariesOfSDR: String {
    colorimetry.transfer == GST_VIDEO_TRANSFER_SRGB ? Self.sRGB : Self.bt709
  }

  /// R′G′B′ in sRGB.
  static let sRGB = "1:1:7:1"
  /// R′G′B′ in BT.709.
  static let bt709 = "1:1:5:1"

  /// Whether the conversion to BT.709 needs linear light, because of other primaries or another
  /// transfer function.
  private var needsLinearLight: Bool {
    let isSameCurve = [
      GST_VIDEO_TRANSFER_BT709, GST_VIDEO_TRANSFER_BT601, GST_VIDEO_TRANSFER_SRGB,
      GST_VIDEO_TRANSFER_BT2020_10, GST_VIDEO_TRANSFER_BT2020_12,
    ].contains(colorimetry.transfer)
    return !isSameCurve || colorimetry.primaries != GST_VIDEO_COLOR_PRIMARIES_BT709
  }

  /// The result of `iccconvert`: Display P3 with 16 bits.
  var afterProfile: SourceColor {
    var color = self, info = GstVideoInfo()
    gst_video_info_set_format(
      &info, GST_VIDEO_FORMAT_ARGB64, guint(max(0, self.info.width)),
      guint(max(0, self.info.height)))
    color.info = info
    color.colorimetry.matrix = GST_VIDEO_COLOR_MATRIX_RGB
    color.colorimetry.range = GST_VIDEO_COLOR_RANGE_0_255
    color.colorimetry.transfer = GST_VIDEO_TRANSFER_SRGB
    color.colorimetry.primaries = GST_VIDEO_COLOR_PRIMARIES_SMPTEEG432
    return color
  }

  /// The same colorimetry as R′G′B′.
  var asRGB: String {
    var color = colorimetry
    color.matrix = GST_VIDEO_COLOR_MATRIX_RGB
    color.range = GST_VIDEO_COLOR_RANGE_0_255
    return text(color)
  }

  /// A copy of `caps` with the complete colorimetry, owned by the caller.
  func completing(_ caps: Caps) -> Caps { relabelled(caps, text(colorimetry)) }

  private func text(_ color: GstVideoColorimetry) -> String {
    var color = color
    let text = gst_video_colorimetry_to_string(&color)
    defer { g_free(text) }
    return text.map { String(cString: $0) } ?? ""
  }
}

/// A copy of `caps` with another colorimetry, owned by the caller.
func relabelled(_ caps: Caps, _ colorimetry: String) -> Caps {
  let result = gst_caps_copy(caps)!
  setString(colorimetry, of: "colorimetry", in: result)
  return result
}

/// Sets a field of caps that nothing else uses yet.
func setString(_ text: String, of field: String, in caps: Caps) {
  var value = GValue()
  g_value_init(&value, GType(16 << 2))  // G_TYPE_STRING
  g_value_set_string(&value, text)
  gst_structure_set_value(gst_caps_get_structure(caps, 0), field, &value)
  g_value_unset(&value)
}
