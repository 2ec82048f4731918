public import CutawayDiagnostics
import CutawayMedia
public import CutawayModel
import CutawayRuntime
import CutawaySystem
public import CutawayTime
public import CutawayTranslation
import Foundation
import Synchronization

/// Renders a composition into a file, as `AVAssetExportSession` does.
///
///     let session = ExportSession(composition, preset: .size1280x720)
///     async let end: Void = session.export(to: "film.mp4", as: .mp4)
///     for await case .exporting(let progress) in session.states() {
///       print(progress.fractionCompleted)
///     }
///     try await end
///
/// The file appears under its name when it is complete. If the export fails, an existing file stays
/// unchanged. To stop an export, cancel its task. A session exports once. Sessions beyond
/// ``concurrencyLimit`` wait for their turn.
public final class ExportSession: Sendable {
  /// The options of an export besides its preset.
  public struct Settings: Sendable, Hashable, Codable {
    /// The part to render, which starts at time 0 of the output; `nil` renders everything.
    public var timeRange: TimeRange?
    /// The metadata of the file: `title`, `artist`, `album`, `composer`, `genre`, `comment`, `description`, `copyright`,
    /// `keywords`, `date`, `location`, and keys of your own if the file type supports them.
    public var metadata: [String: String] = [:]
    /// Whether a player can start before it has received the whole file.
    public var shouldOptimizeForNetworkUse = false
    /// The maximum size of the file in bytes; `nil` is no limit.
    ///
    /// The export cuts the output off there, with a warning. The file may become slightly larger.
    public var fileLengthLimit: Int64?
    /// Whether to replace an existing file.
    public var overwrites = false
    /// What the composition may read, use and cost; `nil` allows everything.
    public var policy: RenderPolicy?
    /// Where media are opened and decoded.
    public var isolation = MediaIsolation.none
    /// How to treat a segment whose source is missing or fails.
    public var onMissing = MissingMedia.stop
    /// The upper bound of the output size in pixels; `nil` uses the preset's.
    public var maximumSize: PixelSize?
    /// A render size instead of that of the composition; `nil` keeps it.
    ///
    /// Clips and overlays keep places that mean the same, as `docs/exports.md` describes.
    public var renderSize: PixelSize?
    /// How the picture is placed in a ``renderSize`` of another shape.
    public var placement = PicturePlacement.fit
    /// The loudness of the output in LUFS (EBU R 128); `nil` keeps the loudness of the mix.
    ///
    /// Setting it renders the sound at least once more.
    public var loudness: Double?
    /// The valid range of ``loudness`` in LUFS; EBU R 128 treats quieter sound as silence.
    public static let loudnessRange = -70.0 ... -5.0
    /// The sample rate in hertz; `nil` uses the composition's.
    public var sampleRate: Int?
    /// The codecs, the quality and other encoding options.
    public var encoding = EncodingOptions()
    /// Whether to copy packets if the composition allows it, and else to encode everything, with a
    /// warning.
    ///
    /// The preset ``ExportPreset/passthrough`` fails instead of encoding.
    public var copiesIfPossible = false
    /// Whether frames that show one source unchanged are copied as packets, and all others encoded.
    ///
    /// The film has the codec and the format of the source with the most such frames. For MP4, M4V,
    /// MOV, MKV and MPEG-TS. ``ExportSession/smartSummary`` then says what was copied.
    public var copiesSpans = false

    /// The default settings: everything, as the composition and the preset state.
    public init() {}

    /// The settings, with the composition's export settings for everything that the caller leaves
    /// open.
    fileprivate func completed(by export: ExportSettings) -> Settings {
      var settings = self
      settings.metadata = export.metadata.merging(metadata) { _, own in own }
      settings.shouldOptimizeForNetworkUse =
        shouldOptimizeForNetworkUse || export.optimizeForNetworkUse
      settings.loudness = loudness ?? export.loudness
      return settings
    }
  }

  /// The current activity of a session.
  public enum State: Sendable, Hashable {
    /// The export has not started.
    case pending
    /// The export waits because ``ExportSession/concurrencyLimit`` others run.
    case waiting
    /// The export runs.
    case exporting(ExportProgress)
  }

  /// The stage in the life of a session.
  public enum Status: Sendable, Hashable {
    /// Not started, waiting for its turn, running, successful, or cancelled.
    case unknown, waiting, exporting, completed, cancelled
    /// The export failed, for the given reason.
    case failed(ExportError)
  }

  /// The composition to export.
  public let composition: Composition
  /// The size and the quality of the output.
  public let preset: ExportPreset
  /// The options, completed by the composition's `export` settings.
  public let settings: Settings
  let prepared: ResolvedComposition?
  let onWarning: @Sendable (Warning) -> Void
  private let current = Mutex(Current())

  private struct Current {
    var state = State.pending
    var status = Status.unknown
    var hasEnded = false
    var summary: SmartSummary?
    var observers: [UUID: Observer] = [:]
  }

  private struct Observer {
    let interval: Duration
    let continuation: AsyncStream<State>.Continuation
    var lastUpdate: ContinuousClock.Instant?
  }

  /// Creates a session, which opens the media when the export starts.
  ///
  /// - Parameters:
  ///   - composition: The composition to export.
  ///   - preset: The size and the quality of the output.
  ///   - settings: Options, which take precedence over the composition's `export` settings.
  ///   - onWarning: Receives the problems that do not stop the export.
  public init(
    _ composition: Composition, preset: ExportPreset = .highestQuality,
    settings: Settings = .init(), onWarning: @escaping @Sendable (Warning) -> Void = { _ in }
  ) {
    self.onWarning = onWarning
    self.composition = composition
    self.preset = preset
    self.settings = settings.completed(by: composition.export)
    prepared = nil
  }

  /// Creates a session for a composition whose media are already probed.
  public init(
    _ resolved: ResolvedComposition, preset: ExportPreset = .highestQuality,
    settings: Settings = .init(), onWarning: @escaping @Sendable (Warning) -> Void = { _ in }
  ) {
    self.onWarning = onWarning
    composition = resolved.composition
    self.preset = preset
    self.settings = settings.completed(by: composition.export)
    prepared = resolved
  }

  /// The maximum number of concurrent exports in this process, 2 by default and at least 1.
  public static var concurrencyLimit: Int {
    get { ExportQueue.shared.limit }
    set { ExportQueue.shared.limit = newValue }
  }

  /// The file types that the preset supports, the default one first.
  public var supportedFileTypes: [ExportFileType] { preset.fileTypes }

  /// The current status; after the end, the result.
  public var status: Status { current.withLock { $0.status } }

  /// After the end, which frames an export with ``Settings/copiesSpans`` has copied; `nil` of other
  /// exports.
  public var smartSummary: SmartSummary? { current.withLock { $0.summary } }

  /// Records which frames were copied.
  func record(_ summary: SmartSummary) { current.withLock { $0.summary = summary } }

  /// The states of the session, from now to its end.
  ///
  /// A slow reader receives only the newest state.
  ///
  /// - Parameter updateInterval: The minimum time between two reports of progress.
  /// - Returns: A sequence that ends with the export.
  public func states(updateInterval: Duration = .milliseconds(100)) -> AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: State.self, bufferingPolicy: .bufferingNewest(1))
    let id = UUID()
    current.withLock { current in
      continuation.yield(current.state)
      if current.hasEnded {
        continuation.finish()
      } else {
        current.observers[id] = Observer(interval: updateInterval, continuation: continuation)
      }
    }
    continuation.onTermination = { [weak self] _ in
      self?.current.withLock { _ = $0.observers.removeValue(forKey: id) }
    }
    return stream
  }

  /// Renders the composition to a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file; for an image sequence, with a placeholder such as `%05d`.
  ///   - fileType: The type of the file.
  /// - Throws: ``ExportError``; with ``ExportErrorCode/cancelled`` if the task is cancelled.
  public func export(to path: String, as fileType: ExportFileType) async throws(ExportError) {
    try await export(to: [File(path, as: fileType)])
  }

  /// Runs the only work of the session when its turn comes, and reports its result.
  ///
  /// - Parameters:
  ///   - path: The output, for errors.
  ///   - work: The work.
  /// - Returns: The result of the work.
  /// - Throws: ``ExportError``.
  func perform<Result: Sendable>(
    writing path: String, _ work: @escaping @Sendable () async throws -> Result
  ) async throws(ExportError) -> Result {
    let isFirst = current.withLock { current in
      defer { if current.status == .unknown { current.status = .waiting } }
      return current.status == .unknown
    }
    guard isFirst else {
      throw ExportError(.alreadyStarted, "a session can export only once; create another one")
    }
    do {
      let result = try await ExportQueue.shared.run(
        waiting: { report(.waiting, status: .waiting) }
      ) {
        guard ThreadSupply.allows(ThreadSupply.minimum) else { throw ExportError.lacksThreads }
        return try await onBlockingThreads { try await limitingTime(of: work) }
      }
      end(.completed)
      return result
    } catch {
      let error = failure(error, writing: path)
      end(.cancelled ~= error ? .cancelled : .failed(error))
      throw error
    }
  }

  /// An error of the session, with a fault for the asset whose source failed.
  func failure(_ error: any Error, writing path: String) -> ExportError {
    let failure = ExportError(error, writing: path)
    // Elements report a lack of threads in many ways, also as a damaged file.
    if [.failed, .unreadableMedia].contains(failure.code), !ThreadSupply.allows(ThreadSupply.step) {
      return .lacksThreads
    }
    return failure.located(
      in: prepared?.composition ?? composition, from: settings.timeRange?.start ?? .zero)
  }

  // MARK: Reporting

  func report(_ state: State, status: Status) {
    current.withLock { current in
      current.status = status
      let hasChangedKind = !state.isSameKind(as: current.state)
      current.state = state
      let now = ContinuousClock.now
      for (id, observer) in current.observers {
        if !hasChangedKind, let last = observer.lastUpdate, now - last < observer.interval {
          continue
        }
        current.observers[id]?.lastUpdate = now
        observer.continuation.yield(state)
      }
    }
  }

  private func end(_ status: Status) {
    let (state, observers) = current.withLock { current in
      current.status = status
      current.hasEnded = true
      defer { current.observers = [:] }
      return (current.state, Array(current.observers.values))
    }
    for observer in observers {
      // Observers receive the last state regardless of the interval.
      observer.continuation.yield(state)
      observer.continuation.finish()
    }
  }
}

extension ExportSession.State {
  fileprivate func isSameKind(as other: Self) -> Bool {
    switch (self, other) {
    case (.pending, .pending), (.waiting, .waiting), (.exporting, .exporting): true
    default: false
    }
  }
}
