import Glibc

/// The streams that a process gets from its caller.
package enum StandardStream: CaseIterable, Sendable {
  case input, output, error

  var descriptor: Int32 {
    switch self {
    case .input: STDIN_FILENO
    case .output: STDOUT_FILENO
    case .error: STDERR_FILENO
    }
  }

  package var isTerminal: Bool { isatty(descriptor) != 0 }

  /// Writes the whole text.
  package func write(_ text: String) throws(SystemError) {
    try writeAll(Array(text.utf8), to: descriptor)
  }

  /// Reserves the file descriptors 0 to 2 if the caller closed them.
  ///
  /// Otherwise, messages could be written into output files, and media be read as compositions.
  /// Reading and writing still fails, as with closed descriptors.
  package static func holdAll() {
    for stream in allCases where fcntl(stream.descriptor, F_GETFD) < 0 {
      // This opens the lowest free number. If it fails, that number stays closed. The system copies
      // the path.
      _ = unsafe open("/dev/null", stream == .input ? O_WRONLY : O_RDONLY)
    }
  }

  /// Lets all writing to the stream continue at the end of a file, also after a seek.
  ///
  /// Pipes and terminals have no other place.
  package func appendAlways() {
    // Without flags the stream is closed, and writing fails.
    let flags = fcntl(descriptor, F_GETFL)
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags | O_APPEND) }
  }

  /// Runs `body`, and suppresses what libraries write to the stream.
  ///
  /// If the system has no free file descriptor, it suppresses nothing.
  package func silenced<Result>(_ body: () -> Result) -> Result {
    guard let nowhere = try? OpenFile("/dev/null", for: .writing) else { return body() }
    let kept = dup(descriptor)
    guard kept >= 0 else { return body() }
    dup2(nowhere.descriptor, descriptor)
    defer {
      dup2(kept, descriptor)
      close(kept)
    }
    return body()
  }
}
