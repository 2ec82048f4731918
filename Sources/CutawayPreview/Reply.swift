import NIOCore
import NIOHTTP1

/// The answer to a request: a head, then bytes, as quickly as they are taken.
actor Reply {
  private let channel: any Channel
  private(set) var hasBegun = false

  init(_ channel: any Channel) { self.channel = channel }

  /// What every answer says: nobody else may use it, nobody keeps it, and nothing follows it.
  private static let always: [(String, String)] = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Frame-Options", "DENY"), ("Connection", "close"),
  ]
  private static let longestWrite = 1 << 15

  /// Sends all of an answer.
  func send(
    _ status: Int, _ type: String, _ body: [UInt8], headers: [(String, String)] = []
  ) async throws {
    try await begin(status, type, headers: headers + [("Content-Length", "\(body.count)")])
    try await write(body)
    try await end()
  }

  /// Sends a line of text, for people.
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

  /// Sends bytes, and returns when the system has taken them.
  func write(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let buffer = ByteBuffer(bytes: rest.prefix(Self.longestWrite))
      rest = rest.dropFirst(Self.longestWrite)
      try await channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(buffer))).get()
    }
  }

  /// Says that this was all; without it, whoever reads knows that something is missing.
  func end() async throws {
    try await channel.writeAndFlush(HTTPServerResponsePart.end(nil)).get()
  }

  /// Closes the connection, with which whatever waits for it fails.
  nonisolated func breakOff() { channel.close(promise: nil) }
}
