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
/// Apple Lossless.
public let kAudioFormatAppleLossless: FourCharCode = fourCharacters("alac")
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
@safe
public final class CMFormatDescription: @unchecked Sendable, Hashable {
  // Nothing changes after the initializer.

  /// The kind of media.
  public let mediaType: MediaType
  /// The codec.
  public let mediaSubType: MediaSubType
  /// The size of video; (0, 0) for others.
  public let dimensions: CMVideoDimensions
  /// The format of sound; `nil` for others.
  public let audioStreamBasicDescription: AudioStreamBasicDescription?
  /// What the format states besides.
  public let extensions: Extensions
  /// The format of encoded packets in GStreamer's notation; `nil` for other samples.
  package let packetCaps: String?
  /// ``audioStreamBasicDescription`` in memory that does not move.
  @unsafe fileprivate let soundPointer: UnsafePointer<AudioStreamBasicDescription>?

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
    /// Text.
    public static let text = MediaType(rawValue: kCMMediaType_Text)
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
    sound: AudioStreamBasicDescription? = nil, extensions: Extensions = [:],
    packetCaps: String? = nil
  ) {
    mediaType = MediaType(rawValue: type)
    mediaSubType = MediaSubType(rawValue: codec)
    (self.dimensions, audioStreamBasicDescription) = (dimensions, sound)
    (self.extensions, self.packetCaps) = (extensions, packetCaps)
    unsafe soundPointer = sound.map { sound in
      let memory = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
      unsafe memory.initialize(to: sound)
      return unsafe UnsafePointer(memory)
    }
  }

  deinit { unsafe soundPointer?.deallocate() }

  /// Whether two descriptions are equal.
  public static func == (a: CMFormatDescription, b: CMFormatDescription) -> Bool {
    a.mediaType == b.mediaType && a.mediaSubType == b.mediaSubType && a.dimensions == b.dimensions
      && a.audioStreamBasicDescription == b.audioStreamBasicDescription
      && a.extensions == b.extensions && a.packetCaps == b.packetCaps
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

/// The format of sound; `nil` for others.
///
/// The pointer is valid as long as the format.
@unsafe
public func CMAudioFormatDescriptionGetStreamBasicDescription(
  _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? { unsafe desc.soundPointer }

/// The visible part of frames: all of them.
public func CMVideoFormatDescriptionGetCleanAperture(
  _ videoDesc: CMVideoFormatDescription, originIsAtTopLeft: Bool
) -> CGRect {
  CGRect(
    x: 0, y: 0, width: CGFloat(videoDesc.dimensions.width),
    height: CGFloat(videoDesc.dimensions.height))
}
/// The size at which frames are shown, in square pixels.
public func CMVideoFormatDescriptionGetPresentationDimensions(
  _ videoDesc: CMVideoFormatDescription, usePixelAspectRatio: Bool, useCleanAperture: Bool
) -> CGSize {
  CGSize(
    width: CGFloat(videoDesc.dimensions.width), height: CGFloat(videoDesc.dimensions.height))
}

/// Creates the format of a frame in memory.
///
/// - Returns: 0.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  unsafe formatDescriptionOut.initialize(to: CMFormatDescription(of: imageBuffer))
  return 0
}

/// Creates a format of video.
///
/// The extensions are texts, numbers, bytes, and dictionaries of numbers.
///
/// - Returns: 0.
@discardableResult
public func CMVideoFormatDescriptionCreate(
  allocator: CFAllocator?, codecType: CMVideoCodecType, width: Int32, height: Int32,
  extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  unsafe formatDescriptionOut.initialize(
    to: CMFormatDescription(
      kCMMediaType_Video, codec: codecType, dimensions: .init(width: width, height: height),
      extensions: .init(extensions)))
  return 0
}

/// Creates a format of sound; layouts and cookies have no effect.
///
/// - Returns: 0.
@discardableResult
public func CMAudioFormatDescriptionCreate(
  allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int,
  layout: UnsafeRawPointer?, magicCookieSize: Int, magicCookie: UnsafeRawPointer?,
  extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
  unsafe formatDescriptionOut.initialize(to: CMFormatDescription(sound: asbd.pointee))
  return 0
}

extension CMFormatDescription {
  /// The format of a frame in memory, with the colours that are attached to it.
  package convenience init(of image: CVImageBuffer) {
    let keys = [
      kCVImageBufferColorPrimariesKey, kCVImageBufferTransferFunctionKey,
      kCVImageBufferYCbCrMatrixKey, kCVImageBufferPixelAspectRatioKey,
      kCVImageBufferCleanApertureKey,
    ]
    self.init(
      kCMMediaType_Video, codec: CVPixelBufferGetPixelFormatType(image),
      dimensions: CMVideoDimensions(
        width: Int32(CVPixelBufferGetWidth(image)), height: Int32(CVPixelBufferGetHeight(image))),
      extensions: .init(
        CVBufferCopyAttachments(image, .shouldPropagate)?.filter { keys.contains($0.key) }))
  }

  /// The format of sound.
  package convenience init(sound: AudioStreamBasicDescription) {
    self.init(kCMMediaType_Audio, codec: sound.mFormatID, sound: sound)
  }
}
