import CutawayGraph
import CutawayRuntime
import Foundation

/// A GStreamer element that compresses pictures, and how it is told what is wanted.
public struct VideoEncoder: Sendable {
  /// The element's name.
  public let factory: String
  public let codec: VideoCodec
  /// Whether a chip of its own does the work: quick, but not there on most servers.
  public let isHardware: Bool
  /// The Debian package that brings it.
  public let package: String
  /// The caps of what it is given.
  let input: String
  /// What follows it, such as a parser.
  let followers: [String]
  let properties: @Sendable (VideoTask) -> [PipelineGraph.Property]

  init(
    _ factory: String, _ codec: VideoCodec, package: String, isHardware: Bool = false,
    input: String = "video/x-raw,format=I420", followers: [String] = [],
    properties: @escaping @Sendable (VideoTask) -> [PipelineGraph.Property]
  ) {
    self.factory = factory
    self.codec = codec
    self.package = package
    self.isHardware = isHardware
    self.input = input
    self.followers = followers
    self.properties = properties
  }

  /// Whether the machine has it.
  public var isInstalled: Bool { ElementInspection.isInstalled(factory) }

  /// All that are known, the preferred ones first.
  ///
  /// Encoders on the processor come first: they give more picture for their bits, and the same one
  /// on every machine.
  public static let all: [VideoEncoder] = h264 + hevc + webCodecs + intermediate + hardware

  /// Encodes a picture with these settings.
  func encoding(_ task: VideoTask) -> FileOutput.Encoding {
    FileOutput.Encoding(
      input: input,
      stages: [.init(factory, properties(task))] + followers.map { .init($0) })
  }
}

/// What a picture's encoder is to do.
struct VideoTask: Sendable, Hashable {
  var width: Int
  var height: Int
  var framesPerSecond: Double
  /// 0…1; without effect where there is a bit rate.
  var quality: Double
  /// Bits per second.
  var bitrate: Int?
  /// Frames.
  var keyFrameInterval: Int
  /// Whether key frames come at the multiples of the interval and nowhere else: not at cuts either.
  var hasFixedKeyFrames = false
  var speed: EncoderSpeed
  /// Whether frames may be coded in another order than they are shown.
  var reordersFrames = true

  var kilobits: Int? { bitrate.map { max(1, $0 / 1000) } }

  /// A step of a codec's scale of coarseness: `best` at quality 1, and `range` coarser at 0.
  func coarseness(best: Int, range: Int) -> Int {
    best + Int((Double(range) * (1 - quality)).rounded())
  }

  /// The setting of an encoder's speed, `fastest` first.
  func choice<Value>(_ fastest: Value, _ fast: Value, _ medium: Value, _ slow: Value) -> Value {
    switch speed {
    case .fastest: fastest
    case .fast: fast
    case .medium: medium
    case .slow: slow
    }
  }

  /// Bits per second that usually give the quality, for encoders that know no other measure.
  var usualBitrate: Int { bitrate ?? estimatedBitrate(bitsPerPixel: 0.1) }

  /// Bits per second of usual footage: `bitsPerPixel` at quality 0.5, doubled every 0.3.
  func estimatedBitrate(bitsPerPixel: Double) -> Int {
    Int(
      bitsPerPixel * Double(width * height) * framesPerSecond * pow(2, (quality - 0.5) / 0.3))
  }
}
