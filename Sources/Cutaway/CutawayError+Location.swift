package import CutawayDiagnostics
package import CutawayModel
package import CutawayTime

extension CutawayError {
  /// The error with a fault for what failed: the asset of a source, or an effect or a compositor.
  ///
  /// Of several assets or effects of the same kind, the first one counts.
  ///
  /// - Parameters:
  ///   - composition: The composition that was rendered.
  ///   - start: The time in the composition at which the output starts, in seconds.
  /// - Returns: The error; unchanged if something else failed.
  package func located(in composition: Composition, from start: MediaTime = .zero) -> Self {
    guard faults.isEmpty,
      let fault = sourceFault(in: composition, from: start) ?? elementFault(in: composition)
    else { return self }
    var result = self
    result.faults = [fault]
    return result
  }

  private func sourceFault(in composition: Composition, from start: MediaTime) -> Fault? {
    guard var source,
      let index = composition.assets.firstIndex(where: { $0.location == source.location })
    else { return nil }
    source.time = source.time.map { $0 + start }
    return Fault(
      path: ["assets", "\(index)"],
      error: CompositionError(
        .danglingReference, "cannot use '\(source.location)': \(source.reasonAndTimes)"),
      time: source.time)
  }

  private func elementFault(in composition: Composition) -> Fault? {
    guard let factory,
      let place = composition.placedElements.first(where: { $0.effect.element == factory })
    else { return nil }
    // The message of an export begins with the name that the element has in the graph.
    let reason = message.split(separator: "\(factory): ", maxSplits: 1).last ?? ""
    return Fault(
      path: place.path + ["element"],
      error: CompositionError(.invalidValue, "'\(factory)' fails: \(reason)"))
  }
}
