import Dispatch
import Glibc
import Synchronization

/// Turns SIGINT, SIGTERM and SIGHUP into calls: one for the first of them, another for those that follow.
///
/// Those that the caller has it ignore stay ignored: `nohup` does so with SIGHUP, a shell without job
/// control with SIGINT where it starts a job in the background.
final class Interruption: Sendable {
  private let received = Mutex<Int32?>(nil)
  // Made here and cancelled at the end; nothing touches them in between.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  init(
    first: @escaping @Sendable (Int32) -> Void, second: @escaping @Sendable (Int32) -> Void
  ) {
    let numbers = [SIGINT, SIGTERM, SIGHUP].filter { !isIgnored($0) }
    let queue = DispatchQueue(label: "cutaway.signals")
    // They are not ignored before: until Dispatch has put its own handler there, on a thread of its own,
    // a signal ends the process as it always does, where an ignored one would be lost.
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

  /// The signal that came, if one did.
  var signal: Int32? { received.withLock { $0 } }
}

/// Whether a signal has no effect on this process.
private func isIgnored(_ number: Int32) -> Bool {
  var action = sigaction()
  guard unsafe sigaction(number, nil, &action) == 0 else { return false }
  return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    == unsafeBitCast(SIG_IGN, to: Int.self)
}
