public import CutawayDiagnostics
import CutawayMedia
public import CutawayModel
import CutawayRuntime
import CutawayTime

/// The properties of a composition's media.
public struct MediaCatalog: Sendable, Codable {
  /// The contents of each asset that could be read.
  public private(set) var descriptions: [Asset.ID: MediaDescription] = [:]
  /// The errors of the assets that could not be read.
  public private(set) var failures: [Asset.ID: PipelineError] = [:]

  /// Opens every asset that a segment or an overlay uses, two at a time, except those in the cache.
  ///
  /// - Parameters:
  ///   - composition: The composition whose assets are opened.
  ///   - cache: The results of earlier probes; `nil` opens every asset. A worker process has its own.
  ///   - isolation: Where the assets are opened.
  public init(
    of composition: Composition, cache: ProbeCache? = .shared, isolation: MediaIsolation = .none
  ) async {
    self = await Self(
      of: composition, cache: cache, in: Nesting(policy: nil, isolation: isolation))
  }

  /// Opens assets, two at a time, except those in the cache.
  ///
  /// - Parameters:
  ///   - assets: The assets, each with a name of its own.
  ///   - cache: The results of earlier probes; `nil` opens every asset. A worker process has its own.
  ///   - isolation: Where the assets are opened.
  public init(
    of assets: [Asset], cache: ProbeCache? = .shared, isolation: MediaIsolation = .none
  ) async {
    self = await Self(of: assets, cache: cache, in: Nesting(policy: nil, isolation: isolation))
  }

  /// Opens the assets of a composition that may be inside others.
  init(of composition: Composition, cache: ProbeCache?, in nesting: Nesting) async {
    self = await onBlockingThreads { await Self(opening: composition, cache, nesting) }
  }

  /// Opens assets of a composition that may be inside others.
  init(of assets: [Asset], cache: ProbeCache?, in nesting: Nesting) async {
    self = await onBlockingThreads { await Self(opening: assets, cache, nesting) }
  }

  /// The assets that are compositions which the policy does not allow.
  var refused: Set<Asset.ID> {
    Set(failures.filter(\.value.isRefusal).keys)
  }

  private init(opening composition: Composition, _ cache: ProbeCache?, _ nesting: Nesting) async {
    let shown = composition.placedLayers.flatMap { _, layer in
      layer.images + layer.captions + layer.waveforms.compactMap(\.asset)
    }.map { Asset.ID($0) }
    let used = Set(composition.tracks.flatMap(\.segments).compactMap(\.media?.asset) + shown)
    await self.init(opening: composition.assets.filter { used.contains($0.id) }, cache, nesting)
  }

  private init(opening assets: [Asset], _ cache: ProbeCache?, _ nesting: Nesting) async {
    self.init()
    if case .process(let command) = nesting.isolation {
      await open(assets, inWorkersOf: command, nesting)
      return
    }
    do throws(PipelineError) {
      try registerElements()
    } catch {
      for asset in assets { failures[asset.id] = error }
      return
    }
    var waiting: [Asset] = []
    for asset in assets {
      if let generator = asset.generator {
        // A composition replaces the size and the rate by its own.
        descriptions[asset.id] = generator.description(
          size: PixelSize(width: 1920, height: 1080), frameDuration: MediaTime(1, over: 30))
        continue
      }
      let file = cache == nil ? nil : FileIdentity(location: asset.location)
      if let file, let known = cache?.description(of: file), !MediaIndex.lacksPackets(of: file) {
        descriptions[asset.id] = known
      } else {
        waiting.append(asset)
      }
    }
    if waiting.isEmpty { return }
    for (id, result) in await probe(waiting[...], cache, nesting) {
      switch result {
      case .success(let description): descriptions[id] = description
      case .failure(let error): failures[id] = error
      }
    }
    cache?.prune()
  }

  init() {}

  /// Adds the results of other assets.
  mutating func merge(_ other: MediaCatalog) {
    descriptions.merge(other.descriptions) { _, new in new }
    failures.merge(other.failures) { _, new in new }
  }

  /// Adds the failure of an asset.
  mutating func fail(_ asset: Asset, _ error: PipelineError) { failures[asset.id] = error }

  /// The errors of unreadable assets, each with the path of the asset in the composition.
  public func faults(in composition: Composition) -> [Composition.Fault] {
    composition.assets.enumerated().compactMap { index, asset in
      guard let failure = failures[asset.id] else { return nil }
      return Composition.Fault(
        path: ["assets", "\(index)"],
        error: CompositionError(
          .danglingReference, "cannot use '\(asset.location)': \(failure.message)"))
    }
  }
}

private typealias Probed = (id: Asset.ID, result: Result<MediaDescription, PipelineError>)

private func probe(
  _ assets: ArraySlice<Asset>, _ cache: ProbeCache?, _ nesting: Nesting
) async -> [Probed] {
  var waiting = assets
  return await withTaskGroup(of: Probed.self) { group in
    func startNext() {
      guard let asset = waiting.popFirst() else { return }
      group.addTask { (asset.id, await describe(asset, cache, nesting)) }
    }
    startNext()
    startNext()
    var results: [Probed] = []
    for await result in group {
      results.append(result)
      startNext()
    }
    return results
  }
}

private func describe(
  _ asset: Asset, _ cache: ProbeCache?, _ nesting: Nesting
) async -> Result<MediaDescription, PipelineError> {
  do throws(PipelineError) {
    return .success(try await asset.described(cache: cache, in: nesting))
  } catch {
    return .failure(error)
  }
}

extension Asset {
  /// Reads the properties of the media, or takes them from a cache, in which it stores them.
  ///
  /// - Throws: `PipelineError` if the media cannot be read.
  package func described(
    cache: ProbeCache? = .shared, policy: RenderPolicy? = nil
  ) async throws(PipelineError) -> MediaDescription {
    try await described(cache: cache, in: Nesting(policy: policy))
  }

  /// Reads the properties of the media of a composition that may be inside others.
  fileprivate func described(
    cache: ProbeCache?, in nesting: Nesting
  ) async throws(PipelineError) -> MediaDescription {
    try registerElements()
    if isEdit { return try await openedEdit(in: nesting, cache: cache) }
    if let imageSeries { return try await MediaDescription(probing: imageSeries) }
    // Identified before it is probed: if the file changes meanwhile, the record does not match it.
    let file = FileIdentity(location: location)
    if let file, let known = cache?.description(of: file) {
      await MediaProbe.readPackets(of: location, records: cache)
      return known
    }
    let description = try await MediaDescription(probing: location, records: cache)
    if let file { cache?.store(description, of: file) }
    return description
  }
}

extension PipelineError {
  /// Whether the file is a composition that a policy does not allow.
  package var isRefusal: Bool { faults.contains { $0.error.code == .refused } }
}
