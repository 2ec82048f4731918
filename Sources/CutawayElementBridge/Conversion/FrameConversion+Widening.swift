import CCutawayGStreamer
import CutawayElementKit

extension GstVideoInfo {
  /// The format between frames and those of another format; `nil` if one conversion suffices.
  func between(_ output: GstVideoInfo) -> GstVideoInfo? {
    widened(onWayTo: output) ?? throughRGB(onWayTo: output)
  }

  /// The format between frames of 8 bits and a deeper one.
  ///
  /// Samples are widened before colours, chroma or sizes are converted; these would be rounded to 8
  /// bits otherwise. Chroma of full range is not: GStreamer's converter, which repeats the upper bits
  /// of a sample below it, would move its neutral value.
  ///
  /// - Parameter output: The deeper format.
  /// - Returns: The format between; `nil` if one conversion suffices.
  func widened(onWayTo output: GstVideoInfo) -> GstVideoInfo? {
    guard depth == 8, let target = MixerLayout(output), target.depth > 8 else { return nil }
    let steps: [GstVideoInfo?]
    if isRGB {
      steps = [step(target, size: self, colors: output)]
    } else if colorimetry.range != GST_VIDEO_COLOR_RANGE_0_255,
      let own = ownLayout(depth: 8), let wide = ownLayout(depth: target.depth)
    {
      steps = [step(wide, size: self, colors: self), step(own, size: self, colors: self)]
    } else {
      steps = [target.narrow.map { step($0, size: output, colors: output) }]
    }
    return steps.lazy.compactMap(\.self).first {
      !$0.isEquivalent(to: output) && !$0.isEquivalent(to: self)
    }
  }

  /// The layout of another depth with the same resolution of chroma, or with alpha.
  private func ownLayout(depth: Int) -> MixerLayout? {
    if hasAlpha, hasChroma { return .packed(depth == 8 ? .ayuv : .ayuv64) }
    let layout = planarChroma.map { MixerLayout.planar($0, depth: depth) }
    return layout.flatMap { MixerLayout.all.contains($0) ? $0 : nil }
  }

  private func step(
    _ layout: MixerLayout, size: GstVideoInfo, colors: GstVideoInfo
  ) -> GstVideoInfo {
    var result = GstVideoInfo()
    gst_video_info_set_format(&result, layout.format, guint(size.width), guint(size.height))
    result.fps_n = fps_n
    result.fps_d = fps_d
    result.interlace_mode = interlace_mode
    result.colorimetry = colors.colorimetry
    result.chroma_site = colors.chroma_site
    return result
  }
}

extension MixerLayout {
  /// The layout with 8 bits; `nil` for R′G′B′.
  fileprivate var narrow: MixerLayout? {
    switch self {
    case .planar(let chroma, _): .planar(chroma, depth: 8)
    case .packed(.ayuv64): .packed(.ayuv)
    case .packed: nil
    }
  }
}
