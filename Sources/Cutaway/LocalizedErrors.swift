public import Composition
public import Foundation
public import GStreamer
public import Translation

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
