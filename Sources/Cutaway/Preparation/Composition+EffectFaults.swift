public import CutawayModel
package import CutawayRuntime

extension Composition {
  /// The errors of the composition's effects and compositors: missing elements, elements that are
  /// none, unknown properties and values out of range.
  ///
  /// An effect has one input and one output, and preserves the number and the time stamps of
  /// frames. If the pads, the base class and the traits of an element do not guarantee this, the
  /// element is tried with a few frames: for a hundredth of a second the first time, and up to ten
  /// seconds if it hangs. An element that crashes ends the program. Blocks the calling thread.
  public func effectFaults() -> [Fault] {
    // If GStreamer refuses an effect of Cutaway, the effect counts as not installed, which is
    // reported below.
    try? registerElements()
    var inspections = Inspections()
    return placedEffects.flatMap { place in
      place.effect.faults(
        inspections[place.effect.element], isVideo: place.isVideo, path: place.path)
    } + compositorFaults(&inspections)
  }

  struct Place {
    var effect: Effect
    var isVideo: Bool
    var path: [String]
  }

  /// All effects and compositors, with their paths.
  var placedElements: [Place] {
    placedEffects
      + instructions.enumerated().compactMap { index, instruction in
        instruction.compositor.map {
          Place(
            effect: $0.effect, isVideo: true, path: ["instructions", "\(index)", "compositor"])
        }
      }
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
      message(about: value, of: name, inspection).map { fault(path + ["properties", name], $0) }
    }
    if !faults.isEmpty { return faults }
    let tried = atStart.resolved(by: inspection)
    return EffectTrial(tried, inspection, as: medium)?.fault().map {
      [fault(path + ["element"], "'\(element)' is not an effect: in a trial, \($0)")]
    } ?? []
  }

  /// The fault of a property; `nil` if the element accepts the value.
  func message(
    about value: Value, of name: String, _ inspection: ElementInspection
  ) -> String? {
    if let numbers = value.numbers(for: name, of: inspection) {
      return numbers.sorted { $0.key < $1.key }.lazy.compactMap { name, value in
        inspection.fault(of: value, for: name).map { "'\(name)': \($0)" }
      }.first
    }
    if case .animated(let animation) = value {
      return inspection.fault(of: animation, named: name)
    }
    guard inspection.properties.contains(where: { $0.name == name }) else {
      let names = inspection.properties.map(\.name).joined(separator: ", ")
      return "'\(element)' has no property '\(name)'; it has \(names)"
    }
    return inspection.fault(of: value, for: name).map { "'\(name)': \($0)" }
  }
}
