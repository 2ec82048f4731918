import CutawayModel
import CutawayTime

/// What a file is for: a preset with settings that fit it.
///
///     var settings = ExportSession.Settings()
///     ExportPurpose.shorts.apply(to: &settings)
///     let session = ExportSession(edit, preset: ExportPurpose.shorts.preset, settings: settings)
public enum ExportPurpose: String, Sendable, Hashable, CaseIterable {
  /// A web page: at most 1080p, playable during the download.
  case web
  /// Instagram: upright in 1080×1920, key frames each two seconds.
  case reels
  /// YouTube: upright in 1080×1920, key frames each half second.
  case shorts
  /// A copy without any loss, to export other files from later.
  case archive

  /// The preset.
  public var preset: ExportPreset {
    switch self {
    case .web: .size1920x1080
    case .reels, .shorts: .highestQuality
    case .archive: .lossless
    }
  }

  /// Applies the settings, which the caller may then change.
  public func apply(to settings: inout ExportSession.Settings) {
    if self == .archive { return }
    settings.shouldOptimizeForNetworkUse = true
    if self == .web { return }
    settings.renderSize = PixelSize(width: 1080, height: 1920)
    settings.placement = .fill
    settings.encoding.fixedKeyFrames = self == .reels ? MediaTime(2) : MediaTime(1, over: 2)
    if self == .reels { settings.encoding.audioBitrate = 128_000 }
  }
}
