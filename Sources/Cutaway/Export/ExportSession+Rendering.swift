public import CutawayDiagnostics
public import CutawayModel
import CutawayRuntime
public import CutawayTime
import CutawayTranslation

extension ExportSession {
  /// Performs the whole export, from checking the options to renaming the file.
  func render(to path: String, as fileType: ExportFileType) async throws {
    try registerElements()
    let plan = try ExportPlan(preset, fileType, settings)
    let metadata = try ExportMetadata(settings.metadata)
    let creationTime = try metadata.creationTime()
    // Checked before the media are opened, because an unusable name is the fastest check.
    try OutputName(path, isSequence: fileType.isImageSequence).check(
      overwriting: settings.overwrites)
    report(.exporting(.none), status: .exporting)
    let unmeasured = try await self.translation()
    try Task.checkCancellation()
    let subtitles = try await subtitlePlan(unmeasured, path: path, fileType)
    let name = try OutputName(path, isSequence: fileType.isImageSequence)
    if name.isSequence {
      try name.checkPictures(
        count: unmeasured.duration.ceiled(in: unmeasured.resolved.frameDuration),
        overwriting: settings.overwrites)
    }
    let output = try PendingOutput(name, overwriting: settings.overwrites)
    let translation = try await normalized(unmeasured, for: plan)
    if let warning = plan.bitrateWarning(for: translation.resolved) { onWarning(warning) }
    if let warning = ExportEstimate(plan, translation).spaceWarning(for: path) {
      onWarning(warning)
    }
    var renderer = settings.copiesSpans ? try await smartRenderer(plan, translation) : nil
    var writing: Writing
    if let renderer {
      writing = await smartWriting(plan, translation, renderer, path: output.temporaryPath)
    } else {
      writing = try await self.writing(plan, translation, path: output.temporaryPath)
    }
    try Task.checkCancellation()
    guard
      writing.graph.element(.encodedVideo) != nil || writing.graph.element(.encodedAudio) != nil
    else {
      throw ExportError(
        .incompatible, "the composition has no media that a \(fileType.rawValue) file can contain")
    }
    writing.graph.addSubtitles(subtitles.muxed())
    let start = ContinuousClock.now
    var meter = ProgressMeter(translation)
    var cut: Cut?
    do {
      func progress(_ time: MediaTime, _ bytes: Int64) {
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        let progress = meter.record(time, elapsed: elapsed, bytes: bytes)
        report(.exporting(progress), status: .exporting)
      }
      do {
        cut = try await run(
          writing, plan, metadata, translation, subtitles.muxed(after: writing.delay),
          feeding: renderer
        ) { counter in
          // Examining thousands of files ten times a second would cost more than writing them.
          progress(counter.time, fileType.isImageSequence ? counter.bytes : output.size)
        }
        if let renderer {
          var summary = await renderer.summary
          summary.copiesSound = writing.copiesSound
          record(summary)
        }
      } catch let failure as SmartFailure {
        // What was written so far is replaced.
        warnOfEncoding(failure.reason)
        renderer = nil
        writing = try await self.writing(plan, translation, path: output.temporaryPath)
        writing.graph.addSubtitles(subtitles.muxed())
        cut = try await run(
          writing, plan, metadata, translation, subtitles.muxed(after: writing.delay)
        ) { progress($0.time, output.size) }
      }
      try Task.checkCancellation()
      try output.checkPresence()
      if fileType.isMovie {
        try complete(output.temporaryPath, of: writing, named: path)
        try StoredOrientation(renderer?.film)?.apply(to: output.temporaryPath, named: path)
      }
      let finishing = plan.finishing(
        metadata, translation, settings, subtitles.finished, of: writing, cut: cut,
        creationTime: creationTime)
      for omission in try finishing.apply(to: output.temporaryPath) {
        onWarning(Warning(.unsupportedByFile, omission))
      }
    } catch {
      // A missing file is the cause of all other errors about it.
      if !(error is CancellationError) { try output.checkPresence() }
      throw error
    }
    if cut != nil { await warnOfEnd(of: output.temporaryPath) }
    let bytes = output.size
    try output.commit()
    try subtitles.writeSidecars(
      besides: fileType, overwriting: settings.overwrites, onWarning: onWarning)
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    let progress = meter.completed(elapsed: elapsed, bytes: bytes, isCut: cut != nil)
    report(.exporting(progress), status: .exporting)
  }

  /// Opens the media and resolves everything that the composition leaves open.
  func translation() async throws(ExportError) -> Translation {
    let limit = settings.maximumSize ?? preset.maximumSize
    let resolved: ResolvedComposition
    do throws(PreparationError) {
      if let prepared {
        try RenderPolicy.check(settings.policy?.faults(in: prepared.composition) ?? [])
        resolved = try changed(prepared, maximumSize: limit)
      } else {
        let composition = try await composition.prepared(
          maximumSize: limit, onMissing: settings.onMissing, policy: settings.policy,
          onWarning: onWarning)
        resolved = try changed(composition, maximumSize: limit)
      }
    } catch {
      throw ExportError(error)
    }
    do throws(TranslationError) {
      return try Translation(resolved, range: settings.timeRange, onMissing: settings.onMissing)
    } catch {
      throw ExportError(
        .emptyRange, error.faults.map(\.error.message).joined(separator: ", "),
        faults: error.faults)
    }
  }

  /// Applies the settings that change the composition.
  private func changed(
    _ prepared: ResolvedComposition, maximumSize limit: PixelSize?
  ) throws(PreparationError) -> ResolvedComposition {
    var composition = prepared.composition
    if let rate = settings.sampleRate { composition.render.sampleRate = rate }
    if let size = settings.renderSize {
      composition = composition.resized(
        to: size, from: prepared.renderSize, settings.placement)
    }
    var resolved = try composition.resolved(media: prepared.media, maximumSize: limit)
    resolved.activity = prepared.activity
    try RenderPolicy.check(settings.policy?.faults(in: resolved) ?? [])
    return resolved
  }

  /// Runs the graph to its end and reports progress.
  ///
  /// The packets of the video pass a log, if there is one. A renderer provides the picture, if there
  /// is one: some frames, or all.
  ///
  /// - Returns: The cut, if the length limit ended the output early; else `nil`.
  func run(
    _ writing: Writing, _ plan: ExportPlan, _ metadata: ExportMetadata,
    _ translation: Translation, _ subtitles: [Subtitles], watching log: PacketLog? = nil,
    feeding renderer: SmartRenderer? = nil, frames: Range<Int64>? = nil,
    progress: (TimeCounter) -> Void
  ) async throws -> Cut? {
    try await withPipeline(writing.graph) { pipeline in
      if let log { pipeline.watchPackets(leaving: .encodedVideo, log) }
      let counter = pipeline.countTime(leaving: [.encodedVideo, .encodedAudio])
      let writer: PipelineGraph.Role = plan.fileType.container.muxer == nil ? .file : .muxer
      let limit = lengthLimit.map { pipeline.limitBytes(into: writer, to: $0) }
      let unread = plan.adjust(
        pipeline, metadata, translation: translation, copiesSound: writing.copiesSound)
      if !unread.isEmpty {
        onWarning(
          Warning(
            .unsupportedByFile, "the metadata \(unread.joined(separator: ", ")) is left out"))
      }
      try pipeline.send(subtitles)
      var isEnding = false
      if let renderer {
        pipeline.advance(.input(0), by: renderer.lead)
        pipeline.holdForProgram()
      }
      try pipeline.play()
      let feed = renderer.map { renderer in
        SmartFeed(renderer, frames ?? 0..<renderer.whole.frameCount, into: pipeline)
      }
      defer { feed?.cancel() }
      let failures = feed?.failures ?? AsyncStream { _ in }
      for try await moment in pipeline.moments(every: .milliseconds(100), commands: failures) {
        switch moment {
        case .event(.endOfStream): return try limit.flatMap(cut)
        case .event(.warning(let warning)): onWarning(warning)
        case .event: break
        case .command(let error): throw error
        case .tick:
          progress(counter)
          if !isEnding, limit?.isReached == true {
            isEnding = true
            pipeline.sendEndOfStream()
          }
        }
      }
      throw CancellationError()
    }
  }
}

extension ExportProgress {
  /// The progress before the start.
  static let none = ExportProgress(
    fractionCompleted: 0, time: .zero, duration: .zero, framesRendered: 0, rate: 0, timeLeft: nil,
    bytesWritten: 0)
}

extension ExportSession {
  /// Checks the requirements of an export without opening any media.
  ///
  /// - Throws: ``ExportError`` as `export(to:as:)` would.
  public static func check(
    _ path: String, _ fileType: ExportFileType, _ preset: ExportPreset, _ settings: Settings
  ) throws(ExportError) {
    // The results are not needed: the initialisers throw if something is wrong.
    _ = try ExportPlan(preset, fileType, settings)
    _ = try ExportMetadata(settings.metadata).creationTime()
    try OutputName(path, isSequence: fileType.isImageSequence)
      .check(overwriting: settings.overwrites)
  }

  /// The exact length of the output.
  ///
  /// - Throws: ``ExportError`` where the composition cannot be exported.
  public var estimatedMaximumDuration: MediaTime {
    get async throws(ExportError) { try await translation().duration }
  }

  /// The approximate size of the output in bytes, from its length, its size in pixels and its
  /// codec.
  ///
  /// - Throws: ``ExportError`` where the composition cannot be exported.
  public func estimatedOutputFileLength(
    as fileType: ExportFileType
  ) async throws(ExportError) -> Int64 {
    let plan = try ExportPlan(preset, fileType, settings)
    return ExportEstimate(plan, try await translation()).bytes
  }

  /// The file types in which the preset can export a composition.
  ///
  /// Without video, these include audio file types. Without sound, they exclude them.
  public static func fileTypes(
    for composition: Composition, preset: ExportPreset
  ) -> [ExportFileType] {
    let kinds = Set(composition.tracks.map(\.mediaType))
    return preset.fileTypes.filter { fileType in
      kinds.contains(.video) && fileType.hasVideo
        || kinds.contains(.audio) && !fileType.audioCodecs.isEmpty
    }
  }
}
