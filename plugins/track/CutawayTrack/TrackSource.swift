package import CutawayElementBridge
package import CutawayElementKit
import CutawayKeyframes
package import CutawaySources
import CutawayTime

/// Plays the segments of a track in order, frame- and sample-accurate at every in- and out-point.
///
/// ```sh
/// gst-launch-1.0 tracksrc \
///   segments="0..2=pipelines/media/beach.mp4@1..3; 2..4=pipelines/media/city.mov@0..2" ! \
///   videoconvert ! autovideosink
/// ```
package struct TrackSource: TimelineSource, Hashable {
  /// The factory name in GStreamer.
  package static let name = "tracksrc"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Plays a track of segments as one stream on the output grid"
  /// The output formats for both media types.
  package static let caps = """
    video/x-raw, format=(string){ I420, AYUV, I420_10LE, I422_10LE, Y444_10LE, AYUV64 }, \
    pixel-aspect-ratio=(fraction)1/1; \
    audio/x-raw, format=(string)F32LE, layout=(string)interleaved
    """

  /// The media type of the track: `video` or `audio`.
  @Property("The media type of the track")
  package var media = TrackMedia.video
  /// The segments: entries `START..END=LOCATION@START..END`, separated by semicolons.
  ///
  /// The first range is on the timeline, the second one in the source; both are in seconds.
  @Property("Segments START..END=LOCATION@START..END, split by semicolons; times in seconds")
  package var segments = Shared(SharedSegments())
  /// The length of the stream in seconds; 0 is the end of the last segment.
  @Property("The duration of the stream in seconds; 0 ends it with the last segment")
  package var duration = "0"
  /// The duration of an output frame in seconds, such as `1/30`; only for video.
  @Property("Seconds per frame of video, such as 1/30")
  package var frameDuration = Fraction(1, over: 30)
  /// The bits of a sample: 8 or 10; only for video.
  ///
  /// With 10 bits, frames keep their chroma resolution. Frames with alpha, and R′G′B′, become
  /// `AYUV64`.
  @Property(in: 8...10, "The bits of a sample of video: 8 or 10")
  package var bitDepth = 8
  /// The colours of the frames; only for video.
  ///
  /// HLG and PQ need 10 bits.
  @Property("The colours of video: bt709, bt2100-hlg or bt2100-pq, which need 10 bits")
  package var colorimetry = FrameColorimetry.bt709
  /// The part of the processor's cores that decoders may use, for tracks that play together; only
  /// for video.
  ///
  /// Decoders with fewer threads take less memory and less time of the processor.
  @Property(in: 0...1, "The part of the processor's cores for decoding video, 0 to 1")
  package var decodingShare = 1.0
  /// The sample rate of the output in hertz; only for audio.
  @Property(in: 1...1_000_000, "Samples per second of audio")
  package var sampleRate = 48_000
  /// The number of output channels; only for audio.
  @Property(in: 1...64, "Channels of audio")
  package var channels = 2
  /// How to treat a segment whose source fails: `stop` ends the stream, `gap` leaves it out.
  @Property("How to treat a segment whose source fails: stop ends the stream, gap leaves it out")
  package var onMissing = MissingSegments.Policy.stop
  /// Whether to play sound from its end to its start, as a stream with increasing time stamps.
  ///
  /// Audio mixers of GStreamer cannot play backwards. Video uses a seek with a negative rate
  /// instead.
  @Property("Whether to play sound backwards, in a stream that runs forwards")
  package var reversed = false
  /// Changing this number makes the next seek reopen all files, which may have changed.
  @Property(in: 0...1_000_000_000, "A change of this number makes the next seek reopen all files")
  package var revision = 0

  /// Creates the settings of an empty video track.
  package init() {}

  /// The settings with the frame rate and the depth, or the sample rate and the channels, that
  /// downstream accepts and that are the nearest to these.
  ///
  /// Frames have the sizes of their files: mixers place them, and `videoscale` scales them.
  package func following(_ formats: DownstreamFormats) -> Self {
    var settings = self
    if media == .audio {
      let sound = "audio/x-raw, format=(string)F32LE, layout=(string)interleaved"
      settings.sampleRate = formats.nearest(to: sampleRate, field: "rate", of: sound) ?? sampleRate
      settings.channels =
        formats.nearest(
          to: channels, field: "channels", of: "\(sound), rate=(int)\(settings.sampleRate)")
        ?? channels
      return settings
    }
    func format(_ depth: Int) -> String {
      "video/x-raw, format=(string)"
        + FrameFormat(bitDepth: depth, colorimetry: colorimetry).formats
    }
    // 8 bits have no colours but BT.709.
    let depths = colorimetry == .bt709 ? [bitDepth, bitDepth == 8 ? 10 : 8] : [bitDepth]
    guard frameDuration.numerator > 0, frameDuration.denominator > 0,
      let depth = depths.first(where: { formats.accept(format($0)) })
    else { return self }
    settings.bitDepth = depth
    let own = Fraction(frameDuration.denominator, over: frameDuration.numerator)
    if let rate = formats.nearest(toFrameRate: own, of: format(depth)), rate != own {
      settings.frameDuration = Fraction(rate.denominator, over: rate.numerator)
    }
    return settings
  }

  /// Parses the settings.
  ///
  /// - Throws: `ElementError`, which names the invalid property.
  package func makeSession() throws(ElementError) -> TrackSession {
    TrackSession(try makePlayer(in: ReaderPool()))
  }

  /// Parses the settings.
  ///
  /// - Parameter pool: Opens the sources.
  /// - Returns: A player of the whole track.
  /// - Throws: `ElementError`, which names the invalid property.
  package func makePlayer<Reader>(
    in pool: ReaderPool<Reader>
  ) throws(ElementError) -> any Player<Reader> {
    let schedule = try makeSchedule()
    switch media {
    case .video:
      guard frameDuration.numerator > 0 else {
        throw ElementError(
          "frame-duration: '\(frameDuration)' is not a duration", code: .invalidSettings)
      }
      let frame = MediaTime(
        Int64(frameDuration.numerator), over: Int64(frameDuration.denominator))
      if reversed {
        throw ElementError(
          "reversed: applies to sound only; for video, seek with a negative rate",
          code: .invalidSettings)
      }
      return VideoPlayer(
        schedule, frameDuration: frame, frames: try frameFormat(), decodingShare: decodingShare,
        onMissing: onMissing, pool: pool)
    case .audio:
      try checkSpeeds(of: schedule)
      let format = AudioFormat(sampleRate: sampleRate, channels: channels)
      let player = AudioPlayer(schedule, format: format, onMissing: onMissing, pool: pool)
      return reversed ? ReversedPlayer(player) : player
    }
  }

  /// Checks the speeds; extreme speeds would need more samples at once than the buffers hold.
  private func checkSpeeds(of schedule: Schedule) throws(ElementError) {
    for (index, segment) in schedule.segments.enumerated() {
      let speed = segment.mapping.speed
      if speed < MediaTime(1, over: 32) || speed > MediaTime(32) {
        throw ElementError(
          "segments: sound can play at 1/32 to 32 times its speed, segment \(index) has "
            + "\(speed.text) times", code: .invalidSettings)
      }
    }
  }

  private func frameFormat() throws(ElementError) -> FrameFormat {
    guard [8, 10].contains(bitDepth) else {
      throw ElementError("bit-depth: expected 8 or 10, found \(bitDepth)", code: .invalidSettings)
    }
    guard bitDepth == 10 || colorimetry == .bt709 else {
      throw ElementError(
        "colorimetry: \(colorimetry.rawValue) needs a bit-depth of 10", code: .invalidSettings)
    }
    return FrameFormat(bitDepth: bitDepth, colorimetry: colorimetry)
  }

  private func makeSchedule() throws(ElementError) -> Schedule {
    guard let length = MediaTime(duration), length >= .zero else {
      throw ElementError(
        "duration: '\(duration)' is not a number of seconds", code: .invalidSettings)
    }
    return Schedule(try segments.value(of: "segments").segments, duration: length)
  }
}

/// The media type of a track.
package enum TrackMedia: String, PropertyEnumeration, Codable {
  /// Frames on the output grid.
  case video
  /// Samples.
  case audio
}
