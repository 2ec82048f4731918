import NIOCore
import NIOHTTP1

/// The answer to a request: a head, then a body, as fast as the client reads.
actor Reply {
  private let channel: any Channel
  private(set) var hasBegun = false

  init(_ channel: any Channel) { self.channel = channel }

  /// The headers of every answer: other sites may not use it, nothing stores it, and the connection
  /// closes.
  private static let always: [(String, String)] = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Frame-Options", "DENY"), ("Connection", "close"),
  ]
  private static let longestWrite = 1 << 15

  /// Sends a complete answer.
  func send(
    _ status: Int, _ type: String, _ body: [UInt8], headers: [(String, String)] = []
  ) async throws {
    try await begin(status, type, headers: headers + [("Content-Length", "\(body.count)")])
    try await write(body)
    try await end()
  }

  /// Sends a line of text for people.
  func send(_ status: Int, _ message: String, headers: [(String, String)] = []) async throws {
    try await send(
      status, "text/plain; charset=utf-8", Array("\(message)\n".utf8), headers: headers)
  }

  /// Sends the head of an answer of unknown length.
  func begin(_ status: Int, _ type: String, headers: [(String, String)] = []) async throws {
    hasBegun = true
    let head = HTTPResponseHead(
      version: .http1_1, status: .init(statusCode: status),
      headers: HTTPHeaders([("Content-Type", type)] + Self.always + headers))
    try await channel.writeAndFlush(HTTPServerResponsePart.head(head)).get()
  }

  /// Sends bytes, and returns when the system has accepted them.
  func write(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let buffer = ByteBuffer(bytes: rest.prefix(Self.longestWrite))
      rest = rest.dropFirst(Self.longestWrite)
      try await channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(buffer))).get()
    }
  }

  /// Marks the answer as complete; without the mark, the client knows that data are missing.
  func end() async throws {
    try await channel.writeAndFlush(HTTPServerResponsePart.end(nil)).get()
  }

  /// Closes the connection, so that everything that waits for it fails.
  nonisolated func breakOff() { channel.close(promise: nil) }
}
