public import Composition
public import GStreamer

/// What is known of a composition's media.
public struct MediaCatalog: Sendable {
  /// What each asset holds, of those that could be read.
  public private(set) var descriptions: [Asset.ID: MediaDescription] = [:]
  /// Why the others could not.
  public private(set) var failures: [Asset.ID: PipelineError] = [:]

  /// Opens every asset that a segment shows, two at a time.
  public init(of composition: Composition) async {
    registerElements()
    let used = Set(composition.tracks.flatMap(\.segments).compactMap(\.media?.asset))
    var waiting = composition.assets.filter { used.contains($0.id) }[...]
    let results = await withTaskGroup(
      of: (Asset.ID, Result<MediaDescription, PipelineError>).self
    ) { group in
      func startNext() {
        guard let asset = waiting.popFirst() else { return }
        group.addTask { (asset.id, describe(asset)) }
      }
      startNext()
      startNext()
      var results: [(Asset.ID, Result<MediaDescription, PipelineError>)] = []
      for await result in group {
        results.append(result)
        startNext()
      }
      return results
    }
    for (id, result) in results {
      switch result {
      case .success(let description): descriptions[id] = description
      case .failure(let error): failures[id] = error
      }
    }
  }

  /// What is wrong with the assets, at their places in the composition.
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

private func describe(_ asset: Asset) -> Result<MediaDescription, PipelineError> {
  do throws(PipelineError) {
    return .success(try MediaProbe.describe(asset.location))
  } catch {
    return .failure(error)
  }
}
