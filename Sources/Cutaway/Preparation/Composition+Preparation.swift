public import CutawayDiagnostics
import CutawayMedia
public import CutawayModel
import CutawayRuntime
public import CutawayTranslation

extension Composition {
  /// Opens the media, removes unreadable media if `onMissing` allows it, and resolves everything
  /// that the composition leaves open.
  ///
  /// - Parameters:
  ///   - maximumSize: The upper bound of the output size in pixels. A larger output is scaled down.
  ///   - renderSize: ``ExportSession/Settings/renderSize`` of the export, for which captions are laid out; `nil` is that
  ///     of the composition.
  ///   - onMissing: How to treat segments whose media cannot be read.
  ///   - policy: What the composition may read, use and cost; `nil` allows everything.
  ///   - isolation: Where the media are opened.
  ///   - onWarning: Receives a warning for each asset that is left out.
  /// - Returns: The composition with its media.
  /// - Throws: `PreparationError` with all faults.
  public func prepared(
    maximumSize: PixelSize? = nil, renderSize: PixelSize? = nil, onMissing: MissingMedia = .stop,
    policy: RenderPolicy? = nil, isolation: MediaIsolation = .none,
    onWarning: (Warning) -> Void = { _ in }
  ) async throws(PreparationError) -> ResolvedComposition {
    try await prepared(
      in: Nesting(policy: policy, isolation: isolation), maximumSize: maximumSize,
      renderSize: renderSize,
      onMissing: onMissing, onWarning: onWarning)
  }

  /// Opens the media of a composition that may be inside others, and resolves what it leaves open.
  ///
  /// With a render size, captions are laid out for that size, to which the result can be changed.
  ///
  /// - Throws: `PreparationError` with all faults.
  func prepared(
    in nesting: Nesting, cache: ProbeCache? = .shared, maximumSize: PixelSize? = nil,
    renderSize: PixelSize? = nil, onMissing: MissingMedia = .stop,
    onWarning: (Warning) -> Void = { _ in }
  ) async throws(PreparationError) -> ResolvedComposition {
    let policy = nesting.policy
    if let policy { try RenderPolicy.check(await onBlockingThread { policy.faults(in: self) }) }
    let catalog = await MediaCatalog(of: self, cache: cache, in: nesting)
    // After a cancellation, media that were not opened do not count as unreadable.
    if Task.isCancelled { throw PreparationError(.cancelled, "the preparation was cancelled") }
    let unreadable = catalog.faults(in: self)
    if !catalog.refused.isEmpty {
      throw PreparationError(
        .refused,
        listing: unreadable.filter { fault in
          fault.path.last.flatMap { Int($0) }.map { catalog.refused.contains(assets[$0].id) }
            ?? false
        })
    }
    let effects = await onBlockingThread { effectFaults() }
    if !effects.isEmpty { throw PreparationError(.invalidComposition, listing: effects) }
    var composition = await onBlockingThread { resolvingEffects() }
    if onMissing == .gap {
      for fault in unreadable {
        onWarning(
          Warning(
            .missingMedia,
            "\(fault.error.message); the segments and layers that show it are left out",
            path: fault.path))
      }
      composition.emptySegments(of: Set(catalog.failures.keys))
    } else if !unreadable.isEmpty {
      throw PreparationError(.unreadableMedia, listing: unreadable)
    }
    if case .process(let command) = nesting.isolation {
      let preparation = WorkerRequest.Preparation(
        composition: composition, maximumSize: maximumSize, renderSize: renderSize,
        onMissing: onMissing)
      return try await prepared(
        isolating: preparation, by: command, policy, onWarning: onWarning)
    }
    composition = try await composition.resolvingCaptions(
      in: composition.renderSize(catalog.descriptions), for: renderSize,
      without: Set(catalog.failures.keys),
      onMissing: onMissing, onWarning: onWarning)
    #if Overlays
    try await composition.checkLayers(media: catalog.descriptions, onWarning: onWarning)
    #endif
    let resolved = try composition.resolved(
      media: catalog.descriptions, maximumSize: maximumSize)
    if let policy { try RenderPolicy.check(await onBlockingThread { policy.faults(in: resolved) }) }
    return try await resolved.listeningToTriggers().measuringWaveforms()
  }

  /// Resolves what the composition leaves open from the properties of its media.
  func resolved(
    media: [Asset.ID: MediaDescription], maximumSize: PixelSize?
  ) throws(PreparationError) -> ResolvedComposition {
    do throws(TranslationError) {
      return try ResolvedComposition(self, media: media, maximumSize: maximumSize).knowingElements
    } catch {
      throw PreparationError(.invalidComposition, listing: error.faults)
    }
  }
}
