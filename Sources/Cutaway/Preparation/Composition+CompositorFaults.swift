import CutawayModel
import CutawayRuntime
import Foundation

extension Composition {
  /// The errors of compositors: missing elements, elements that are not mixers, unknown properties,
  /// values out of range, animations that the element cannot have, and missing images.
  func compositorFaults(_ inspections: inout Inspections) -> [Fault] {
    var faults: [Fault] = []
    for (index, instruction) in instructions.enumerated() {
      guard let compositor = instruction.compositor else { continue }
      faults += compositor.faults(
        inspections[compositor.element], path: ["instructions", "\(index)", "compositor"])
    }
    return faults
  }
}

extension Compositor {
  fileprivate func faults(
    _ inspection: ElementInspection?, path: [String]
  ) -> [Composition.Fault] {
    func fault(_ path: [String], _ message: String) -> Composition.Fault {
      Composition.Fault(path: path, error: CompositionError(.invalidValue, message))
    }
    guard let inspection else {
      return [fault(path + ["element"], "no GStreamer element called '\(element)' is installed")]
    }
    if let obstacle = inspection.compositingObstacle {
      return [fault(path + ["element"], "'\(element)' is not a compositor: \(obstacle)")]
    }
    let hasKeyframes = inspection.properties.contains {
      $0.name == "keyframes" && $0.kind == .string
    }
    return properties.sorted { $0.key < $1.key }.compactMap { name, value in
      let path = path + ["properties", name]
      if let message = effect.message(about: value, of: name, inspection) {
        return fault(path, message)
      }
      if !hasKeyframes, case .animated(let animation) = value, animation.isChanging {
        return fault(
          path,
          "'\(name)': properties of '\(element)' cannot be animated, because it has no property "
            + "'keyframes' as the compositors of this project have")
      }
      if element == Transition.elementName(of: "luma"), name == "image",
        case .string(let file) = value, !FileManager.default.fileExists(atPath: file)
      {
        return fault(path, "there is no image '\(file)'")
      }
      return nil
    }
  }
}

extension PropertyAnimation {
  /// Whether the value is more than one from time 0 on.
  fileprivate var isChanging: Bool {
    switch self {
    case .number(let value): value.isChanging
    case .color(let value): value.isChanging
    case .point(let value): value.isChanging
    }
  }
}

extension AnimatedValue {
  fileprivate var isChanging: Bool {
    guard entries.count == 1, case .instant(let time, _)? = entries.first else { return true }
    return time > .zero
  }
}
