import CutawayTranslation

extension VideoEncoder {
  /// The options that spans need besides the fastest preset of x264.
  ///
  /// They give the profile of usual sources, and save most bytes for their time. CABAC is not among
  /// them: it saves a tenth of the bytes, but encoding takes a third more time, and decoding twice
  /// the time.
  private static let spanOptions = ["8x8dct=1", "subme=1", "analyse=i4x4,i8x8"]

  static let h264 = [
    // The authors of x264 call a constant rate factor of 18 visually lossless.
    VideoEncoder("x264enc", .h264, package: "gstreamer1.0-plugins-ugly", followers: ["h264parse"]) {
      task in
      // The number of threads affects the result, so it must not depend on the machine.
      let rate: [PipelineGraph.Property] =
        if let kilobits = task.kilobits {
          // What fits into the rate buffer depends on the progress of other threads. Only a single
          // thread decides the same each time.
          [
            .init("pass", "cbr"), .init("bitrate", .int(kilobits)), .init("vbv-buf-capacity", 2000),
            .init("threads", 1),
          ]
        } else if let quantizer = task.quantizer {
          // The scale of x264 starts lower the more bits samples have.
          [
            .init("pass", "quant"),
            .init("quantizer", .int(quantizer + 6 * (task.picture.bitDepth - 8))),
            .init("vbv-buf-capacity", 0), .init("threads", 4),
          ]
        } else {
          // Unless the capacity is 0, its bit rate of 2 Mbit/s also limits this mode.
          [
            .init("pass", "qual"), .init("quantizer", .int(task.coarseness(best: 13, range: 20))),
            .init("vbv-buf-capacity", 0), .init("threads", 4),
          ]
        }
      let fixed = "scenecut=0:open-gop=0:min-keyint=\(task.keyFrameInterval)"
      // Otherwise functions for AVX-512 of x264 164 make the result depend on what the memory contained
      // before.
      let settings =
        ["cpu-independent=1"] + (task.hasFixedKeyFrames ? [fixed] : [])
        + (task.isJoined ? ["stitchable=1"] : []) + (task.isSpan ? spanOptions : [])
      return rate + [
        .init("option-string", .string(settings.joined(separator: ":"))),
        .init(
          "speed-preset",
          .string(
            task.isSpan ? "ultrafast" : task.choice("ultrafast", "veryfast", "medium", "slower"))),
        .init("key-int-max", .int(task.keyFrameInterval)),
        .init("bframes", .int(task.reordersFrames ? 3 : 0)),
      ]
    },
    VideoEncoder(
      "openh264enc", .h264, package: "gstreamer1.0-plugins-bad", followers: ["h264parse"]
    ) { task in
      [
        .init("rate-control", "bitrate"), .init("bitrate", .int(task.usualBitrate)),
        .init("complexity", .string(task.choice("low", "low", "medium", "high"))),
        .init("gop-size", .int(task.keyFrameInterval)), .init("multi-thread", 1),
      ] + (task.hasFixedKeyFrames ? [.init("scene-change-detection", false)] : [])
    },
  ]

  static let hevc = [
    VideoEncoder(
      "x265enc", .hevc, package: "gstreamer1.0-plugins-bad", deep: DeepInput(),
      followers: ["h265parse"]
    ) { task in
      // Frame threads, and the existence of a thread pool, affect the result. x265's note of its
      // settings names the machine's processor.
      var options = ["frame-threads=1", "pools=4", "info=0"]
      if !task.reordersFrames { options.append("bframes=0") }
      if task.isJoined || task.hasFixedKeyFrames { options.append("open-gop=0") }
      if task.hasFixedKeyFrames {
        options += ["scenecut=0", "min-keyint=\(task.keyFrameInterval)"]
      }
      var rate: [PipelineGraph.Property] = []
      if let kilobits = task.kilobits {
        // No rate buffer: what fits into it depends on the progress of the other threads.
        rate.append(.init("bitrate", .int(kilobits)))
      } else if let quantizer = task.quantizer {
        options.append("qp=\(quantizer)")
      } else {
        options.append("crf=\(task.coarseness(best: 15, range: 20))")
      }
      return rate + [
        .init("option-string", .string(options.joined(separator: ":"))),
        .init(
          "speed-preset",
          .string(
            task.isSpan ? "superfast" : task.choice("ultrafast", "faster", "medium", "slow"))),
        .init("key-int-max", .int(task.keyFrameInterval)),
      ]
    }
  ]

  /// The video codecs of WebM.
  static let webCodecs = [
    VideoEncoder("vp8enc", .vp8, package: "gstreamer1.0-plugins-good") { task in
      // More threads, as many as the machine has cores, would decide otherwise. A negative
      // `cpu-used` is a fixed speed; a positive one would adapt to the time that frames take.
      vpx(task, level: task.coarseness(best: 10, range: 30)) + [
        .init("cpu-used", .int(task.choice(-8, -4, -2, -1))), .init("threads", 1),
      ]
    },
    VideoEncoder(
      "vp9enc", .vp9, package: "gstreamer1.0-plugins-good", deep: DeepInput(isUsual: false)
    ) { task in
      // Its scale has 64 steps, that of H.264 has 52.
      let level = task.quantizer.map { $0 * 64 / 52 }
      return vpx(task, level: level ?? task.coarseness(best: 23, range: 20)) + [
        .init("cpu-used", .int(task.choice(8, 4, 2, 0))), .init("threads", 4),
        .init("row-mt", true),
      ]
        + (level.map { [.init("min-quantizer", .int($0)), .init("max-quantizer", .int($0))] } ?? [])
        + (task.isSpan ? [.init("lag-in-frames", 0)] : [])
    },
    VideoEncoder(
      "av1enc", .av1, package: "gstreamer1.0-plugins-bad", deep: DeepInput(isUsual: false),
      followers: ["av1parse"]
    ) { task in
      // In quality mode, the encoder stays between the two quantizers.
      let quantizer = task.coarseness(best: 20, range: 30)
      let rate: [PipelineGraph.Property] =
        if let kilobits = task.kilobits {
          // Unless the maximum quantizer is set, the minimum applies to both.
          [
            .init("end-usage", "vbr"), .init("target-bitrate", .int(kilobits)),
            .init("max-quantizer", 63),
          ]
        } else {
          [
            .init("end-usage", "q"), .init("min-quantizer", .int(quantizer - 8)),
            .init("max-quantizer", .int(quantizer + 8)),
          ]
        }
      return rate + [
        // Other profiles than real time take more than a second per 1080p frame.
        .init(
          "usage-profile",
          .string(task.choice("realtime", "realtime", "good-quality", "good-quality"))),
        .init("cpu-used", .int(task.choice(9, 7, 6, 4))), .init("threads", 4),
        .init("keyframe-max-dist", .int(task.keyFrameInterval)),
      ]
    },
  ]

  private static func vpx(_ task: VideoTask, level: Int) -> [PipelineGraph.Property] {
    let rate: [PipelineGraph.Property] =
      if let bitrate = task.bitrate {
        [.init("end-usage", "vbr"), .init("target-bitrate", .int(bitrate))]
      } else {
        // The bit rate is the upper bound for this level.
        [
          .init("end-usage", "cq"), .init("cq-level", .int(level)),
          .init("target-bitrate", .int(task.estimatedBitrate(bitsPerPixel: 2))),
        ]
      }
    return rate + [
      .init("deadline", 1), .init("keyframe-max-dist", .int(task.keyFrameInterval)),
    ]
  }

  /// Codecs for further editing, viewing and checking.
  static let intermediate = [
    VideoEncoder(
      "avenc_prores_ks", .proRes422, package: "gstreamer1.0-libav",
      input: "video/x-raw,format=I422_10LE", deep: DeepInput(chroma: [.halvedColumns])
    ) { task in
      let usual: [PipelineGraph.Property] = [
        .init("profile", .string(task.profile ?? "standard")), .init("vendor", "apl0"),
        // Slices do not depend on each other, so the bytes do not depend on the number of threads.
        .init("threads", "auto"), .init("thread-type", "slice"),
      ]
      // The usual rate of a profile has about the noise of a quantizer of 18.
      guard let quantizer = task.quantizer, quantizer < 18 else { return usual }
      return usual + [.init("bits-per-mb", .int(quantizer > 10 ? 3_000 : 8_192))]
    },
    VideoEncoder(
      "avenc_prores_ks", .proRes4444, package: "gstreamer1.0-libav",
      input: "video/x-raw,format=Y444_10LE", deep: DeepInput(chroma: [.full]),
      alphaFormat: { _ in "A444_10LE" }
    ) { _ in
      [
        .init("profile", "4444"), .init("vendor", "apl0"), .init("threads", "auto"),
        .init("thread-type", "slice"),
      ]
    },
    VideoEncoder(
      "avenc_ffv1", .ffv1, package: "gstreamer1.0-libav",
      deep: DeepInput(chroma: [.halved, .halvedColumns, .full]),
      alphaFormat: { $0 == 8 ? "A420" : "A444_10LE" }
    ) { _ in [] },
    VideoEncoder(
      "pngenc", .png, package: "gstreamer1.0-plugins-good", input: "video/x-raw,format=RGB",
      alphaFormat: { _ in "RGBA" }
    ) { task in [.init("compression-level", .int(task.choice(1, 3, 6, 9)))] },
    VideoEncoder(
      "jpegenc", .jpeg, package: "gstreamer1.0-plugins-good",
      // Readers of JFIF assume full range and the matrix of BT.601.
      input: "video/x-raw,format=I420,colorimetry=1:4:0:0"
    ) { task in
      // The default transform is faster and less precise.
      [
        .init("quality", .int(task.jpegQuality)),
        .init("idct-method", "islow"),
      ]
    },
  ]
}
