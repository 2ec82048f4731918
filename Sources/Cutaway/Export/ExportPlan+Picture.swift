import CutawayDiagnostics
import CutawayModel
import CutawayTranslation

extension ExportPlan {
  /// The depth, the colours and the chroma resolution of the picture.
  ///
  /// Where the background is transparent, and the codec has alpha, so has the picture. Depth and colours are 8 bits in BT.709 unless the composition requests others, or the codec is meant for
  /// others and the sources have them.
  func picture(for resolved: ResolvedComposition) -> PictureFormat {
    var picture = opaquePicture(for: resolved)
    picture.hasAlpha = videoEncoder?.alphaFormat != nil && resolved.hasTransparentBackground
    return picture
  }

  private func opaquePicture(for resolved: ResolvedComposition) -> PictureFormat {
    guard let deep = videoEncoder?.installedDeep else { return PictureFormat() }
    let render = resolved.composition.render, films = resolved.shownFilm
    let transfer =
      render.transferFunction
      ?? (deep.isUsual && render.bitDepth != 8 ? resolved.commonTransferFunction : .bt709)
    let isDeep =
      transfer.isHDR || render.bitDepth == 10
      || render.bitDepth == nil && deep.isUsual && films.contains { $0.isDeep }
    guard isDeep else { return PictureFormat() }
    let finest = films.filter(\.isDeep).compactMap(\.chroma).max() ?? deep.chroma[0]
    return PictureFormat(
      bitDepth: 10, transferFunction: transfer,
      chroma: deep.chroma.contains(finest) ? finest : deep.chroma[0])
  }

  /// The static metadata of a PQ picture, and of an HLG picture whose sources state them.
  ///
  /// Those of the sources apply if all sources state the same.
  func light(for resolved: ResolvedComposition, in picture: PictureFormat) -> PictureLight? {
    guard picture.transferFunction.isHDR else { return nil }
    let films = resolved.shownFilm
    func common(_ property: (MediaDescription.Video) -> String?) -> String? {
      let values = Set(films.map(property))
      return values.count == 1 ? values.first ?? nil : nil
    }
    let areAlike = films.allSatisfy { $0.transferFunction == picture.transferFunction }
    let display = areAlike ? common(\.masteringDisplay) : nil
    guard
      let display = display ?? (picture.transferFunction == .pq ? PictureLight.usualDisplay : nil)
    else { return nil }
    return PictureLight(
      masteringDisplay: display, contentLight: areAlike ? common(\.contentLight) : nil)
  }

  /// A warning if the file loses depth or dynamic range that the composition requests, or dynamic
  /// range that the sources have; `nil` otherwise.
  func pictureWarning(for resolved: ResolvedComposition) -> Warning? {
    guard let videoEncoder else { return nil }
    let picture = picture(for: resolved), render = resolved.composition.render
    let codec = videoEncoder.codec.rawValue
    if let wanted = render.transferFunction, wanted != picture.transferFunction {
      return Warning(
        .dynamicRange,
        "\(codec) by \(videoEncoder.factory) has no HDR, so the picture is SDR instead of "
          + "\(wanted.rawValue); the preset hevcHighestQuality keeps it",
        path: ["render", "transferFunction"])
    }
    if render.bitDepth == 10, picture.bitDepth == 8 {
      return Warning(
        .bitDepth,
        "\(codec) by \(videoEncoder.factory) has 8 bits, not 10; the presets hevcHighestQuality, "
          + "proRes422 and lossless have 10", path: ["render", "bitDepth"])
    }
    if resolved.hasTransparentBackground, !picture.hasAlpha {
      return Warning(
        .alpha,
        "\(codec) has no alpha, so the transparent background is black; the presets proRes4444 and "
          + "lossless and PNG images keep it", path: ["render", "background"])
    }
    guard render.transferFunction == nil, !picture.transferFunction.isHDR,
      let lost = resolved.shownFilm.map(\.transferFunction).first(where: \.isHDR)
    else { return nil }
    let way =
      resolved.commonTransferFunction.isHDR
      ? "the preset hevcHighestQuality keeps it"
      : "'render: {transferFunction: \(lost.rawValue)}' "
        + "with the preset hevcHighestQuality keeps it, and converts the others"
    return Warning(.dynamicRange, "the HDR of the sources (\(lost.rawValue)) becomes SDR; \(way)")
  }
}

extension ResolvedComposition {
  /// The transfer function of all sources; BT.709 if they differ.
  fileprivate var commonTransferFunction: TransferFunction {
    let all = Set(shownFilm.map(\.transferFunction))
    return all.count == 1 ? all.first ?? .bt709 : .bt709
  }
}

extension MediaDescription.Video {
  /// Whether samples have more than 8 bits.
  fileprivate var isDeep: Bool { (bitDepth ?? 8) > 8 }
}
