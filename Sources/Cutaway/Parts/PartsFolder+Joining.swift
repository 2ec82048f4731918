public import CutawayDiagnostics
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation

extension PartsFolder {
  /// Makes a file of all parts, without encoding.
  ///
  /// It copies the packets in the order of their frames, with times that follow from the numbers of
  /// frames, and compares them with the digests of the manifests. Then it completes the file as an
  /// export does. The parts stay.
  ///
  /// The bytes of the file do not depend on the number of parts.
  ///
  /// - Parameters:
  ///   - path: The path of the file, whose type is that of the export.
  ///   - overwriting: Whether to replace an existing file.
  ///   - onWarning: Receives the problems that do not stop the work.
  ///   - onProgress: Called with the copied fraction of the frames, from 0 to 1.
  /// - Returns: Which frames are copied; `nil` if the parts are encoded.
  /// - Throws: ``ExportError``; with ``ExportErrorCode/missingParts`` if parts are missing, do not fit
  ///   each other, or differ from their manifests.
  @discardableResult
  public func join(
    to path: String, overwriting: Bool = false,
    onWarning: @escaping @Sendable (Warning) -> Void = { _ in },
    onProgress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(ExportError) -> SmartSummary? {
    do {
      return try await onBlockingThreads {
        try registerElements()
        let name = try OutputName(path)
        try name.check(overwriting: overwriting)
        let survey = survey()
        guard survey.isComplete, let film = survey.parts[0]?.film else {
          throw survey.error(in: self.path)
        }
        let join = JoinedParts(survey, film: film, folder: self.path)
        try join.check()
        let output = try PendingOutput(name, overwriting: overwriting)
        let subtitles = film.subtitlePlan(for: name.path)
        try await join.copy(to: output.temporaryPath, onWarning: onWarning, onProgress)
        try Task.checkCancellation()
        try output.checkPresence()
        try film.orientation?.apply(to: output.temporaryPath, named: path)
        for omission in try film.finishing().apply(to: output.temporaryPath) {
          onWarning(Warning(.unsupportedByFile, omission))
        }
        try output.commit()
        try subtitles.writeSidecars(
          besides: film.fileType, overwriting: overwriting, onWarning: onWarning)
        return join.summary
      }
    } catch {
      throw ExportError(error, writing: path)
    }
  }

  /// The type of the file that the parts make; `nil` if part 0 is missing.
  public var fileType: ExportFileType? { survey().parts[0]?.film?.fileType }
}

/// The parts of a film in the order of their frames.
private struct JoinedParts {
  let film: OutputAssembly
  let folder: String
  /// The parts with a picture.
  let parts: [PartManifest]
  /// The file of the sound.
  let sound: String?

  init(_ survey: PartsFolder.Survey, film: OutputAssembly, folder: String) {
    self.film = film
    self.folder = folder
    parts = survey.parts.values.filter { !$0.chunks.isEmpty }
      .sorted { $0.chunks[0].frames[0] < $1.chunks[0].frames[0] }
    sound = survey.parts[0]?.file
  }

  /// Which frames are copied; `nil` if the parts are encoded.
  var summary: SmartSummary? {
    guard parts.contains(where: { $0.spans != nil }) else { return nil }
    var summary = SmartSummary()
    for part in parts {
      for (index, span) in (part.spans ?? []).enumerated() {
        // Between parts lies no join of copies: a border lies in a copy.
        summary.add(span, continues: index == 0)
      }
    }
    return summary
  }

  private var chunks: [(part: Int, chunk: PartManifest.Chunk)] {
    parts.flatMap { manifest in manifest.chunks.map { (manifest.part, $0) } }
  }

  /// Checks that the chunks follow each other, from the first frame to the last.
  ///
  /// - Throws: ``ExportError`` that names the part.
  func check() throws(ExportError) {
    var frame: Int64 = 0
    for (part, chunk) in chunks {
      guard chunk.frames.count == 2, chunk.frames[0] == frame, chunk.frames[1] > frame else {
        throw refusal(
          of: part, "it continues at frame \(chunk.frames.first ?? -1), not at \(frame)")
      }
      frame = chunk.frames[1]
    }
    guard frame == film.frameCount else {
      throw refusal(
        of: parts.last?.part ?? 0, "the parts have \(frame) frames, not \(film.frameCount)")
    }
  }

  /// Copies the packets, and compares them with the manifests.
  func copy(
    to path: String, onWarning: (Warning) -> Void, _ onProgress: (Double) -> Void
  ) async throws {
    let chunks = chunks
    let log = PacketLog(
      runs: chunks.map { $0.chunk.frames[0]..<$0.chunk.frames[1] }, origin: 0,
      frameDuration: film.frameDuration)
    var graph = join(to: path).graph
    graph.addSubtitles(film.muxedSubtitles)
    let metadata = try ExportMetadata(film.metadata)
    do {
      try await withPipeline(graph) { pipeline in
        pipeline.watchPackets(leaving: .encodedVideo, log)
        let unread = pipeline.adjust(
          to: film.fileType, metadata, chapters: film.chapters, priming: film.priming)
        if !unread.isEmpty {
          onWarning(
            Warning(
              .unsupportedByFile, "the metadata \(unread.joined(separator: ", ")) is left out"))
        }
        try pipeline.send(film.muxedSubtitles)
        try pipeline.play()
        try await pipeline.waitForEnd(onWarning: onWarning) {
          try compare(log.runs, with: chunks)
          if let fault = log.fault { throw refusal(after: log, fault) }
          onProgress(Double(log.runs.count) / Double(max(1, chunks.count)))
        }
      }
    } catch let error as PipelineError
      where error.code != .noSpaceLeft && error.code != .unwritable && error.code != .missingElement
    {
      throw error.element == "sound"
        ? refusal(of: 0, "\(error.message)") : refusal(after: log, "\(error.message)")
    }
    try compare(log.runs, with: chunks)
    if let shortage = log.shortage { throw refusal(after: log, shortage) }
  }

  private func join(to path: String) -> PacketJoin {
    let segments = parts.map { manifest in
      let frames = manifest.chunks[0].frames[0]..<(manifest.chunks.last?.frames[1] ?? 0)
      return SourceSegment(
        mapping: TimeMapping(
          source: TimeRange(start: .zero, duration: film.frameDuration * frames.count),
          target: TimeRange(
            start: film.frameDuration * Int(frames.lowerBound),
            duration: film.frameDuration * frames.count)),
        location: "\(folder)/\(manifest.file ?? "")")
    }
    // Encoded sound ends up to a packet after the film, and starts with its priming.
    let length = TimeRange(start: .zero, duration: film.duration + MediaTime(2))
    return PacketJoin(
      video: film.video.map { .init(segments: segments, stages: $0, pad: film.videoPad) },
      audio: film.audio.flatMap { stages in
        sound.map { file in
          .init(
            segments: [
              SourceSegment(
                mapping: TimeMapping(source: length, target: length),
                location: "\(folder)/\(file)")
            ], stages: stages)
        }
      },
      frameDuration: film.frameDuration,
      reordering: chunks.map(\.chunk.reordering).max() ?? 0, muxer: film.muxer, path: path)
  }

  /// Compares copied chunks with the manifests.
  private func compare(
    _ runs: [PacketLog.Run], with chunks: [(part: Int, chunk: PartManifest.Chunk)]
  ) throws(ExportError) {
    for (run, (part, chunk)) in zip(runs, chunks) where run.digest != chunk.sha256 {
      throw refusal(
        of: part,
        "chunk \(chunk.index) has the digest \(run.digest), and its manifest \(chunk.sha256)")
    }
  }

  /// The error about the part whose packets are next.
  private func refusal(after log: PacketLog, _ reason: String) -> ExportError {
    let chunks = chunks, index = min(log.runs.count, chunks.count - 1)
    return refusal(of: chunks.isEmpty ? 0 : chunks[index].part, reason)
  }

  private func refusal(of part: Int, _ reason: String) -> ExportError {
    ExportError(
      .missingParts, "part \(part) in '\(folder)' is damaged: \(reason)",
      details: "missing: \(part)")
  }
}

extension OutputAssembly {
  /// The subtitles, and their sidecar files.
  fileprivate func subtitlePlan(for path: String) -> ExportSession.SubtitlePlan {
    var plan = ExportSession.SubtitlePlan(place: fileType.container.subtitles, tracks: subtitles)
    if case .sidecar(let file) = plan.place {
      plan.sidecars = SubtitleSidecar.all(
        for: path, as: file, of: subtitles.map { ($0.track, $0.language) })
    }
    return plan
  }
}
