public import Foundation
import Glibc
import Synchronization

/// A named pipe that delivers no data.
///
/// A reader blocks while it opens the pipe, or after ``waitForReader()`` while it reads.
public final class SilentPipe: Sendable {
  public let url: URL
  private let writer = Mutex<Int32?>(nil)

  /// The error of the system.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Makes the pipe.
  public init(at url: URL) throws(Failure) {
    self.url = url
    guard unsafe mkfifo(url.path, 0o600) == 0 else {
      throw Failure(description: "no pipe: \(unsafe String(cString: strerror(errno)))")
    }
  }

  deinit { release() }

  /// Waits until a program opens the pipe for reading, and opens it for writing.
  public func waitForReader() async throws {
    try await waitUntil("\(url.lastPathComponent) has a reader") { hasReader() }
  }

  /// Whether the pipe has a reader; if so, it has a writer from now on.
  private func hasReader() -> Bool {
    writer.withLock { writer in
      if writer != nil { return true }
      // Without a reader, this fails.
      let file = unsafe open(url.path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if file >= 0 { writer = file }
      return file >= 0
    }
  }

  /// Ends the data, so that no thread blocks in the pipe.
  public func release() {
    guard hasReader() else { return }
    writer.withLock { writer in
      if let file = writer { close(file) }
      writer = nil
    }
  }
}
