/// Waits until a condition holds.
///
/// The limit of two minutes is for conditions that never hold. A slow machine does not reach it.
///
/// - Parameters:
///   - what: The condition in words, for the error.
///   - condition: Whether the wait is over; it is called every few milliseconds.
/// - Throws: ``Overdue`` after the limit; the error of `condition`.
public func waitUntil(_ what: String, _ condition: () throws -> Bool) async throws {
  let limit = ContinuousClock.now + .seconds(120)
  while try !condition() {
    if ContinuousClock.now > limit { throw Overdue(condition: what) }
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// The error that a condition has not come true.
public struct Overdue: Error, CustomStringConvertible {
  public let condition: String

  public var description: String { "waited for two minutes until \(condition)" }
}
