public import ArgumentParser
public import Cutaway
import CutawayModel
import CutawayTime

/// Encoding options that override the preset of an export.
struct EncodingArguments: ParsableArguments {
  @Option(help: "The video codec. The default depends on the preset and the file type.")
  var videoCodec: VideoCodec?
  @Option(help: "The audio codec. The default depends on the preset and the file type.")
  var audioCodec: AudioCodec?
  @Option(help: "The GStreamer element that encodes video: \(encoders).")
  var videoEncoder: String?
  @Option(
    help: "The video quality from 0 to 1: 0.75 looks like the original, 0.5 is good, 0.25 is small."
  )
  var videoQuality: Double?
  @Option(help: "The video bit rate in bits per second, instead of a quality: 4M, 800k.")
  var videoBitrate: String?
  @Option(help: "The audio bit rate in bits per second: 128k.")
  var audioBitrate: String?
  @Option(
    help: """
      Makes every Nth frame a key frame, and no other. By default, key frames are at most two \
      seconds apart, and the encoder adds some at cuts.
      """)
  var keyFrameInterval: Int?
  @Option(
    help: ArgumentHelp(
      """
      Makes a key frame every SECONDS, and no other, so that the key frames of several exports are at \
      the same times.
      """, valueName: "seconds"),
    transform: Self.seconds)
  var fixedKeyFrames: MediaTime?
  @Option(help: "The balance of encoding time and file size. The default is fast.")
  var encoderSpeed: EncoderSpeed?
  @Option(help: "The audio sample rate in Hz, from 8000 to 192000.")
  var sampleRate: Int?

  /// An element may encode several codecs.
  private static let encoders = VideoEncoder.all.map(\.factory)
    .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.joined(separator: ", ")

  @Sendable private static func seconds(_ text: String) throws -> MediaTime {
    guard let time = MediaTime(text), time > .zero else {
      throw ValidationError("'\(text)' is not a number of seconds, such as 2 or 0.5")
    }
    return time
  }

  func validate() throws {
    if let sampleRate, !(8_000...192_000).contains(sampleRate) {
      throw ValidationError("--sample-rate: \(sampleRate) is not between 8000 and 192000")
    }
  }

  /// The options over others.
  func options(over other: EncodingOptions = EncodingOptions()) throws -> EncodingOptions {
    var options = other
    options.videoCodec = videoCodec ?? other.videoCodec
    options.audioCodec = audioCodec ?? other.audioCodec
    options.videoEncoder = videoEncoder ?? other.videoEncoder
    options.videoQuality = videoQuality ?? other.videoQuality
    options.videoBitrate =
      try videoBitrate.map { try parseQuantity($0, option: "--video-bitrate") }
      ?? other.videoBitrate
    options.audioBitrate =
      try audioBitrate.map { try parseQuantity($0, option: "--audio-bitrate") }
      ?? other.audioBitrate
    options.keyFrameInterval = keyFrameInterval ?? other.keyFrameInterval
    // One of them given on the command line replaces the other one.
    options.fixedKeyFrames =
      fixedKeyFrames ?? (keyFrameInterval == nil ? other.fixedKeyFrames : nil)
    options.speed = encoderSpeed ?? other.speed
    return options
  }
}

extension VideoCodec: ExpressibleByArgument {}
extension AudioCodec: ExpressibleByArgument {}
extension EncoderSpeed: ExpressibleByArgument {}

/// Parses a number with `k`, `M` or `G` for 10³, 10⁶ or 10⁹.
func parseQuantity(_ text: String, option: String) throws -> Int {
  let factors: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "m": 1e6, "G": 1e9, "g": 1e9]
  let factor = text.last.flatMap { factors[$0] }
  let digits = factor == nil ? Substring(text) : text.dropLast()
  guard let number = Double(digits), number > 0, number * (factor ?? 1) < 1e15 else {
    throw ValidationError("\(option): '\(text)' is not a number such as 800k, 4M or 4000000")
  }
  return Int(number * (factor ?? 1))
}
