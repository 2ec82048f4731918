import ArgumentParser
import CutawayDiagnostics
import Glibc

/// Reserves the file descriptors 0 to 2 if the caller closed them.
///
/// Otherwise, messages could be written into output files, and media be read as compositions.
/// Reading and writing still fails, as with closed descriptors.
func holdStandardStreams() {
  for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
    // This opens the lowest free number. If it fails, that number stays closed.
    _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
  }
}

/// Ignores SIGPIPE, for commands whose result is a file: they continue if nobody reads their
/// messages.
///
/// The previous handler does not matter.
func outliveReaders() { _ = signal(SIGPIPE, SIG_IGN) }

/// Prints a line for people.
func tell(_ message: String) { display(message + "\n") }

/// Prints a warning.
@Sendable func tell(_ warning: Warning) { tell("warning: \(warning.message)") }

/// Prints a line for people, and replaces a progress bar.
func tellOverProgress(_ message: String) {
  display((isatty(STDERR_FILENO) != 0 ? "\r\u{1B}[K" : "") + message + "\n")
}

/// Prints a text for people, and ignores failures.
func display(_ text: String) { _ = write(text, to: STDERR_FILENO) }

/// Prints a line for programs, and ignores failures.
func report(line: String) { _ = write(line + "\n", to: STDOUT_FILENO) }

/// Prints a result and a line feed.
///
/// - Throws: `ExitCode` if it cannot be written.
func printResult(_ text: String) throws(ExitCode) {
  switch write(text + "\n", to: STDOUT_FILENO) {
  case 0: break
  case EPIPE: throw ExitCode(128 + SIGPIPE)
  case let reason:
    let cause = unsafe String(cString: strerror(reason))
    throw fail("error: cannot write to standard output: \(cause)", Exit.unwritableOutput)
  }
}

/// Writes the whole text.
///
/// - Returns: The system's error number; 0 for success.
private func write(_ text: String, to descriptor: Int32) -> Int32 {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes {
      unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    if count >= 0 {
      rest.removeFirst(count)
    } else if errno == EAGAIN {
      // Another program has made the terminal or the pipe non-blocking.
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      // If this fails, the next write reports the reason.
      _ = unsafe poll(&wait, 1, -1)
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}
