import CCutawayProcess
import Glibc

/// A copy of this process that does the work, while this one waits for its end.
///
/// The copy has the same standard streams and the same terminal. Signals to either reach it.
package struct Worker: ~Copyable {
  /// How it ended.
  package enum End: Sendable, Hashable {
    /// By itself, with a status.
    case exited(Int32)
    /// By a signal that was not asked for.
    case died(signal: Int32)
    /// It used more memory than its policy allows, and was killed.
    case exceedsMemory(Int64)
    /// It took longer than its policy allows, and was killed.
    case exceedsTime(Double)
  }

  private let process: pid_t
  private let notes: OpenSocket
  private let signals: OpenSocket
  private var state = State()

  /// What the notes have said so far.
  private struct State {
    var memory: Int64?
    var seconds: Double?
    var places: [String: String] = [:]
    var open: [String: Int] = [:]
    /// The last file that was closed; a pipeline that has been given up may still read it.
    var lastClosed: String?
    var threads: [Int32: String] = [:]
    var unfinished: Set<String> = []
    var deadThread: Int32?
  }

  /// Divides the process in two.
  ///
  /// To be called before the process has a second thread.
  ///
  /// - Returns: In the copy, `nil`; in this process, the copy.
  /// - Throws: `SystemError` if the system cannot create a process.
  package static func start() throws(SystemError) -> Worker? {
    var sockets: (Int32, Int32) = (-1, -1)
    let type = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    // The system writes two numbers, which lie one after the other.
    let made = unsafe withUnsafeMutableBytes(of: &sockets) { bytes in
      unsafe socketpair(AF_UNIX, type, 0, bytes.assumingMemoryBound(to: Int32.self).baseAddress)
    }
    guard made == 0 else { throw SystemError(code: errno) }
    let own = OpenSocket(sockets.0), other = OpenSocket(sockets.1)
    var blocked = sigset_t(), before = sigset_t()
    // The structures outlive the calls, which fail only for invalid signals.
    unsafe sigemptyset(&blocked)
    for signal in [Signal.interrupt, .terminate, .hangUp] where !signal.isIgnored {
      unsafe sigaddset(&blocked, signal.number)
    }
    unsafe sigprocmask(SIG_BLOCK, &blocked, &before)
    let signals = OpenSocket(unsafe cutaway_signal_descriptor(&blocked))
    let parent = getpid(), child = cutaway_fork()
    if child == 0 {
      unsafe sigprocmask(SIG_SETMASK, &before, nil)
      // If this process is killed, the copy ends as if it was interrupted.
      _ = cutaway_set_parent_death_signal(SIGTERM)
      if getppid() != parent { _exit(Signal.terminate.exitStatus) }
      WorkerNotes.start(to: other.keep())
      return nil
    }
    guard child > 0, signals.descriptor >= 0 else {
      let error = SystemError(code: errno)
      unsafe sigprocmask(SIG_SETMASK, &before, nil)
      throw error
    }
    return Worker(process: child, notes: own, signals: signals)
  }

  private init(process: pid_t, notes: consuming OpenSocket, signals: consuming OpenSocket) {
    self.process = process
    self.notes = notes
    self.signals = signals
  }

  // MARK: After its end

  /// The outputs that it had not finished.
  package var unfinished: [String] { state.unfinished.sorted() }

  /// The files that may have caused its death: that of the thread that died, or all that were open, or
  /// the last one.
  package var suspects: [String] {
    if let thread = state.deadThread, let location = state.threads[thread] { return [location] }
    return state.open.isEmpty ? [state.lastClosed].compactMap(\.self) : state.open.keys.sorted()
  }

  /// The place of an asset in its composition file, as in `edit.yaml:3:22`; `nil` if it is unknown.
  package func place(of location: String) -> String? { state.places[location] }

  // MARK: Waiting

  /// Waits until it ends, and passes signals on to it.
  ///
  /// - Parameter job: The connection to a process that asked for the work: if the other end hangs up, the worker is
  ///   asked to end, and killed if it does not within ``patience``.
  /// - Returns: How it ended.
  package mutating func wait(hangingUpWith job: JobSocket? = nil) -> End {
    let start = Self.now
    var isClosed = false, nextLook = start, lastMoment = Double.infinity
    while true {
      if let end = ended(isClosed) { return end }
      let isWanted = lastMoment == .infinity
      var files = [
        pollfd(fd: isClosed ? -1 : notes.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isWanted ? job?.descriptor ?? -1 : -1, events: Self.peerHangsUp, revents: 0),
      ]
      // The array is valid during the call. Where the socket is closed, the process is about to end.
      _ = unsafe poll(&files, 3, isClosed ? 2 : isWanted ? 100 : 10)
      if files[1].revents != 0 { passSignalOn() }
      if files[0].revents != 0 { isClosed = !readNotes() }
      let now = Self.now
      if files[2].revents != 0 {
        lastMoment = now + Self.patience
        _ = Glibc.kill(process, SIGTERM)
      }
      if now > lastMoment { return kill(because: .died(signal: SIGTERM)) }
      if let seconds = state.seconds, now - start > seconds {
        return kill(because: .exceedsTime(seconds))
      }
      if now >= nextLook, let limit = state.memory {
        nextLook = now + 0.1
        if let used = usedMemory, used > limit { return kill(because: .exceedsMemory(limit)) }
      }
    }
  }

  /// The seconds that a worker has to end after its job was cancelled.
  private static let patience = 0.15
  /// The other end sends nothing more (`POLLRDHUP`, which Swift does not import).
  private static let peerHangsUp: Int16 = 0x2000

  private static var now: Double {
    var time = timespec()
    // The structure outlives the call. The clock exists on every Linux.
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// How the process has ended; `nil` if it has not.
  private mutating func ended(_ isClosed: Bool) -> End? {
    var status: Int32 = 0
    // The status outlives the call.
    guard unsafe waitpid(process, &status, WNOHANG) == process else { return nil }
    // Notes that were sent before the end.
    if !isClosed { while readNotes() {} }
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .died(signal: signal)
  }

  private mutating func kill(because end: End) -> End {
    _ = Glibc.kill(process, SIGKILL)
    var status: Int32 = 0
    // Nothing survives this signal, so the wait ends. The status outlives the calls.
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    while readNotes() {}
    return end
  }

  /// Reads a note.
  ///
  /// - Returns: Whether there can be more.
  private mutating func readNotes() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    // The buffer is valid during the call.
    let length = unsafe bytes.withUnsafeMutableBytes {
      unsafe recv(notes.descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
    }
    if length < 0 { return errno == EINTR }
    if length == 0 { return false }
    // A damaged worker can send anything.
    guard let note = WorkerNote(message: Array(bytes.prefix(length))) else { return true }
    switch note {
    case .limits(let memory, let seconds): (state.memory, state.seconds) = (memory, seconds)
    case .place(let location, let place): state.places[location] = place
    case .opens(let location): state.open[location, default: 0] += 1
    case .closes(let location):
      let count = (state.open[location] ?? 1) - 1
      state.open[location] = count > 0 ? count : nil
      state.lastClosed = location
    case .reads(let location, let thread): state.threads[thread] = location
    case .writes(let path): state.unfinished.insert(path)
    case .finishes(let path): state.unfinished.remove(path)
    case .dies(_, let thread): state.deadThread = thread
    }
    return true
  }

  private func passSignalOn() {
    var information = signalfd_siginfo()
    // The system fills the structure, which outlives the call.
    let length = unsafe read(
      signals.descriptor, &information, MemoryLayout<signalfd_siginfo>.size)
    // The terminal sends its signals to both processes.
    guard length > 0, information.ssi_code != Self.fromKernel else { return }
    _ = Glibc.kill(process, Int32(information.ssi_signo))
  }

  /// The code of a signal that the kernel sends (`SI_KERNEL`, which Swift does not import).
  private static let fromKernel: Int32 = 0x80

  /// The bytes of memory that belong to the process alone, swapped or not; `nil` if unknown.
  private var usedMemory: Int64? {
    // A process that has just ended has no status.
    guard
      let bytes = try? OpenFile("/proc/\(process)/status", for: .reading).read(8_192, at: 0)
    else { return nil }
    let kinds = ["RssAnon:", "RssShmem:", "VmSwap:"]
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").reduce(0) { sum, line in
      let words = line.split { $0 == " " || $0 == "\t" }
      guard words.count == 3, kinds.contains(String(words[0])), let kilobytes = Int64(words[1])
      else { return sum }
      return sum + kilobytes * 1_024
    }
  }
}

/// A descriptor that is closed at the end of the value's life.
private struct OpenSocket: ~Copyable {
  let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The descriptor, which stays open until the process ends.
  consuming func keep() -> Int32 {
    let kept = descriptor
    discard self
    return kept
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
