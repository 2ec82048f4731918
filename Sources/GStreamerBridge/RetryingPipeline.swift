import CGStreamer
import Dispatch

/// A reader's pipeline that is replaced, once, when a seek breaks it.
///
/// Demuxers and parsers of GStreamer 1.22 now and then take the flush of a seek for a failure of what
/// is behind them, and post "Internal data stream error" for a file that is in order.
final class RetryingPipeline: Sendable {
  private let request: MediaReader.Request
  private let notify: @Sendable (_ failure: String?) -> Void
  private let state: Monitor<State>

  private struct State {
    var pipeline: ReaderPipeline?
    /// Where reading last started.
    var target: Int64 = 0
    /// Whether something has come from there.
    var hasGiven = false
    var hasRetried = false
    var isClosed = false
  }

  init(
    _ request: MediaReader.Request, notify: @escaping @Sendable (_ failure: String?) -> Void
  ) {
    self.request = request
    self.notify = notify
    state = Monitor(State())
    let first = make()
    state.update { $0.pipeline = first }
  }

  private var current: ReaderPipeline? { state.update { $0.pipeline } }

  private func make() -> ReaderPipeline {
    ReaderPipeline(request) { [weak self, notify] failure in
      if let failure, let self, claims(failure) {
        // Not here: this is a thread of the pipeline that is to be stopped.
        DispatchQueue.global().async { self.retry() }
      } else {
        notify(failure)
      }
    }
  }

  /// Whether a failure is to be answered by a new pipeline.
  private func claims(_ failure: String) -> Bool {
    guard isSpurious(failure) else { return false }
    return state.update { state in
      guard state.target > 0, !state.hasGiven, !state.hasRetried, !state.isClosed else {
        return false
      }
      state.hasRetried = true
      return true
    }
  }

  private func isSpurious(_ failure: String) -> Bool {
    failure.hasPrefix("Internal data stream error")
  }

  private func retry() {
    let new = make()
    let (old, start) = state.update { state in
      defer { state.pipeline = new }
      return (state.pipeline, state.target)
    }
    old?.cancel()
    old?.close()
    var failure = new.open(at: start)
    // A seek that came meanwhile found nothing to move.
    let (target, isClosed) = state.update { ($0.target, $0.isClosed) }
    if isClosed {
      new.close()
      return
    }
    if failure == nil, target != start { failure = new.seek(to: target) }
    notify(failure)
  }

  /// Opens the file and seeks to where reading starts.
  ///
  /// - Returns: Why that failed, or `nil`.
  func open(at start: Int64) -> String? {
    state.update { $0.target = start }
    return unclaimed(current?.open(at: start))
  }

  /// - Returns: Why that failed, or `nil`.
  func seek(to time: Int64) -> String? {
    state.update {
      $0.target = time
      $0.hasGiven = false
    }
    return unclaimed(current?.seek(to: time))
  }

  /// A failure, unless a new pipeline is on its way because of it.
  private func unclaimed(_ failure: String?) -> String? {
    guard let failure, isSpurious(failure), state.update({ $0.hasRetried }) else { return failure }
    return nil
  }

  func takeSample() -> MediaSample? {
    guard let sample = current?.takeSample() else { return nil }
    state.update { $0.hasGiven = true }
    return sample
  }

  var isStill: Bool { current?.isStill ?? false }
  var hasCoarseTimes: Bool { current?.hasCoarseTimes ?? false }
  var isAtEnd: Bool { current?.isAtEnd ?? false }

  /// Makes an `open` that waits return.
  func cancel() { current?.cancel() }

  /// Stops the pipeline.
  ///
  /// May take as long as the source makes it.
  func close() {
    state.update { $0.isClosed = true }
    current?.close()
  }
}
