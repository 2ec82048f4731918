import Cutaway
import TestSupport

/// The limit of concurrent exports of this process, which one test at a time may change.
enum ConcurrencyLimit {
  private static let gate = Gate(places: 1)

  /// Runs `body` while the limit is `limit`.
  ///
  /// Two tests that change it at once could wait for each other: one for a second export beside its
  /// own, the other for an export that takes the only place.
  static func with(
    _ limit: Int, _ body: @Sendable () async throws -> Void
  ) async rethrows {
    try await gate.pass {
      let before = ExportSession.concurrencyLimit
      ExportSession.concurrencyLimit = limit
      defer { ExportSession.concurrencyLimit = before }
      try await body()
    }
  }
}
