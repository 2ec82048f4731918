import MediaTime
import PipelineGraph
import Translation

extension ExportPreset {
  /// The encoders and the muxer of a type of file, writing to a path.
  func output(
    _ fileType: ExportFileType, path: String, frameDuration: MediaTime, optimized: Bool
  ) -> FileOutput {
    FileOutput(
      video: fileType.hasVideo && self != .appleM4A
        ? video(fileType, frameDuration: frameDuration) : nil,
      audio: audio(fileType), muxer: fileType.muxer(optimized: optimized), path: path)
  }

  /// Why the preset cannot go into a type of file, or `nil` if it can.
  func fault(with fileType: ExportFileType) -> String? {
    switch (self, fileType) {
    case (.lossless, .mkv), (.appleM4A, .m4a), (.appleM4A, .mp4): nil
    case (.lossless, _): "the preset lossless goes into mkv, not \(fileType.rawValue)"
    case (.appleM4A, _): "the preset appleM4A goes into m4a, not \(fileType.rawValue)"
    case (.hevcHighestQuality, .webm): "HEVC goes into mp4, mov or mkv, not webm"
    default: nil
    }
  }

  /// How long what the sound's encoder gives lasts before the sound itself begins, in samples.
  ///
  /// An AAC encoder starts with a frame of its own making. The muxers of MP4 and its kin do not know,
  /// but write an edit list that leaves out what comes before 0.
  func audioPriming(_ fileType: ExportFileType) -> Int {
    switch fileType {
    case .mp4, .mov, .m4a: self == .lossless ? 0 : 1024
    case .mkv, .webm, .wav: 0
    }
  }

  private func video(_ fileType: ExportFileType, frameDuration: MediaTime) -> FileOutput.Encoding {
    // Seeking in the result costs two seconds of decoding at most.
    let keyInterval = Int(max(1, MediaTime(2).rounded(in: frameDuration)))
    let input = "video/x-raw,format=I420"
    switch (self, fileType) {
    case (.lossless, _):
      return FileOutput.Encoding(input: input, stages: [.init("avenc_ffv1")])
    case (_, .webm):
      return FileOutput.Encoding(
        input: input,
        stages: [
          .init(
            "vp9enc",
            [
              .init("end-usage", "cq"), .init("cq-level", .int(rateFactor + 10)),
              .init("target-bitrate", 0), .init("deadline", 1), .init("cpu-used", 4),
              .init("threads", 4), .init("row-mt", true),
              .init("keyframe-max-dist", .int(keyInterval)),
            ])
        ])
    case (.hevcHighestQuality, _):
      return FileOutput.Encoding(
        input: input,
        stages: [
          .init(
            "x265enc",
            [
              .init("option-string", .string("crf=\(rateFactor)")),
              .init("speed-preset", "faster"), .init("key-int-max", .int(keyInterval)),
            ]),
          .init("h265parse"),
        ])
    default:
      return FileOutput.Encoding(
        input: input,
        stages: [
          .init(
            "x264enc",
            [
              .init("pass", "qual"), .init("quantizer", .int(rateFactor)),
              .init("speed-preset", "veryfast"), .init("key-int-max", .int(keyInterval)),
              .init("bframes", 3),
            ]),
          .init("h264parse"),
        ])
    }
  }

  private func audio(_ fileType: ExportFileType) -> FileOutput.Encoding {
    switch (self, fileType) {
    case (.lossless, _):
      FileOutput.Encoding(input: "audio/x-raw,format=S24LE", stages: [.init("flacenc")])
    case (_, .wav):
      FileOutput.Encoding(input: "audio/x-raw,format=S16LE", stages: [])
    case (_, .webm):
      FileOutput.Encoding(
        input: "audio/x-raw,format=S16LE",
        stages: [.init("opusenc", [.init("bitrate", .int(audioBitrate))])])
    default:
      FileOutput.Encoding(
        input: "audio/x-raw,format=F32LE",
        stages: [.init("avenc_aac", [.init("bitrate", .int(audioBitrate))]), .init("aacparse")])
    }
  }
}

extension ExportFileType {
  fileprivate func muxer(optimized: Bool) -> FileOutput.Stage {
    switch self {
    case .mp4, .m4a: .init("mp4mux", [.init("faststart", .bool(optimized))])
    case .mov: .init("qtmux", [.init("faststart", .bool(optimized))])
    case .mkv: .init("matroskamux")
    case .webm: .init("webmmux")
    case .wav: .init("wavenc")
    }
  }
}
