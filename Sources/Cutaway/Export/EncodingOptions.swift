/// What an export decides otherwise than its preset.
///
/// Everything that is `nil` is left to the preset.
public struct EncodingOptions: Sendable, Hashable {
  public var videoCodec: VideoCodec?
  public var audioCodec: AudioCodec?
  /// The GStreamer element that encodes the picture, of those that ``VideoEncoder`` knows.
  public var videoEncoder: String?
  /// 0…1: how good the picture is, in the encoder's constant-quality mode.
  ///
  /// 0.75 is hard to tell from what was rendered, 0.5 good for watching, 0.25 small.
  public var videoQuality: Double?
  /// Bits per second, in the place of a quality.
  public var videoBitrate: Int?
  /// The longest distance of key frames in frames; two seconds without it.
  public var keyFrameInterval: Int?
  public var speed: EncoderSpeed?
  /// Bits per second of all channels.
  public var audioBitrate: Int?

  public init() {}

  /// Why a value cannot be used; `nil` if all can.
  var fault: String? {
    if let videoQuality, !(0...1).contains(videoQuality) {
      return "a video quality of \(videoQuality) is not between 0 and 1"
    }
    if videoQuality != nil, videoBitrate != nil {
      return "a picture has a quality or a bit rate, not both"
    }
    if let videoBitrate, !(1_000...2_000_000_000).contains(videoBitrate) {
      return "a video bit rate of \(videoBitrate) is not between 1,000 and 2,000,000,000"
        + hint(videoBitrate)
    }
    if let audioBitrate, !(6_000...1_000_000).contains(audioBitrate) {
      return "an audio bit rate of \(audioBitrate) is not between 6,000 and 1,000,000"
        + hint(audioBitrate)
    }
    if let keyFrameInterval, !(1...100_000).contains(keyFrameInterval) {
      return "a key frame interval of \(keyFrameInterval) is not between 1 and 100,000 frames"
    }
    return nil
  }

  /// What is likely meant where a bit rate is too low.
  private func hint(_ bitrate: Int) -> String {
    (1..<6_000).contains(bitrate) ? " bits a second; did you mean \(bitrate)k?" : ""
  }
}
