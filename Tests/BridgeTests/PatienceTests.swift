import CutawayWaiting
import Testing

/// The counted waiting time.
@Suite struct PatienceTests {
  /// The time that counts while a task sleeps for 0.2 s, and the actual duration.
  private func spent(_ patience: Patience, atMost limit: Double = .infinity) async throws -> (
    counted: Double, passed: ClosedRange<Double>
  ) {
    var patience = patience
    let clock = ContinuousClock(), outer = clock.now
    patience.restore()
    let inner = clock.now, before = patience.rest
    try await Task.sleep(for: .milliseconds(200))
    let shortest = (clock.now - inner) / .seconds(1)
    patience.spend(atMost: limit)
    let longest = (clock.now - outer) / .seconds(1)
    return (before - patience.rest, shortest...longest)
  }

  @Test func `idle time counts in full`() async throws {
    let (counted, passed) = try await spent(Patience(seconds: 8, busyFrom: .infinity))
    #expect(passed.contains(counted))
  }

  @Test func `busy time counts an eighth`() async throws {
    // The process always counts as busy, because it uses some CPU time.
    let (counted, passed) = try await spent(Patience(seconds: 8, busyFrom: -1))
    #expect((passed.lowerBound / 8...passed.upperBound / 8).contains(counted))
  }

  @Test func `the counted time is limited`() async throws {
    let (counted, _) = try await spent(Patience(seconds: 8, busyFrom: .infinity), atMost: 0.01)
    #expect(abs(counted - 0.01) < 1e-9)
  }

  @Test func `data restores the full patience`() async throws {
    var patience = Patience(seconds: 8, busyFrom: .infinity)
    try await Task.sleep(for: .milliseconds(10))
    patience.spend()
    #expect(patience.rest < 8)
    patience.restore()
    #expect(patience.rest == 8)
    #expect(patience.slice == 1)
  }
}
