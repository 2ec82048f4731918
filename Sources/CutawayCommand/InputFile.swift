import Glibc

/// A file, a pipe or standard input, of unknown length and speed.
struct InputFile {
  /// The path; `-` is standard input.
  let path: String

  /// The reason why the input cannot be read.
  struct Failure: Error {
    let message: String
  }

  /// The name in messages.
  var name: String { path == "-" ? "standard input" : path }

  /// Whether it is a stream, which has no folder.
  var isStream: Bool {
    path == "-" || path == "/dev/stdin" || path.hasPrefix("/dev/fd/")
      || path.hasPrefix("/proc/self/fd/")
  }

  /// Reads the bytes from the start.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Returns: The bytes up to the end or the limit.
  /// - Throws: ``Failure``; `CancellationError`, because the other end of a pipe may never write.
  func bytes(upTo limit: Int) throws -> [UInt8] {
    // A blocking `open` of a pipe could not be cancelled.
    let file = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    if file < 0 { throw failure(errno) }
    defer { if path != "-" { close(file) } }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < limit {
      try waitForBytes(of: file)
      let count = unsafe read(file, &block, min(block.count, limit - bytes.count))
      if count == 0 { break }
      if count > 0 {
        bytes += block[..<count]
      } else if errno != EINTR, errno != EAGAIN {
        throw failure(errno)
      }
    }
    return bytes
  }

  /// Waits until there are bytes to read, the end or an error.
  private func waitForBytes(of file: Int32) throws {
    var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    repeat { try Task.checkCancellation() } while unsafe poll(&request, 1, 100) == 0
  }

  private func failure(_ number: Int32) -> Failure {
    let name = path == "-" ? name : "'\(name)'"
    let message =
      switch number {
      case ENOENT, ENOTDIR: "there is no file \(name)"
      case EISDIR: "\(name) is a directory"
      case EACCES: "there is no permission to read \(name)"
      default: "cannot read \(name): \(unsafe String(cString: strerror(number)))"
      }
    return Failure(message: message)
  }
}
