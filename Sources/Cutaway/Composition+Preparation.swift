public import CutawayGraph
public import CutawayModel
import CutawayRuntime

/// The reason why a composition cannot be played or exported.
public struct PreparationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a ``PreparationError``.
  ///
  /// Later versions may add kinds.
  public struct Code: Sendable, Hashable {
    private let name: String

    /// The composition contradicts itself or its media.
    public static let invalidComposition = Code(name: "invalidComposition")
    /// Media are missing or cannot be read.
    public static let unreadableMedia = Code(name: "unreadableMedia")
    /// The task was cancelled.
    public static let cancelled = Code(name: "cancelled")
  }

  /// The kind of failure, for programs.
  public var code: Code
  /// What is wrong, and where in the composition.
  public var faults: [Composition.Fault]

  /// The messages of all ``faults``, one per line.
  public var description: String {
    code == .cancelled
      ? "it was cancelled" : faults.map(\.error.message).joined(separator: "\n")
  }
}

extension Composition {
  /// Opens the media, removes unreadable media if `onMissing` allows it, and resolves everything
  /// that the composition leaves open.
  ///
  /// - Parameters:
  ///   - maximumSize: The upper bound of the output size in pixels. A larger output is scaled down.
  ///   - onMissing: How to treat segments whose media cannot be read.
  ///   - warn: Receives a message for each asset that is left out.
  /// - Returns: The composition with its media.
  /// - Throws: `PreparationError` with all faults.
  public func prepared(
    maximumSize: PixelSize? = nil, onMissing: MissingMedia = .stop,
    warning warn: (String) -> Void = { _ in }
  ) async throws(PreparationError) -> ResolvedComposition {
    let catalog = await MediaCatalog(of: self)
    // After a cancellation, media that were not opened do not count as unreadable.
    if Task.isCancelled { throw PreparationError(code: .cancelled, faults: []) }
    let unreadable = catalog.faults(in: self)
    let effects = await onBlockingThread { effectFaults() }
    if !effects.isEmpty { throw PreparationError(code: .invalidComposition, faults: effects) }
    var composition = self
    if onMissing == .gap {
      for fault in unreadable {
        warn("\(fault.error.message); the segments that show it are left out")
      }
      composition.emptySegments(of: Set(catalog.failures.keys))
    } else if !unreadable.isEmpty {
      throw PreparationError(code: .unreadableMedia, faults: unreadable)
    }
    return try await composition.resolved(
      media: catalog.descriptions, maximumSize: maximumSize
    ).listeningToTriggers()
  }

  /// Resolves what the composition leaves open from the properties of its media.
  func resolved(
    media: [Asset.ID: MediaDescription], maximumSize: PixelSize?
  ) throws(PreparationError) -> ResolvedComposition {
    do throws(TranslationError) {
      return try ResolvedComposition(self, media: media, maximumSize: maximumSize)
    } catch {
      throw PreparationError(code: .invalidComposition, faults: error.faults)
    }
  }
}
