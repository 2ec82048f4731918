import CutawayPreview
import TestSupport
import Testing

/// The slots that limit the number of renders.
@Suite struct SlotTests {
  /// Waits until it is cancelled.
  @Sendable private static func wait() async throws {
    try await Task.sleep(for: .seconds(3600))
  }

  @Test func `the number of slots is limited, and a released slot is free again`() async throws {
    let slots = MediaSlots(limit: 2)
    let tasks = ["a", "b"].map { page in
      let (started, continuation) = AsyncStream.makeStream(of: Void.self)
      let task = Task {
        try await slots.run(for: page) {
          continuation.finish()
          try await Self.wait()
        }
      }
      return (task, started)
    }
    for (_, started) in tasks { for await _ in started {} }
    #expect(try await slots.run(for: "c", {}) == false)
    tasks[0].0.cancel()
    await #expect(throws: CancellationError.self) { try await tasks[0].0.value }
    #expect(try await slots.run(for: "c", {}) == true)
    tasks[1].0.cancel()
    _ = await tasks[1].0.result
  }

  @Test func `a new request of a page replaces its previous one`() async throws {
    let slots = MediaSlots(limit: 1)
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let first = Task {
      try await slots.run(for: "a") {
        continuation.finish()
        try await Self.wait()
      }
    }
    for await _ in started {}
    #expect(try await slots.run(for: "a", {}) == true)
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(try await slots.run(for: "b", {}) == true)
  }
}
