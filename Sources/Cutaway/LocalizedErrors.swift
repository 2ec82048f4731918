public import CutawayGraph
public import CutawayModel
public import CutawayRuntime
public import Foundation

// `localizedDescription` is the same text as `description`.

extension ExportError: LocalizedError {
  /// The text of `description`.
  public var errorDescription: String? { description }
}

extension CompositionError: LocalizedError {
  /// The text of `description`.
  public var errorDescription: String? { description }
}

extension TranslationError: LocalizedError {
  /// The text of `description`.
  public var errorDescription: String? { description }
}

extension PipelineError: LocalizedError {
  /// The text of `description`.
  public var errorDescription: String? { description }
}

extension PreparationError: LocalizedError {
  /// The text of `description`.
  public var errorDescription: String? { description }
}
