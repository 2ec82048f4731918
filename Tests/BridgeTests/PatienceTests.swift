import CutawaySystem
import Dispatch
import Foundation
import Synchronization
import Testing

/// The counted waiting time.
@Suite struct PatienceTests {
  private let clock = ManualClock()

  /// The time that counts of half a second, of which the process computes for `busy`.
  private func spent(busy: Double, atMost limit: Double = .infinity) -> Double {
    var patience = Patience(seconds: 8, busyFrom: 0.25, on: clock)
    clock.advance(seconds: 0.5, busy: busy)
    patience.spend(atMost: limit)
    return 8 - patience.rest
  }

  @Test func `idle time counts in full`() {
    #expect(spent(busy: 0) == 0.5)
    // A quarter is the limit.
    #expect(spent(busy: 0.125) == 0.5)
  }

  @Test func `busy time counts an eighth`() {
    #expect(spent(busy: 0.25) == 0.0625)
    #expect(spent(busy: 0.5) == 0.0625)
  }

  @Test func `time of waiting for a processor counts an eighth`() {
    var patience = Patience(seconds: 8, busyFrom: 0.25, on: clock)
    clock.advance(seconds: 1, starved: 1)
    patience.spend()
    // What passed before the first look is not known.
    #expect(patience.rest == 7)
    clock.advance(seconds: 1, busy: 0.125, starved: 0.25)
    patience.spend()
    #expect(patience.rest == 6.875)
    clock.advance(seconds: 1, starved: -2)
    patience.spend()
    #expect(patience.rest == 5.875)
    patience.restore()
    clock.advance(seconds: 1, starved: 1)
    patience.spend()
    #expect(patience.rest == 7)
  }

  @Test func `the first span counts waiting for a processor on demand`() {
    clock.advance(seconds: 1, starved: 1)
    var patience = Patience(seconds: 8, busyFrom: 0.25, countsFirstSpan: true, on: clock)
    clock.advance(seconds: 8, starved: 4)
    patience.spend()
    #expect(patience.rest == 7)
    patience.restore()
    clock.advance(seconds: 1, starved: 1)
    patience.spend()
    #expect(patience.rest == 7)
  }

  @Test func `threads that wait for a processor are counted`() throws {
    let ended = DispatchSemaphore(value: 0), times = Mutex<[(own: Double, all: Double)]>([])
    let processors = ProcessInfo.processInfo.activeProcessorCount
    // More threads than processors, each of which computes: they wait for each other.
    let count = 8 * processors
    for _ in 0..<count {
      Thread.detachNewThread {
        var sum = 0.0
        for number in 0..<4_000_000 { sum += Double(number).squareRoot() }
        // Without the file, the own time is that of a sum which is not 0.
        let status = try? String(contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8)
        let own = status.flatMap { Double($0.split(separator: " ")[1]) } ?? sum
        times.withLock { $0.append((own / 1e9 / Double(processors), SystemClock().starved)) }
        ended.signal()
      }
    }
    for _ in 0..<count { ended.wait() }
    let found = times.withLock(\.self)
    #expect(found.contains { $0.own > 0 })
    // That of the process contains that of each thread which has not ended.
    #expect(found.allSatisfy { $0.all >= $0.own })
  }

  @Test func `the counted time is limited`() {
    #expect(spent(busy: 0, atMost: 0.25) == 0.25)
    #expect(spent(busy: 0.5, atMost: 0.25) == 0.0625)
    #expect(spent(busy: 0.5, atMost: 0.03125) == 0.03125)
  }

  @Test func `time counts once`() {
    var patience = Patience(seconds: 8, on: clock)
    clock.advance(seconds: 2)
    patience.spend()
    patience.spend()
    #expect(patience.rest == 6)
    clock.advance(seconds: 5.5)
    patience.spend()
    #expect(patience.rest == 0.5 && patience.slice == 0.5)
  }

  @Test func `data restores the full patience`() {
    var patience = Patience(seconds: 8, on: clock)
    clock.advance(seconds: 1)
    patience.spend()
    #expect(patience.rest == 7)
    // What passes before the data does not count.
    clock.advance(seconds: 1)
    patience.restore()
    patience.spend()
    #expect(patience.rest == 8)
    #expect(patience.slice == 1)
  }

  @Test func `the clock of the system does not go back`() {
    let clock = SystemClock(), first = clock.now, second = clock.now
    #expect(first.passed <= second.passed && first.busy <= second.busy)
  }
}
