public import CutawayModel

/// The sizes and quality levels of exports, by AVFoundation's names.
///
/// Sizes scale a picture down to fit, keeping its shape, and never up; all come out even.
public enum ExportPreset: String, Sendable, Hashable, CaseIterable {
  case highestQuality, mediumQuality, lowQuality
  case size640x480 = "640x480"
  case size960x540 = "960x540"
  case size1280x720 = "1280x720"
  case size1920x1080 = "1920x1080"
  case size3840x2160 = "3840x2160"
  case hevcHighestQuality
  /// ProRes 422 with uncompressed sound, to go on editing with.
  case proRes422
  /// Sound alone.
  case appleM4A
  /// Copies what the files hold as it is: whole, or cut at key frames.
  case passthrough
  /// FFV1 and FLAC in Matroska: what is rendered, bit for bit.
  case lossless

  /// The size into which the picture is scaled down if it is larger; `nil` keeps it.
  public var maximumSize: PixelSize? {
    switch self {
    case .size640x480: PixelSize(width: 640, height: 480)
    case .size960x540: PixelSize(width: 960, height: 540)
    case .size1280x720: PixelSize(width: 1280, height: 720)
    case .size1920x1080: PixelSize(width: 1920, height: 1080)
    case .size3840x2160: PixelSize(width: 3840, height: 2160)
    case .mediumQuality: PixelSize(width: 1280, height: 720)
    case .lowQuality: PixelSize(width: 480, height: 360)
    case .highestQuality, .hevcHighestQuality, .proRes422, .appleM4A, .passthrough, .lossless: nil
    }
  }

  /// The codec that it is about; `nil` leaves that to the type of file.
  var videoCodec: VideoCodec? {
    switch self {
    case .hevcHighestQuality: .hevc
    case .proRes422: .proRes422
    case .lossless: .ffv1
    default: nil
    }
  }

  var audioCodec: AudioCodec? {
    switch self {
    case .proRes422: .pcm
    case .appleM4A: .aac
    case .lossless: .flac
    default: nil
    }
  }

  /// How good the picture is, 0…1: see ``EncodingOptions/videoQuality``.
  var videoQuality: Double {
    switch self {
    case .highestQuality, .hevcHighestQuality: 0.75
    case .mediumQuality: 0.5
    case .lowQuality: 0.25
    default: 0.65
    }
  }

  /// Bits per second of two channels of compressed sound.
  var audioBitrate: Int {
    switch self {
    case .lowQuality: 96_000
    case .mediumQuality: 128_000
    default: 192_000
    }
  }

  /// The types of file it goes into, the usual one first.
  public var fileTypes: [ExportFileType] {
    switch self {
    case .appleM4A: [.m4a, .mp4]
    case .lossless: [.mkv]
    case .proRes422: [.mov, .mkv]
    case .passthrough: ExportFileType.allCases.filter(\.takesCopies)
    case .hevcHighestQuality: ExportFileType.allCases.filter { $0.videoCodecs.contains(.hevc) }
    default: ExportFileType.allCases
    }
  }

  /// The type of file it goes into where nothing says otherwise.
  public var defaultFileType: ExportFileType { fileTypes[0] }

  /// The presets that go into a type of file.
  public static func presets(for fileType: ExportFileType) -> [ExportPreset] {
    allCases.filter { $0.fileTypes.contains(fileType) }
  }
}
