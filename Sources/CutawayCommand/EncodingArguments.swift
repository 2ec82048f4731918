public import ArgumentParser
public import Cutaway

/// Encoding options that override the preset of an export.
struct EncodingArguments: ParsableArguments {
  @Option(help: "How the picture is compressed; by default as the type of file usually is.")
  var videoCodec: VideoCodec?
  @Option(help: "How the sound is compressed.")
  var audioCodec: AudioCodec?
  @Option(help: "The GStreamer element that encodes the picture: \(encoders).")
  var videoEncoder: String?
  @Option(help: "0 to 1: 0.75 looks like the original, 0.5 is good, 0.25 small.")
  var videoQuality: Double?
  @Option(help: "Bits per second, in the place of a quality: 4M, 800k.")
  var videoBitrate: String?
  @Option(help: "Bits per second of the sound: 128k.")
  var audioBitrate: String?
  @Option(help: "The longest distance of key frames, in frames; by default two seconds of them.")
  var keyFrameInterval: Int?
  @Option(help: "How much time to take for a small file; fast by default.")
  var encoderSpeed: EncoderSpeed?
  @Option(help: "Samples per second of the sound.")
  var sampleRate: Int?

  private static let encoders = VideoEncoder.all.map(\.factory).joined(separator: ", ")

  func validate() throws {
    if let sampleRate, !(8_000...192_000).contains(sampleRate) {
      throw ValidationError("--sample-rate: \(sampleRate) is not between 8000 and 192000")
    }
  }

  func options() throws -> EncodingOptions {
    var options = EncodingOptions()
    options.videoCodec = videoCodec
    options.audioCodec = audioCodec
    options.videoEncoder = videoEncoder
    options.videoQuality = videoQuality
    options.videoBitrate = try videoBitrate.map { try parseQuantity($0, option: "--video-bitrate") }
    options.audioBitrate = try audioBitrate.map { try parseQuantity($0, option: "--audio-bitrate") }
    options.keyFrameInterval = keyFrameInterval
    options.speed = encoderSpeed
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
