import CutawayApple
import CutawayMedia
import CutawayModel
import CutawayTime
import Synchronization

/// Reads the samples of an asset.
///
/// Add outputs, call ``startReading()``, and take samples from each output until there are none.
/// Outputs may be read side by side or one after the other, each by one thread at a time.
public final class AVAssetReader: NSObject, @unchecked Sendable {
  // Outputs and the range belong to the thread that starts; all else is in a `Mutex`.

  /// The asset.
  public let asset: AVAsset
  /// The part to read, in the time of the asset; everything by default.
  public var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
  /// The outputs, in the order in which they were added.
  public private(set) var outputs: [AVAssetReaderOutput] = []
  private let current = Mutex(Current())

  private struct Current {
    var status = Status.unknown
    var error: AVError?
    var running = 0
  }

  /// The stage of a reader.
  public enum Status: Int, Sendable {
    /// Not started, reading, at the end of all outputs, failed, cancelled.
    case unknown = 0, reading, completed, failed, cancelled
  }

  /// Creates a reader.
  ///
  /// - Throws: ``AVError`` if the asset cannot be read.
  public init(asset: AVAsset) throws {
    self.asset = asset
    super.init()
    let failure = waitForTask { () -> AVError? in
      do throws(AVError) {
        try await asset.prepare()
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    if asset.currentTracks.isEmpty {
      throw AVError(.operationNotSupportedForAsset, "the asset has no tracks")
    }
  }

  /// The stage.
  public var status: Status { current.withLock { $0.status } }
  /// Why reading failed.
  public var error: (any Error)? { current.withLock { $0.error } }

  /// Whether an output can be added: reading has not started, and its tracks are the asset's.
  public func canAdd(_ output: AVAssetReaderOutput) -> Bool {
    status == .unknown && !outputs.contains(output)
      && output.sourceTracks.allSatisfy { asset.currentTracks.contains($0) }
  }

  /// Adds an output.
  public func add(_ output: AVAssetReaderOutput) {
    guard canAdd(output) else {
      return Log.warn(
        "an output is not added to a reader: its tracks are of another asset, or the reader has "
          + "started")
    }
    output.reader = self
    outputs.append(output)
  }

  /// Starts to read.
  ///
  /// - Returns: Whether it succeeded; else see ``error``.
  @discardableResult
  public func startReading() -> Bool {
    guard status == .unknown else { return false }
    do throws(AVError) {
      guard !outputs.isEmpty else {
        throw AVError(.incorrectlyConfigured, "the reader has no outputs")
      }
      let range = try range()
      let sources = try outputs.map { output throws(AVError) in
        try output.makeSource(asset, range)
      }
      for (output, source) in zip(outputs, sources) { output.source = source }
    } catch {
      fail(error)
      return false
    }
    current.withLock { current in
      current.status = .reading
      current.running = outputs.count
    }
    return true
  }

  /// The part to read; `nil` is everything.
  private func range() throws(AVError) -> TimeRange? {
    guard timeRange.isValid else { return nil }
    let whole = asset.duration.mediaTime ?? .zero
    let start = timeRange.start.mediaTime ?? .zero
    let end = min(timeRange.end.mediaTime ?? whole, whole)
    if start <= .zero, end >= whole { return nil }
    guard start < end else {
      throw AVError(
        .operationNotSupportedForAsset,
        "the time range \(rangeText(timeRange)) lies outside of the asset")
    }
    return TimeRange(start: max(.zero, start), end: end)
  }

  /// Stops reading; waiting calls return no sample.
  public func cancelReading() {
    let isReading = current.withLock { current in
      guard current.status == .reading else { return false }
      current.status = .cancelled
      return true
    }
    if isReading { for output in outputs { output.source?.cancel() } }
  }

  deinit { for output in outputs { output.source?.cancel() } }

  /// Records the end of an output.
  func end() {
    current.withLock { current in
      current.running -= 1
      if current.running == 0, current.status == .reading { current.status = .completed }
    }
  }

  /// Records a failure.
  func fail(_ error: AVError) {
    current.withLock { current in
      guard current.status == .unknown || current.status == .reading else { return }
      current.status = .failed
      current.error = error
    }
  }
}
