import CutawayContainers
import CutawayDiagnostics
import CutawayModel
import CutawayTime
import CutawayTranslation

extension FileWriter {
  /// The elements and the finishing of a file.
  struct Plan: Sendable {
    let inputs: [FileWriter.Input]
    let fileType: ExportFileType
    let settings: FileWriter.Settings
    let metadata: ExportMetadata
    private var output: FileOutput
    private let audioEncoder: AudioEncoder?
    private let sampleRate: Int

    init(
      _ inputs: [FileWriter.Input], _ fileType: ExportFileType, _ settings: FileWriter.Settings,
      _ destination: FileWriter.Destination
    ) throws(ExportError) {
      (self.inputs, self.fileType, self.settings) = (inputs, fileType, settings)
      metadata = try ExportMetadata(settings.metadata)
      guard var muxer = fileType.container.muxer else {
        throw ExportError(.incompatible, "\(fileType.rawValue) files are not written by samples")
      }
      guard !inputs.isEmpty else { throw ExportError(.incompatible, "the file has no stream") }
      var video: FileOutput.Encoding?, audio: FileOutput.Encoding?
      var encoder: AudioEncoder?, rate = 0
      for input in inputs {
        switch input.coding {
        case .copy: break
        case .video(let settings): video = try settings.encoding(in: fileType)
        case .sound(let settings):
          let found = try settings.encoder(in: fileType)
          encoder = found
          rate = settings.sampleRate
          audio = settings.encoding(by: found)
        }
      }
      audioEncoder = encoder
      sampleRate = rate
      if fileType.isMovie, let ticks = settings.timescale ?? (rate > 0 ? rate : nil) {
        muxer.properties.append(.init("movie-timescale", .int(ticks)))
      }
      var sink = FileOutput.Stage("filesink", [.init("async", false)])
      if case .segments = destination {
        guard fileType == .mp4 else {
          throw ExportError(.incompatible, "segments are MP4, and not \(fileType.rawValue)")
        }
        // The fragments are joined.
        muxer.properties += [.init("fragment-duration", 500), .init("streamable", true)]
        sink = PipelineGraph.sampleSink
      }
      output = FileOutput(
        video: video, audio: audio, muxer: muxer, tagWriter: fileType.container.tagWriter,
        sink: sink)
      output.waiting = .bytes(512 << 20)
    }

    /// The duration of encoded sound before the first sample; `nil` if there is none.
    var priming: MediaTime? {
      guard let audioEncoder, audioEncoder.priming > 0 else { return nil }
      return MediaTime(Int64(audioEncoder.priming), over: Int64(sampleRate))
    }

    /// The graph that writes a file, or the bytes of one without a path.
    func graph(path: String?) -> PipelineGraph {
      var graph = PipelineGraph(), output = output
      if let path { output.sink.properties.append(.init("location", .string(path))) }
      let sources = inputs.indices.map { index in
        graph.add(
          "appsrc", name: "input-\(index)", role: .input(index),
          [
            .init("format", "time"), .init("block", true), .init("max-bytes", .int(24 << 20)),
          ])
      }
      func source(_ media: Track.MediaType, _ caps: String) -> PipelineGraph.Restricted? {
        let index = inputs.firstIndex {
          if case .copy = $0.coding { false } else { $0.media == media }
        }
        return index.map { sources[$0].restricted(to: caps) }
      }
      output.build(
        in: &graph, video: source(.video, "video/x-raw"), audio: source(.audio, "audio/x-raw"))
      guard let muxer = graph.element(.muxer)?.name else { return graph }
      for (index, input) in inputs.enumerated() {
        guard case .copy = input.coding else { continue }
        let queue = output.waitingQueue
        let waiting = graph.link(
          sources[index], graph.add(queue.factory, name: "copy-\(index)", queue.properties))
        // A pad of another kind would take a link before the caps are known.
        let pad = fileType.isMovie ? (input.media == .video ? "video_0" : "audio_0") : nil
        graph.link(waiting, PipelineGraph.Port(element: muxer, pad: pad))
      }
      return graph
    }

    /// The inputs in the order of the file's tracks.
    private var order: [Int] {
      let encoded = inputs.indices.filter {
        if case .copy = inputs[$0].coding { false } else { true }
      }
      let copied = inputs.indices.filter { !encoded.contains($0) }
      return encoded.sorted { inputs[$0].media == .video && inputs[$1].media != .video } + copied
    }

    /// Completes a file before it is renamed.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - ends: The end of each input in nanoseconds.
    ///   - leads: How much earlier than 0 the copied inputs that are presented before 0 begin, in nanoseconds.
    /// - Throws: `ContainerError` or ``ExportError``.
    func complete(_ path: String, ends: [Int: Int64], leads: [Int: Int64]) throws {
      var ranges: [Int: TimeRange] = [:], languages: [Int: String] = [:]
      var playedEnds: [Int: MediaTime] = [:]
      // A stream without samples has no track.
      let tracks = order.filter { ends[$0] != nil }
      for (track, index) in tracks.enumerated() {
        languages[track] = inputs[index].language
        let end = MediaTime(nanoseconds: ends[index] ?? 0)
        guard end > .zero else { continue }
        let lead = leads[index].map { MediaTime(nanoseconds: $0) }
        if let lead { ranges[track] = TimeRange(start: lead, duration: end) }
        switch (inputs[index].media, inputs[index].coding) {
        case (.audio, .copy): if lead == nil { playedEnds[track] = end }
        case (.video, _): playedEnds[track] = end
        default:
          if let priming { ranges[track] = TimeRange(start: priming, duration: end) }
        }
      }
      try finish(
        path, languages: languages, ranges: fileType.isMovie ? ranges : [:],
        playedEnds: fileType.isMovie ? playedEnds : [:])
    }

    /// Completes the header of segments.
    ///
    /// - Parameters:
    ///   - path: A file with nothing but the header.
    ///   - edits: What each track shows.
    /// - Throws: `ContainerError` or ``ExportError``.
    func completeHeader(_ path: String, _ edits: [SegmentJoiner.Edit]) throws {
      let tracks = try MovieHeader(completed: path).movie.boxes("trak").filter {
        !$0.isEmptyTrack
      }
      let kinds = tracks.map { $0.box("mdia")?.box("hdlr")?.kind(8) }
      var languages: [Int: String] = [:], ranges: [Int: TimeRange] = [:]
      var delays: [Int: MediaTime] = [:]
      for (track, kind) in kinds.enumerated() {
        let media: Track.MediaType = kind == "vide" ? .video : .audio
        languages[track] = inputs.first { $0.media == media }?.language
        // The edit lasts to the end of the fragments.
        if edits.indices.contains(track), edits[track].start > .zero {
          ranges[track] = TimeRange(start: edits[track].start, duration: .zero)
          delays[track] = edits[track].delay
        }
      }
      try finish(path, languages: languages, ranges: ranges, playedEnds: [:], delays: delays)
    }

    private func finish(
      _ path: String, languages: [Int: String], ranges: [Int: TimeRange],
      playedEnds: [Int: MediaTime], delays: [Int: MediaTime] = [:]
    ) throws {
      if fileType.isMovie, let matrix = inputs.first(where: { $0.media == .video })?.transform {
        do throws(ContainerError) {
          try FilePatch.apply(
            try MovieHeader(completed: path).withPictures(turnedBy: matrix), to: path)
        } catch {
          throw ExportError(.failed, "cannot turn the picture of '\(path)': \(error)")
        }
      }
      var finishing = ExportFinishing(
        fileType: fileType, metadata: metadata, chapters: [], languages: languages,
        playedRanges: ranges, light: nil, subtitles: [],
        movesHeaderFirst: settings.movesHeaderFirst, sampleCount: nil, isCopy: false, isCut: false,
        creationTime: try metadata.creationTime())
      (finishing.playedEnds, finishing.playedDelays) = (playedEnds, delays)
      finishing.removesEmptyTracks = true
      // What a type of file cannot contain is left out, as in exports.
      _ = try finishing.apply(to: path)
    }
  }
}
