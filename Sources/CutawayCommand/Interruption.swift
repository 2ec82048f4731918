import Dispatch
import Glibc
import Synchronization

/// Turns SIGINT, SIGTERM and SIGHUP into calls: one for the first signal, another one for later
/// signals.
///
/// Signals that the caller made the process ignore stay ignored: `nohup` does this with SIGHUP, and
/// a shell without job control with SIGINT for background jobs.
final class Interruption: Sendable {
  private let received = Mutex<Int32?>(nil)
  // Created here and cancelled at the end; not used in between.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  init(
    first: @escaping @Sendable (Int32) -> Void, second: @escaping @Sendable (Int32) -> Void
  ) {
    let numbers = [SIGINT, SIGTERM, SIGHUP].filter { !isIgnored($0) }
    let queue = DispatchQueue(label: "cutaway.signals")
    // The signals are not ignored earlier. Until Dispatch has installed its handler, on its own
    // thread, a signal ends the process as usual; an ignored one would be lost.
    let made = numbers.map { DispatchSource.makeSignalSource(signal: $0, queue: queue) }
    unsafe sources = made
    for (number, source) in zip(numbers, made) {
      source.setEventHandler { [weak self] in
        guard let self else { return }
        let isFirst = received.withLock { received in
          defer { received = number }
          return received == nil
        }
        isFirst ? first(number) : second(number)
      }
      source.resume()
    }
  }

  deinit { for source in unsafe sources { source.cancel() } }

  /// The first signal; `nil` if there was none.
  var signal: Int32? { received.withLock { $0 } }
}

/// Whether this process ignores a signal.
private func isIgnored(_ number: Int32) -> Bool {
  var action = sigaction()
  guard unsafe sigaction(number, nil, &action) == 0 else { return false }
  return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    == unsafeBitCast(SIG_IGN, to: Int.self)
}
