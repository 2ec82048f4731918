public import CutawayTime

/// A media file by its description, created on demand and cached.
///
/// ```swift
/// let file = try await TestMedia(video: .init(codec: .hevc, frameRate: .pal25)).file()
/// let frames = try await RawVideo.read(file)
/// #expect(frames.frameNumbers() == Array(0..<60))
/// ```
public struct TestMedia: Sendable, Hashable, Codable {
  public var container: Container
  /// `nil` for a file of sound only.
  public var video: Video?
  /// `nil` for a silent film.
  public var audio: Audio?

  public init(_ container: Container = .mp4, video: Video? = Video(), audio: Audio? = nil) {
    self.container = container
    self.video = video
    self.audio = audio
  }

  /// The kind of file; the last five hold sound only.
  public enum Container: String, Sendable, Hashable, Codable, CaseIterable {
    case mp4, mov, mkv, webm, ts, avi, m4a
    case wav, flac, ogg, mp3
  }

  /// The moving picture: a ``TestChart``.
  public struct Video: Sendable, Hashable, Codable {
    public var codec: VideoCodec
    /// The size as stored; where the orientation turns the picture, a player shows height × width.
    public var width: Int
    public var height: Int
    public var frameRate: FrameRate
    public var frameCount: Int
    /// Frames from one key frame to the next, at most.
    public var keyFrameInterval: Int
    /// The operation that shows the picture upright, for mp4 and mov only.
    ///
    /// The stored frames read with the ``PictureOrientation/inverse`` of it. GStreamer 1.22 takes
    /// ``PictureOrientation/flipRotate90`` in a file for the identity.
    public var orientation: PictureOrientation
    /// The colorimetry that the file states.
    ///
    /// It does not change the stored values.
    ///
    /// Read back by GStreamer 1.22, MJPEG is always `1:4:0:0`, MPEG-2 in ts and MPEG-4 in avi do not
    /// say it, and mp4 and mov lose a full range.
    public var colorimetry: Colorimetry
    public var clip: UInt8

    public init(
      codec: VideoCodec = .h264, width: Int = 320, height: Int = 180,
      frameRate: FrameRate = .fps30, frameCount: Int = 60, keyFrameInterval: Int = 30,
      orientation: PictureOrientation = .identity, colorimetry: Colorimetry = .bt709,
      clip: UInt8 = 1
    ) {
      self.codec = codec
      self.width = width
      self.height = height
      self.frameRate = frameRate
      self.frameCount = frameCount
      self.keyFrameInterval = keyFrameInterval
      self.orientation = orientation
      self.colorimetry = colorimetry
      self.clip = clip
    }

    public var duration: MediaTime { frameRate.frameDuration * frameCount }
  }

  public enum VideoCodec: String, Sendable, Hashable, Codable, CaseIterable {
    /// With three B-frames between references, and pyramids.
    case h264
    /// Every frame a key frame.
    case h264Intra
    case hevc, vp8, vp9, mpeg2, mpeg4, mjpeg, prores
    /// Lossless, and every frame a key frame.
    case ffv1
    /// I420 as it is.
    case raw
  }

  /// A colorimetry by GStreamer's name for it.
  public struct Colorimetry: RawRepresentable, Sendable, Hashable, Codable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let bt709 = Colorimetry(rawValue: "bt709")
    public static let bt601 = Colorimetry(rawValue: "bt601")
    public static let bt709Full = Colorimetry(rawValue: "1:3:5:1")
    public static let hlg = Colorimetry(rawValue: "bt2100-hlg")
    public static let pq = Colorimetry(rawValue: "bt2100-pq")
  }

  /// The sound.
  public struct Audio: Sendable, Hashable, Codable {
    public var codec: AudioCodec
    public var sampleRate: Int
    public var channelCount: Int
    public var sound: TestSound
    /// As long as the picture if `nil`, or one second without a picture.
    public var duration: MediaTime?
    public var clip: UInt8

    public init(
      codec: AudioCodec = .aac, sampleRate: Int = 48000, channelCount: Int = 2,
      sound: TestSound = .ticks, duration: MediaTime? = nil, clip: UInt8 = 1
    ) {
      self.codec = codec
      self.sampleRate = sampleRate
      self.channelCount = channelCount
      self.sound = sound
      self.duration = duration
      self.clip = clip
    }
  }

  public enum AudioCodec: String, Sendable, Hashable, Codable, CaseIterable {
    case aac, alac, flac, mp3, opus, vorbis
    /// 16 bits, little end first.
    case pcm
  }

  /// The number of samples of each channel, as they go into the encoder.
  public var sampleCount: Int {
    guard let audio else { return 0 }
    let duration = audio.duration ?? video?.duration ?? MediaTime(1)
    return Int(duration.rounded(in: MediaTime(1, over: Int64(audio.sampleRate))))
  }
}
