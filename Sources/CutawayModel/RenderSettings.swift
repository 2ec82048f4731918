public import CutawayTime

/// The size, frame rate, depth, colours and background of rendered video, and the format of rendered sound.
public struct RenderSettings: Sendable, Hashable, Codable {
  /// The render size in pixels; `nil` uses the largest upright size among the video segments, made
  /// even.
  public var size: PixelSize?
  /// Seconds per frame, 0.001…1000; `nil` uses that of the highest frame rate among the video
  /// segments.
  public var frameDuration: MediaTime?
  /// The factor that the size of the finished picture is multiplied by, 0.001…8; 1 by default.
  public var scale: MediaTime
  /// The colour where no layer is visible, unless an instruction has its own.
  public var background: Color
  /// The background of the lowest layer of instructions without a background of their own; `nil` for
  /// none.
  public var blurredBackground: BlurredBackground?
  /// The bits of a sample of video: 8 or 10; `nil` uses 10 if the export's codec is meant for it and
  /// a video segment has more than 8, or with HLG or PQ.
  public var bitDepth: Int?
  /// The primaries of the picture; `nil` uses those of ``transferFunction``, which are the only
  /// possible ones.
  public var colorPrimaries: ColorPrimaries?
  /// The transfer function of the picture; `nil` uses BT.709, or HLG or PQ if all video segments have
  /// it and the export's codec is meant for it.
  public var transferFunction: TransferFunction?
  /// The matrix of the picture; `nil` uses that of ``transferFunction``, which is the only possible
  /// one.
  public var matrix: YCbCrMatrix?
  /// Samples per second of the mix, within ``sampleRateRange``.
  public var sampleRate: Int
  /// Channels of the mix, within ``channelRange``.
  public var channels: Int

  /// Creates settings; ``Composition/faults()`` checks their ranges.
  public init(
    size: PixelSize? = nil, frameDuration: MediaTime? = nil, scale: MediaTime = MediaTime(1),
    background: Color = .black, blurredBackground: BlurredBackground? = nil, bitDepth: Int? = nil,
    colorPrimaries: ColorPrimaries? = nil,
    transferFunction: TransferFunction? = nil, matrix: YCbCrMatrix? = nil,
    sampleRate: Int = 48_000, channels: Int = 2
  ) {
    self.bitDepth = bitDepth
    self.colorPrimaries = colorPrimaries
    self.transferFunction = transferFunction
    self.matrix = matrix
    self.size = size
    self.frameDuration = frameDuration
    self.scale = scale
    self.background = background
    self.blurredBackground = blurredBackground
    self.sampleRate = sampleRate
    self.channels = channels
  }
}

extension RenderSettings {
  /// The allowed width, and the allowed height, of a picture in pixels.
  public static let sideRange = 1...16_384
  /// The possible bits of a sample of video.
  public static let bitDepths = [8, 10]
  /// The allowed sample rates of the mix, in samples per second.
  public static let sampleRateRange = 8_000...192_000
  /// The allowed numbers of channels of the mix.
  public static let channelRange = 1...8
}

/// The defaults of an export, which the caller may override.
public struct ExportSettings: Sendable, Hashable, Codable {
  /// The file type by name, such as `mp4`; `nil` leaves it to the preset and the extension of the
  /// output.
  public var fileType: String?
  /// The preset by name; `nil` means `highestQuality`.
  public var preset: String?
  /// Whether the file's index comes before its media, so that playback can start before the
  /// download ends.
  public var optimizeForNetworkUse: Bool
  /// Metadata by key, such as `title`.
  public var metadata: [String: String]
  /// The integrated loudness of the whole mix, in LUFS (EBU R 128); `nil` leaves it unchanged.
  public var loudness: Double?

  /// Creates settings; an export checks them against its file type.
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
