import CutawaySystem
import Synchronization

/// Turns SIGINT, SIGTERM and SIGHUP into calls: one for the first signal, another one for later
/// signals.
///
/// Signals that the caller made the process ignore stay ignored: `nohup` does this with SIGHUP, and
/// a shell without job control with SIGINT for background jobs.
final class Interruption: Sendable {
  private let received = Mutex<Signal?>(nil)
  private let receiver = SignalReceiver()

  init(
    first: @escaping @Sendable (Signal) -> Void, second: @escaping @Sendable (Signal) -> Void
  ) {
    let signals = [Signal.interrupt, .terminate, .hangUp].filter { !$0.isIgnored }
    receiver.start(signals) { [weak self] signal in
      guard let self else { return }
      let isFirst = received.withLock { received in
        defer { received = signal }
        return received == nil
      }
      isFirst ? first(signal) : second(signal)
    }
  }

  /// The last signal; `nil` if there was none.
  var signal: Signal? { received.withLock { $0 } }
}
