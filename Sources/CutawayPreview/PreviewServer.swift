import CutawayDiagnostics
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP server that answers one request per connection, until its task is cancelled.
struct PreviewServer: Sendable {
  let address: PreviewAddress
  /// Answers a request; cancelled when the client disconnects.
  let answer: @Sendable (HTTPRequestHead, Reply) async -> Void

  /// The maximum number of connections; further ones are closed.
  private static let connectionLimit = 64
  /// A connection without data for this long is closed, because the client has gone.
  private static let patience = TimeAmount.seconds(60)
  /// A connection without a request for this long is closed, because it takes the place of another.
  private static let hesitation = TimeAmount.seconds(5)
  /// A small send buffer: data in the kernel are already rendered, possibly for nobody.
  private static let sendBuffer: ChannelOptions.Types.SocketOption.Value = 1 << 17

  /// Accepts connections and answers requests.
  ///
  /// - Parameter ready: Receives the address of the socket once it listens.
  /// - Throws: ``PreviewError`` if the address cannot be used.
  func run(ready: (SocketAddress) -> Void) async throws {
    let (visits, continuation) = AsyncStream.makeStream(of: Visit.self)
    let channel = try await listen(continuation)
    defer { channel.close(promise: nil) }
    if let address = channel.localAddress { ready(address) }
    await withDiscardingTaskGroup { group in
      for await visit in visits { group.addTask { await serve(visit) } }
    }
    try Task.checkCancellation()
  }

  private func listen(_ visits: AsyncStream<Visit>.Continuation) async throws -> any Channel {
    let door = Door(limit: Self.connectionLimit)
    let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .serverChannelOption(.backlog, value: 64)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.so_sndbuf), value: Self.sendBuffer)
      .childChannelInitializer { channel in
        guard door.enter(channel) else {
          return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        return channel.eventLoop.makeCompletedFuture {
          let handlers = channel.pipeline.syncOperations
          try handlers.addHandler(
            IdleStateHandler(readTimeout: Self.hesitation, writeTimeout: Self.patience))
          try handlers.configureHTTPServerPipeline(withPipeliningAssistance: false)
          try handlers.addHandler(VisitHandler(visits))
        }
      }
    do {
      return try await bootstrap.bind(host: address.host, port: address.port).get()
    } catch {
      throw PreviewError(binding: address, failed: error)
    }
  }

  private func serve(_ visit: Visit) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await answer(visit.head, Reply(visit.channel)) }
      group.addTask { for await _ in visit.presence {} }
      await group.next()
      // This makes everything fail that waits for space in the socket.
      visit.channel.close(promise: nil)
      group.cancelAll()
    }
  }
}

/// A request and the connection that waits for its answer.
struct Visit: Sendable {
  var head: HTTPRequestHead
  var channel: any Channel
  /// Ends when the client disconnects.
  var presence: AsyncStream<Never>
}

/// Creates a visit from the first request on a connection, and ignores later ones.
private final class VisitHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart

  private let visits: AsyncStream<Visit>.Continuation
  private var presence: AsyncStream<Never>.Continuation?

  init(_ visits: AsyncStream<Visit>.Continuation) { self.visits = visits }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard presence == nil, case .head(let head) = unwrapInboundIn(data) else { return }
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    presence = continuation
    visits.yield(Visit(head: head, channel: context.channel, presence: stream))
  }

  func channelInactive(context: ChannelHandlerContext) {
    presence?.finish()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard let idle = event as? IdleStateHandler.IdleStateEvent else { return }
    // After its request a client sends nothing more.
    if idle == .write || presence == nil { context.close(promise: nil) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
