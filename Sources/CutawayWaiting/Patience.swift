import CutawaySystem

/// How much longer to wait for something that may hang.
///
/// Time in which this process is busy counts an eighth: among hundreds of threads, one that is to give a sign of
/// life may wait for its turn for seconds.
package struct Patience: Sendable {
  /// What is left, in seconds.
  package private(set) var rest: Double
  private var time = ContinuousClock.now
  private var busyTime = CurrentProcess.processorTime

  private let busyShare: Double
  private let whole: Double

  /// - Parameters:
  ///   - seconds: How long to wait.
  ///   - busyShare: From which share of all processors on the process counts as busy. Other processes may take
  ///     the greater part of them.
  package init(seconds: Double, busyFrom busyShare: Double = 0.25) {
    rest = seconds
    whole = seconds
    self.busyShare = busyShare
  }

  /// How long to wait before the next ``spend(atMost:)``: what happens in longer spans is not seen.
  package var slice: Double { min(rest, 1) }

  /// Gives all of it back: there was a sign of life.
  package mutating func restore() {
    rest = whole
    (time, busyTime) = (.now, CurrentProcess.processorTime)
  }

  /// Takes off what has passed since the last call.
  ///
  /// - Parameter limit: The most that counts, in seconds: a process that was stopped has not waited.
  package mutating func spend(atMost limit: Double = .infinity) {
    let now = ContinuousClock.now, busyNow = CurrentProcess.processorTime
    let passed = (now - time) / .seconds(1)
    let busy = busyNow - busyTime
    (time, busyTime) = (now, busyNow)
    rest -= min(limit, isBusy(busy, of: passed) ? passed / 8 : passed)
  }

  private func isBusy(_ busy: Double, of passed: Double) -> Bool {
    busy > busyShare * passed * Double(CurrentProcess.processorCount)
  }
}
