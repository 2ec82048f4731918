import Cutaway

// The code of docs/preview.md.

func play(_ edit: ResolvedComposition, replacedBy other: ResolvedComposition) async throws {
  let player = Player(edit, output: SinkOutput())
  async let end: Void = player.run { event in print(event) }
  player.shuttle(.backward)
  await player.seek(to: MediaTime(12), toleranceBefore: MediaTime(1), toleranceAfter: MediaTime(1))
  let isShown = await player.seek(to: MediaTime(20))
  print(isShown)
  player.requestSeek(to: MediaTime(0))
  player.replace(with: other)
  player.toggleTimeline()
  try await end
}
