import Synchronization

/// Limits the number of concurrent exports; the others wait in order of arrival.
final class ExportQueue: Sendable {
  static let shared = ExportQueue(limit: 2)

  private struct State {
    var limit: Int
    var running = 0
    var waiting: [(id: Int, start: CheckedContinuation<Void, any Error>)] = []
    var nextID = 0
    /// The exports that were cancelled before they started to wait.
    var cancelled: Set<Int> = []

    /// Starts an export if the limit allows it.
    mutating func start() -> Bool {
      guard running < limit else { return false }
      running += 1
      return true
    }
  }

  private let state: Mutex<State>

  init(limit: Int) { state = Mutex(State(limit: limit)) }

  /// The maximum number of concurrent exports, at least 1.
  var limit: Int {
    get { state.withLock { $0.limit } }
    set {
      state.withLock { $0.limit = max(1, newValue) }
      startWaiting()
    }
  }

  /// Runs `body` when its turn comes.
  ///
  /// - Parameters:
  ///   - wait: Called if the export has to wait.
  ///   - body: The export.
  /// - Returns: The result of `body`.
  /// - Throws: `CancellationError` if the task is cancelled while it waits; the errors of `body`.
  func run<Result>(
    waiting wait: () -> Void, _ body: () async throws -> Result
  ) async throws -> Result {
    if !state.withLock({ $0.start() }) {
      wait()
      try await waitForTurn()
    }
    defer {
      state.withLock { $0.running -= 1 }
      startWaiting()
    }
    return try await body()
  }

  private func waitForTurn() async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let mayStart: Bool? = state.withLock { state in
          if state.cancelled.remove(id) != nil { return nil }
          if state.start() { return true }
          state.waiting.append((id, continuation))
          return false
        }
        switch mayStart {
        case true?: continuation.resume()
        case false?: break
        case nil: continuation.resume(throwing: CancellationError())
        }
      }
    } onCancel: {
      let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
        guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.waiting.remove(at: index).start
      }
      waiting?.resume(throwing: CancellationError())
    }
    _ = state.withLock { $0.cancelled.remove(id) }
  }

  private func startWaiting() {
    let ready = state.withLock { state in
      var ready: [CheckedContinuation<Void, any Error>] = []
      while !state.waiting.isEmpty, state.start() {
        ready.append(state.waiting.removeFirst().start)
      }
      return ready
    }
    for continuation in ready { continuation.resume() }
  }
}
