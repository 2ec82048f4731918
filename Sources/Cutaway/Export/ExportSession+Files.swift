import CutawayDiagnostics
import CutawayModel
import CutawayRuntime
import CutawayTranslation

extension ExportSession {
  /// One of several files that a session writes.
  public struct File: Sendable, Hashable {
    /// The path of the file.
    public var path: String
    /// The type of the file.
    public var fileType: ExportFileType

    /// Creates a file; nothing is written.
    public init(_ path: String, as fileType: ExportFileType) {
      self.path = path
      self.fileType = fileType
    }
  }

  /// Renders the composition once, and encodes it into several files.
  ///
  /// All files get the preset and the settings of the session. They appear under their names when all
  /// of them are complete.
  ///
  /// - Parameter files: The files; an image sequence is none.
  /// - Throws: ``ExportError``; existing files are then unchanged. With
  ///   ``ExportErrorCode/incompatible`` if the settings copy packets or limit the length, or if the
  ///   files need pictures of different depths or dynamic ranges.
  public func export(to files: [File]) async throws(ExportError) {
    guard let first = files.first else {
      throw ExportError(.incompatible, "an export needs a file")
    }
    if files.count == 1 { return try await export(to: first.path, as: first.fileType) }
    let names = files.map(\.path).joined(separator: ", ")
    try await perform(writing: names) { try await self.render(to: files) }
  }

  /// A file of several while it is written.
  private final class Work {
    let path: String
    let plan: ExportPlan
    let subtitles: SubtitlePlan
    /// The unfinished file, until it has its name.
    var pending: PendingOutput?

    init(_ file: File, _ plan: ExportPlan, _ subtitles: SubtitlePlan, overwriting: Bool) throws {
      path = file.path
      self.plan = plan
      self.subtitles = subtitles
      pending = try PendingOutput(OutputName(path), overwriting: overwriting)
    }

    var temporaryPath: String { pending?.temporaryPath ?? path }
    var size: Int64 { pending?.size ?? 0 }

    func commit() throws(ExportError) { try pending.take()?.commit() }
  }

  private func render(to files: [File]) async throws {
    try registerElements()
    let plans = try filePlans(files)
    let metadata = try ExportMetadata(settings.metadata)
    let creationTime = try metadata.creationTime()
    report(.exporting(.none), status: .exporting)
    let unmeasured = try await self.translation()
    var works: [Work] = []
    for (file, plan) in zip(files, plans) {
      try plan.checkSize(of: unmeasured.resolved)
      let subtitles = try await subtitlePlan(unmeasured, path: file.path, file.fileType)
      works.append(try Work(file, plan, subtitles, overwriting: settings.overwrites))
    }
    let translation = try await normalized(
      unmeasured, for: plans.first { $0.audioEncoder != nil } ?? plans[0])
    let graph = try filesGraph(works, translation)
    for work in works {
      let warnings = [
        work.plan.pictureWarning(for: translation.resolved),
        work.plan.bitrateWarning(for: translation.resolved),
        ExportEstimate(work.plan, translation).spaceWarning(for: work.path),
      ]
      for warning in warnings.compactMap(\.self) { onWarning(warning) }
    }
    let start = ContinuousClock.now
    var meter = ProgressMeter(translation)
    func elapsed() -> Double { (ContinuousClock.now - start) / .seconds(1) }
    func bytes() -> Int64 { works.reduce(0) { $0 + $1.size } }
    try await withPipeline(graph) { pipeline in
      let counter = pipeline.countTime(leaving: [.encodedVideo, .encodedAudio])
      for (number, work) in works.enumerated() {
        let unread = work.plan.adjust(
          pipeline, metadata, translation: translation, copiesSound: false, file: number)
        if !unread.isEmpty {
          onWarning(
            Warning(
              .unsupportedByFile,
              "the metadata \(unread.joined(separator: ", ")) is left out of '\(work.path)'"))
        }
        try pipeline.send(work.subtitles.muxed(), toFile: number)
      }
      try pipeline.play()
      try await pipeline.waitForEnd(onWarning: onWarning) {
        try works.forEach(checkLength)
        let progress = meter.record(counter.time, elapsed: elapsed(), bytes: bytes())
        report(.exporting(progress), status: .exporting)
      }
    }
    try Task.checkCancellation()
    for work in works {
      try checkLength(work)
      let finishing = work.plan.finishing(
        metadata, translation, settings, work.subtitles.finished, of: nil, cut: nil,
        creationTime: creationTime)
      for omission in try finishing.apply(to: work.temporaryPath) {
        onWarning(Warning(.unsupportedByFile, "\(omission): '\(work.path)'"))
      }
    }
    let written = bytes()
    for work in works {
      try work.commit()
      try work.subtitles.writeSidecars(
        besides: work.plan.fileType, overwriting: settings.overwrites, onWarning: onWarning)
    }
    report(
      .exporting(meter.completed(elapsed: elapsed(), bytes: written, isCut: false)),
      status: .exporting)
  }

  /// The plans of several files.
  private func filePlans(_ files: [File]) throws(ExportError) -> [ExportPlan] {
    if preset == .passthrough || settings.copiesIfPossible || settings.copiesSpans {
      throw ExportError(.incompatible, "packets can be copied into one file only")
    }
    if settings.fileLengthLimit != nil {
      throw ExportError(.incompatible, "the length of one file only can be limited")
    }
    var plans: [ExportPlan] = [], paths: Set<String> = []
    for file in files {
      if file.fileType.isImageSequence {
        throw ExportError(
          .incompatible, "an image sequence needs an export of its own: '\(file.path)'")
      }
      guard paths.insert(file.path).inserted else {
        throw ExportError(.incompatible, "two outputs have the name '\(file.path)'")
      }
      try OutputName(file.path).check(overwriting: settings.overwrites)
      plans.append(try ExportPlan(preset, file.fileType, settings))
    }
    return plans
  }

  private func filesGraph(
    _ works: [Work], _ translation: Translation
  ) throws(ExportError) -> PipelineGraph {
    let resolved = translation.resolved, kinds = Set(resolved.composition.tracks.map(\.mediaType))
    let outputs = works.enumerated().map { number, work in
      var output = work.plan.output(for: resolved, path: work.temporaryPath)
      output.prefix = number == 0 ? "" : "file-\(number)-"
      if !kinds.contains(.video) { output.video = nil }
      if !kinds.contains(.audio) { output.audio = nil }
      return FilesOutput.File(output)
    }
    for (output, work) in zip(outputs, works)
    where !output.file.takesVideo && !output.file.takesAudio {
      throw ExportError(
        .incompatible,
        "the composition has no media that '\(work.path)' can contain")
    }
    let pictures = zip(outputs, works).filter { $0.0.file.takesVideo }
    if let (first, work) = pictures.first,
      let (_, other) = pictures.first(where: { $0.0.file.picture != first.file.picture })
    {
      throw ExportError(
        .incompatible,
        "'\(work.path)' and '\(other.path)' need pictures of different depths or dynamic ranges; "
          + "export them one after the other")
    }
    var graph = translation.graph(to: FilesOutput(outputs))
    for (number, work) in works.enumerated() {
      graph.addSubtitles(work.subtitles.muxed(), toFile: number)
    }
    return graph
  }

  private func checkLength(_ work: Work) throws(ExportError) {
    if let limit = lengthLimit, work.size > limit {
      throw ExportError(
        .refused, "'\(work.path)' would exceed the \(limit) bytes that the policy allows")
    }
  }
}
