import CCutawayGStreamer
package import CutawayQuirks

extension Quirk {
  /// videoconvert makes the alpha of AYUV 0 or 255 where the matrix or the range changes.
  ///
  /// So such frames are converted through R′G′B′.
  package static let packedAlpha = Quirk(
    "videoconvert loses the alpha of AYUV between matrices",
    versions: [.all],
    upstream: "not reported",
    test: "a layer in another matrix keeps its alpha")
}

extension GstVideoInfo {
  /// R′G′B′ between frames with luma, chroma and alpha of 8 bits that have other colours.
  ///
  /// - Parameter output: The format of the result.
  /// - Returns: The format between; `nil` if one conversion suffices.
  func throughRGB(onWayTo output: GstVideoInfo) -> GstVideoInfo? {
    let ayuv = GST_VIDEO_FORMAT_AYUV
    guard Quirk.packedAlpha.applies, finfo.pointee.format == ayuv,
      output.finfo.pointee.format == ayuv
    else { return nil }
    let colors = colorimetry, others = output.colorimetry
    guard colors.matrix != others.matrix || colors.range != others.range else { return nil }
    var result = GstVideoInfo()
    gst_video_info_set_format(&result, GST_VIDEO_FORMAT_ARGB, guint(width), guint(height))
    (result.fps_n, result.fps_d, result.interlace_mode) = (fps_n, fps_d, interlace_mode)
    return result
  }
}
