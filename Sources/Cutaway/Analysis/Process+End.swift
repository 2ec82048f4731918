import CutawaySystem
import Foundation

extension Process {
  /// Starts the process, and returns when it has ended.
  ///
  /// Cancellation terminates the process, and still waits for its end.
  ///
  /// - Parameter onStart: Called when the process runs.
  /// - Throws: An error if the process cannot start.
  package func runToEnd(onStart: () -> Void = {}) async throws {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    terminationHandler = { _ in end.finish() }
    try run()
    onStart()
    let id = processIdentifier
    await withTaskCancellationHandler {
      // A cancelled task would not wait for the process, which must end before its files are removed.
      await Task.detached { for await _ in ends {} }.value
    } onCancel: {
      Signal.terminate.send(to: id)
    }
  }
}
