import CutawayElementBridge
import Dispatch
import Synchronization

extension MediaReader {
  /// Opens the file again, after a decoder of hardware has failed, and goes on with the next one.
  ///
  /// - Returns: Whether the failure was that of such a decoder.
  func reopen() -> Bool {
    let (old, next) = status.update { status -> (ReaderPipeline?, Status) in
      guard status.mayReopen, !status.isClosed else { return (nil, status) }
      status.generation += 1
      status.attempt += 1
      status.isReady = false
      (status.failure, status.mayReopen) = (nil, false)
      status.taken = []
      status.returned = status.hasReturned ? status.position : nil
      return (pipeline, status)
    }
    guard let old else { return false }
    let new = Self.makePipeline(request, status, attempt: next.attempt)
    current.withLock { $0 = new }
    old.cancel()
    worker.async { old.close() }
    open(new, at: next.position, generation: next.generation, attempt: next.attempt)
    return true
  }
}
