public import CutawayGraph
public import CutawayModel
public import CutawayRuntime
public import Foundation

// What `localizedDescription` gives: the same words as `description`.

extension ExportError: LocalizedError {
  public var errorDescription: String? { description }
}

extension CompositionError: LocalizedError {
  public var errorDescription: String? { description }
}

extension TranslationError: LocalizedError {
  public var errorDescription: String? { description }
}

extension PipelineError: LocalizedError {
  public var errorDescription: String? { description }
}

extension PreparationError: LocalizedError {
  public var errorDescription: String? { description }
}
