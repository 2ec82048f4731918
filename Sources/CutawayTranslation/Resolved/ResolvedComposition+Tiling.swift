import CutawayModel

extension ResolvedComposition {
  /// The instructions, and default ones for the time between and after them, without gaps.
  func tiledInstructions() -> [Instruction] { composition.tiledInstructions().map(\.instruction) }
}
