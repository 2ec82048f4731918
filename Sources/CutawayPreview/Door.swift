import Synchronization

/// Counts the open connections.
package final class Door: Sendable {
  private let limit: Int
  private let limitOfAddress: Int
  private let counts = Mutex<[String: Int]>([:])

  /// Creates a door.
  ///
  /// - Parameters:
  ///   - limit: The number of connections at once.
  ///   - limitOfAddress: The number of connections at once from an address that is not this machine's.
  package init(limit: Int, ofAddress limitOfAddress: Int) {
    (self.limit, self.limitOfAddress) = (limit, limitOfAddress)
  }

  /// Whether another connection of an address is allowed, which then counts until it leaves.
  package func enter(_ address: String) -> Bool {
    let most = address == "::1" || AccessRules.isLoopback(address) ? limit : limitOfAddress
    return counts.withLock { counts in
      let count = counts[address, default: 0]
      guard counts.values.reduce(0, +) < limit, count < most else { return false }
      counts[address] = count + 1
      return true
    }
  }

  package func leave(_ address: String) {
    counts.withLock { counts in
      let count = counts[address, default: 0] - 1
      counts[address] = count > 0 ? count : nil
    }
  }
}
