public import Composition
import Dispatch
import Synchronization

extension MediaProbe {
  /// Opens a file and reads its header and first frames.
  ///
  /// Tracks that are neither video nor audio are left out. A location that hangs is left to a thread
  /// of its own, which ends with it or with the process.
  ///
  /// - Parameters:
  ///   - location: A path or a URI.
  ///   - seconds: How long to try.
  /// - Returns: What it holds.
  /// - Throws: ``PipelineError`` with ``PipelineError/Code/unreadable`` where there is no such file
  ///   or it cannot be read, ``PipelineError/Code/missingElement`` where a decoder is missing,
  ///   ``PipelineError/Code/timedOut``, or ``PipelineError/Code/elementFailed`` where it is not media.
  public static func describe(
    _ location: String, seconds: Int = 8
  ) throws(PipelineError) -> MediaDescription {
    let answer = Answer()
    // The discoverer minds the time itself, but not while a source opens.
    DispatchQueue(label: "cutaway.probe").async {
      answer.give(Result { () throws(PipelineError) in try examine(location, seconds: seconds) })
    }
    guard let result = answer.take(within: .seconds(seconds + 1)) else {
      throw PipelineError(.timedOut, "nothing could be read of it in \(seconds) s")
    }
    return try result.get()
  }
}

/// What one thread finds out for another.
private final class Answer: Sendable {
  typealias Value = Result<MediaDescription, PipelineError>

  private let value = Mutex<Value?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func give(_ result: Value) {
    value.withLock { $0 = result }
    isThere.signal()
  }

  func take(within time: DispatchTimeInterval) -> Value? {
    _ = isThere.wait(timeout: .now() + time)
    return value.withLock { $0 }
  }
}
