/// An output for previews, which renders to sinks in sync with a clock.
public struct SinkOutput: Output, Sendable {
  /// The video sink as a GStreamer description, such as `autovideosink` or `videoconvert !
  /// cacasink`; `nil` renders no video.
  public var videoSink: String?
  /// The audio sink as a GStreamer description, such as `autoaudiosink`; `nil` renders no sound.
  public var audioSink: String?

  /// Creates an output; the defaults let GStreamer choose the sinks.
  public init(videoSink: String? = "autovideosink", audioSink: String? = "autoaudiosink") {
    self.videoSink = videoSink
    self.audioSink = audioSink
  }

  /// Whether there is a ``videoSink``.
  public var takesVideo: Bool { videoSink != nil }
  /// Whether there is an ``audioSink``.
  public var takesAudio: Bool { audioSink != nil }

  /// Adds a queue, conversions and a sink for each stream.
  public func build(
    in graph: inout PipelineGraph, video: PipelineGraph.Restricted?,
    audio: PipelineGraph.Restricted?
  ) {
    if let video, let videoSink {
      let queue = graph.link(video, graph.add("queue", name: "picture-queue"))
      let converter = graph.link(queue, graph.add("videoconvert", name: "picture-output"))
      graph.link(converter, graph.add(description: videoSink, name: "video-sink"))
    }
    if let audio, let audioSink {
      let queue = graph.link(audio, graph.add("queue", name: "sound-queue"))
      let converter = graph.link(queue, graph.add("audioconvert", name: "sound-output"))
      let resampler = graph.link(converter, graph.add("audioresample", name: "sound-rate"))
      graph.link(resampler, graph.add(description: audioSink, name: "audio-sink"))
    }
  }
}
