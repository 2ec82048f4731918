public import CutawayGraph
public import CutawayModel
import CutawayRuntime
public import CutawayTime
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
/// The file appears when it is complete; whatever goes wrong before leaves what was there. Cancel the
/// task to stop. A session exports once. Sessions beyond ``concurrencyLimit`` wait for their turn.
public final class ExportSession: Sendable {
  /// What an export may be told besides its preset.
  public struct Settings: Sendable, Hashable {
    /// The part to render, which becomes the output's time 0; `nil` is all.
    public var timeRange: TimeRange?
    /// What the file says of itself: see ``ExportMetadata``.
    public var metadata: [String: String] = [:]
    /// Whether a player can start before it has the whole file.
    public var shouldOptimizeForNetworkUse = false
    /// The bytes that the file should not exceed; `nil` is no limit.
    ///
    /// What would come after them is left out, with a warning. The file may get a little longer.
    public var fileLengthLimit: Int64?
    /// Whether an existing file is replaced.
    public var overwrites = false
    /// What becomes of a segment whose source is missing or fails.
    public var onMissing = MissingMedia.stop
    /// A size into which the picture is scaled down if it is larger; `nil` is the preset's.
    public var maximumSize: PixelSize?
    /// The loudness of the whole in LUFS (EBU R 128), for which the sound is rendered once before;
    /// `nil` leaves it as it is mixed.
    public var loudness: Double?
    /// The loudness that can be asked for, in LUFS: what is quieter counts as silence (EBU R 128).
    public static let loudnessRange = -70.0 ... -5.0
    /// Samples per second; `nil` is the composition's.
    public var sampleRate: Int?
    public var encoding = EncodingOptions()
    /// Whether packets are copied as they are where the composition allows it, and everything is encoded
    /// with a warning where it does not; the preset ``ExportPreset/passthrough`` refuses then.
    public var copiesIfPossible = false

    public init() {}

    /// With what the composition says of its export, where the caller says nothing.
    fileprivate func completed(by export: ExportSettings) -> Settings {
      var settings = self
      settings.metadata = export.metadata.merging(metadata) { _, own in own }
      settings.shouldOptimizeForNetworkUse =
        shouldOptimizeForNetworkUse || export.optimizeForNetworkUse
      settings.loudness = loudness ?? export.loudness
      return settings
    }
  }

  /// What it is doing.
  public enum State: Sendable, Hashable {
    /// It has not been started.
    case pending
    /// Others are running.
    case waiting
    case exporting(ExportProgress)
  }

  /// What has become of it.
  public enum Status: Sendable, Hashable {
    case unknown, waiting, exporting, completed, cancelled
    case failed(ExportError)
  }

  public let composition: Composition
  public let preset: ExportPreset
  public let settings: Settings
  let prepared: ResolvedComposition?
  private let current = Mutex(Current())

  private struct Current {
    var state = State.pending
    var status = Status.unknown
    var hasEnded = false
    var warnings: [String] = []
    var observers: [UUID: Observer] = [:]
    var listeners: [AsyncStream<String>.Continuation] = []
  }

  private struct Observer {
    let interval: Duration
    let continuation: AsyncStream<State>.Continuation
    var lastUpdate: ContinuousClock.Instant?
  }

  public init(
    _ composition: Composition, preset: ExportPreset = .highestQuality, settings: Settings = .init()
  ) {
    self.composition = composition
    self.preset = preset
    self.settings = settings.completed(by: composition.export)
    prepared = nil
  }

  /// An export of a composition whose media are known already.
  public init(
    _ resolved: ResolvedComposition, preset: ExportPreset = .highestQuality,
    settings: Settings = .init()
  ) {
    composition = resolved.composition
    self.preset = preset
    self.settings = settings.completed(by: composition.export)
    prepared = resolved
  }

  /// How many sessions of this process run at a time.
  public static var concurrencyLimit: Int {
    get { ExportQueue.shared.limit }
    set { ExportQueue.shared.limit = newValue }
  }

  /// The types of file that the preset goes into, the usual one first.
  public var supportedFileTypes: [ExportFileType] { preset.fileTypes }

  public var status: Status { current.withLock { $0.status } }

  /// What it does, from now to its end.
  ///
  /// Slow readers get the newest state only.
  ///
  /// - Parameter updateInterval: The least time between two reports of progress.
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

  /// Faults that do not stop it, from its start to its end.
  public func warnings() -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    current.withLock { current in
      for warning in current.warnings { continuation.yield(warning) }
      if current.hasEnded { continuation.finish() } else { current.listeners.append(continuation) }
    }
    return stream
  }

  /// Renders to a file.
  ///
  /// - Parameters:
  ///   - path: The file; for a picture a frame, a name with a place for the number.
  ///   - fileType: What to make.
  /// - Throws: ``ExportError``; where the task is cancelled, one with
  ///   ``ExportError/Code/cancelled``.
  public func export(to path: String, as fileType: ExportFileType) async throws(ExportError) {
    let isFirst = current.withLock { current in
      defer { if current.status == .unknown { current.status = .waiting } }
      return current.status == .unknown
    }
    guard isFirst else {
      throw ExportError(.alreadyStarted, "a session exports once; make another one")
    }
    do {
      try await ExportQueue.shared.run(waiting: { report(.waiting, status: .waiting) }) {
        try await onBlockingThreads { try await render(to: path, as: fileType) }
      }
      end(.completed)
    } catch {
      let error = ExportError(error, writing: path)
      end(.cancelled ~= error ? .cancelled : .failed(error))
      throw error
    }
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

  func warn(_ message: String) {
    current.withLock { current in
      current.warnings.append(message)
      for listener in current.listeners { listener.yield(message) }
    }
  }

  private func end(_ status: Status) {
    let (state, observers, listeners) = current.withLock { current in
      current.status = status
      current.hasEnded = true
      defer {
        current.observers = [:]
        current.listeners = []
      }
      return (current.state, Array(current.observers.values), current.listeners)
    }
    for observer in observers {
      // The last word, whatever the interval.
      observer.continuation.yield(state)
      observer.continuation.finish()
    }
    for listener in listeners { listener.finish() }
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
