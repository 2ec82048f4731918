import CutawayModel
import CutawayTime
import CutawayTranslation

/// Renders fragmented MP4 into memory, for a browser's Media Source: H.264 and AAC, with fragments
/// of a tenth of a second.
///
/// Latency is minimal: no frame waits for a later one, in the encoder or in the muxer. If nobody
/// takes the fragments, rendering stops.
struct FragmentOutput: Output {
  /// The number of samples that an AAC encoder outputs before the actual sound; GStreamer does not
  /// report it.
  static let priming = 1024
  static let sampleRate = 48_000

  /// The frames per second, rounded up.
  var frameRate: Int
  var takesVideo: Bool
  var takesAudio: Bool

  init(_ resolved: ResolvedComposition) {
    let kinds = Set(resolved.composition.tracks.map(\.mediaType))
    takesVideo = kinds.contains(.video)
    takesAudio = kinds.contains(.audio)
    frameRate = max(1, Int((1 / resolved.frameDuration.seconds).rounded(.up)))
  }

  func build(
    in graph: inout PipelineGraph, video: PipelineGraph.Restricted?,
    audio: PipelineGraph.Restricted?
  ) {
    let muxer = graph.add(
      "mp4mux", name: "muxer", role: .muxer,
      [.init("fragment-duration", 100), .init("streamable", true)])
    if let video { graph.link(picture(video, in: &graph), muxer) }
    if let audio { graph.link(sound(audio, in: &graph), muxer) }
    graph.link(
      muxer,
      graph.add(
        "appsink", name: "fragments", role: .output,
        [.init("sync", false), .init("max-buffers", 16), .init("enable-last-sample", false)]))
  }

  private func picture(
    _ video: PipelineGraph.Restricted, in graph: inout PipelineGraph
  ) -> PipelineGraph.Port {
    let queue = graph.link(
      video, graph.add("queue", name: "picture-waiting", Self.limit("max-size-buffers", 3)))
    let converter = graph.link(queue, graph.add("videoconvert", name: "picture-output"))
    let encoder = graph.link(
      converter.restricted(to: "video/x-raw,format=I420"),
      // A key frame twice a second: to show a frame, a browser decodes from the key frame before
      // it.
      graph.add(
        "x264enc", name: "picture-encoder",
        [
          .init("tune", "zerolatency"), .init("speed-preset", "ultrafast"),
          .init("key-int-max", .int(max(1, frameRate / 2))), .init("pass", "qual"),
          .init("quantizer", 21), .init("bitrate", 12_000), .init("vbv-buf-capacity", 1000),
        ]))
    let parser = graph.link(encoder, graph.add("h264parse", name: "picture-parser"))
    return graph.link(
      parser,
      graph.add(
        "queue", name: "picture-queue", role: .encodedVideo,
        Self.limit("max-size-time", 500_000_000)))
  }

  private func sound(
    _ audio: PipelineGraph.Restricted, in graph: inout PipelineGraph
  ) -> PipelineGraph.Port {
    let queue = graph.link(
      audio, graph.add("queue", name: "sound-waiting", Self.limit("max-size-time", 100_000_000)))
    let converter = graph.link(queue, graph.add("audioconvert", name: "sound-output"))
    let resampler = graph.link(converter, graph.add("audioresample", name: "sound-rate"))
    let encoder = graph.link(
      resampler.restricted(
        to: "audio/x-raw,format=F32LE,rate=\(Self.sampleRate),channels=[1,2]"),
      graph.add(
        "avenc_aac", name: "sound-encoder", [.init("bitrate", 160_000), .init("aac-ms", 0)]))
    let parser = graph.link(encoder, graph.add("aacparse", name: "sound-parser"))
    return graph.link(
      parser,
      graph.add(
        "queue", name: "sound-queue", role: .encodedAudio, Self.limit("max-size-time", 500_000_000))
    )
  }

  /// The only limit of a queue: when a browser seeks, all queued data were rendered in vain.
  private static func limit(_ name: String, _ value: Int) -> [PipelineGraph.Property] {
    ["max-size-buffers", "max-size-bytes", "max-size-time"].map {
      .init($0, .int($0 == name ? value : 0))
    }
  }

  /// The required elements, and the Debian packages that contain them.
  static let elements = [
    (name: "x264enc", package: "gstreamer1.0-plugins-ugly"),
    (name: "h264parse", package: "gstreamer1.0-plugins-bad"),
    (name: "avenc_aac", package: "gstreamer1.0-libav"),
    (name: "aacparse", package: "gstreamer1.0-plugins-good"),
    (name: "mp4mux", package: "gstreamer1.0-plugins-good"),
  ]
}
