/// How much longer to wait for something that may hang.
///
/// Time in which this process is busy, or waits for processors that others use, counts an eighth: among hundreds of
/// threads, one that is to give a sign of life may wait for its turn for seconds.
package struct Patience: Sendable {
  /// What is left, in seconds.
  package private(set) var rest: Double
  private var time: WaitingTime
  /// The clock's ``WaitingClock/starved`` at the last look; `nil` if there was none since the last sign of life.
  private var starved: Double?
  private let clock: any WaitingClock

  private let busyShare: Double
  private let whole: Double

  /// - Parameters:
  ///   - seconds: How long to wait.
  ///   - busyShare: From which share of all processors on the process counts as busy: those that it uses and those
  ///     for which its threads wait. The first span after a sign of life counts the former alone.
  ///   - countsFirstSpan: Whether the first span counts both, which costs reading a file for each thread now. For waits
  ///     whose first span is long.
  ///   - clock: The clock that measures the wait.
  package init(
    seconds: Double, busyFrom busyShare: Double = 0.25, countsFirstSpan: Bool = false,
    on clock: any WaitingClock = SystemClock()
  ) {
    rest = seconds
    whole = seconds
    self.busyShare = busyShare
    self.clock = clock
    time = clock.now
    starved = countsFirstSpan ? clock.starved : nil
  }

  /// How long to wait before the next ``spend(atMost:)``: what happens in longer spans is not seen.
  package var slice: Double { min(rest, 1) }

  /// Gives all of it back: there was a sign of life.
  package mutating func restore() {
    rest = whole
    time = clock.now
    starved = nil
  }

  /// Takes off what has passed since the last call.
  ///
  /// - Parameter limit: The most that counts, in seconds: a process that was stopped has not waited.
  package mutating func spend(atMost limit: Double = .infinity) {
    let now = clock.now
    let passed = now.passed - time.passed
    let starved = clock.starved
    let wanted = now.busy - time.busy + max(0, starved - (self.starved ?? starved))
    let isBusy = wanted > busyShare * passed
    (time, self.starved) = (now, starved)
    rest -= min(limit, isBusy ? passed / 8 : passed)
  }
}
