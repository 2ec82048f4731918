import Foundation
import NIOCore
import NIOPosix

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

  private let channel: any Channel
  let bytes: AsyncStream<[UInt8]>

  /// Connects to this machine and sends a request.
  ///
  /// Unread data wait in its small socket buffer.
  init(
    port: Int, _ path: String, method: String = "GET", headers: [String] = ["Host: localhost"]
  ) async throws {
    let (bytes, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    self.bytes = bytes
    channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .channelOption(.socketOption(.so_rcvbuf), value: 1 << 15)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Ear(continuation))
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    let lines = ["\(method) \(path) HTTP/1.1"] + headers + ["", ""]
    try await channel.writeAndFlush(ByteBuffer(string: lines.joined(separator: "\r\n"))).get()
  }

  /// Stops reading.
  func pause() async throws { try await channel.setOption(.autoRead, value: false).get() }

  /// Closes the connection.
  func leave() { channel.close(promise: nil) }

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

  private final class Ear: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    let continuation: AsyncStream<[UInt8]>.Continuation

    init(_ continuation: AsyncStream<[UInt8]>.Continuation) { self.continuation = continuation }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      continuation.yield(Array(unwrapInboundIn(data).readableBytesView))
    }

    func channelInactive(context: ChannelHandlerContext) { continuation.finish() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
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
