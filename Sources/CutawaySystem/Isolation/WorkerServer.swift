import CCutawayProcess
import Glibc

/// The program that makes workers for another process, which may have any number of threads.
///
/// It has one thread and does nothing but copy itself, so a copy costs two milliseconds, and starts with everything
/// loaded.
package final class WorkerServer: Sendable {
  private let process: pid_t
  private let socket: JobSocket

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - arguments: Its arguments.
  /// - Throws: `SystemError` if it cannot be started.
  package init(_ program: String, _ arguments: [String]) throws(SystemError) {
    let (own, other) = try JobSocket.pair()
    process = try start(program, arguments, input: other.descriptor)
    socket = own
  }

  deinit {
    socket.hangUp()
    var status: Int32 = 0
    // It ends as soon as its connection does. The status outlives the calls.
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  /// Waits for the first message of the program.
  package func receiveGreeting(upTo limit: Int) throws(SystemError) -> JobSocket.Message? {
    try socket.receive(upTo: limit)
  }

  /// Starts a worker.
  ///
  /// - Returns: The connection to it.
  /// - Throws: `SystemError` if the program has ended.
  package func startWorker() throws(SystemError) -> JobSocket {
    let (own, other) = try JobSocket.pair()
    try socket.send(other)
    return own
  }
}

/// Starts a program whose standard input is a socket, and which inherits no other open file but standard error.
private func start(
  _ program: String, _ arguments: [String], input: Int32
) throws(SystemError) -> pid_t {
  var actions = unsafe posix_spawn_file_actions_t(), attributes = posix_spawnattr_t()
  // The structures and the texts outlive the calls. The functions return their errors, and fail only without memory.
  unsafe posix_spawn_file_actions_init(&actions)
  unsafe posix_spawnattr_init(&attributes)
  defer {
    unsafe posix_spawn_file_actions_destroy(&actions)
    unsafe posix_spawnattr_destroy(&attributes)
  }
  unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
  unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
  unsafe cutaway_close_from(&actions, 3)
  // The host may ignore or block signals, which its children would inherit; a terminal's signals are for the host.
  var signals = sigset_t()
  unsafe sigemptyset(&signals)
  unsafe posix_spawnattr_setsigmask(&attributes, &signals)
  unsafe sigfillset(&signals)
  unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
  unsafe posix_spawnattr_setpgroup(&attributes, 0)
  let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
  unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
  var texts = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
  defer { unsafe texts.forEach { unsafe free($0) } }
  var process: pid_t = 0
  let failure = unsafe posix_spawn(&process, program, &actions, &attributes, &texts, environ)
  if failure != 0 { throw SystemError(code: failure) }
  return process
}

extension WorkerServer {
  /// Divides this process for each connection that it receives; the program's own part.
  ///
  /// To be called before the process has a second thread.
  ///
  /// - Parameter socket: The connection to the process that has work.
  /// - Returns: Only in a copy: the connection that it serves.
  package static func serve(_ socket: JobSocket) -> JobSocket {
    // Copies are not waited for.
    _ = signal(SIGCHLD, SIG_IGN)
    while true {
      // A connection that fails has lost its other end.
      guard let end = try? socket.receiveEnd() else { _exit(0) }
      let child = cutaway_fork()
      if child == 0 {
        _ = signal(SIGCHLD, SIG_DFL)
        return end
      }
      // Without a copy, the connection closes, which the other end reports.
    }
  }
}
