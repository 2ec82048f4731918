public import CutawayModel

/// The size and the quality of an export, with AVFoundation's names.
///
/// A size is an upper bound: the export keeps the aspect ratio, never enlarges, and makes both
/// sides even.
public enum ExportPreset: String, Sendable, Hashable, CaseIterable, Codable {
  /// The size of the composition, at three levels of quality.
  case highestQuality, mediumQuality, lowQuality
  /// An upper bound of the size in pixels, at high quality.
  case size640x480 = "640x480"
  /// At most 960×540 pixels, at high quality.
  case size960x540 = "960x540"
  /// At most 1280×720 pixels, at high quality.
  case size1280x720 = "1280x720"
  /// At most 1920×1080 pixels, at high quality.
  case size1920x1080 = "1920x1080"
  /// At most 3840×2160 pixels, at high quality.
  case size3840x2160 = "3840x2160"
  /// The size of the composition at high quality, in HEVC.
  case hevcHighestQuality
  /// ProRes 422 with uncompressed sound, for further editing.
  case proRes422
  /// ProRes 4444 with uncompressed sound, which keeps the alpha of a transparent background.
  case proRes4444
  /// Sound only, in AAC.
  case appleM4A
  /// Copies packets without encoding, whole files or parts cut at key frames.
  case passthrough
  /// FFV1 and FLAC in Matroska, which keep the rendered output bit for bit.
  case lossless

  /// The upper bound of the output size in pixels; `nil` keeps the composition's size.
  public var maximumSize: PixelSize? {
    switch self {
    case .size640x480: PixelSize(width: 640, height: 480)
    case .size960x540: PixelSize(width: 960, height: 540)
    case .size1280x720: PixelSize(width: 1280, height: 720)
    case .size1920x1080: PixelSize(width: 1920, height: 1080)
    case .size3840x2160: PixelSize(width: 3840, height: 2160)
    case .mediumQuality: PixelSize(width: 1280, height: 720)
    case .lowQuality: PixelSize(width: 480, height: 360)
    case .highestQuality, .hevcHighestQuality, .proRes422, .proRes4444, .appleM4A, .passthrough,
      .lossless:
      nil
    }
  }

  /// The codec of the preset; `nil` leaves the choice to the file type.
  var videoCodec: VideoCodec? {
    switch self {
    case .hevcHighestQuality: .hevc
    case .proRes422: .proRes422
    case .proRes4444: .proRes4444
    case .lossless: .ffv1
    default: nil
    }
  }

  var audioCodec: AudioCodec? {
    switch self {
    case .proRes422, .proRes4444: .pcm
    case .appleM4A: .aac
    case .lossless: .flac
    default: nil
    }
  }

  /// The video quality, from 0 to 1, as in ``EncodingOptions/videoQuality``.
  var videoQuality: Double {
    switch self {
    case .highestQuality, .hevcHighestQuality: 0.75
    case .mediumQuality: 0.5
    case .lowQuality: 0.25
    default: 0.65
    }
  }

  /// The bit rate of two channels of compressed sound, in bits per second.
  var audioBitrate: Int {
    switch self {
    case .lowQuality: 96_000
    case .mediumQuality: 128_000
    default: 192_000
    }
  }

  /// The file types that the preset supports, the default one first.
  public var fileTypes: [ExportFileType] {
    switch self {
    case .appleM4A: [.m4a, .mp4]
    case .lossless: [.mkv]
    case .proRes422, .proRes4444: [.mov, .mkv]
    case .passthrough: ExportFileType.allCases.filter { $0.container.copying != nil }
    case .hevcHighestQuality: ExportFileType.allCases.filter { $0.videoCodecs.contains(.hevc) }
    default: ExportFileType.allCases
    }
  }

  /// The file type of the preset unless you specify another one.
  public var defaultFileType: ExportFileType { fileTypes[0] }

  /// The presets that support a file type.
  public static func presets(for fileType: ExportFileType) -> [ExportPreset] {
    allCases.filter { $0.fileTypes.contains(fileType) }
  }
}
