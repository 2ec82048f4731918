package import CutawayModel
import CutawayTime

/// An instruction of a composition, or the default one where there is none.
package struct InstructionTile: Sendable {
  /// Which of the composition's instructions it is; `nil` is the default one.
  package var index: Int?
  package var instruction: Instruction
}

extension Composition {
  /// The instructions, and the default one wherever there is none, without holes.
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

  /// Every video track, the first at the bottom, each upright.
  private func defaultTile(_ range: TimeRange) -> InstructionTile {
    let layers = tracks.filter { $0.mediaType == .video }.map { track in
      Layer(track: track.id, transform: AnimatedValue(LayerTransform(.preferred)))
    }
    return InstructionTile(
      index: nil, instruction: Instruction(range: range, layers: layers.reversed()))
  }
}

extension ResolvedComposition {
  /// The instructions, and the default one wherever there is none, without holes.
  func tiledInstructions() -> [Instruction] { composition.tiledInstructions().map(\.instruction) }
}
