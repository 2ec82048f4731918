import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// Answers HTTP requests, one on a connection, until its task is cancelled.
struct PreviewServer: Sendable {
  let address: PreviewAddress
  /// Answers one; cancelled when whoever asked has gone.
  let answer: @Sendable (HTTPRequestHead, Reply) async -> Void

  /// More connections than that are closed.
  private static let connectionLimit = 64
  /// A connection over which nothing has gone for so long is closed: nobody is there any more.
  private static let patience = TimeAmount.seconds(60)
  /// And one that asks for nothing, after so long: it takes the place of another.
  private static let hesitation = TimeAmount.seconds(5)
  /// What lies in the kernel has been rendered, and may be for nobody.
  private static let sendBuffer: ChannelOptions.Types.SocketOption.Value = 1 << 17

  /// Serves.
  ///
  /// - Parameter ready: Told of the socket's own address once it listens.
  /// - Throws: ``PreviewError`` where the address cannot be used.
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
      // Whatever waits for room in the socket fails by that.
      visit.channel.close(promise: nil)
      group.cancelAll()
    }
  }
}

/// A request, and who waits for an answer.
struct Visit: Sendable {
  var head: HTTPRequestHead
  var channel: any Channel
  /// Ends when they have gone.
  var presence: AsyncStream<Never>
}

/// Makes a visit of the first request on a connection; what follows it is not looked at.
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
    // Who has asked says nothing more.
    if idle == .write || presence == nil { context.close(promise: nil) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
