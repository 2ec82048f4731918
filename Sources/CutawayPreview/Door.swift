import NIOCore
import Synchronization

/// Counts the open connections.
final class Door: Sendable {
  private let limit: Int
  private let count = Mutex(0)

  init(limit: Int) { self.limit = limit }

  /// Whether another connection is allowed, which then counts until it is closed.
  func enter(_ channel: any Channel) -> Bool {
    let hasRoom = count.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
    if hasRoom {
      channel.closeFuture.whenComplete { [self] _ in count.withLock { $0 -= 1 } }
    }
    return hasRoom
  }
}
