public import CutawayModel
import CutawayRuntime
public import CutawayTranslation

extension RenderPolicy {
  /// Throws the faults that a policy has found, if there are any.
  static func check(_ faults: [Composition.Fault]) throws(PreparationError) {
    if !faults.isEmpty { throw PreparationError(.refused, listing: faults) }
  }

  /// What a composition may not do, without opening its media.
  ///
  /// - Returns: The faults; those of a composition that may be rendered are empty.
  public func faults(in composition: Composition) -> [Composition.Fault] {
    // The properties of the effects of Cutaway are known when they are registered. If GStreamer refuses
    // one, all of its properties count as texts.
    try? registerElements()
    let ofAssets = composition.assets.enumerated().compactMap { index, asset in
      refusal(of: asset).map {
        Composition.Fault.refused(
          ["assets", "\(index)"], "cannot use '\(asset.location)': \($0)")
      }
    }
    let ofFonts = composition.fonts.files.enumerated().compactMap { index, file in
      refusal(of: file).map {
        Composition.Fault.refused(["fonts", "files", "\(index)"], "cannot use '\(file)': \($0)")
      }
    }
    let ofElements = composition.placedElements.flatMap { faults(of: $0.effect, $0.path) }
    return ofAssets + ofFonts + ofElements + limits.faults(of: composition)
  }

  /// What a composition may not do, given the properties of its media.
  public func faults(in resolved: ResolvedComposition) -> [Composition.Fault] {
    let composition = resolved.composition
    let ofSources = composition.assets.enumerated().flatMap { index, asset in
      // A generated picture has the size of the output, which has a limit of its own.
      (asset.generator == nil ? resolved.media[asset.id]?.videoTracks ?? [] : []).flatMap { video in
        limits.faults(
          of: video.size, in: limits.sourceSize, ["assets", "\(index)"], "'\(asset.location)'")
      }
    }
    let ofSounds = composition.assets.enumerated().flatMap { index, asset in
      (resolved.media[asset.id]?.audioTracks ?? []).flatMap { sound in
        limits.faults(of: sound, ["assets", "\(index)"], "'\(asset.location)'")
      }
    }
    return ofSources + ofSounds + faultsOfEdits(in: resolved)
      + limits.faults(of: resolved.outputSize, in: limits.size, ["render"], "the picture")
      + limits.faults(ofFrameDuration: resolved.frameDuration)
  }

  /// Edits inside that were not checked, or that play more tracks than several full compositions.
  private func faultsOfEdits(in resolved: ResolvedComposition) -> [Composition.Fault] {
    resolved.composition.assets.enumerated().compactMap { index, asset in
      guard let edit = resolved.media[asset.id]?.edit else { return nil }
      let path = ["assets", "\(index)"]
      if edit.policy as? RenderPolicy != self {
        return .refused(path, "the composition '\(asset.id)' was opened without the policy")
      }
      let limit = 8 * limits.layers, count = edit.trackCount
      return count <= limit
        ? nil
        : .refused(
          path,
          "the composition '\(asset.id)' plays \(count) tracks, with all inside it; the policy "
            + "allows \(limit)")
    }
  }

  /// Whether an element and the files that its properties name are allowed.
  private func faults(of effect: Effect, _ path: [String]) -> [Composition.Fault] {
    let isKnownAsSafe =
      elements.isSuperset(of: Self.usualElements)
      && ElementCatalog.known[effect.element].contains(.safe)
    guard elements.contains(effect.element) || isKnownAsSafe else {
      return [
        .refused(
          path + ["element"], "the policy does not allow the element '\(effect.element)'")
      ]
    }
    let inspection = ElementInspection(effect.element)
    return effect.properties.sorted { $0.key < $1.key }.compactMap { name, value in
      let place = path + ["properties", name]
      let isText =
        inspection?.properties.contains { $0.name == name && $0.kind.isText } != false
      guard isText else { return nil }
      guard fileProperties.contains("\(effect.element).\(name)") else {
        return .refused(
          place, "the policy does not allow '\(name)' of '\(effect.element)', which is a text")
      }
      guard case .string(let file) = value, let reason = refusal(of: file) else { return nil }
      return .refused(place, "cannot use '\(file)': \(reason)")
    }
  }
}

extension ElementInspection.Kind {
  /// Whether values may be anything, such as the name of a file.
  fileprivate var isText: Bool {
    switch self {
    case .string, .other: true
    case .bool, .int, .double, .choice: false
    }
  }
}

extension RenderPolicy.Limits {
  /// The faults of the sound of an asset.
  fileprivate func faults(
    of sound: MediaDescription.Audio, _ path: [String], _ name: String
  ) -> [Composition.Fault] {
    [
      ("samples per second", sound.sampleRate, sampleRate), ("channels", sound.channels, channels),
    ].filter { $0.1 > $0.2 }.map { what, found, limit in
      .refused(path, "\(name) has \(found) \(what); the policy allows \(limit)")
    }
  }
}
