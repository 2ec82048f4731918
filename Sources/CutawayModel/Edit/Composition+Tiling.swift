import CutawayTime

/// An instruction of a composition, or a default one for time that no instruction covers.
package struct InstructionTile: Sendable {
  /// The index of the instruction in the composition; `nil` for a default one.
  package var index: Int?
  /// The instruction, with its own range and layers.
  package var instruction: Instruction
}

extension Composition {
  /// The instructions, and default ones for the time between and after them, without gaps.
  package func tiledInstructions() -> [InstructionTile] {
    var result: [InstructionTile] = [], end = MediaTime.zero
    for (index, instruction) in instructions.enumerated() where instruction.range.start < duration {
      if instruction.range.start > end {
        result.append(defaultTile(TimeRange(start: end, end: instruction.range.start)))
      }
      result.append(InstructionTile(index: index, instruction: instruction))
      end = instruction.range.end
    }
    if end < duration { result.append(defaultTile(TimeRange(start: end, end: duration))) }
    return result
  }

  /// All video tracks, the first at the bottom, each with its preferred transform.
  private func defaultTile(_ range: TimeRange) -> InstructionTile {
    let layers = tracks.filter { $0.mediaType == .video }.map { track in
      Layer(track: track.id, transform: AnimatedValue(LayerTransform(.preferred)))
    }
    return InstructionTile(
      index: nil, instruction: Instruction(range: range, layers: layers.reversed()))
  }
}
