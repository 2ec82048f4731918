import ArgumentParser
import CutawayGraph
import Foundation

struct Build: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the GStreamer graph of a composition without running it.",
    discussion: """
      Example:
        cutaway build edit.yaml --format dot | dot -Tsvg > edit.svg

      To run the launch line, add this package's plugins to GST_PLUGIN_PATH:
        gst-launch-1.0 $(cutaway build edit.yaml)
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case launch, dot, json }

  @OptionGroup var input: CompositionInput
  @Option(help: "The output format: launch (a line for gst-launch-1.0), dot (Graphviz) or json.")
  var format = Format.launch
  @OptionGroup var sinks: SinkOptions

  func run() async throws {
    let (input, format, sinks) = (input, format, sinks)
    try await reportingFailures {
      let resolved = try await input.read().resolved()
      let graph = try Translation(resolved).graph(to: sinks.output)
      switch format {
      case .launch: try printResult(graph.launchText)
      case .dot: try printResult(graph.dot)
      case .json:
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try printResult(String(decoding: try encoder.encode(graph), as: UTF8.self))
      }
    }
  }
}

/// The sinks for playback.
struct SinkOptions: ParsableArguments, Sendable {
  @Option(
    help: "The GStreamer sink for video, such as ximagesink or \"videoconvert ! cacasink\".")
  var videoSink = "autovideosink"
  @Option(help: "The GStreamer sink for audio, such as pulsesink.")
  var audioSink = "autoaudiosink"

  func validate() throws {
    for (option, sink) in [("--video-sink", videoSink), ("--audio-sink", audioSink)]
    where sink.allSatisfy(\.isWhitespace) {
      throw ValidationError("\(option): give the name of a sink, such as fakesink")
    }
  }

  var output: SinkOutput { SinkOutput(videoSink: videoSink, audioSink: audioSink) }
}
