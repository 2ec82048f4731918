public import CutawayTime

/// The shape of what a composition is rendered to.
public struct RenderSettings: Sendable, Hashable, Codable {
  /// In pixels; `nil` is the largest upright size among the video segments, made even.
  public var size: PixelSize?
  /// Seconds per frame; `nil` is that of the highest rate among the video segments.
  public var frameDuration: MediaTime?
  /// What the finished picture's size is multiplied by.
  public var scale: MediaTime
  /// What shows where no layer covers and an instruction does not say otherwise.
  public var background: Color
  /// Samples per second of the mix.
  public var sampleRate: Int
  /// Channels of the mix.
  public var channels: Int

  public init(
    size: PixelSize? = nil, frameDuration: MediaTime? = nil, scale: MediaTime = MediaTime(1),
    background: Color = .black, sampleRate: Int = 48_000, channels: Int = 2
  ) {
    self.size = size
    self.frameDuration = frameDuration
    self.scale = scale
    self.background = background
    self.sampleRate = sampleRate
    self.channels = channels
  }
}

extension RenderSettings {
  /// How wide, and how high, a picture can be, in pixels.
  public static let sideRange = 1...16_384
  /// Samples per second that sound can be mixed at.
  public static let sampleRateRange = 8_000...192_000
  /// How many channels can be mixed.
  public static let channelRange = 1...8
}

/// What an export is made into, unless the caller says otherwise.
public struct ExportSettings: Sendable, Hashable, Codable {
  public var fileType: String?
  public var preset: String?
  public var optimizeForNetworkUse: Bool
  public var metadata: [String: String]
  /// The loudness of the whole, in LUFS (EBU R 128); as it is mixed, if `nil`.
  public var loudness: Double?

  public init(
    fileType: String? = nil, preset: String? = nil, optimizeForNetworkUse: Bool = false,
    metadata: [String: String] = [:], loudness: Double? = nil
  ) {
    self.fileType = fileType
    self.preset = preset
    self.optimizeForNetworkUse = optimizeForNetworkUse
    self.metadata = metadata
    self.loudness = loudness
  }
}
