public import CutawayModel
package import CutawayRuntime

extension Composition {
  /// The errors of the composition's effects: missing elements, elements that are not effects,
  /// unknown properties and values out of range.
  ///
  /// An effect has one input and one output, and preserves the number and the time stamps of
  /// frames. If the pads and the base class of an element do not guarantee this, a separate process
  /// tries the element. A trial takes a tenth of a second the first time, and up to ten seconds for
  /// an element that hangs. Blocks the calling thread.
  public func effectFaults() -> [Fault] {
    // If GStreamer refuses an effect of Cutaway, the effect counts as not installed, which is
    // reported below.
    try? registerElements()
    var known: [String: ElementInspection?] = [:]
    func inspect(_ name: String) -> ElementInspection? {
      if let found = known[name] { return found }
      let inspection = ElementInspection(name)
      known[name] = .some(inspection)
      return inspection
    }
    return placedEffects.flatMap { place in
      place.effect.faults(inspect(place.effect.element), isVideo: place.isVideo, path: place.path)
    }
  }

  private struct Place {
    var effect: Effect
    var isVideo: Bool
    var path: [String]
  }

  private var placedEffects: [Place] {
    func places(_ effects: [Effect], isVideo: Bool, path: [String]) -> [Place] {
      effects.enumerated().map { index, effect in
        Place(effect: effect, isVideo: isVideo, path: path + ["effects", "\(index)"])
      }
    }
    let ofTracks = tracks.enumerated().flatMap { index, track in
      places(track.effects, isVideo: track.mediaType == .video, path: ["tracks", "\(index)"])
    }
    let ofLayers = instructions.enumerated().flatMap { index, instruction in
      instruction.layers.enumerated().flatMap { number, layer in
        places(
          layer.effects, isVideo: true,
          path: ["instructions", "\(index)", "layers", "\(number)"])
      }
    }
    return ofTracks + ofLayers + places(effects, isVideo: true, path: [])
  }
}

extension ElementInspection {
  /// The installed video effects, in alphabetical order.
  package static func videoEffects() -> [ElementInspection] {
    videoFilters().filter { filter in
      EffectTrial(Effect(element: filter.name), filter, as: .video)?.fault() == nil
    }
  }
}

extension Effect {
  fileprivate func faults(
    _ inspection: ElementInspection?, isVideo: Bool, path: [String]
  ) -> [Composition.Fault] {
    func fault(_ path: [String], _ message: String) -> Composition.Fault {
      Composition.Fault(path: path, error: CompositionError(.invalidValue, message))
    }
    guard let inspection else {
      return [fault(path + ["element"], "no GStreamer element called '\(element)' is installed")]
    }
    let medium: ElementInspection.Medium = isVideo ? .video : .audio
    if let obstacle = inspection.obstacle(toFiltering: medium) {
      return [fault(path + ["element"], "'\(element)' is not an effect: \(obstacle)")]
    }
    let faults = properties.sorted { $0.key < $1.key }.compactMap { name, value in
      let path = path + ["properties", name]
      guard inspection.properties.contains(where: { $0.name == name }) else {
        let names = inspection.properties.map(\.name).joined(separator: ", ")
        return fault(path, "'\(element)' has no property '\(name)'; it has \(names)")
      }
      return inspection.fault(of: value, for: name).map { fault(path, "'\(name)': \($0)") }
    }
    if !faults.isEmpty { return faults }
    return EffectTrial(self, inspection, as: medium)?.fault().map {
      [fault(path + ["element"], "'\(element)' is not an effect: in a trial, \($0)")]
    } ?? []
  }
}
