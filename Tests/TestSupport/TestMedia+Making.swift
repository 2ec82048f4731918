public import Foundation

extension TestMedia {
  /// The file, made now or found in the cache.
  ///
  /// Any number of tasks and processes may ask for the same file at the same time. Treat it as read
  /// only. It lies in `TMPDIR/cutaway-test-media`, or in `CUTAWAY_TEST_MEDIA` if that is set.
  ///
  /// - Throws: ``ChildProcess/Failure`` with GStreamer's words, as when codec and container do not
  ///   go together; ``Unsupported`` for an orientation that the container cannot hold.
  public func file() async throws -> URL { try await TestMediaCache.shared.file(of: self) }

  /// A description that no file can have.
  public struct Unsupported: Error, CustomStringConvertible {
    public let description: String
  }

  /// Makes the file at `url`.
  func make(at url: URL, scratch: TemporaryDirectory) async throws {
    var pipeline: [String] = []
    let isMuxed = container.muxer != nil
    if let video {
      guard video.orientation == .identity || container.holdsOrientation else {
        throw Unsupported(description: "\(container) does not hold an orientation")
      }
      try video.writeFrames(to: scratch.file("video"))
      pipeline += [
        "filesrc", "location=\(scratch.file("video").path)", "!", "rawvideoparse", "format=i420",
        "width=\(video.width)", "height=\(video.height)", "framerate=\(video.frameRate)",
        "colorimetry=\(video.colorimetry.rawValue)", "!",
      ]
      pipeline += video.encoder + ["!", "queue", "!", isMuxed ? "mux." : "file."]
    }
    if let audio {
      let bytes = audio.sound.bytes(
        clip: audio.clip, sampleRate: audio.sampleRate, channelCount: audio.channelCount,
        count: sampleCount)
      try Data(bytes).write(to: scratch.file("audio"))
      pipeline += [
        "filesrc", "location=\(scratch.file("audio").path)", "!", "rawaudioparse", "format=pcm",
        "pcm-format=s16le", "sample-rate=\(audio.sampleRate)",
        "num-channels=\(audio.channelCount)", "!",
      ]
      pipeline += audio.encoder + ["!", "queue", "!", isMuxed ? "mux." : "file."]
    }
    if let muxer = container.muxer { pipeline += [muxer, "name=mux", "!"] }
    pipeline += ["filesink", "name=file", "location=\(url.path)"]
    try await GStreamerLaunch.run(pipeline, timeout: .seconds(180))
    if let video, video.orientation != .identity {
      try MovieMatrix(video.orientation, width: video.width, height: video.height).write(into: url)
    }
  }
}

extension TestMedia.Video {
  /// Writes the frames as they are stored, one after the other.
  func writeFrames(to url: URL) throws {
    try Data().write(to: url)
    let handle = try FileHandle(forWritingTo: url)
    defer { try? handle.close() }
    let (shownWidth, shownHeight) = orientation.swapsSides ? (height, width) : (width, height)
    let chart = TestChart(clip: clip, width: shownWidth, height: shownHeight)
    for number in 0..<frameCount {
      try handle.write(contentsOf: Data(chart.frame(number).turned(orientation.inverse).bytes))
    }
  }
}
