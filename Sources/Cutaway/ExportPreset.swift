public import Composition

/// The sizes and quality levels of exports, by AVFoundation's names.
public enum ExportPreset: String, Sendable, Hashable, CaseIterable {
  case highestQuality, mediumQuality, lowQuality
  case size640x480 = "640x480"
  case size960x540 = "960x540"
  case size1280x720 = "1280x720"
  case size1920x1080 = "1920x1080"
  case size3840x2160 = "3840x2160"
  case hevcHighestQuality, appleM4A, lossless

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
    case .highestQuality, .hevcHighestQuality, .appleM4A, .lossless: nil
    }
  }

  /// x264's constant rate factor: smaller is better.
  var rateFactor: Int {
    switch self {
    case .highestQuality, .lossless, .appleM4A: 18
    case .hevcHighestQuality: 20
    case .mediumQuality: 23
    case .lowQuality: 28
    default: 20
    }
  }

  var audioBitrate: Int {
    switch self {
    case .lowQuality: 96_000
    case .mediumQuality: 128_000
    default: 192_000
    }
  }

  /// The type of file it goes into where nothing says otherwise.
  public var defaultFileType: ExportFileType {
    switch self {
    case .lossless: .mkv
    case .appleM4A: .m4a
    default: .mp4
    }
  }
}

/// The kinds of file that an export makes.
public enum ExportFileType: String, Sendable, Hashable, CaseIterable {
  case mp4, mov, mkv, webm, m4a, wav

  /// Whether there is a picture in it.
  public var hasVideo: Bool { self != .m4a && self != .wav }
}
