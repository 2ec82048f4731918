import CutawayContainers
import CutawayDiagnostics
import CutawayModel
import CutawayRuntime
import CutawaySystem
import CutawayTime
import CutawayTranslation
public import Foundation

extension ExportSession {
  /// Renders the composition once, encodes it in several sizes, and writes a folder for adaptive
  /// streaming.
  ///
  /// The folder has a fragmented MP4 file for each size, one for the sound, and the playlists of each
  /// format, of which players open ``StreamFormat/indexName``. All sizes have their key frames at the same times, each two seconds unless the
  /// settings state ``EncodingOptions/fixedKeyFrames``. The video is H.264, the sound AAC. The largest
  /// size is that of an export with the preset; the others have shorter sides of 1080, 720 and 480 pixels.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is created if it does not exist.
  ///   - formats: The formats of the playlists, for the same media.
  /// - Throws: ``ExportError``; existing files are then unchanged.
  public func exportStream(
    to folder: URL, formats: Set<StreamFormat> = [.hls]
  ) async throws(ExportError) {
    _ = try await perform(writing: folder.path) {
      try await self.isolating(.stream(folder: folder.path, formats)) {
        try await self.renderStream(to: folder.path, formats)
        return true
      }
    }
  }

  private func renderStream(to folder: String, _ formats: Set<StreamFormat>) async throws {
    try registerElements()
    let plan = try ExportPlan(preset, .fmp4, try streamSettings())
    guard plan.videoEncoder?.codec == .h264, preset.videoCodec ?? .h264 == .h264 else {
      throw ExportError(.incompatible, "a stream needs a preset with H.264, not \(preset.rawValue)")
    }
    let creationTime = try ExportMetadata(settings.metadata).creationTime()
    report(.exporting(.none), status: .exporting)
    let translation = try await normalized(try await self.translation(), for: plan)
    let stream = try StreamPlan(plan, translation, formats)
    if let warning = plan.pictureWarning(for: translation.resolved) { onWarning(warning) }
    let isNew = try makeFolder(folder)
    do {
      try await render(stream, translation, creationTime, into: folder)
    } catch {
      // A folder that has become another program's, too, is not empty, and stays.
      if isNew { try? FileSystem.removeDirectory(folder) }
      throw error
    }
  }

  private func render(
    _ stream: StreamPlan, _ translation: Translation, _ creationTime: Date, into folder: String
  ) async throws {
    let output = try PendingOutput(
      OutputName(folder + "/%d", isSequence: true), overwriting: settings.overwrites)
    let place = split(output.temporaryPath).folder
    if !settings.overwrites,
      let name = stream.fileNames.first(where: { name in
        (try? FileStatus(of: folder + "/" + name)) != nil
      })
    {
      throw ExportError(.outputExists, "'\(folder)/\(name)' exists")
    }
    let start = ContinuousClock.now
    var meter = ProgressMeter(translation)
    func elapsed() -> Double { (ContinuousClock.now - start) / .seconds(1) }
    try await withPipeline(translation.graph(to: stream.output(into: place))) { pipeline in
      let counter = pipeline.countTime(leaving: [.encodedVideo, .encodedAudio])
      try pipeline.play()
      try await pipeline.waitForEnd(onWarning: onWarning) {
        try checkLength(output.size)
        let progress = meter.record(counter.time, elapsed: elapsed(), bytes: output.size)
        report(.exporting(progress), status: .exporting)
      }
    }
    try Task.checkCancellation()
    try checkLength(output.size)
    try stream.finish(in: place, creationTime: creationTime)
    let bytes = output.size
    try output.commit()
    report(
      .exporting(meter.completed(elapsed: elapsed(), bytes: bytes, isCut: false)),
      status: .exporting)
  }

  /// The settings with those that a stream needs.
  private func streamSettings() throws(ExportError) -> Settings {
    var settings = settings
    if settings.fileLengthLimit != nil || settings.copiesIfPossible || settings.copiesSpans {
      throw ExportError(
        .incompatible,
        "a stream has no size limit, and its packets are encoded: its segments begin at key frames with "
          + "equal distances")
    }
    let encoding = settings.encoding
    if encoding.keyFrameInterval != nil {
      throw ExportError(
        .incompatible, "the key frames of a stream have a distance in seconds, not in frames")
    }
    let codecs = [
      encoding.videoCodec.map { $0 == .h264 }, encoding.audioCodec.map { $0 == .aac },
    ]
    if codecs.contains(false) {
      throw ExportError(.incompatible, "a stream consists of H.264 and AAC")
    }
    settings.encoding.videoCodec = .h264
    settings.encoding.audioCodec = .aac
    settings.encoding.fixedKeyFrames = encoding.fixedKeyFrames ?? MediaTime(2)
    return settings
  }

  /// Creates a folder; `false` if it exists.
  private func makeFolder(_ folder: String) throws(ExportError) -> Bool {
    do throws(SystemError) {
      try FileSystem.createDirectory(folder)
      return true
    } catch {
      if error != .exists { throw writingError(error, folder) }
      return false
    }
  }

  private func checkLength(_ bytes: Int64) throws(ExportError) {
    if let limit = lengthLimit, bytes > limit {
      throw ExportError(
        .refused, "the stream would exceed the \(limit) bytes that the policy allows")
    }
  }
}
