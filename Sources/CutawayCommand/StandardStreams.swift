import ArgumentParser
import Glibc

/// Keeps the numbers 0 to 2 from what is opened later, where a caller has closed them: messages would
/// be written into films, and films be read for compositions.
///
/// Reading and writing there fails, as it does where nothing is open.
func holdStandardStreams() {
  for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
    // The lowest number that is free. Without it that number is as closed as the caller left it.
    _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
  }
}

/// Goes on where nobody reads any more what is told meanwhile, for commands whose result is a file.
///
/// What was done before with that signal does not matter.
func outliveReaders() { _ = signal(SIGPIPE, SIG_IGN) }

/// Prints a line for people.
func tell(_ message: String) { display(message + "\n") }

/// Prints a line for people in the place of a bar of progress that may stand there.
func tellOverProgress(_ message: String) {
  display((isatty(STDERR_FILENO) != 0 ? "\r\u{1B}[K" : "") + message + "\n")
}

/// Shows a text to people; that it cannot be written is no reason to stop.
func display(_ text: String) { _ = write(text, to: STDERR_FILENO) }

/// Tells a program that may read along a line; that it cannot be written is no reason to stop.
func report(line: String) { _ = write(line + "\n", to: STDOUT_FILENO) }

/// Prints what was asked for, and a line's end.
///
/// - Throws: `ExitCode` where it cannot be written.
func printResult(_ text: String) throws(ExitCode) {
  switch write(text + "\n", to: STDOUT_FILENO) {
  case 0: break
  case EPIPE: throw ExitCode(128 + SIGPIPE)
  case let reason:
    let cause = unsafe String(cString: strerror(reason))
    throw fail("error: cannot write to standard output: \(cause)", Exit.unwritableOutput)
  }
}

/// Writes all of a text.
///
/// - Returns: Why it could not be written, as the system numbers its reasons; 0 if it could.
private func write(_ text: String, to descriptor: Int32) -> Int32 {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes {
      unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    if count >= 0 {
      rest.removeFirst(count)
    } else if errno == EAGAIN {
      // Another program has made the terminal or the pipe one that does not wait.
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      // If it fails, the next write tells why.
      _ = unsafe poll(&wait, 1, -1)
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}
