import Synchronization

/// Limits concurrent rendering: one rendering per page, and a maximum number of pages.
package final class MediaSlots: Sendable {
  private struct Holder {
    var ticket: Int
    var task: Task<Void, any Error>?
  }

  private struct State {
    var next = 0
    var holders: [String: Holder] = [:]
  }

  private let limit: Int
  private let state = Mutex(State())

  package init(limit: Int) { self.limit = limit }

  /// Cancels the previous work for the page, and runs new work in its place.
  ///
  /// - Returns: Whether a place was available.
  /// - Throws: The errors of the work; `CancellationError` if the page has requested something
  ///   else.
  package func run(
    for page: String, _ work: @escaping @Sendable () async throws -> Void
  ) async throws -> Bool {
    guard let ticket = take(for: page) else { return false }
    defer { giveBack(ticket, of: page) }
    let task = Task { try await work() }
    keep(task, ticket, of: page)
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
    return true
  }

  private func take(for page: String) -> Int? {
    let (ticket, former) = state.withLock { state -> (Int?, Task<Void, any Error>?) in
      let former = state.holders[page]
      guard former != nil || state.holders.count < limit else { return (nil, nil) }
      state.next += 1
      state.holders[page] = Holder(ticket: state.next)
      return (state.next, former?.task)
    }
    former?.cancel()
    return ticket
  }

  private func keep(_ task: Task<Void, any Error>, _ ticket: Int, of page: String) {
    let isCurrent = state.withLock { state in
      guard state.holders[page]?.ticket == ticket else { return false }
      state.holders[page]?.task = task
      return true
    }
    if !isCurrent { task.cancel() }
  }

  private func giveBack(_ ticket: Int, of page: String) {
    state.withLock { state in
      if state.holders[page]?.ticket == ticket { state.holders[page] = nil }
    }
  }
}
