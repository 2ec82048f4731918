import Foundation
import Glibc
import Synchronization
import Testing

/// An HTTP client that controls when it reads.
final class Visitor: Sendable {
  /// The response of a server.
  struct Answer {
    var status: Int
    /// The headers by their lower-case names.
    var headers: [String: String]
    var body: [UInt8]
    /// Whether the body is complete.
    var isComplete: Bool

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  private let descriptor: Int32
  private let isPaused = Mutex(false)
  let bytes: AsyncStream<[UInt8]>

  /// Connects to this machine and sends a request.
  ///
  /// Unread data wait in its small socket buffer.
  convenience init(
    port: Int, _ path: String, method: String = "GET", headers: [String] = ["Host: localhost"]
  ) async throws {
    let lines = ["\(method) \(path) HTTP/1.1"] + headers + ["", ""]
    try self.init(port: port, sending: lines.joined(separator: "\r\n"))
  }

  /// Connects to this machine and sends a text.
  init(port: Int, sending text: String) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try #require(descriptor >= 0)
    var size: Int32 = 1 << 15
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let descriptor = descriptor
    let status = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(status == 0)
    let (bytes, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    self.bytes = bytes
    Thread.detachNewThread { [self] in
      receive(continuation)
      continuation.finish()
    }
    try send(text)
  }

  func send(_ text: String) throws {
    let sent = unsafe Glibc.send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    try #require(sent == text.utf8.count)
  }

  deinit { close(descriptor) }

  private func receive(_ continuation: AsyncStream<[UInt8]>.Continuation) {
    var buffer = [UInt8](repeating: 0, count: 1 << 13)
    while !isPaused.withLock({ $0 }) {
      let length = unsafe recv(descriptor, &buffer, buffer.count, 0)
      guard length > 0 else { return }
      continuation.yield(Array(buffer[..<length]))
    }
  }

  /// Stops reading, after the data that have arrived.
  func pause() { isPaused.withLock { $0 = true } }

  /// Closes the connection.
  func leave() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// The data until the server closes the connection.
  func answer() async -> Answer? {
    var all: [UInt8] = []
    for await part in bytes { all += part }
    return Answer(all)
  }

  /// The data until they contain a text, or until the server closes the connection.
  func text(until needle: String) async -> String {
    var all: [UInt8] = []
    for await part in bytes {
      all += part
      let text = String(decoding: all, as: UTF8.self)
      if text.contains(needle) { return text }
    }
    return String(decoding: all, as: UTF8.self)
  }

  static func answer(
    port: Int, _ path: String, method: String = "GET", headers: [String] = ["Host: localhost"]
  ) async throws -> Answer? {
    try await Visitor(port: port, path, method: method, headers: headers).answer()
  }
}

extension Visitor.Answer {
  fileprivate init?(_ all: [UInt8]) {
    let end = Array("\r\n\r\n".utf8)
    guard
      let start = all.indices.first(where: { all[$0...].starts(with: end) })
    else { return nil }
    let lines = String(decoding: all[..<start], as: UTF8.self).components(separatedBy: "\r\n")
    guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      return nil
    }
    self.status = status
    headers = Dictionary(
      lines.dropFirst().map { line in
        let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
        return (parts[0].lowercased(), parts.last?.trimmingCharacters(in: .whitespaces) ?? "")
      }, uniquingKeysWith: { $1 })
    let rest = all[(start + end.count)...]
    if headers["transfer-encoding"] == "chunked" {
      (body, isComplete) = Self.joined(chunks: rest)
    } else {
      body = Array(rest)
      isComplete = headers["content-length"] == "\(rest.count)"
    }
  }

  /// The bytes of chunks (RFC 9112, 7.1), and whether the last chunk has arrived.
  private static func joined(chunks: ArraySlice<UInt8>) -> ([UInt8], Bool) {
    var rest = chunks, body: [UInt8] = []
    while let end = rest.firstIndex(of: UInt8(ascii: "\r")) {
      guard let length = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16) else {
        break
      }
      if length == 0 { return (body, true) }
      rest = rest[(end + 2)...]
      body += rest.prefix(length)
      guard rest.count >= length + 2 else { break }
      rest = rest.dropFirst(length + 2)
    }
    return (body, false)
  }
}
