import CCutawayProcess
import Glibc
import Synchronization

/// One end of a connection between a process that has work and a worker, which carries messages both ways.
///
/// A message is a number of its kind and bytes. It may be sent from any thread, and received by one thread at a time.
package final class JobSocket: Sendable {
  /// A message.
  package struct Message: Sendable, Hashable {
    /// What the bytes are; the two ends agree about the numbers.
    package var kind: UInt8
    package var bytes: [UInt8]

    package init(_ kind: UInt8, _ bytes: [UInt8]) { (self.kind, self.bytes) = (kind, bytes) }
  }

  let descriptor: Int32
  private let sending = Mutex(())

  /// The bytes before a message: its kind, and the length of the rest.
  private static let headLength = 5

  /// Takes over a descriptor, which is closed at the end of the object's life.
  init(adopting descriptor: Int32) { self.descriptor = descriptor }

  /// Takes over the standard input of this process, which is empty from then on.
  ///
  /// - Throws: `SystemError` if standard input is closed.
  package static func standardInput() throws(SystemError) -> JobSocket {
    let socket = JobSocket(adopting: try check(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)))
    let empty = try OpenFile("/dev/null", for: .reading)
    try check(dup2(empty.descriptor, STDIN_FILENO))
    return socket
  }

  /// Creates two connected ends.
  package static func pair() throws(SystemError) -> (JobSocket, JobSocket) {
    var ends: (Int32, Int32) = (-1, -1)
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    // The system writes two numbers, which lie one after the other.
    try check(
      unsafe withUnsafeMutableBytes(of: &ends) { bytes in
        unsafe socketpair(AF_UNIX, type, 0, bytes.assumingMemoryBound(to: Int32.self).baseAddress)
      })
    return (JobSocket(adopting: ends.0), JobSocket(adopting: ends.1))
  }

  deinit { close(descriptor) }

  // MARK: Messages

  /// Sends a message, and waits until the other end has room for it.
  ///
  /// - Throws: `SystemError` if the other end is closed.
  package func send(_ message: Message) throws(SystemError) {
    let length = UInt32(message.bytes.count)
    let head = [message.kind] + (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) }
    try sending.withLock { _ throws(SystemError) in
      try sendAll(head)
      try sendAll(message.bytes)
    }
  }

  /// Waits for a message.
  ///
  /// - Parameter limit: The bytes above which a message is an error.
  /// - Returns: The message; `nil` if the other end is closed.
  /// - Throws: `SystemError` if the connection fails or the message is too long.
  package func receive(upTo limit: Int) throws(SystemError) -> Message? {
    let head = try receive(exactly: Self.headLength)
    guard head.count == Self.headLength else { return nil }
    let length = (0..<4).reduce(0) { $0 | Int(head[1 + $1]) << ($1 * 8) }
    guard length <= limit else { throw .fileTooLarge }
    let bytes = try receive(exactly: length)
    return bytes.count == length ? Message(head[0], bytes) : nil
  }

  /// Says that nothing follows: the other end cancels its work.
  package func hangUp() {
    // The other end may be closed already.
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }

  private func sendAll(_ bytes: [UInt8]) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      // The buffer is valid during the call.
      let length = unsafe bytes[done...].withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if length < 0, errno != EINTR { throw .last }
      done += max(0, length)
    }
  }

  /// Receives a number of bytes; fewer if the other end is closed.
  private func receive(exactly count: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    // Grows as bytes arrive: the length is the word of a worker that may be damaged.
    while bytes.count < count {
      var part = [UInt8](repeating: 0, count: min(count - bytes.count, 1 << 18))
      // The buffer is valid during the call, and the system writes at most its length.
      let length = unsafe part.withUnsafeMutableBytes {
        unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
      }
      if length < 0 {
        if errno == EINTR { continue }
        throw .last
      }
      if length == 0 { break }
      bytes += part.prefix(length)
    }
    return bytes
  }

  // MARK: Ends of other connections

  /// Sends the end of another connection; this process may close its own copy then.
  package func send(_ end: JobSocket) throws(SystemError) {
    try sending.withLock { _ throws(SystemError) in
      _ = try check(cutaway_send_descriptor(descriptor, end.descriptor))
    }
  }

  /// Waits for the end of another connection.
  ///
  /// - Returns: The end; `nil` if this connection is closed.
  package func receiveEnd() throws(SystemError) -> JobSocket? {
    let received = try check(cutaway_receive_descriptor(descriptor))
    return received == STDIN_FILENO ? nil : JobSocket(adopting: received)
  }
}
