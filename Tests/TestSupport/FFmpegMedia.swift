public import Foundation

/// A media file that `ffmpeg` makes, for what GStreamer's encoders and muxers cannot.
///
/// Frames and samples are those of ``TestMedia``; `ffmpeg` gets them raw, in two inputs.
///
/// ```swift
/// let file = try await FFmpegMedia("ts", ["-c:v", "libx264"], video: .init()).file()
/// ```
public struct FFmpegMedia: Sendable, Hashable, Codable {
  public var fileExtension: String
  /// The arguments between the inputs and the output name.
  public var arguments: [String]
  /// The video; its codec is ignored.
  public var video: TestMedia.Video?
  /// The audio; its codec is ignored.
  public var audio: TestMedia.Audio?
  /// Whether the second of every three frames is left out, so that the frame rate varies.
  public var leavesOutEveryThird: Bool

  /// The filter that labels frames as BT.709.
  ///
  /// `ffmpeg` 7 ignores options of encoders for it, such as `-colorspace`.
  public static let labels709 =
    "setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709"

  public init(
    _ fileExtension: String, _ arguments: [String], video: TestMedia.Video? = nil,
    audio: TestMedia.Audio? = nil, leavesOutEveryThird: Bool = false
  ) {
    self.fileExtension = fileExtension
    self.arguments = arguments
    self.video = video
    self.audio = audio
    self.leavesOutEveryThird = leavesOutEveryThird
  }

  /// The file, made now or found in the cache; see ``TestMedia/file()``.
  public func file() async throws -> URL { try await TestMediaCache.shared.file(of: self) }
}

extension FFmpegMedia: MadeMedia {
  func fileName(version: Int) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let digest = Digest(try encoder.encode(self) + Data("v\(version)".utf8))
    return "ffmpeg-\(digest).\(fileExtension)"
  }

  func make(at url: URL, scratch: TemporaryDirectory) async throws {
    var words = ["-nostdin", "-v", "error", "-y"]
    if let video {
      let file = scratch.file("video")
      try video.writeFrames(to: file)
      words += [
        "-f", "rawvideo", "-pix_fmt", "yuv420p", "-video_size", "\(video.width)x\(video.height)",
        "-framerate", "\(video.frameRate)", "-i", file.path,
      ]
    }
    if let audio {
      let file = scratch.file("audio")
      let media = TestMedia(.wav, video: video, audio: audio)
      let bytes = audio.sound.bytes(
        clip: audio.clip, sampleRate: audio.sampleRate, channelCount: audio.channelCount,
        count: media.sampleCount)
      try Data(bytes).write(to: file)
      words += [
        "-f", "s16le", "-ar", "\(audio.sampleRate)", "-ac", "\(audio.channelCount)", "-i",
        file.path,
      ]
    }
    if leavesOutEveryThird {
      words += ["-vf", "select=not(eq(mod(n\\,3)\\,1))", "-fps_mode", "vfr"]
    }
    // One thread, and no creation time: the same file every time.
    words += arguments + ["-threads", "1", "-fflags", "+bitexact", url.path]
    try await ChildProcess("ffmpeg", words, timeout: .seconds(180)).check()
  }
}
