import Cutaway
import CutawayApple
import CutawayDiagnostics
import CutawayMedia
import CutawayModel
import CutawayTime
import Synchronization

/// Renders an asset into a file.
///
/// The file appears under its name when it is complete. A session exports once. At most two run at a
/// time; others wait.
public final class AVAssetExportSession: NSObject, @unchecked Sendable {
  // Settings belong to the thread that starts the export; all else is in a `Mutex`.

  /// The asset.
  public let asset: AVAsset
  /// The name of the preset.
  public let presetName: String
  private let meaning: ExportPresetMeaning
  private let current = Mutex(Current())

  private struct Current {
    var status = Status.unknown
    var error: AVError?
    var progress: Float = 0
    var task: Task<Void, Never>?
    /// Whether the export is cancelled, maybe before it has a task.
    var isCancelled = false
    var compositing: CompositingSession?
    var observers: [AsyncStream<State>.Continuation] = []
  }

  /// The stage of an export.
  public enum Status: Int, Sendable {
    /// Not started, waiting for its turn, running, successful, failed, cancelled.
    case unknown = 0, waiting, exporting, completed, failed, cancelled
  }

  /// What an export does.
  public enum State: Sendable {
    /// Not started.
    case pending
    /// It waits for its turn.
    case waiting
    /// It runs.
    case exporting(progress: Progress)
  }

  /// Creates a session; `nil` for a preset that is not available.
  public init?(asset: AVAsset, presetName: String) {
    guard let meaning = ExportPresetMeaning(named: presetName) else {
      Log.warnOnce("the export preset \(presetName) is not available")
      return nil
    }
    self.asset = asset
    self.presetName = presetName
    self.meaning = meaning
  }

  // MARK: Settings

  /// The part to export, in the time of the asset; everything by default.
  public var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
  /// The file.
  public var outputURL: URL?
  /// The type of the file.
  public var outputFileType: AVFileType?
  /// The largest size in bytes; 0 is no limit.
  public var fileLengthLimit: Int64 = 0
  /// The metadata of the file; `nil` keeps those of the asset.
  public var metadata: [AVMetadataItem]?
  /// Which metadata of the asset are kept.
  public var metadataItemFilter: AVMetadataItemFilter?
  /// Whether a player can start before it has received the whole file.
  public var shouldOptimizeForNetworkUse = false
  /// Whether cores work on parts of one export; they always do.
  public var allowsParallelizedExport = true
  /// Whether the export may read its media several times.
  public var canPerformMultiplePassesOverSourceMediaData = false
  /// Where temporary files are; beside the output, whatever this says.
  public var directoryForTemporaryFiles: URL?
  /// How a change of speed affects the pitch of tracks whose mix does not say it.
  public var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.spectral
  /// The volumes of tracks; a copy.
  public var audioMix: AVAudioMix? {
    get { mix }
    set { mix = newValue?.copy() as? AVAudioMix }
  }
  private var mix: AVAudioMix?
  /// How the video tracks become one picture; a copy.
  public var videoComposition: AVVideoComposition? {
    get { video }
    set { video = newValue?.copy() as? AVVideoComposition }
  }
  private var video: AVVideoComposition?

  // MARK: State

  /// The stage of the export.
  public var status: Status { current.withLock { $0.status } }
  /// Why the export failed or was cancelled.
  public var error: (any Error)? { current.withLock { $0.error } }
  /// The part that is done, 0…1.
  public var progress: Float { current.withLock { $0.progress } }
  /// The compositor of the video composition, to set it up.
  public var customVideoCompositor: (any AVVideoCompositing)? { video?.knownCompositor }
  /// The file types that the preset writes, the usual one first.
  public var supportedFileTypes: [AVFileType] { meaning.fileTypes }
  /// The file types that the preset writes, the usual one first.
  public var compatibleFileTypes: [AVFileType] { get async { meaning.fileTypes } }
  /// Calls a handler with ``supportedFileTypes``.
  @preconcurrency
  public func determineCompatibleFileTypes(
    completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void
  ) { handler(meaning.fileTypes) }

  /// All available presets.
  public class func allExportPresets() -> [String] { ExportPresetMeaning.all.map(\.name) }
  /// The presets that suit an asset.
  public class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
    let hasVideo = asset.currentTracks.contains { $0.mediaType == .video }
    let hasSound = asset.currentTracks.contains { $0.mediaType == .audio }
    return ExportPresetMeaning.all.filter { _, meaning in
      meaning.preset == .appleM4A
        ? hasSound : hasVideo || meaning.preset == .passthrough && hasSound
    }.map(\.name)
  }
  /// Whether a preset suits an asset and a file type.
  public class func compatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?
  ) async -> Bool {
    // An asset that cannot be read suits no preset.
    try? await asset.prepare()
    guard exportPresets(compatibleWith: asset).contains(presetName) else { return false }
    guard let outputFileType else { return true }
    return ExportPresetMeaning(named: presetName)?.fileTypes.contains(outputFileType) ?? false
  }
  /// Whether a preset suits an asset and a file type.
  @preconcurrency
  public class func determineCompatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?,
    completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    Task.detached(executorPreference: BlockingThreads.shared) {
      handler(
        await compatibility(
          ofExportPreset: presetName, with: asset, outputFileType: outputFileType))
    }
  }

  // MARK: Export

  /// Exports to ``outputURL``, and calls a handler at the end, on a queue of its own.
  @preconcurrency
  public func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
    guard begin() else { return handler() }
    start(to: outputURL, as: outputFileType, then: handler)
  }

  /// Exports to ``outputURL``; ``status`` and ``error`` have the result.
  public func export() async {
    guard begin() else { return }
    await finish(to: outputURL, as: outputFileType)
  }

  /// Exports to a file.
  ///
  /// - Throws: ``AVError``; with the code `operationCancelled` if the task is cancelled.
  public func export(
    to url: URL, as fileType: AVFileType, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    guard begin() else {
      throw AVError(.operationNotAllowed, "a session exports only once; create another one")
    }
    await finish(to: url, as: fileType)
    if let error = current.withLock({ $0.error }) { throw error }
  }

  /// Cancels the export; its file does not appear.
  public func cancelExport() {
    let (task, compositing) = current.withLock { current in
      current.isCancelled = true
      return (current.task, current.compositing)
    }
    task?.cancel()
    // A compositor that still works on a frame would delay the end.
    compositing?.finish()
  }

  /// The task of the export; callers that give it a handler need not wait for it.
  @discardableResult
  private func start(
    to url: URL?, as fileType: AVFileType?, then handler: @escaping @Sendable () -> Void = {}
  ) -> Task<Void, Never> {
    let task = Task.detached(executorPreference: BlockingThreads.shared) { [self] in
      await run(to: url, as: fileType)
      handler()
    }
    let isCancelled = current.withLock { current in
      current.task = task
      return current.isCancelled
    }
    if isCancelled { task.cancel() }
    return task
  }

  private func finish(
    to url: URL?, as fileType: AVFileType?, isolation: isolated (any Actor)? = #isolation
  ) async {
    await withTaskCancellationHandler {
      await start(to: url, as: fileType).value
    } onCancel: {
      cancelExport()
    }
  }

  /// The states from now to the end.
  public func states(
    updateInterval: TimeInterval = .infinity
  ) -> some Sendable & AsyncSequence<State, Never> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: State.self, bufferingPolicy: .bufferingNewest(1))
    current.withLock { current in
      switch current.status {
      case .unknown: continuation.yield(.pending)
      case .waiting: continuation.yield(.waiting)
      case .exporting: continuation.yield(.exporting(progress: Self.progress(current.progress)))
      case .completed, .failed, .cancelled: return continuation.finish()
      }
      current.observers.append(continuation)
    }
    return stream
  }

  private static func progress(_ part: Float) -> Progress {
    let progress = Progress(totalUnitCount: 1_000)
    progress.completedUnitCount = Int64(part * 1_000)
    return progress
  }

  private func begin() -> Bool {
    current.withLock { current in
      guard current.status == .unknown else { return false }
      current.status = .waiting
      return true
    }
  }

  private func run(to url: URL?, as type: AVFileType?) async {
    var failure: AVError?
    do throws(AVError) {
      try await render(to: url, as: type)
    } catch {
      failure = error
    }
    let observers = current.withLock { current in
      current.error = failure
      current.compositing = nil
      switch failure?.code {
      case nil: (current.status, current.progress) = (.completed, 1)
      case .operationCancelled?: current.status = .cancelled
      default: current.status = .failed
      }
      defer { current.observers = [] }
      return current.observers
    }
    for observer in observers { observer.finish() }
  }

  private func render(to url: URL?, as type: AVFileType?) async throws(AVError) {
    guard let url, let type else {
      throw AVError(
        .incorrectlyConfigured, url == nil ? "outputURL is not set" : "outputFileType is not set")
    }
    guard meaning.fileTypes.contains(type), let fileType = type.exportType else {
      throw AVError(
        .unsupportedOutputSettings, "\(presetName) does not write \(type.rawValue)")
    }
    // MPEG-4 films may be named .m4v.
    let names = fileType.pathExtensions + (type == .mp4 ? ["m4v"] : [])
    guard names.contains(url.pathExtension.lowercased()) else {
      throw AVError(
        .invalidOutputURLPathExtension,
        "a file of type \(type.rawValue) is named .\(fileType.pathExtensions[0]), not "
          + url.lastPathComponent)
    }
    try await asset.prepare()
    let plan = try plan()
    current.withLock { current in
      current.compositing = plan.edit.compositing
    }
    defer { plan.edit.compositing?.finish() }
    do throws(ExportError) {
      do throws(ExportError) {
        try await export(plan.edit, meaning.preset, plan.settings, to: url, as: fileType)
      } catch {
        guard error.isBetweenKeyFrames else { throw error }
        var settings = plan.settings
        settings.copiesSpans = true
        Log.warnOnce(
          "the parts do not begin and end at key frames, so \(presetName) encodes the frames between them and "
            + "the nearest key frames, and copies all others")
        try await export(plan.edit, .highestQuality, settings, to: url, as: fileType)
      }
    } catch {
      throw plan.edit.compositing?.error ?? AVError(error, hasVideoComposition: video != nil)
    }
    if let error = plan.edit.compositing?.error { throw error }
  }

  private func export(
    _ edit: Edit, _ preset: ExportPreset, _ settings: ExportSession.Settings, to url: URL,
    as fileType: ExportFileType
  ) async throws(ExportError) {
    let session = ExportSession(edit.composition, preset: preset, settings: settings) { warning in
      Log.warn(warning.message)
    }
    let observation = Task.detached(executorPreference: BlockingThreads.shared) { [weak self] in
      for await state in session.states() { self?.note(state) }
    }
    defer { observation.cancel() }
    try await session.export(to: url, as: fileType)
  }

  private struct Plan {
    let edit: Edit
    let settings: ExportSession.Settings
  }

  /// The edit and the settings of the export.
  private func plan() throws(AVError) -> Plan {
    if meaning.preset == .passthrough, video != nil || mix != nil {
      throw AVError(
        .operationNotSupportedForPreset,
        "\(presetName) copies packets, and cannot apply a video composition or an audio mix")
    }
    let start = timeRange.isValid ? timeRange.start.mediaTime ?? .zero : .zero
    let edit = try Edit(
      asset, video, mix, pitch: audioTimePitchAlgorithm,
      keepsAlpha: meaning.preset == .proRes4444)
    guard edit.composition.tracks.contains(where: { $0.duration > .zero }) else {
      throw AVError(.operationNotSupportedForAsset, "the asset has no tracks with media")
    }
    var settings = ExportSession.Settings()
    let end = timeRange.isValid ? timeRange.end.mediaTime : nil
    if start > .zero || end.map({ $0 < edit.composition.duration }) == true {
      let last = min(end ?? edit.composition.duration, edit.composition.duration)
      guard start < last else {
        throw AVError(
          .operationNotSupportedForAsset,
          "the time range \(rangeText(timeRange)) lies outside of the asset")
      }
      settings.timeRange = TimeRange(start: start, end: last)
    }
    settings.maximumSize = meaning.size
    settings.shouldOptimizeForNetworkUse = shouldOptimizeForNetworkUse
    settings.fileLengthLimit = fileLengthLimit > 0 ? fileLengthLimit : nil
    let items = metadata ?? (asset as? AVURLAsset)?.metadata ?? []
    for entry in items.compactMap(\.entry) where metadataItemFilter?.leavesOut(entry.key) != true {
      settings.metadata[entry.key] = entry.text
    }
    edit.begin(at: start)
    return Plan(edit: edit, settings: settings)
  }

  private func note(_ state: ExportSession.State) {
    let news = current.withLock { current -> (State, [AsyncStream<State>.Continuation])? in
      guard current.status == .waiting || current.status == .exporting else { return nil }
      switch state {
      case .pending: return nil
      case .waiting: return (.waiting, current.observers)
      case .exporting(let progress):
        current.status = .exporting
        current.progress = Float(progress.fractionCompleted)
        return (.exporting(progress: Self.progress(current.progress)), current.observers)
      }
    }
    for observer in news?.1 ?? [] { if let state = news?.0 { observer.yield(state) } }
  }

  // MARK: Estimates

  /// The length of the output, which is that of the part to export.
  public var estimatedMaximumDuration: CMTime {
    get async throws {
      try await asset.prepare()
      return timeRange.intersection(
        CMTimeRange(start: .zero, duration: asset.duration)
      ).duration
    }
  }
  /// The length of the output.
  public var maxDuration: CMTime { asset.duration }
  /// The bytes of the output, estimated from the preset.
  public var estimatedOutputFileLengthInBytes: Int64 {
    get async throws {
      try await asset.prepare()
      let plan = try plan()
      let session = ExportSession(
        plan.edit.composition, preset: meaning.preset, settings: plan.settings)
      let type = (outputFileType ?? meaning.fileTypes.first)?.exportType
      do {
        return try await session.estimatedOutputFileLength(
          as: type ?? meaning.preset.defaultFileType)
      } catch {
        throw AVError(error, hasVideoComposition: video != nil)
      }
    }
  }
  /// Not known without waiting: 0.
  public var estimatedOutputFileLength: Int64 { 0 }
}

extension ExportError {
  /// Whether copying fails only because parts do not begin and end at key frames.
  fileprivate var isBetweenKeyFrames: Bool {
    code == .needsEncoding && !faults.isEmpty && faults.allSatisfy { $0.path.last == "source" }
  }
}
