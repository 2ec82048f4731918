import CutawayMedia
import CutawaySystem

/// The answer to a request: a head, then a body, as fast as the client reads.
actor Reply {
  private let connection: TCPSocket
  private(set) var hasBegun = false

  init(_ connection: TCPSocket) { self.connection = connection }

  /// The headers of every answer: other sites may not use it, nothing stores it, and the connection
  /// closes.
  private static let always: [(String, String)] = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Frame-Options", "DENY"), ("Connection", "close"),
  ]
  /// A client that accepts no data for this long has gone.
  private static let patience = Duration.seconds(60)
  private static let longestWrite = 1 << 15

  /// Sends a complete answer.
  func send(
    _ status: Int, _ type: String, _ body: [UInt8], headers: [(String, String)] = []
  ) async throws {
    hasBegun = true
    let head = Self.head(status, type, headers + [("Content-Length", "\(body.count)")])
    try await send(head + body)
  }

  /// Sends a line of text for people.
  func send(_ status: Int, _ message: String, headers: [(String, String)] = []) async throws {
    try await send(
      status, "text/plain; charset=utf-8", Array("\(message)\n".utf8), headers: headers)
  }

  /// Sends the head of an answer of unknown length; its body consists of chunks (RFC 9112, 7.1).
  func begin(_ status: Int, _ type: String) async throws {
    hasBegun = true
    try await send(Self.head(status, type, [("Transfer-Encoding", "chunked")]))
  }

  /// Sends bytes of an answer of unknown length, and returns when the system has accepted them.
  func write(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(Self.longestWrite)
      rest = rest.dropFirst(Self.longestWrite)
      let length = Array("\(String(chunk.count, radix: 16))\r\n".utf8)
      try await send(length + chunk + Array("\r\n".utf8))
    }
  }

  /// Marks an answer of unknown length as complete; without the mark, the client knows that data are missing.
  func end() async throws { try await send(Array("0\r\n\r\n".utf8)) }

  /// Ends the connection, so that everything that waits for it fails.
  nonisolated func breakOff() { connection.shutDown() }

  private func send(_ bytes: [UInt8]) async throws {
    try await onBlockingThread { [connection] in
      try connection.send(bytes, waiting: Self.patience)
    }
  }

  private static func head(
    _ status: Int, _ type: String, _ headers: [(String, String)]
  ) -> [UInt8] {
    let lines = ([("Content-Type", type)] + always + headers).map { "\($0): \($1)\r\n" }
    // The phrase after the status is for people, and may be empty (RFC 9112, 4).
    return Array("HTTP/1.1 \(status) \r\n\(lines.joined())\r\n".utf8)
  }
}
