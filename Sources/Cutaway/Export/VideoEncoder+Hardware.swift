import CutawayTranslation

// Encoders of dedicated hardware. Their properties are those of GStreamer's documentation (1.22 to 1.26). Not tried:
// none of them was at hand. `cutaway export FILE -o FILM.mp4 --video-encoder NAME` tries one.
extension VideoEncoder {
  /// Used if no other encoder is installed, or when requested by name.
  static let hardware =
    [
      va("vah264enc", .h264), va("vah264lpenc", .h264), va("vah265enc", .hevc),
      va("vah265lpenc", .hevc), va("vaav1enc", .av1), va("vaav1lpenc", .av1),
    ] + [
      nvenc("nvh264enc", .h264), nvenc("nvh265enc", .hevc), nvcuda("nvcudah264enc", .h264),
      nvcuda("nvcudah265enc", .hevc), nvcuda("nvav1enc", .av1),
    ] + [qsv("qsvh264enc", .h264), qsv("qsvh265enc", .hevc), qsv("qsvav1enc", .av1)]
    + [v4l2("v4l2h264enc", .h264), v4l2("v4l2h265enc", .hevc)]

  /// An encoder of frames with shared chroma.
  private init(
    hardware name: String, _ codec: VideoCodec, package: String = "gstreamer1.0-plugins-bad",
    isDeep: Bool, properties: @escaping @Sendable (VideoTask) -> [PipelineGraph.Property]
  ) {
    let parser =
      switch codec {
      case .h264: "h264parse"
      case .hevc: "h265parse"
      default: "av1parse"
      }
    self.init(
      name, codec, package: package, isHardware: true, input: "video/x-raw,format=NV12",
      deep: isDeep ? DeepInput(isUsual: codec == .hevc, format: "P010_10LE") : nil,
      followers: [parser], properties: properties)
  }

  /// The VA-API of Intel and AMD; `lp` is the low-power unit.
  private static func va(_ name: String, _ codec: VideoCodec) -> VideoEncoder {
    VideoEncoder(hardware: name, codec, isDeep: codec != .h264) { task in
      let rate: [PipelineGraph.Property]
      if let kilobits = task.kilobits {
        rate = [.init("rate-control", "vbr"), .init("bitrate", .int(kilobits))]
      } else if codec == .av1 {
        rate = [.init("rate-control", "cqp"), .init("qp", .int(task.quantizerOfAV1))]
      } else {
        let quantizer = Value.int(task.usualQuantizer)
        rate = [
          .init("rate-control", "cqp"), .init("qpi", quantizer), .init("qpp", quantizer),
          .init("qpb", quantizer),
        ]
      }
      let distance: [PipelineGraph.Property] = [
        .init("key-int-max", .int(min(task.keyFrameInterval, 1024)))
      ]
      return rate + distance
        + (codec == .av1 ? [] : [.init("b-frames", .int(task.reordersFrames ? 2 : 0))])
    }
  }

  /// NVENC with frames in system memory.
  private static func nvenc(_ name: String, _ codec: VideoCodec) -> VideoEncoder {
    VideoEncoder(hardware: name, codec, isDeep: codec == .hevc) { task in
      let rate: [PipelineGraph.Property] =
        if let kilobits = task.kilobits {
          [.init("rc-mode", "vbr"), .init("bitrate", .int(kilobits))]
        } else {
          [.init("rc-mode", "constqp"), .init("qp-const", .int(task.usualQuantizer))]
        }
      return rate + [.init("gop-size", .int(task.keyFrameInterval))]
    }
  }

  /// NVENC in its newer elements.
  private static func nvcuda(_ name: String, _ codec: VideoCodec) -> VideoEncoder {
    VideoEncoder(hardware: name, codec, isDeep: codec != .h264) { task in
      let quantizer = Value.int(codec == .av1 ? task.quantizerOfAV1 : task.usualQuantizer)
      let rate: [PipelineGraph.Property] =
        if let kilobits = task.kilobits {
          [.init("rate-control", "vbr"), .init("bitrate", .int(kilobits))]
        } else {
          [
            .init("rate-control", "cqp"), .init("qp-i", quantizer), .init("qp-p", quantizer),
            .init("qp-b", quantizer),
          ]
        }
      return rate + [
        .init("gop-size", .int(task.keyFrameInterval)),
        .init("b-frames", .int(task.reordersFrames && codec == .h264 ? 2 : 0)),
      ]
    }
  }

  /// Intel's Quick Sync Video.
  private static func qsv(_ name: String, _ codec: VideoCodec) -> VideoEncoder {
    VideoEncoder(hardware: name, codec, isDeep: codec != .h264) { task in
      let quantizer = Value.int(codec == .av1 ? task.quantizerOfAV1 : task.usualQuantizer)
      let rate: [PipelineGraph.Property] =
        if let kilobits = task.kilobits {
          [.init("rate-control", "vbr"), .init("bitrate", .int(kilobits))]
        } else {
          [.init("rate-control", "cqp"), .init("qp-i", quantizer), .init("qp-p", quantizer)]
            + (codec == .av1 ? [] : [.init("qp-b", quantizer)])
        }
      return rate + [.init("gop-size", .int(task.keyFrameInterval))]
        + (codec == .av1 ? [] : [.init("b-frames", .int(task.reordersFrames ? 2 : 0))])
    }
  }

  /// Video4Linux, as of the Raspberry Pi; the names of controls are those of the kernel.
  private static func v4l2(_ name: String, _ codec: VideoCodec) -> VideoEncoder {
    VideoEncoder(hardware: name, codec, package: "gstreamer1.0-plugins-good", isDeep: false) {
      task in
      [
        .init(
          "extra-controls",
          .string(
            "controls,video_bitrate=\(task.usualBitrate),video_gop_size=\(task.keyFrameInterval)"))
      ]
    }
  }
}

extension VideoTask {
  /// The quantizer for the quality, on the scale of H.264 and HEVC.
  fileprivate var usualQuantizer: Int { quantizer ?? coarseness(best: 15, range: 20) }

  /// The quantizer for the quality, on the scale of AV1 from 0 to 255.
  fileprivate var quantizerOfAV1: Int { usualQuantizer * 5 }
}
