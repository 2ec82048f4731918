import CutawayDiagnostics
import CutawayElementBridge
import CutawayMedia
import CutawayModel
import CutawayQuirks
import CutawayRuntime
import CutawaySystem
public import CutawayTime
import CutawayTranslation
public import Foundation

extension ExportSession {
  /// Makes the plan by which the export is divided into parts.
  ///
  /// It opens the media, and reads up to 3 MiB of each.
  ///
  /// - Parameters:
  ///   - fileType: The type of the file.
  ///   - chunkLength: The usual length of chunks in seconds, in ``RenderPlan/chunkLengths``.
  /// - Returns: The plan.
  /// - Throws: ``ExportError``; with ``ExportErrorCode/incompatible`` if the settings do not allow
  ///   parts.
  public func renderPlan(
    as fileType: ExportFileType, chunkLength: MediaTime = RenderPlan.usualChunkLength
  ) async throws(ExportError) -> RenderPlan {
    do {
      return try await onBlockingThreads {
        try registerElements()
        return try await division(as: fileType, chunkLength: chunkLength).plan
      }
    } catch {
      throw failure(error, writing: "")
    }
  }

  /// Renders a part of the export into a folder, which is created if it is missing.
  ///
  /// A part that is complete and belongs to the same plan is not rendered again, unless
  /// ``Settings/overwrites`` is set. Several processes may render into a folder at the same time,
  /// even the same part. The part is complete when its manifest appears, such as `part-0003.json`.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - folder: The folder of all parts.
  ///   - fileType: The type of the film, not of the part.
  /// - Returns: Whether the part was rendered; `false` if it was there.
  /// - Throws: ``ExportError``; with ``ExportErrorCode/otherPlan`` if ``ExportPart/plan`` is that of
  ///   another composition, medium, setting or version.
  @discardableResult
  public func renderPart(
    _ part: ExportPart, into folder: URL, as fileType: ExportFileType
  ) async throws(ExportError) -> Bool {
    let folder = folder.path
    return try await perform(writing: folder) {
      try await self.isolating(.part(part, folder: folder, fileType)) {
        try registerElements()
        return try await self.render(part, into: folder, as: fileType)
      }
    }
  }

  /// What all parts have in common.
  private struct Division {
    var encoding: ExportPlan
    var translation: Translation
    var plan: RenderPlan
    /// What copies and encodes the picture; `nil` if all frames are encoded.
    var smart: SmartRenderer?
  }

  private func division(
    as fileType: ExportFileType, chunkLength: MediaTime
  ) async throws -> Division {
    var encoding = try ExportPlan(preset, fileType, settings)
    let creationTime = try ExportMetadata(settings.metadata).creationTime()
    let fault =
      RenderPlan.chunkLengths.contains(chunkLength)
      ? encoding.obstacleToParts(settings)
      : "a chunk length of \(chunkLength.text) s is not between 2 and 120 s"
    if let fault { throw ExportError(.incompatible, fault) }
    let translation = try await translation()
    try encoding.checkSize(of: translation.resolved)
    let smart = settings.copiesSpans ? try await smartRenderer(encoding, translation) : nil
    if let smart { encoding.videoEncoder = smart.encoder.encoder }
    let plan = try RenderPlan(
      translation.resolved, encoding, settings, smart: smart, chunkLength: chunkLength,
      creationTime: creationTime)
    if plan.chunks.isEmpty {
      throw ExportError(.incompatible, "there is no picture to divide: the sound is one part")
    }
    return Division(encoding: encoding, translation: translation, plan: plan, smart: smart)
  }

  private func render(
    _ part: ExportPart, into folder: String, as fileType: ExportFileType
  ) async throws -> Bool {
    guard ExportPart.counts.contains(part.count), (0...part.count).contains(part.number) else {
      throw ExportError(
        .incompatible,
        "there is no part \(part.number) of \(part.count): parts are 0 to \(part.count)")
    }
    let start = ContinuousClock.now
    let division = try await division(as: fileType, chunkLength: part.chunkLength)
    let plan = division.plan
    if let wanted = part.plan, wanted != plan.digest {
      throw ExportError(
        .otherPlan,
        "the plan is \(plan.digest), not \(wanted): the composition, a medium, a setting or the "
          + "version (\(plan.version)) differs")
    }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw ExportError(
        .outputUnavailable, "cannot create the folder '\(folder)': \(error.localizedDescription)")
    }
    if !settings.overwrites, PartsFolder(path: folder).hasPart(part, of: plan) { return false }
    var manifest = PartManifest(
      part: part.number, of: part.count, plan: plan,
      gstreamer: GStreamerVersion.running.description)
    if part.number == 0 {
      try await renderWhole(division, into: folder, &manifest)
    } else {
      try await renderPicture(
        plan.parts(part.count)[part.number - 1], of: division, into: folder, &manifest)
    }
    manifest.seconds = (ContinuousClock.now - start) / .seconds(1)
    try manifest.write(into: folder)
    return true
  }

  // MARK: Part 0

  /// Renders the sound, and reads everything of the output besides its packets.
  private func renderWhole(
    _ division: Division, into folder: String, _ manifest: inout PartManifest
  ) async throws {
    let encoding = division.encoding, sound = encoding.ofSound
    if let warning = encoding.pictureWarning(for: division.translation.resolved) {
      onWarning(warning)
    }
    let subtitles = try await subtitlePlan(
      division.translation, path: folder + "/film", encoding.fileType, checksSidecars: false)
    let translation = try await normalized(division.translation, for: encoding)
    let ending = sound.fileType == .mkv ? "mka" : sound.fileType.pathExtensions[0]
    let name = try OutputName("\(folder)/\(PartManifest.stem(of: 0)).\(ending)")
    let output = try PendingOutput(name, overwriting: true)
    let writing = Writing(
      graph: translation.graph(
        to: sound.output(for: translation.resolved, path: output.temporaryPath)))
    let hasSound = writing.graph.element(.encodedAudio) != nil
    manifest.film = try OutputAssembly(
      encoding, translation, settings, subtitles.tracks, hasSound: hasSound,
      smart: division.smart)
    guard hasSound else { return }
    var meter = PartMeter(translation)
    // It never ends early, because it has no limit.
    _ = try await run(writing, sound, ExportMetadata([:]), translation, []) { counter in
      let progress = meter.record(counter.time, bytes: output.size)
      report(.exporting(progress), status: .exporting)
    }
    try Task.checkCancellation()
    manifest.file = name.name
    manifest.bytes = output.size
    try output.commit()
  }

  // MARK: Pictures

  private func renderPicture(
    _ chunks: Range<Int>, of division: Division, into folder: String,
    _ manifest: inout PartManifest
  ) async throws {
    let plan = division.plan, encoding = division.encoding.ofChunks
    guard let frames = plan.frames(of: chunks) else { return }
    // x264 164 reads memory that it has not written. In a new process that memory is zero; after an
    // earlier encoder it is not, and the same frames give other packets.
    if encoding.videoEncoder?.factory == "x264enc" { AllocatedMemory.startWithZeros() }
    let ending = encoding.fileType.pathExtensions[0]
    let stem = PartManifest.stem(of: manifest.part)
    // A hidden folder, which is removed with everything in it.
    let scratch = try PendingOutput(
      OutputName("\(folder)/\(stem)-%d.\(ending)", isSequence: true), overwriting: true)
    let range = plan.range(of: frames, in: division.translation)
    var meter = PartMeter(
      try Translation(division.translation.resolved, range: range))
    var files: [SourceSegment] = []
    for index in chunks {
      let chunk = plan.chunks[index]
      let path = scratch.temporaryPath.replacing("%d", with: "\(index)")
      let log = try await render(chunk, of: division, encoding, to: path) { counter in
        let progress = meter.record(counter.time, bytes: scratch.size)
        report(.exporting(progress), status: .exporting)
      }
      meter.advance(by: plan.frameDuration * chunk.frames.count)
      manifest.chunks.append(PartManifest.Chunk(index, log.run))
      if let codecData = manifest.codecData, codecData != log.format {
        throw ExportError(
          .failed,
          "the encoder states \(log.format) for chunk \(index), and \(codecData) for others: its "
            + "streams cannot be joined")
      }
      manifest.codecData = log.format
      files.append(plan.segment(of: chunk.frames, from: frames, in: path))
    }
    if let smart = division.smart {
      let summary = await smart.summary
      record(summary)
      manifest.spans = summary.spans
    }
    manifest.encoder = division.encoding.videoEncoder?.versionText
    let name = try OutputName("\(folder)/\(stem).\(ending)")
    let output = try PendingOutput(name, overwriting: true)
    try await copy(files, of: manifest, encoding, plan, to: output.temporaryPath)
    manifest.file = name.name
    manifest.bytes = output.size
    try output.commit()
  }

  /// Renders a chunk with an encoder of its own, and checks its packets.
  private func render(
    _ chunk: RenderPlan.Chunk, of division: Division, _ encoding: ExportPlan, to path: String,
    progress: (TimeCounter) -> Void
  ) async throws -> (run: PacketLog.Run, format: String) {
    let resolved = division.translation.resolved, plan = division.plan
    let translation = try Translation(
      resolved, range: plan.range(of: chunk.frames, in: division.translation),
      onMissing: settings.onMissing)
    let log = PacketLog(
      runs: [chunk.frames], origin: chunk.frames.lowerBound, frameDuration: plan.frameDuration)
    let writing: Writing
    if let smart = division.smart {
      writing = await smartWriting(encoding, translation, smart, path: path)
    } else {
      writing = Writing(graph: translation.graph(to: encoding.output(for: resolved, path: path)))
    }
    do {
      // It never ends early, because it has no limit.
      _ = try await run(
        writing, encoding, ExportMetadata([:]), translation, [], watching: log,
        feeding: division.smart, frames: chunk.frames, progress: progress)
    } catch let failure as SmartFailure {
      // Other parts may have been copied.
      throw ExportError(
        .unreadableMedia, "\(failure.reason); parts without copied spans encode all frames")
    }
    try Task.checkCancellation()
    guard let run = log.runs.first, let format = log.format, log.shortage == nil else {
      throw ExportError(
        .failed,
        "the chunk of the frames \(chunk.frames) is not complete: \(log.shortage ?? "it is empty")")
    }
    return (run, format)
  }

  /// Copies the chunks of a part into its file, and checks the packets again.
  private func copy(
    _ files: [SourceSegment], of manifest: PartManifest, _ encoding: ExportPlan, _ plan: RenderPlan,
    to path: String
  ) async throws {
    guard let muxer = encoding.fileType.container.muxer, let codec = encoding.videoEncoder?.codec
    else { return }
    let join = PacketJoin(
      video: .init(segments: files, stages: [plan.frameDuration.rateStage(for: codec)]),
      frameDuration: plan.frameDuration,
      reordering: manifest.chunks.map(\.reordering).max() ?? 0, muxer: muxer, path: path)
    let log = PacketLog(
      runs: manifest.chunks.map { $0.frames[0]..<$0.frames[1] },
      origin: manifest.chunks.first?.frames[0] ?? 0, frameDuration: plan.frameDuration)
    try await withPipeline(join.graph) { pipeline in
      pipeline.watchPackets(leaving: .encodedVideo, log)
      try pipeline.play()
      try await pipeline.waitForEnd { event in
        if case .warning(let warning) = event { onWarning(warning) }
      }
    }
    try Task.checkCancellation()
    guard log.runs.map(\.digest) == manifest.chunks.map(\.sha256) else {
      throw ExportError(
        .failed,
        "the packets of part \(manifest.part) changed on the way into its file"
          + (log.shortage.map { ": \($0)" } ?? ""))
    }
  }
}

extension RenderPlan {
  /// The time range of some frames in a composition.
  func range(of frames: Range<Int64>, in translation: Translation) -> TimeRange {
    let start = frameDuration * Int(frames.lowerBound)
    // The last frame may be longer than the rest of the composition.
    return TimeRange(
      start: start, end: min(frameDuration * Int(frames.upperBound), translation.range.end))
  }

  /// A file of some frames, at their place in a stream that starts with the first of `whole`.
  func segment(of frames: Range<Int64>, from whole: Range<Int64>, in path: String) -> SourceSegment
  {
    let length = frameDuration * frames.count
    return SourceSegment(
      mapping: TimeMapping(
        source: TimeRange(start: .zero, duration: length),
        target: TimeRange(
          start: frameDuration * Int(frames.lowerBound - whole.lowerBound), duration: length)),
      location: path)
  }
}

extension MediaTime {
  /// The element that states this frame duration in the caps of packets; demuxers estimate it.
  func rateStage(for codec: VideoCodec) -> FileOutput.Stage {
    let rate = MediaTime(1) / self
    // `matroskamux` needs the version of FFV1, which `matroskademux` omits.
    let version = codec == .ffv1 ? ", ffversion=(int)1" : ""
    let caps =
      "\(codec.mediaType), framerate=(fraction)\(rate.numerator)/\(rate.denominator)\(version)"
    return .init("capssetter", [.init("caps", .string(caps))])
  }
}

extension PartManifest.Chunk {
  init(_ index: Int, _ run: PacketLog.Run) {
    self.init(
      index: index, frames: [run.frames.lowerBound, run.frames.upperBound],
      packets: run.packetCount, reordering: run.reordering, sha256: run.digest)
  }
}

extension VideoEncoder {
  /// The element with the version of GStreamer and the encoder's library, which the process has
  /// loaded.
  fileprivate var versionText: String {
    let library = Self.libraries[factory].map { [$0] } ?? []
    return
      ([factory, GStreamerVersion.running.description]
      + CurrentProcess.loadedLibraries(startingWith: library)).joined(separator: " ")
  }

  /// The start of the name of each encoder's library, whose version affects the packets.
  private static let libraries = [
    "x264enc": "libx264.so", "x265enc": "libx265.so", "openh264enc": "libopenh264.so",
    "vp8enc": "libvpx.so", "vp9enc": "libvpx.so", "av1enc": "libaom.so",
    "avenc_prores_ks": "libavcodec.so", "avenc_ffv1": "libavcodec.so",
  ]
}

/// Computes the progress of a part.
private struct PartMeter {
  private var meter: ProgressMeter
  private let start = ContinuousClock.now
  private var offset = MediaTime.zero

  init(_ translation: Translation) { meter = ProgressMeter(translation) }

  mutating func record(_ time: MediaTime, bytes: Int64) -> ExportProgress {
    meter.record(
      offset + time, elapsed: (ContinuousClock.now - start) / .seconds(1), bytes: bytes)
  }

  /// Starts the next chunk.
  mutating func advance(by duration: MediaTime) { offset += duration }
}
