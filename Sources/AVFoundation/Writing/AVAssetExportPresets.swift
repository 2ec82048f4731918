import Cutaway
import CutawayModel

// The names of presets; their values are Apple's.

/// Low quality.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// Medium quality.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// The size of the composition at high quality.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// At most 640×480 pixels.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// At most 960×540 pixels.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// At most 1280×720 pixels.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// At most 1920×1080 pixels.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// At most 3840×2160 pixels.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// HEVC in the size of the composition.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// HEVC in at most 1920×1080 pixels.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// HEVC in at most 3840×2160 pixels.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// HEVC in at most 7680×4320 pixels.
public let AVAssetExportPresetHEVC7680x4320 = "AVAssetExportPresetHEVC7680x4320"
/// Sound only, in AAC.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"
/// H.264 in at most 480×360 pixels.
public let AVAssetExportPresetAppleM4VCellular = "AVAssetExportPresetAppleM4VCellular"
/// H.264 in at most 640×480 pixels.
public let AVAssetExportPresetAppleM4ViPod = "AVAssetExportPresetAppleM4ViPod"
/// H.264 in at most 640×480 pixels.
public let AVAssetExportPresetAppleM4V480pSD = "AVAssetExportPresetAppleM4V480pSD"
/// H.264 in at most 960×540 pixels.
public let AVAssetExportPresetAppleM4VAppleTV = "AVAssetExportPresetAppleM4VAppleTV"
/// H.264 in at most 1280×720 pixels.
public let AVAssetExportPresetAppleM4VWiFi = "AVAssetExportPresetAppleM4VWiFi"
/// H.264 in at most 1280×720 pixels.
public let AVAssetExportPresetAppleM4V720pHD = "AVAssetExportPresetAppleM4V720pHD"
/// H.264 in at most 1920×1080 pixels.
public let AVAssetExportPresetAppleM4V1080pHD = "AVAssetExportPresetAppleM4V1080pHD"
/// ProRes 422 with uncompressed sound.
public let AVAssetExportPresetAppleProRes422LPCM = "AVAssetExportPresetAppleProRes422LPCM"
/// Copies packets without encoding.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
/// HEVC with alpha; not available.
public let AVAssetExportPresetHEVCHighestQualityWithAlpha =
  "AVAssetExportPresetHEVCHighestQualityWithAlpha"
/// HEVC with alpha; not available.
public let AVAssetExportPresetHEVC1920x1080WithAlpha = "AVAssetExportPresetHEVC1920x1080WithAlpha"
/// HEVC with alpha; not available.
public let AVAssetExportPresetHEVC3840x2160WithAlpha = "AVAssetExportPresetHEVC3840x2160WithAlpha"
/// ProRes 4444 with uncompressed sound, which keeps alpha.
public let AVAssetExportPresetAppleProRes4444LPCM = "AVAssetExportPresetAppleProRes4444LPCM"
/// Spatial video; not available.
public let AVAssetExportPresetMVHEVC960x960 = "AVAssetExportPresetMVHEVC960x960"
/// Spatial video; not available.
public let AVAssetExportPresetMVHEVC1440x1440 = "AVAssetExportPresetMVHEVC1440x1440"

/// What a preset means for an export of the model.
struct ExportPresetMeaning: Sendable {
  let preset: ExportPreset
  /// The upper bound of the size, if it is not that of the preset.
  var size: PixelSize?
  /// Whether only files for Apple devices are written.
  var isForAppleDevices = false

  /// The presets by their names, in the order of AVFoundation.
  static let all: [(name: String, meaning: ExportPresetMeaning)] = [
    (AVAssetExportPresetLowQuality, ExportPresetMeaning(preset: .lowQuality)),
    (AVAssetExportPresetMediumQuality, ExportPresetMeaning(preset: .mediumQuality)),
    (AVAssetExportPresetHighestQuality, ExportPresetMeaning(preset: .highestQuality)),
    (AVAssetExportPreset640x480, ExportPresetMeaning(preset: .size640x480)),
    (AVAssetExportPreset960x540, ExportPresetMeaning(preset: .size960x540)),
    (AVAssetExportPreset1280x720, ExportPresetMeaning(preset: .size1280x720)),
    (AVAssetExportPreset1920x1080, ExportPresetMeaning(preset: .size1920x1080)),
    (AVAssetExportPreset3840x2160, ExportPresetMeaning(preset: .size3840x2160)),
    (AVAssetExportPresetHEVCHighestQuality, ExportPresetMeaning(preset: .hevcHighestQuality)),
    (
      AVAssetExportPresetHEVC1920x1080,
      ExportPresetMeaning(preset: .hevcHighestQuality, size: PixelSize(width: 1920, height: 1080))
    ),
    (
      AVAssetExportPresetHEVC3840x2160,
      ExportPresetMeaning(preset: .hevcHighestQuality, size: PixelSize(width: 3840, height: 2160))
    ),
    (
      AVAssetExportPresetHEVC7680x4320,
      ExportPresetMeaning(preset: .hevcHighestQuality, size: PixelSize(width: 7680, height: 4320))
    ),
    (AVAssetExportPresetAppleM4A, ExportPresetMeaning(preset: .appleM4A)),
    (
      AVAssetExportPresetAppleM4VCellular,
      ExportPresetMeaning(
        preset: .lowQuality, size: PixelSize(width: 480, height: 360), isForAppleDevices: true)
    ),
    (
      AVAssetExportPresetAppleM4ViPod,
      ExportPresetMeaning(preset: .size640x480, isForAppleDevices: true)
    ),
    (
      AVAssetExportPresetAppleM4V480pSD,
      ExportPresetMeaning(preset: .size640x480, isForAppleDevices: true)
    ),
    (
      AVAssetExportPresetAppleM4VAppleTV,
      ExportPresetMeaning(preset: .size960x540, isForAppleDevices: true)
    ),
    (
      AVAssetExportPresetAppleM4VWiFi,
      ExportPresetMeaning(preset: .size1280x720, isForAppleDevices: true)
    ),
    (
      AVAssetExportPresetAppleM4V720pHD,
      ExportPresetMeaning(preset: .size1280x720, isForAppleDevices: true)
    ),
    (
      AVAssetExportPresetAppleM4V1080pHD,
      ExportPresetMeaning(preset: .size1920x1080, isForAppleDevices: true)
    ),
    (AVAssetExportPresetAppleProRes422LPCM, ExportPresetMeaning(preset: .proRes422)),
    (AVAssetExportPresetAppleProRes4444LPCM, ExportPresetMeaning(preset: .proRes4444)),
    (AVAssetExportPresetPassthrough, ExportPresetMeaning(preset: .passthrough)),
  ]

  /// The meaning of a preset's name; `nil` if it is not available.
  init?(named name: String) {
    guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
    self = known.meaning
  }

  init(preset: ExportPreset, size: PixelSize? = nil, isForAppleDevices: Bool = false) {
    (self.preset, self.size, self.isForAppleDevices) = (preset, size, isForAppleDevices)
  }

  /// The file types that the preset writes, the usual one first.
  var fileTypes: [AVFileType] {
    if isForAppleDevices { return [.m4v] }
    let known = preset.fileTypes.compactMap { AVFileType($0) }
    // QuickTime is the usual type on Apple's systems, wherever it is possible.
    return known.contains(.mov) ? [.mov] + known.filter { $0 != .mov } : known
  }
}

extension AVFileType {
  /// The types of exports and their identifiers.
  private static let exports: [(ExportFileType, AVFileType)] = [
    (.mp4, .mp4), (.m4v, .m4v), (.mov, .mov), (.m4a, .m4a), (.wav, .wav), (.mp3, .mp3),
  ]

  /// The identifier of an export's type; `nil` if Apple's systems have none.
  init?(_ type: ExportFileType) {
    guard let known = Self.exports.first(where: { $0.0 == type }) else { return nil }
    self = known.1
  }

  /// The type of an export; `nil` if it cannot be written.
  var exportType: ExportFileType? { Self.exports.first { $0.1 == self }?.0 }
}
