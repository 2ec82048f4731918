import CutawayModel
public import CutawayTime

/// Encoding options that override the preset of an export.
///
/// The preset and the file type decide everything that is `nil`.
public struct EncodingOptions: Sendable, Hashable, Codable {
  /// The codec of the video; the file type must support it.
  public var videoCodec: VideoCodec?
  /// The codec of the sound; the file type must support it.
  public var audioCodec: AudioCodec?
  /// The GStreamer element that encodes the video: a factory name that `cutaway help export` lists.
  public var videoEncoder: String?
  /// The video quality, from 0 to 1, for the encoder's constant-quality mode.
  ///
  /// 0.75 is almost indistinguishable from the rendered frames, 0.5 is good for watching, 0.25
  /// gives small files. Excludes ``videoBitrate``.
  public var videoQuality: Double?
  /// The video bit rate in bits per second, instead of a quality.
  public var videoBitrate: Int?
  /// The maximum distance of key frames, in frames; `nil` is two seconds.
  public var keyFrameInterval: Int?
  /// The distance of key frames in seconds, rounded to frames; `nil` leaves them to the encoder.
  ///
  /// Key frames are then exactly there and nowhere else, so that files of the same film have them at the
  /// same times. Excludes ``keyFrameInterval``.
  public var fixedKeyFrames: MediaTime?
  /// The speed of the video encoder; `nil` is ``EncoderSpeed/fast``.
  public var speed: EncoderSpeed?
  /// The audio bit rate of all channels, in bits per second.
  public var audioBitrate: Int?

  /// Creates options that leave everything to the preset.
  public init() {}

  /// The reason why a value is invalid; `nil` if all are valid.
  var fault: String? {
    if let videoQuality, !(0...1).contains(videoQuality) {
      return "a video quality of \(videoQuality) is not between 0 and 1"
    }
    if videoQuality != nil, videoBitrate != nil {
      return "video has a quality or a bit rate, not both"
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
    if let fixedKeyFrames, !(MediaTime(1, over: 10)...MediaTime(60)).contains(fixedKeyFrames) {
      return "key frames each \(fixedKeyFrames.text) s are not between 0.1 and 60 s"
    }
    if keyFrameInterval != nil, fixedKeyFrames != nil {
      return "key frames have a distance in frames or in seconds, not both"
    }
    return nil
  }

  /// A suggestion for a bit rate that is too low.
  private func hint(_ bitrate: Int) -> String {
    (1..<6_000).contains(bitrate) ? " bits a second; did you mean \(bitrate)k?" : ""
  }
}
