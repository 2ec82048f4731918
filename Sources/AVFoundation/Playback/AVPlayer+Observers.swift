import Synchronization

extension AVPlayer {
  /// Calls a closure at multiples of an interval of the item's time, and when the position jumps.
  ///
  /// - Returns: An observer, until ``removeTimeObserver(_:)``.
  @preconcurrency
  public func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?,
    using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any {
    let seconds = interval.isNumeric && interval.seconds > 0 ? interval.seconds : 1
    // A jump before the first turn of the timer counts, too.
    let last = Mutex<(step: Double?, jumps: Int)>((nil, jumps))
    return observe(every: max(0.01, min(seconds, 0.02)), on: queue) { player in
      let now = player.currentTime(), jumps = player.jumps
      let step = (now.seconds / seconds).rounded(.down)
      let isDue = last.withLock { last in
        defer { last = (step, jumps) }
        return last.jumps != jumps || last.step.map { $0 != step } ?? (player.rate != 0)
      }
      if isDue { block(now) }
    }
  }

  /// Calls a closure whenever playback passes one of some times; a jump passes none.
  ///
  /// - Returns: An observer, until ``removeTimeObserver(_:)``.
  @preconcurrency
  public func addBoundaryTimeObserver(
    forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
  ) -> Any {
    let limits = times.map(\.timeValue).sorted()
    let last = Mutex((time: currentTime(), jumps: jumps))
    return observe(every: 0.02, on: queue) { player in
      let now = player.currentTime(), jumps = player.jumps
      let before = last.withLock { last in
        defer { last = (now, jumps) }
        return last
      }
      // A seek that is under way has not been counted yet.
      guard before.jumps == jumps, !player.isSeeking else { return }
      let (low, high) = (min(before.time, now), max(before.time, now))
      // A timer that fires late may find several times passed.
      for limit in limits where low < limit && limit <= high { block() }
    }
  }

  private func observe(
    every seconds: Double, on queue: DispatchQueue?, _ body: @escaping @Sendable (AVPlayer) -> Void
  ) -> Any {
    let timer = DispatchSource.makeTimerSource(queue: queue ?? .main)
    timer.schedule(deadline: .now() + seconds, repeating: seconds)
    timer.setEventHandler { [weak self] in if let self { body(self) } }
    timer.resume()
    return observers.add(TimeObserver(timer))
  }

  /// Removes an observer.
  public func removeTimeObserver(_ observer: Any) {
    guard let id = observer as? Int else { return }
    observers.remove(id)
  }
}

/// The observers of a player, until they are removed or the player is released.
final class TimeObservers: Sendable {
  private struct Content {
    var observers: [Int: TimeObserver] = [:]
    var next = 0
  }
  private let content = Mutex(Content())

  deinit { for observer in content.withLock({ $0.observers.values }) { observer.cancel() } }

  /// Keeps an observer.
  ///
  /// - Returns: Its number.
  func add(_ observer: TimeObserver) -> Int {
    content.withLock { content in
      content.next += 1
      content.observers[content.next] = observer
      return content.next
    }
  }

  /// Ends an observer.
  func remove(_ number: Int) {
    content.withLock { $0.observers.removeValue(forKey: number) }?.cancel()
  }
}

/// A timer that observes a player.
final class TimeObserver: @unchecked Sendable {
  // Dispatch's sources may be used by any thread.
  private let timer: any DispatchSourceTimer

  init(_ timer: any DispatchSourceTimer) { self.timer = timer }

  func cancel() { timer.cancel() }
}
