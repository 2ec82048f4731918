/// Lets a few tasks through at a time; the others wait in order.
public actor Gate {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  public init(places: Int) { free = places }

  public func pass<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
    defer {
      if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
    return try await body()
  }
}
