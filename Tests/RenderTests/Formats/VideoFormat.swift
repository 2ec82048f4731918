import CutawayTime
import Foundation
import TestSupport
import Testing

/// A kind of file that a picture comes in, and what a time of it shows.
struct VideoFormat: Sendable, CustomTestStringConvertible {
  let name: String
  let video: TestMedia.Video
  private let source: Source
  private let leavesOutEveryThird: Bool
  /// When frame 0 comes; before 0 where the file says that what is there is not to be shown.
  let start: MediaTime
  /// Options of ffmpeg with which it decodes all of the picture.
  let decoding: [String]
  /// What a copy without loss is stored as, so that it is converted as the film is.
  let copyCodec: LosslessCopy.Codec
  /// How far a sample may be from that of a linear decode: 0 but where a conversion intervenes.
  let tolerance: Int

  private enum Source: Sendable {
    case gstreamer(TestMedia)
    case ffmpeg(FFmpegMedia)
  }

  /// A file made by ffmpeg.
  ///
  /// - Parameters:
  ///   - name: What it is, for people.
  ///   - fileExtension: The ending of its name.
  ///   - arguments: Those of ffmpeg, with spaces between.
  ///   - video: The picture.
  ///   - audio: The sound, if any.
  ///   - start: When frame 0 comes.
  ///   - leavesOutEveryThird: Whether the second of every three frames is missing.
  ///   - decoding: Options of ffmpeg with which it decodes all of the picture.
  ///   - tolerance: How far a sample may be from that of a linear decode.
  init(
    _ name: String, _ fileExtension: String, _ arguments: String,
    video: TestMedia.Video = .init(frameCount: 165), audio: TestMedia.Audio? = nil,
    start: MediaTime = .zero, leavesOutEveryThird: Bool = false, decoding: String = "",
    tolerance: Int = 0
  ) {
    self.name = name
    self.decoding = decoding.split(separator: " ").map(String.init)
    self.tolerance = tolerance
    let isOfMPEG = ["libx264", "libx265", "mpeg", "mjpeg"].contains { arguments.contains($0) }
    copyCodec = isOfMPEG ? .h264 : .ffv1
    self.video = video
    self.start = start
    self.leavesOutEveryThird = leavesOutEveryThird
    source = .ffmpeg(
      FFmpegMedia(
        fileExtension, arguments.split(separator: " ").map(String.init), video: video,
        audio: audio, leavesOutEveryThird: leavesOutEveryThird))
  }

  /// A file made by GStreamer.
  init(
    _ name: String, _ container: TestMedia.Container, _ video: TestMedia.Video, tolerance: Int = 0
  ) {
    self.name = name
    self.video = video
    start = .zero
    decoding = []
    self.tolerance = tolerance
    copyCodec = [.h264, .hevc, .mpeg2, .mjpeg].contains(video.codec) ? .h264 : .ffv1
    leavesOutEveryThird = false
    source = .gstreamer(TestMedia(container, video: video))
  }

  var testDescription: String { name }

  func file() async throws -> URL {
    switch source {
    case .gstreamer(let media): try await media.file()
    case .ffmpeg(let media): try await media.file()
    }
  }

  var duration: MediaTime { video.duration + start }

  /// The frame that semantics names at a time of the source.
  func frame(at time: MediaTime) -> Int {
    let frame = Int((time - start).floored(in: video.frameRate.frameDuration))
    let existing = min(max(0, frame), video.frameCount - 1)
    return leavesOutEveryThird && existing % 3 == 1 ? existing - 1 : existing
  }
}
