import CutawayFile
package import CutawayModel
package import CutawayRuntime

#if Filters
import CutawayImaging
import CutawayTranslation
#endif

extension Composition {
  /// The errors of the composition's effects and compositors: missing elements, elements that are
  /// none, unknown properties and values out of range.
  ///
  /// An effect has one input and one output, and preserves the number and the time stamps of
  /// frames. If the pads, the base class and the traits of an element do not guarantee this, the
  /// element is tried with a few frames: for a hundredth of a second the first time, and up to ten
  /// seconds if it hangs. An element that crashes ends the program. Blocks the calling thread.
  package func effectFaults() -> [Fault] {
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
  /// The faults of a filter and its settings.
  private func filterFaults(
    _ filter: String, isVideo: Bool, path: [String]
  ) -> [Composition.Fault] {
    func fault(_ path: [String], _ message: String) -> Composition.Fault {
      Composition.Fault(path: path, error: CompositionError(.invalidValue, message))
    }
    #if Filters
    guard isVideo else {
      return [fault(path + ["filter"], "the filter '\(filter)' is for pictures, not for sound")]
    }
    guard let effect = FilterEffect.named(filter) else {
      // Core Image's name has a prefix.
      let bare =
        filter.hasPrefix("CI")
        ? filter.dropFirst(2).prefix(1).lowercased() + filter.dropFirst(3) : filter
      let near = bare.nearest(in: FilterEffect.all.map(\.name))
      let hint = near.map { "; did you mean '\($0)'?" } ?? "; `cutaway effects` lists them"
      return [fault(path + ["filter"], FilterEffect.message(aboutUnknown: filter) + hint)]
    }
    var resolved = self
    resolved.resolveColors()
    return (resolved.chainFilter?.settings ?? []).compactMap { setting -> Composition.Fault? in
      let place = path + ["properties", setting.name]
      if case .string(let text)? = resolved.properties[setting.name],
        let form = effect.setting(named: setting.name)?.form
      {
        return fault(place, "'\(setting.name)' needs \(form), not '\(text)'")
      }
      do throws(CompositionError) {
        _ = try effect.check(setting.value, for: setting.name)
        return nil
      } catch {
        return Composition.Fault(path: place, error: error)
      }
    }
    #else
    return [fault(path + ["filter"], "this build has no filters of pictures")]
    #endif
  }

  fileprivate func faults(
    _ inspection: ElementInspection?, isVideo: Bool, path: [String]
  ) -> [Composition.Fault] {
    func fault(_ path: [String], _ message: String) -> Composition.Fault {
      Composition.Fault(path: path, error: CompositionError(.invalidValue, message))
    }
    if let filter { return filterFaults(filter, isVideo: isVideo, path: path) }
    guard let inspection else {
      #if Filters
      let hint =
        FilterEffect.named(element) == nil
        ? "" : "; '\(element)' is a filter: write 'filter: \(element)'"
      #else
      let hint = ""
      #endif
      return [
        fault(path + ["element"], "no GStreamer element called '\(element)' is installed\(hint)")
      ]
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
