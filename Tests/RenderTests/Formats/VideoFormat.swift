import CutawayTime
import Foundation
import TestSupport
import Testing

/// A kind of video file, and the expected frame at a time.
struct VideoFormat: Sendable, CustomTestStringConvertible {
  let name: String
  let video: TestMedia.Video
  private let source: Source
  private let leavesOutEveryThird: Bool
  /// The time of frame 0; before 0 if the file hides its first frames.
  let start: MediaTime
  /// Options with which ffmpeg decodes all frames.
  let decoding: [String]
  /// The format of a lossless copy, so that its conversion equals that of the file.
  let copyCodec: LosslessCopy.Codec
  /// The tolerance of a sample compared with a linear decode; 0 without a conversion.
  let tolerance: Int

  private enum Source: Sendable {
    case gstreamer(TestMedia)
    case ffmpeg(FFmpegMedia)
  }

  /// A file made by ffmpeg.
  ///
  /// - Parameters:
  ///   - name: The description.
  ///   - fileExtension: The extension.
  ///   - arguments: The arguments of ffmpeg, separated by spaces.
  ///   - video: The video.
  ///   - audio: The sound, if any.
  ///   - start: The time of frame 0.
  ///   - leavesOutEveryThird: Whether the second of every three frames is missing.
  ///   - decoding: Options with which ffmpeg decodes all frames.
  ///   - tolerance: The tolerance of a sample compared with a linear decode.
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

  var isTransportStream: Bool {
    switch source {
    case .gstreamer(let media): media.container == .ts
    case .ffmpeg(let media): media.fileExtension == "ts"
    }
  }

  func file() async throws -> URL {
    switch source {
    case .gstreamer(let media): try await media.file()
    case .ffmpeg(let media): try await media.file()
    }
  }

  var duration: MediaTime { video.duration + start }

  /// The specified frame at a time of the source.
  func frame(at time: MediaTime) -> Int {
    let frame = Int((time - start).floored(in: video.frameRate.frameDuration))
    let existing = min(max(0, frame), video.frameCount - 1)
    return leavesOutEveryThird && existing % 3 == 1 ? existing - 1 : existing
  }
}
