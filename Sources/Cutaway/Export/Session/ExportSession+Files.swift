import CutawayDiagnostics
import CutawayModel
import CutawayRuntime
import CutawaySystem
import CutawayTranslation

extension ExportSession {
  /// One of several files that a session writes.
  public struct File: Sendable, Hashable, Codable {
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

  /// Exports the composition into several files, which get the preset and the settings of the session.
  ///
  /// Files that are encoded from pictures of one depth and dynamic range share one rendering, unless their
  /// length is limited. Files that copy packets, files with a limit and image sequences are written one
  /// after the other. All files appear under their names when all of them are complete.
  ///
  /// - Parameter files: The files.
  /// - Throws: ``ExportError``; existing files are then unchanged.
  public func export(to files: [File]) async throws(ExportError) {
    if files.isEmpty { throw ExportError(.incompatible, "an export needs a file") }
    let names = files.map(\.path).joined(separator: ", ")
    _ = try await perform(writing: names) {
      try await self.isolating(.files(files)) {
        try await self.render(to: files)
        return true
      }
    }
  }

  /// A file while it is written.
  final class Work {
    let path: String
    let plan: ExportPlan
    let subtitles: SubtitlePlan
    /// The graph that writes this file alone; `nil` if it shares a rendering.
    var writing: Writing?
    /// What copies and encodes the picture; `nil` if the graph provides it.
    var renderer: SmartRenderer?
    /// The early end of the file, if its length limit caused one.
    var cut: Cut?
    /// The unfinished file, until it has its name; `nil` for a pipe.
    private var pending: PendingOutput?
    private let isPipe: Bool
    /// The named pipe, which has a reader; closed after the sink of the graph has opened it.
    private var pipe: OpenFile?

    init(_ name: OutputName, _ plan: ExportPlan, _ subtitles: SubtitlePlan, overwriting: Bool)
      throws(ExportError)
    {
      path = name.path
      self.plan = plan
      self.subtitles = subtitles
      isPipe = name.isPipe
      pending = isPipe ? nil : try PendingOutput(name, overwriting: overwriting)
      // fdsink seeks to the beginning when it starts.
      if name.path == "-" { StandardStream.output.appendAlways() }
    }

    var temporaryPath: String { pending?.temporaryPath ?? path }
    var size: Int64 { pending?.size ?? 0 }

    /// Whether the file can be completed after its streams have been written.
    var canBeFinished: Bool { !isPipe }

    func checkPresence() throws(ExportError) { try pending?.checkPresence() }

    /// Waits until a named pipe has a reader.
    ///
    /// The sink would wait, too, but nothing could end that.
    ///
    /// - Throws: `CancellationError`.
    func waitForReader() async throws {
      while isPipe, path != "-", pipe == nil {
        do throws(SystemError) {
          pipe = try OpenFile(path, for: .writing, .withoutWaiting)
        } catch {
          // The sink reports every other error.
          if error != .withoutReader { return }
          try await Task.sleep(for: .milliseconds(20))
        }
      }
    }

    /// Gives the file its name.
    ///
    /// - Returns: The names of all its files.
    func commit() throws(ExportError) -> [String] { try pending.take()?.commit() ?? [] }
  }

  /// Gives all files their names.
  ///
  /// - Throws: ``ExportError``; new files are then removed again.
  func commit(_ works: [Work]) throws(ExportError) {
    var written: [String] = []
    do throws(ExportError) {
      for work in works { written += try work.commit() }
    } catch {
      // Files that were replaced cannot be restored. What cannot be removed stays.
      if !settings.overwrites { for path in written { try? FileSystem.removeFile(path) } }
      throw error
    }
  }

  /// The plans of files, whose names are checked before the media are opened: an unusable name is the
  /// fastest check.
  func plans(of files: [File]) throws(ExportError) -> [ExportPlan] {
    var plans: [ExportPlan] = [], paths: Set<String> = []
    for file in files {
      let name = try OutputName(file.path, isSequence: file.fileType.isImageSequence)
      let plan = try plan(for: name, as: file.fileType)
      guard paths.insert(name.resolvedPath).inserted else {
        throw ExportError(.incompatible, "two outputs have the name '\(file.path)'")
      }
      try name.check(overwriting: settings.overwrites)
      try name.check(sources: composition)
      plans.append(plan)
    }
    return plans
  }

  /// The plan of a file.
  ///
  /// - Throws: ``ExportError`` if the settings exclude each other, or a pipe cannot take the file.
  func plan(for name: OutputName, as fileType: ExportFileType) throws(ExportError) -> ExportPlan {
    var plan = try ExportPlan(preset, fileType, settings)
    if name.isPipe { try plan.writeIntoPipe() }
    return plan
  }

  /// Checks that no two files have the same file of subtitles beside them.
  func checkSidecars(_ works: [Work]) throws(ExportError) {
    var paths: Set<String> = []
    for sidecar in works.flatMap(\.subtitles.sidecars) {
      guard paths.insert(try OutputName(sidecar.path).resolvedPath).inserted else {
        throw ExportError(
          .incompatible,
          "two outputs need the name '\(sidecar.path)' for their subtitles; give them different names"
        )
      }
    }
  }

  /// Decides how each file is written, and which files share a rendering.
  ///
  /// - Returns: The files of each pipeline.
  func groups(_ works: [Work], _ translation: Translation) async throws -> [[Work]] {
    var shared: [PictureFormat?: [Work]] = [:], formats: [PictureFormat?] = []
    var groups: [[Work]] = []
    for work in works {
      let mayShare =
        works.count > 1 && preset != .passthrough && !settings.copiesIfPossible
        && settings.fileLengthLimit == nil && !work.plan.fileType.isImageSequence
      if settings.copiesSpans,
        let renderer = try await smartRenderer(
          work.plan, translation, named: works.count > 1 ? work.path : nil)
      {
        work.renderer = renderer
        work.writing = await smartWriting(
          work.plan, translation, renderer, path: work.temporaryPath)
      } else if mayShare {
        try work.plan.checkSize(of: translation.resolved)
        if let warning = work.plan.pictureWarning(for: translation.resolved) { onWarning(warning) }
        let output = output(of: work, translation)
        try check(work, takesMedia: output.takesVideo || output.takesAudio)
        // Sound alone joins any rendering.
        let format = output.takesVideo ? output.picture : nil
        if shared[format] == nil { formats.append(format) }
        shared[format, default: []].append(work)
        continue
      } else {
        work.writing = try await writing(work.plan, translation, path: work.temporaryPath)
      }
      let graph = work.writing?.graph
      try check(
        work,
        takesMedia: graph?.element(.encodedVideo) != nil || graph?.element(.encodedAudio) != nil)
      work.writing?.graph.addSubtitles(work.subtitles.muxed())
      groups.append([work])
    }
    let sounds = shared.removeValue(forKey: nil) ?? []
    var renderings = formats.compactMap { $0 }.compactMap { shared[$0] }
    if renderings.isEmpty, !sounds.isEmpty { renderings = [[]] }
    if !renderings.isEmpty { renderings[0] += sounds }
    return renderings + groups
  }

  private func check(_ work: Work, takesMedia: Bool) throws(ExportError) {
    if takesMedia { return }
    throw ExportError(
      .incompatible,
      "the composition has no media that a \(work.plan.fileType.rawValue) file can contain: "
        + "'\(work.path)'")
  }

  private func output(of work: Work, _ translation: Translation) -> FileOutput {
    let resolved = translation.resolved, kinds = Set(resolved.composition.tracks.map(\.mediaType))
    var output = work.plan.output(for: resolved, path: work.temporaryPath)
    if !kinds.contains(.video) { output.video = nil }
    if !kinds.contains(.audio) { output.audio = nil }
    return output
  }

  /// Encodes one rendering into several files.
  func run(
    sharing works: [Work], _ metadata: ExportMetadata, _ translation: Translation,
    progress: (TimeCounter) -> Void
  ) async throws {
    for work in works { try await work.waitForReader() }
    let outputs = works.enumerated().map { number, work in
      var output = output(of: work, translation)
      output.prefix = prefix(ofFile: number)
      return FilesOutput.File(output)
    }
    var graph = translation.graph(to: FilesOutput(outputs))
    for (number, work) in works.enumerated() {
      graph.addSubtitles(work.subtitles.muxed(), toFile: number)
    }
    try await withPipeline(graph) { pipeline in
      let counter = pipeline.countTime(leaving: [.encodedVideo, .encodedAudio])
      for (number, work) in works.enumerated() {
        warnOfUnread(
          try work.plan.adjust(
            pipeline, metadata, translation: translation, settings, copiesSound: false,
            file: number),
          in: work.path)
        try pipeline.send(work.subtitles.muxed(), toFile: number)
      }
      if works.contains(where: \.plan.writesIntoPipe) { pipeline.allowSinksToBlock() }
      do {
        try pipeline.play()
        try await pipeline.waitForEnd(onWarning: onWarning) {
          try works.forEach(checkLength)
          progress(counter)
        }
      } catch let error as PipelineError {
        guard let element = error.element else { throw error }
        throw ExportError(error, writing: file(of: element, works).path)
      }
    }
    try works.forEach(checkLength)
  }

  /// The file that an element writes: the elements of each but the first have its prefix.
  private func file(of element: String, _ works: [Work]) -> Work {
    works.indices.dropFirst().first { element.hasPrefix(prefix(ofFile: $0)) }
      .map { works[$0] } ?? works[0]
  }

  private func prefix(ofFile number: Int) -> String { number == 0 ? "" : "file-\(number)-" }

  /// Warns of metadata that GStreamer cannot parse, by their tag names.
  func warnOfUnread(_ tags: [String], in path: String?) {
    if tags.isEmpty { return }
    let place = path.map { " of '\($0)'" } ?? ""
    onWarning(
      Warning(
        .unsupportedByFile, "the metadata \(tags.joined(separator: ", ")) is left out\(place)"))
  }

  private func checkLength(_ work: Work) throws(ExportError) {
    if let limit = lengthLimit, work.size > limit {
      throw ExportError(
        .refused, "'\(work.path)' would exceed the \(limit) bytes that the policy allows")
    }
  }
}
