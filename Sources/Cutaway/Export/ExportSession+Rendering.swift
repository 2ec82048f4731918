import CutawayGraph
public import CutawayModel
import CutawayRuntime
public import CutawayTime

extension ExportSession {
  /// Everything from the check of what is asked for to the file's name.
  func render(to path: String, as fileType: ExportFileType) async throws {
    try registerElements()
    let plan = try ExportPlan(preset, fileType, settings)
    let metadata = try ExportMetadata(settings.metadata)
    let creationTime = try metadata.creationTime()
    // Before the media are opened: a name that cannot be used is the quickest thing to find out.
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
    if let warning = plan.bitrateWarning(for: translation.resolved) { warn(warning) }
    if let warning = ExportEstimate(plan, translation).spaceWarning(for: path) { warn(warning) }
    var writing = try await writing(plan, translation, path: output.temporaryPath)
    try Task.checkCancellation()
    guard writing.graph.elements.contains(where: { $0.name == "picture" || $0.name == "sound" })
    else {
      throw ExportError(
        .incompatible, "the composition has nothing that goes into a \(fileType.rawValue) file")
    }
    writing.graph.addSubtitles(subtitles.muxed())
    let start = ContinuousClock.now
    var meter = ProgressMeter(translation)
    let cut: Cut?
    do {
      cut = try await run(
        writing, plan, metadata, translation, subtitles.muxed(after: writing.delay)
      ) { counter in
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        // To look at thousands of files ten times a second would cost more than to write them.
        let bytes = fileType.isImageSequence ? counter.bytes : output.size
        let progress = meter.record(counter.time, elapsed: elapsed, bytes: bytes)
        report(.exporting(progress), status: .exporting)
      }
      try Task.checkCancellation()
      try output.checkPresence()
      if fileType.isMovie { try complete(output.temporaryPath, of: writing, named: path) }
      let finishing = plan.finishing(
        metadata, translation, settings, subtitles.finished, isCopy: writing.copy != nil, cut: cut,
        creationTime: creationTime)
      for warning in try finishing.apply(to: output.temporaryPath) { warn(warning) }
    } catch {
      // A file that is gone is the cause of whatever else cannot be done with it.
      if !(error is CancellationError) { try output.checkPresence() }
      throw error
    }
    if cut != nil { await warnOfEnd(of: output.temporaryPath) }
    let bytes = output.size
    try output.commit()
    try writeSidecars(of: subtitles, besides: fileType)
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    let progress = meter.completed(elapsed: elapsed, bytes: bytes, isCut: cut != nil)
    report(.exporting(progress), status: .exporting)
  }

  /// Opens the media and decides what the composition leaves open.
  func translation() async throws(ExportError) -> Translation {
    let limit = settings.maximumSize ?? preset.maximumSize
    let resolved: ResolvedComposition
    do throws(PreparationError) {
      if let prepared {
        var again = try changed(prepared.composition).resolved(
          media: prepared.media, maximumSize: limit)
        again.activity = prepared.activity
        resolved = again
      } else {
        resolved = try await changed(composition).prepared(
          maximumSize: limit, onMissing: settings.onMissing
        ) { warn($0) }
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

  private func changed(_ composition: Composition) -> Composition {
    var composition = composition
    if let rate = settings.sampleRate { composition.render.sampleRate = rate }
    return composition
  }

  /// Runs the graph to its end, telling the time that has been rendered.
  ///
  /// - Returns: Where it was ended early, for the file would have got too long; `nil` if it was not.
  private func run(
    _ writing: Writing, _ plan: ExportPlan, _ metadata: ExportMetadata,
    _ translation: Translation, _ subtitles: [Subtitles], progress: (TimeCounter) -> Void
  ) async throws -> Cut? {
    try await withPipeline(writing.graph) { pipeline in
      let ends = ["picture-queue", "sound-queue", "picture", "sound"]
      let counter = pipeline.countTime(leaving: ends)
      let taker = plan.fileType.muxer == nil ? "file" : "muxer"
      let limit = settings.fileLengthLimit.map { pipeline.limitBytes(into: taker, to: $0) }
      let unread = plan.adjust(
        pipeline, metadata, translation: translation, isCopy: writing.copy != nil)
      if !unread.isEmpty { warn("the metadata \(unread.joined(separator: ", ")) are left out") }
      try pipeline.send(subtitles)
      var isEnding = false
      try pipeline.play()
      for try await moment in pipeline.moments(every: .milliseconds(100)) {
        switch moment {
        case .event(.endOfStream): return try limit.flatMap(cut)
        case .event(.warning(let message, _)): warn(message)
        case .event: break
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
  /// Before anything is known.
  static let none = ExportProgress(
    fractionCompleted: 0, time: .zero, duration: .zero, framesRendered: 0, rate: 0, timeLeft: nil,
    bytesWritten: 0)
}

extension ExportSession {
  /// Checks what an export needs, as far as that shows without opening any media.
  ///
  /// - Throws: ``ExportError`` as ``export(to:as:)`` would.
  public static func check(
    _ path: String, _ fileType: ExportFileType, _ preset: ExportPreset, _ settings: Settings
  ) throws(ExportError) {
    // Whatever they come to: they throw where something is wrong.
    _ = try ExportPlan(preset, fileType, settings)
    _ = try ExportMetadata(settings.metadata).creationTime()
    try OutputName(path, isSequence: fileType.isImageSequence)
      .check(overwriting: settings.overwrites)
  }

  /// How long the output will be.
  ///
  /// - Throws: ``ExportError`` where the composition cannot be exported.
  public var estimatedMaximumDuration: MediaTime {
    get async throws(ExportError) { try await translation().duration }
  }

  /// About how many bytes the output will have, by the length, the size and the codec.
  ///
  /// - Throws: ``ExportError`` where the composition cannot be exported.
  public func estimatedOutputFileLength(
    as fileType: ExportFileType
  ) async throws(ExportError) -> Int64 {
    let plan = try ExportPlan(preset, fileType, settings)
    return ExportEstimate(plan, try await translation()).bytes
  }

  /// The types of file into which the preset can put a composition: a composition without a picture
  /// goes into files of sound, too, and one without sound into none of them.
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
