import CutawayElementBridge
package import CutawayElementKit
import CutawayKeyframes
import CutawayMedia
package import CutawaySources
import CutawayTime

/// Plays the segments of a track as packets from their files, without decoding.
///
///     packetsrc media=video segments="0..4=a.mp4@0..4; 4..6=b.mp4@2..4" ! matroskamux ! filesink …
///
/// A video segment must start at a key frame. It contains the packets that are presented from there
/// until its end, in decode order. An audio segment contains the packets whose middle lies in it.
/// All segments must have the same encoding, and none may change the speed.
///
/// The source does not support seeking. Its GStreamer segment starts at one hour, so that packets
/// with a decode time before 0 have valid time stamps.
package struct PacketSource: TimelineSource, Hashable {
  /// The factory name in GStreamer.
  package static let name = "packetsrc"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Plays a track of segments as packets, without decoding"
  /// The encoded formats for both media types.
  package static let caps = "\(videoCaps); \(audioCaps)"

  private static let videoCaps = """
    video/x-h264, stream-format=(string){ avc, avc3 }, alignment=(string)au; \
    video/x-h265, stream-format=(string){ hvc1, hev1 }, alignment=(string)au; \
    video/x-vp8; video/x-vp9; video/x-av1; video/x-prores; video/mpeg; video/x-theora; \
    video/x-ffv; video/x-dv; video/x-h263; video/x-divx; video/x-msmpeg; video/x-wmv; \
    video/x-raw; image/jpeg; image/png
    """
  private static let audioCaps = """
    audio/mpeg, mpegversion=(int)1; \
    audio/mpeg, mpegversion=(int){ 2, 4 }, stream-format=(string)raw; \
    audio/x-opus; audio/x-vorbis; audio/x-flac; audio/x-alac; audio/x-ac3; audio/x-eac3; \
    audio/x-dts; audio/x-wavpack; audio/x-alaw; audio/x-mulaw; audio/x-adpcm; audio/x-raw
    """

  /// The encoded formats for the media type of the track.
  package var possibleCaps: String {
    switch media {
    case .video: Self.videoCaps
    case .audio: Self.audioCaps
    }
  }

  /// The media type of the track: `video` or `audio`.
  @Property("The media type of the track")
  package var media = TrackMedia.video
  /// The segments: entries `START..END=LOCATION@START..END`, separated by semicolons.
  ///
  /// The first range is on the timeline, the second one in the source; both are in seconds.
  @Property("Segments START..END=LOCATION@START..END, split by semicolons; times in seconds")
  package var segments = Shared(SharedSegments())
  /// The delay of the whole track in seconds, which makes room for packets with a decode time
  /// before 0.
  @Property("The delay in seconds that makes room for packets with a decode time before 0")
  package var delay = "0"

  /// The duration of a frame in seconds, such as `1001/30000`; empty for the times of the files.
  ///
  /// With it, the times of packets follow from the numbers of their frames: frame `n` is presented
  /// at `n` frame durations, and the packet `k` is decoded at `k` less ``reordering``. Each segment
  /// must start with a frame, and files may round their times.
  @Property(
    "Seconds per frame, from which the times of packets follow; empty for those of the files")
  package var frameDuration = ""
  /// The greatest number of packets by which a frame is decoded after its place in the order of
  /// presentation; used with ``frameDuration``.
  @Property(in: 0...64, "With frame-duration: the number of frames that a decoder holds back")
  package var reordering = 0

  /// Creates the settings of an empty video track.
  package init() {}

  /// Parses the settings.
  ///
  /// - Throws: `ElementError`, which names the invalid property.
  package func makeSession() throws(ElementError) -> TrackSession {
    let medium: MediaReader.Media = media == .video ? .video : .audio
    guard let delay = MediaTime(delay), delay >= .zero else {
      throw ElementError("delay: '\(delay)' is not a number of seconds", code: .invalidSettings)
    }
    let list = try segments.value(of: "segments").segments
    if let changed = list.first(where: { $0.mapping.speed != MediaTime(1) }) {
      throw ElementError(
        "segments: '\(changed)' changes the speed, which needs decoding", code: .invalidSettings)
    }
    var grid: FrameNumbers?
    if !frameDuration.isEmpty {
      guard let duration = MediaTime(frameDuration), duration > .zero else {
        throw ElementError(
          "frame-duration: '\(frameDuration)' is not a number of seconds", code: .invalidSettings)
      }
      grid = FrameNumbers(frameDuration: duration, reordering: Int64(reordering))
    }
    return TrackSession(PacketPlayer(list, media: medium, delay: delay, numbers: grid))
  }
}
