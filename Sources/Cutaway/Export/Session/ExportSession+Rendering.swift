public import CutawayDiagnostics
public import CutawayModel
import CutawayRuntime
public import CutawayTime
import CutawayTranslation
import Foundation

extension ExportSession {
  /// Performs the whole export, from checking the options to renaming the files.
  func render(to files: [File]) async throws {
    try registerElements()
    let plans = try plans(of: files)
    let metadata = try ExportMetadata(settings.metadata)
    let creationTime = try metadata.creationTime()
    report(.exporting(.none), status: .exporting)
    let unmeasured = try await self.translation()
    try Task.checkCancellation()
    var works: [Work] = []
    for (file, plan) in zip(files, plans) {
      works.append(try await work(on: file, plan, unmeasured))
    }
    try checkSidecars(works)
    let translation = try await normalized(
      unmeasured, for: plans.first { $0.audioEncoder != nil } ?? plans[0])
    for work in works {
      if let warning = work.plan.bitrateWarning(for: translation.resolved) { onWarning(warning) }
      guard work.canBeFinished else { continue }
      if let warning = ExportEstimate(work.plan, translation).spaceWarning(for: work.path) {
        onWarning(warning)
      }
    }
    let groups = try await groups(works, translation)
    try Task.checkCancellation()
    let start = ContinuousClock.now
    var meter = ProgressMeter(translation, passes: groups.count)
    func elapsed() -> Double { (ContinuousClock.now - start) / .seconds(1) }
    do {
      for (number, group) in groups.enumerated() {
        func progress(_ counter: TimeCounter) {
          // Examining thousands of files ten times a second would cost more than writing them.
          let bytes = works.reduce(0) { sum, work in
            sum + (work.plan.fileType.isImageSequence ? counter.bytes : work.size)
          }
          let progress = meter.record(
            counter.time, ofPass: number, elapsed: elapsed(), bytes: bytes)
          report(.exporting(progress), status: .exporting)
        }
        if let work = group.first, work.writing != nil {
          try await run(
            work, metadata, translation, named: files.count > 1 ? work.path : nil,
            progress: progress)
        } else {
          try await run(sharing: group, metadata, translation, progress: progress)
        }
        try Task.checkCancellation()
      }
      for work in works {
        try finish(
          work, metadata, translation, creationTime, named: files.count > 1 ? work.path : nil)
      }
    } catch {
      // A missing file is the cause of all other errors about it.
      if !(error is CancellationError) { for work in works { try work.checkPresence() } }
      throw error
    }
    for work in works where work.cut != nil {
      await warnOfEnd(
        of: work.canBeFinished ? work.temporaryPath : nil,
        named: files.count > 1 ? work.path : nil)
    }
    let bytes = works.reduce(0) { $0 + $1.size }
    try commit(works)
    for work in works {
      try work.subtitles.writeSidecars(
        besides: work.plan.fileType, overwriting: settings.overwrites, onWarning: onWarning)
    }
    let progress = meter.completed(
      elapsed: elapsed(), bytes: bytes, isCut: works.contains { $0.cut != nil })
    report(.exporting(progress), status: .exporting)
  }

  /// Creates the unfinished file.
  private func work(
    on file: File, _ plan: ExportPlan, _ translation: Translation
  ) async throws -> Work {
    let name = try OutputName(file.path, isSequence: file.fileType.isImageSequence)
    var subtitles = try await subtitlePlan(
      translation, path: file.path, file.fileType, checksSidecars: !name.isPipe)
    if name.isPipe, let warning = subtitles.leaveOutFiles() { onWarning(warning) }
    if name.isSequence {
      try name.checkPictures(
        count: translation.duration.ceiled(in: translation.resolved.frameDuration),
        overwriting: settings.overwrites)
    }
    return try Work(name, plan, subtitles, overwriting: settings.overwrites)
  }

  /// Writes a file by a pipeline of its own.
  private func run(
    _ work: Work, _ metadata: ExportMetadata, _ translation: Translation, named name: String?,
    progress: (TimeCounter) -> Void
  ) async throws {
    func attempt(_ writing: Writing) async throws {
      do {
        work.cut = try await run(
          writing, work.plan, metadata, translation, work.subtitles.muxed(after: writing.delay),
          feeding: work.renderer, progress: progress)
      } catch let error as PipelineError {
        throw ExportError(error, writing: work.path)
      }
    }
    guard let writing = work.writing else { return }
    try await work.waitForReader()
    do {
      try await attempt(writing)
      if let renderer = work.renderer {
        var summary = await renderer.summary
        summary.copiesSound = writing.copiesSound
        record(summary)
      }
    } catch let failure as SmartFailure {
      // What was written so far is replaced.
      warnOfEncoding(failure.reason, named: name)
      work.renderer = nil
      var encoding = try await self.writing(work.plan, translation, path: work.temporaryPath)
      encoding.graph.addSubtitles(work.subtitles.muxed())
      work.writing = encoding
      try await attempt(encoding)
    }
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
        let whole = composition, ranges = settings.timeRange.map { [$0] }
        let composition = try await composition.prepared(
          maximumSize: limit, renderSize: settings.renderSize, onMissing: settings.onMissing,
          policy: settings.policy
        ) {
          if whole.concerns($0, in: ranges) { onWarning($0) }
        }
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
      let limit = lengthLimit.map {
        pipeline.limitBytes(into: writer, to: $0, framing: plan.fileType.container.framing)
      }
      warnOfUnread(
        try plan.adjust(
          pipeline, metadata, translation: translation, settings,
          copiesSound: writing.copiesSound),
        in: nil)
      if plan.writesIntoPipe { pipeline.allowSinksToBlock() }
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
  package static func check(
    _ path: String, _ fileType: ExportFileType, _ preset: ExportPreset, _ settings: Settings
  ) throws(ExportError) {
    // The results are not needed: the initialisers throw if something is wrong.
    var plan = try ExportPlan(preset, fileType, settings)
    _ = try ExportMetadata(settings.metadata).creationTime()
    let name = try OutputName(path, isSequence: fileType.isImageSequence)
    if name.isPipe { try plan.writeIntoPipe() }
    try name.check(overwriting: settings.overwrites)
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
