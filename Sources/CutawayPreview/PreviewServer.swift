import CutawayMedia
import CutawaySystem

/// An HTTP server that answers one request per connection, until its task is cancelled.
struct PreviewServer: Sendable {
  let address: PreviewAddress
  /// Answers a request; cancelled when the client disconnects.
  let answer: @Sendable (RequestHead, Reply) async -> Void

  /// The maximum number of connections; further ones are closed.
  private static let connectionLimit = 64
  /// The maximum number of connections from one other machine.
  private static let connectionLimitOfAddress = 24
  /// A connection without a request for this long is closed, because it takes the place of another.
  private static let hesitation = Duration.seconds(5)
  /// A small send buffer: data in the kernel are already rendered, possibly for nobody.
  private static let sendBuffer: Int32 = 1 << 17
  /// The pause after a failure to accept a connection, until other connections have ended.
  private static let pause = Duration.milliseconds(100)

  /// Accepts connections and answers requests.
  ///
  /// - Parameter ready: Receives the address of the socket once it listens.
  /// - Throws: ``PreviewError`` if the address cannot be used; `CancellationError`.
  func run(ready: (TCPSocket.Address) -> Void) async throws {
    let listener = try await listen()
    if let address = listener.address { ready(address) }
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        let door = Door(
          limit: Self.connectionLimit, ofAddress: Self.connectionLimitOfAddress)
        while !Task.isCancelled {
          do {
            let connection = try await onBlockingThread { () throws(SystemError) in
              try listener.accept(sendBuffer: Self.sendBuffer)
            }
            // A connection without an address has ended.
            guard let connection, let peer = connection.peer?.host, door.enter(peer) else {
              continue
            }
            group.addTask {
              await serve(connection)
              door.leave(peer)
            }
          } catch {
            // The limit of open files is reached, or the task is cancelled.
            try? await Task.sleep(for: Self.pause)
          }
        }
      }
    } onCancel: {
      listener.shutDown()
    }
    try Task.checkCancellation()
  }

  private func listen() async throws(PreviewError) -> TCPSocket {
    let listener: TCPSocket?
    do throws(SystemError) {
      // Looking up a name may take time.
      listener = try await onBlockingThread { () throws(SystemError) in
        try TCPSocket.listening(at: address.host, port: address.port)
      }
    } catch {
      throw PreviewError(binding: address, failed: error)
    }
    guard let listener else { throw PreviewError(binding: address, failed: nil) }
    return listener
  }

  private func serve(_ connection: TCPSocket) async {
    await withTaskCancellationHandler {
      let reply = Reply(connection)
      do throws(RequestHead.Failure) {
        let head = try await onBlockingThread { () throws(RequestHead.Failure) in
          try RequestHead(from: connection, within: Self.hesitation)
        }
        await answer(head, reply, over: connection)
      } catch {
        // The client may disconnect meanwhile.
        if error == .malformed { try? await reply.send(400, "this is not a request of HTTP/1.1") }
      }
      connection.shutDown()
    } onCancel: {
      connection.shutDown()
    }
  }

  /// Answers, until the client disconnects.
  private func answer(_ head: RequestHead, _ reply: Reply, over connection: TCPSocket) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await answer(head, reply) }
      group.addTask {
        await onBlockingThread {
          // An error is an end, too. After its request a client sends nothing that matters.
          while let bytes = try? connection.receive(atMost: 4096), !bytes.isEmpty {}
        }
      }
      await group.next()
      // This makes everything fail that waits for the connection.
      connection.shutDown()
      group.cancelAll()
    }
  }
}
