/// The kind of media: four characters as a number.
public typealias CMMediaType = FourCharCode
/// The codec of video.
public typealias CMVideoCodecType = FourCharCode

/// Video.
public let kCMMediaType_Video: CMMediaType = fourCharacters("vide")
/// Sound.
public let kCMMediaType_Audio: CMMediaType = fourCharacters("soun")
/// Text.
public let kCMMediaType_Text: CMMediaType = fourCharacters("text")
/// Subtitles.
public let kCMMediaType_Subtitle: CMMediaType = fourCharacters("sbtl")
/// H.264.
public let kCMVideoCodecType_H264: CMVideoCodecType = fourCharacters("avc1")
/// HEVC.
public let kCMVideoCodecType_HEVC: CMVideoCodecType = fourCharacters("hvc1")
/// Motion JPEG.
public let kCMVideoCodecType_JPEG: CMVideoCodecType = fourCharacters("jpeg")
/// MPEG-4 part 2.
public let kCMVideoCodecType_MPEG4Video: CMVideoCodecType = fourCharacters("mp4v")
/// ProRes 422.
public let kCMVideoCodecType_AppleProRes422: CMVideoCodecType = fourCharacters("apcn")
/// ProRes 4444.
public let kCMVideoCodecType_AppleProRes4444: CMVideoCodecType = fourCharacters("ap4h")
/// VP9.
public let kCMVideoCodecType_VP9: CMVideoCodecType = fourCharacters("vp09")
/// AV1.
public let kCMVideoCodecType_AV1: CMVideoCodecType = fourCharacters("av01")
/// AAC.
public let kAudioFormatMPEG4AAC: FourCharCode = fourCharacters("aac ")
/// Uncompressed sound.
public let kAudioFormatLinearPCM: FourCharCode = fourCharacters("lpcm")

/// The width and height of video in pixels.
public struct CMVideoDimensions: Sendable, Hashable {
  /// The number of columns and rows.
  public var width, height: Int32
  /// Creates dimensions.
  public init(width: Int32, height: Int32) { (self.width, self.height) = (width, height) }
}

/// The format of a track's samples.
public final class CMFormatDescription: Sendable, Hashable {
  /// The kind of media.
  public let mediaType: MediaType
  /// The codec.
  public let mediaSubType: MediaSubType
  /// The size of video; (0, 0) for others.
  public let dimensions: CMVideoDimensions
  /// The samples per second of sound; 0 for others.
  package let sampleRate: Double
  /// The channels of sound; 0 for others.
  package let channels: Int
  /// Further properties by their keys.
  public let extensions: [String: String]

  /// The kind of media.
  public struct MediaType: RawRepresentable, Sendable, Hashable {
    /// Four characters as a number.
    public let rawValue: CMMediaType
    /// Creates a kind.
    public init(rawValue: CMMediaType) { self.rawValue = rawValue }
    /// Video.
    public static let video = MediaType(rawValue: kCMMediaType_Video)
    /// Sound.
    public static let audio = MediaType(rawValue: kCMMediaType_Audio)
    /// Subtitles.
    public static let subtitle = MediaType(rawValue: kCMMediaType_Subtitle)
  }

  /// A codec.
  public struct MediaSubType: RawRepresentable, Sendable, Hashable {
    /// Four characters as a number.
    public let rawValue: FourCharCode
    /// Creates a codec.
    public init(rawValue: FourCharCode) { self.rawValue = rawValue }
    /// H.264.
    public static let h264 = MediaSubType(rawValue: kCMVideoCodecType_H264)
    /// HEVC.
    public static let hevc = MediaSubType(rawValue: kCMVideoCodecType_HEVC)
    /// AAC.
    public static let mpeg4AAC = MediaSubType(rawValue: kAudioFormatMPEG4AAC)
    /// Uncompressed sound.
    public static let linearPCM = MediaSubType(rawValue: kAudioFormatLinearPCM)
  }

  /// Creates a description.
  package init(
    _ type: CMMediaType, codec: FourCharCode,
    dimensions: CMVideoDimensions = .init(width: 0, height: 0),
    sampleRate: Double = 0, channels: Int = 0, extensions: [String: String] = [:]
  ) {
    mediaType = MediaType(rawValue: type)
    mediaSubType = MediaSubType(rawValue: codec)
    (self.dimensions, self.sampleRate, self.channels) = (dimensions, sampleRate, channels)
    self.extensions = extensions
  }

  /// Whether two descriptions are equal.
  public static func == (a: CMFormatDescription, b: CMFormatDescription) -> Bool {
    a.mediaType == b.mediaType && a.mediaSubType == b.mediaSubType && a.dimensions == b.dimensions
      && a.sampleRate == b.sampleRate && a.channels == b.channels && a.extensions == b.extensions
  }

  /// Hashes kind, codec and size.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(mediaType)
    hasher.combine(mediaSubType)
    hasher.combine(dimensions)
  }
}

/// The format of video.
public typealias CMVideoFormatDescription = CMFormatDescription
/// The format of sound.
public typealias CMAudioFormatDescription = CMFormatDescription

/// The kind of media of a format.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType {
  desc.mediaType.rawValue
}
/// The codec of a format.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
  desc.mediaSubType.rawValue
}
/// The size of video.
public func CMVideoFormatDescriptionGetDimensions(
  _ videoDesc: CMVideoFormatDescription
) -> CMVideoDimensions { videoDesc.dimensions }
