public import CutawayDiagnostics
public import Foundation

extension CutawayError: LocalizedError {
  /// The text of `description`, which `localizedDescription` returns.
  public var errorDescription: String? { description }
}
