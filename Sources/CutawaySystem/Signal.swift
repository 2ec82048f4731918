import Dispatch
import Glibc
import Synchronization

/// A signal of the operating system.
package struct Signal: Sendable, Hashable {
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// From the terminal: Ctrl-C.
  package static let interrupt = Signal(number: SIGINT)
  package static let terminate = Signal(number: SIGTERM)
  /// Ends a process at once.
  package static let kill = Signal(number: SIGKILL)
  /// The processor time that a process may use is spent.
  package static let processorTime = Signal(number: SIGXCPU)
  /// The terminal has gone.
  package static let hangUp = Signal(number: SIGHUP)
  /// Nobody reads the pipe to which the process writes.
  package static let brokenPipe = Signal(number: SIGPIPE)

  /// The name in C, for signals of crashes; of others, the number.
  package var name: String {
    let names = [
      SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGILL: "SIGILL",
      SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGSYS: "SIGSYS",
    ]
    return names[number] ?? "signal \(number)"
  }

  /// The exit status that a shell states for a process that the signal ended.
  package var exitStatus: Int32 { 128 + number }

  /// Sends the signal to a process; one that has ended does not get it.
  package func send(to process: Int32) {
    // A process that has ended meanwhile is the only expected failure.
    _ = Glibc.kill(process, number)
  }

  /// Makes this process ignore the signal.
  package func ignore() {
    // The previous handler does not matter.
    _ = signal(number, SIG_IGN)
  }

  /// Whether this process ignores the signal, because its caller made it so.
  package var isIgnored: Bool {
    var action = sigaction()
    // The system fills the structure, which outlives the call.
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    // Functions cannot be compared. `SIG_IGN` is a number in place of one.
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// Turns signals into calls, as long as the value exists.
package final class SignalReceiver: Sendable {
  private let sources = Mutex<[any DispatchSourceSignal]>([])

  /// Creates a receiver of no signal.
  package init() {}

  /// Starts to receive signals.
  ///
  /// The signals are not ignored earlier. Until Dispatch has installed its handler, on its own
  /// thread, a signal ends the process as usual; an ignored one would be lost.
  ///
  /// - Parameters:
  ///   - signals: The signals.
  ///   - receive: Called for each, one after the other.
  package func start(_ signals: [Signal], _ receive: @escaping @Sendable (Signal) -> Void) {
    let queue = DispatchQueue(label: "cutaway.signals")
    sources.withLock { sources in
      for signal in signals {
        let source = DispatchSource.makeSignalSource(signal: signal.number, queue: queue)
        source.setEventHandler { receive(signal) }
        source.resume()
        sources.append(source)
      }
    }
  }

  deinit { sources.withLock { for source in $0 { source.cancel() } } }
}
