package import CutawayDiagnostics
package import CutawayModel
package import CutawayTime

extension CutawayError {
  /// The error with a fault for the asset whose source failed.
  ///
  /// - Parameters:
  ///   - composition: The composition that was rendered.
  ///   - start: The time in the composition at which the output starts, in seconds.
  /// - Returns: The error; unchanged if no source failed, or if the source is not that of an asset.
  package func located(in composition: Composition, from start: MediaTime = .zero) -> Self {
    guard faults.isEmpty, var source,
      let index = composition.assets.firstIndex(where: { $0.location == source.location })
    else { return self }
    source.time = source.time.map { $0 + start }
    var result = self
    result.faults = [
      Fault(
        path: ["assets", "\(index)"],
        error: CompositionError(
          .danglingReference, "cannot use '\(source.location)': \(source.reasonAndTimes)"),
        time: source.time)
    ]
    return result
  }
}
