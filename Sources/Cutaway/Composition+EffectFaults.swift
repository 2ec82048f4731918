public import Composition
import GStreamer

extension Composition {
  /// Effects that are not installed, properties that they do not have, and values out of range.
  public func effectFaults() -> [Fault] {
    // An effect of ours that GStreamer refuses is then one that is not installed, which is said below.
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
    if !(isVideo ? inspection.filtersVideo : inspection.filtersAudio) {
      let kind = isVideo ? "video" : "audio"
      return [fault(path + ["element"], "'\(element)' is not a filter of raw \(kind)")]
    }
    return properties.sorted { $0.key < $1.key }.compactMap { name, value in
      let path = path + ["properties", name]
      guard inspection.properties.contains(where: { $0.name == name }) else {
        let names = inspection.properties.map(\.name).joined(separator: ", ")
        return fault(path, "'\(element)' has no property '\(name)'; it has \(names)")
      }
      return inspection.fault(of: value, for: name).map { fault(path, "'\(name)': \($0)") }
    }
  }
}
