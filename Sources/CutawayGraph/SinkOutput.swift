/// Renders to sinks in sync with a clock: a preview.
public struct SinkOutput: Output, Sendable {
  /// GStreamer descriptions, such as `autovideosink` or `videoconvert ! cacasink`; `nil` leaves
  /// out the picture or the sound.
  public var videoSink: String?
  public var audioSink: String?

  public init(videoSink: String? = "autovideosink", audioSink: String? = "autoaudiosink") {
    self.videoSink = videoSink
    self.audioSink = audioSink
  }

  public var takesVideo: Bool { videoSink != nil }
  public var takesAudio: Bool { audioSink != nil }

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
