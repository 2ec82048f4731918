import ArgumentParser
import Cutaway
import CutawayRuntime
import CutawayTranslation
import Foundation

struct Build: AsyncParsableCommand, OpensMedia {
  static let configuration = CommandConfiguration(
    abstract: "Prints the GStreamer graph of a composition without running it.",
    discussion: """
      Example:
        cutaway build edit.yaml --format dot | dot -Tsvg > edit.svg
        cutaway build edit.yaml --for export -o film.webm --preset hevc1920x1080

      To run the command, add this package's plugins to GST_PLUGIN_PATH:
        cutaway build edit.yaml --format shell | sh
      """)

  /// What would run the graph.
  enum Purpose: String, ExpressibleByArgument, CaseIterable { case play, export, still }
  enum Format: String, ExpressibleByArgument, CaseIterable { case launch, shell, dot, json }

  @OptionGroup var input: CompositionInput
  @Option(
    help: """
      The output format: launch (the text for gst-launch-1.0), shell (the same as a command, with \
      quotes), dot (Graphviz) or json.
      """)
  var format = Format.launch
  @Option(
    name: .customLong("for"),
    help: """
      The purpose of the graph: play, export, or still (the images of 'frame' and 'sheet'). 'play' \
      can replace the elements before its queues while it runs. 'export' measures loudness before \
      its graph starts, and then adds subtitles, metadata and chapters, which are not in the graph.
      """)
  var purpose = Purpose.play
  @OptionGroup(title: "With --for play") var sinks: SinkOptions
  @Option(
    name: [.short, .long], help: "The output file in the graph. The default is film.EXTENSION.",
    completion: .file())
  var output: String?
  @Option(
    help: """
      A folder for trees of layers that are too long for a launch line, over 64 KiB: 'build' writes \
      NAME.json for each, and prints its location.
      """,
    completion: .directory)
  var files: String?
  @OptionGroup(title: "Rendering; most apply to --for export") var rendition: RenditionArguments

  var opening: Opening {
    Opening(input, outputs: [output, files.map { $0 + "/" }].compactMap(\.self))
  }

  func run() async throws {
    let options = self
    try await reportingFailures { try await options.build() }
  }

  private func build() async throws {
    let document = try await input.read()
    let size =
      purpose == .export
      ? try rendition.settings(document.composition.export).renderSize : nil
    let resolved = try await document.resolved(
      changing: try rendition.change(), renderSize: size, policy: input.policy.policy(for: input))
    let range = try rendition.timeRange(in: resolved)
    switch purpose {
    case .play:
      try sinks.check(for: document.composition)
      try show(Translation(resolved, range: range).graph(to: sinks.output))
    case .still:
      try show(Translation(resolved, range: range).graph(to: StillOutput(of: resolved)))
    case .export:
      let preset = try rendition.chosenPreset(document.composition.export)
      let type = try rendition.chosenFileType(document.composition.export, preset, output: output)
      var settings = try rendition.settings(document.composition.export)
      settings.timeRange = range
      let session = ExportSession(
        resolved, preset: preset, settings: settings, onWarning: { tell($0) })
      let name = output ?? "film.\(type.pathExtensions[0])"
      try show(try await session.graph(to: name, as: type))
    }
  }

  private func show(_ graph: PipelineGraph) throws {
    switch format {
    case .launch, .shell:
      var graph = graph
      try graph.moveLongTrees { element, tree in
        guard let files else {
          throw ValidationError(
            "the layers of '\(element)' are too long for a line (\(tree.utf8.count >> 10) KiB); "
              + "--files DIR writes them to a file")
        }
        let folder = URL(fileURLWithPath: files, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("\(element).json")
        try Data((tree + "\n").utf8).write(to: file, options: .atomic)
        return file.path
      }
      try printResult(format == .shell ? graph.shellText : graph.launchText)
    case .dot: try printResult(graph.dot)
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try printResult(String(decoding: try encoder.encode(graph), as: UTF8.self))
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
  @Option(
    help: ArgumentHelp(
      "One GStreamer description for video and audio, instead of --video-sink and --audio-sink.",
      discussion: """
        video. and audio. are the raw streams: 'video. ! x264enc tune=zerolatency ! queue ! mux. \
        audio. ! avenc_aac ! queue ! mux. mpegtsmux name=mux ! srtsink uri=srt://:7001'.
        """, valueName: "description"))
  var sink: String?

  func validate() throws {
    for (option, sink) in [("--video-sink", videoSink), ("--audio-sink", audioSink)]
    where sink.allSatisfy(\.isWhitespace) {
      throw ValidationError("\(option): give the name of a sink, such as fakesink")
    }
    guard sink != nil else { return }
    if videoSink != "autovideosink" || audioSink != "autoaudiosink" {
      throw ValidationError("--sink cannot be used with --video-sink or --audio-sink")
    }
    if !output.takesVideo, !output.takesAudio {
      throw ValidationError("--sink: expected 'video.' or 'audio.', the streams to send")
    }
    if let name = sink.flatMap(unknownName) {
      throw ValidationError(
        "--sink: no element has the name '\(name)'; 'name=\(name)' gives it to one")
    }
  }

  /// A name to which a description links, but which no element has.
  ///
  /// GStreamer does not name it. An element without a name gets that of its factory with a number.
  private func unknownName(in sink: String) -> String? {
    let words = sink.split(whereSeparator: \.isWhitespace)
    let names = words.compactMap { $0.wholeMatch(of: #/name="?([\w-]+)"?/#)?.output.1 }
    let links = words.compactMap { $0.wholeMatch(of: #/([\w-]+)\.\w*/#)?.output.1 }
    return links.first { link in
      !["video", "audio"].contains(link) && !names.contains(link)
        && !words.contains { link.hasPrefix($0) && link.dropFirst($0.count).allSatisfy(\.isNumber) }
    }.map(String.init)
  }

  var output: SinkOutput {
    sink.map { SinkOutput(sink: $0) } ?? SinkOutput(videoSink: videoSink, audioSink: audioSink)
  }
}
