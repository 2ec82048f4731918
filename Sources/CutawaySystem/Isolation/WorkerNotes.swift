import CCutawayProcess
import Glibc

/// What a worker process tells the process that supervises it.
///
/// A note is one message of a socket, so notes of several threads do not mix. Each copy of this code, such as those in
/// plugins, finds the socket by a variable of the environment.
package enum WorkerNote: Sendable, Hashable {
  /// The policy's bounds of the whole job; `nil` sets none.
  case limits(memory: Int64?, seconds: Double?)
  /// The place of an asset in its composition file, before its messages: `edit.yaml:3:22`.
  case place(of: String, at: String)
  /// A file is being opened or read from now on.
  case opens(String)
  /// The file is closed.
  case closes(String)
  /// The thread decodes the file.
  case reads(String, thread: Int32)
  /// Hidden files are being written beside a path, which they get as their name.
  case writes(String)
  /// They have got the name, or are removed.
  case finishes(String)
  /// A signal is about to end the process.
  case dies(signal: Int32, thread: Int32)
}

extension WorkerNote {
  /// The length of the number of a kind and of two others, before the texts.
  static let headLength = 17
  /// The length at which texts are cut off: a message must fit into the buffer of a socket.
  private static let longestText = 16_384
  /// Thirty years in seconds.
  private static let longestTime = 1e9

  /// The message: the number of the kind, two numbers, and the texts with a zero between them.
  package var message: [UInt8] {
    let (kind, first, second, texts): (UInt8, Int64, Int64, [String]) =
      switch self {
      case .limits(let memory, let seconds):
        (
          0, memory ?? -1, seconds.map { Int64(max(0, min($0, Self.longestTime)) * 1_000) } ?? -1,
          []
        )
      case .place(let location, let place): (1, 0, 0, [location, place])
      case .opens(let location): (2, 0, 0, [location])
      case .closes(let location): (3, 0, 0, [location])
      case .reads(let location, let thread): (4, Int64(thread), 0, [location])
      case .writes(let path): (5, 0, 0, [path])
      case .finishes(let path): (6, 0, 0, [path])
      case .dies(let signal, let thread): (7, Int64(signal), Int64(thread), [])
      }
    let numbers = [first, second].flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    return [kind] + numbers
      + texts.map { $0.utf8.prefix(Self.longestText) }.joined(separator: [0])
  }

  /// Reads a message.
  ///
  /// - Parameter message: The bytes; those of a worker that is damaged may be any.
  package init?(message: [UInt8]) {
    guard message.count >= Self.headLength else { return nil }
    func number(at start: Int) -> Int64 {
      (0..<8).reduce(0) { $0 | Int64(message[start + $1]) << ($1 * 8) }
    }
    let first = number(at: 1), second = number(at: 9)
    let texts = message.dropFirst(Self.headLength)
      .split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    switch (message[0], texts.count) {
    case (0, _):
      self = .limits(
        memory: first < 0 ? nil : first,
        seconds: second < 0 ? nil : min(Double(second) / 1_000, Self.longestTime))
    case (1, 2): self = .place(of: texts[0], at: texts[1])
    case (2, 1): self = .opens(texts[0])
    case (3, 1): self = .closes(texts[0])
    case (4, 1): self = .reads(texts[0], thread: Int32(clamping: first))
    case (5, 1): self = .writes(texts[0])
    case (6, 1): self = .finishes(texts[0])
    case (7, _): self = .dies(signal: Int32(clamping: first), thread: Int32(clamping: second))
    default: return nil
    }
  }
}

/// The way of notes to the supervising process.
package enum WorkerNotes {
  /// The number of the socket and that of the worker: a child of the worker has the variable, but not the socket.
  private static let variable = "CUTAWAY_WORKER"

  /// The socket; `nil` in a process that is no worker.
  private static let socket: Int32? = {
    // The C library owns the text, which is copied at once.
    guard let text = unsafe getenv(variable).map({ unsafe String(cString: $0) }) else { return nil }
    let numbers = text.split(separator: ":").compactMap { Int32($0) }
    guard numbers.count == 2, numbers[1] == getpid() else { return nil }
    return numbers[0]
  }()

  /// Whether a process supervises this one.
  package static var isWorker: Bool { socket != nil }

  /// Makes this process a worker.
  ///
  /// To be called before any other thread exists: the environment belongs to all threads.
  ///
  /// - Parameter descriptor: The socket, which stays open.
  package static func start(to descriptor: Int32) {
    // The C library copies both texts; it fails only without memory.
    _ = unsafe setenv(variable, "\(descriptor):\(getpid())", 1)
    reportCrashes(to: descriptor)
  }

  /// Sends a note; nothing in a process that is no worker.
  package static func send(_ note: @autoclosure () -> WorkerNote) {
    guard let socket else { return }
    // The supervisor reads until the worker ends. If it is gone, nobody needs notes. The bytes are valid during the call.
    _ = unsafe note().message.withUnsafeBytes {
      unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  /// Runs `body`, which opens or reads a file, with a note before and after.
  package static func whileReading<Result, Failure>(
    _ location: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    send(.opens(location))
    defer { send(.closes(location)) }
    return try body()
  }

  /// Sends a note that this thread decodes a file from now on.
  package static func threadReads(_ location: String) {
    send(.reads(location, thread: cutaway_thread()))
  }

  /// The signals of faults in code: bad memory, bad arithmetic, traps.
  package static let crashes = [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS]

  /// Sends a note before such a signal ends the process.
  private static func reportCrashes(to descriptor: Int32) {
    // No other thread exists yet.
    unsafe crashSocket = descriptor
    for signal in crashes {
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { signal in noteCrash(signal) }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER
      // Known signals can be handled. The structure outlives the call.
      _ = unsafe sigaction(signal, &action, nil)
    }
  }
}

/// The socket for the handler of signals, which is set before any other thread exists.
nonisolated(unsafe) private var crashSocket: Int32 = -1

/// Sends the note, and ends the process by the same signal.
///
/// Another thread may hold any lock, so nothing here allocates memory.
private func noteCrash(_ signal: Int32) {
  let thread = cutaway_thread()
  // As in `WorkerNote.message`: kind, signal, thread.
  var bytes: (UInt64, UInt64, UInt8) = (0, 0, 0)
  unsafe withUnsafeMutableBytes(of: &bytes) { bytes in
    unsafe bytes[0] = 7
    for index in 0..<4 {
      unsafe bytes[1 + index] = UInt8(truncatingIfNeeded: signal >> (index &* 8))
      unsafe bytes[9 + index] = UInt8(truncatingIfNeeded: thread >> (index &* 8))
    }
    _ = unsafe Glibc.send(
      crashSocket, bytes.baseAddress, WorkerNote.headLength, Int32(MSG_NOSIGNAL))
  }
  // The default action, which SA_RESETHAND has restored, ends the process.
  raise(signal)
}
