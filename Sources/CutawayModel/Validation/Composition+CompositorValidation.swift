import CutawayTime

extension Composition {
  /// The faults of an instruction's compositor that can be found without the element.
  func compositorFaults(of instruction: Instruction, path: [String]) -> [Fault] {
    guard let compositor = instruction.compositor else { return [] }
    if instruction.layers.isEmpty {
      return [fault(path, .emptyRange, "the instruction has no layers that it could combine")]
    }
    var faults: [Fault] = []
    let repeated = Set(duplicates(compositor.tracks))
    for (index, track) in compositor.tracks.enumerated() {
      if repeated.contains(index) {
        faults.append(
          fault(path + ["tracks", "\(index)"], .overlap, "the track '\(track)' is listed twice"))
      } else if !instruction.layers.contains(where: { $0.track == track }) {
        faults.append(
          fault(
            path + ["tracks", "\(index)"], .danglingReference,
            "the track '\(track)' is no layer of the instruction"))
      }
    }
    if compositor.frames == .source {
      let inputs = Set(instruction.compositorTracks)
      for layer in instruction.layers where inputs.contains(layer.track) && layer.isPlaced {
        faults.append(
          fault(
            path + ["frames"], .invalidValue,
            "with 'frames: source', the layer of '\(layer.track)' has no transform, opacity or crop"
          ))
      }
    }
    return faults
  }
}

extension Layer {
  /// Whether the layer has a transform, a crop or an opacity of its own.
  fileprivate var isPlaced: Bool {
    !transform.isAlways(LayerTransform()) || !opacity.isAlways(1) || !crop.entries.isEmpty
  }
}
