import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// The digest of each frame, as text that a failure prints.
func digests(_ frames: some Sequence<RawFrame>) -> [String] {
  frames.map { "\(Digest($0.bytes))" }
}

/// Seeks to random time ranges, forwards and backwards, and compares their frames.
///
/// A range has at most `longest` frames, each of the duration `frame`. `expected` has the digests of
/// all frames, from a render from the start.
func expectRandomSeeks(
  _ count: Int, ofAtMost longest: Int, in translation: Translation, frame: MediaTime,
  seed: UInt64, toShow expected: [String]
) async throws {
  var random = SeededGenerator(seed: seed)
  try await Screening.show(translation) { screening in
    for _ in 0..<count {
      let start = Int.random(in: 0..<expected.count, using: &random)
      let end = Int.random(in: start + 1...min(start + longest, expected.count), using: &random)
      let (first, last) = (frame * start, frame * end)
      let isBackward = Bool.random(using: &random)
      let shown = try await screening.frames(
        isBackward ? .init(from: last, until: first, rate: -1) : .init(from: first, until: last))
      let frames = Array(expected[start..<end])
      #expect(
        digests(shown) == (isBackward ? frames.reversed() : frames),
        "seed \(seed): \(start)..<\(end), \(isBackward ? "backwards" : "forwards")")
    }
  }
}
