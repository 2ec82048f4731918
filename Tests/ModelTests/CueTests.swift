import CutawayModel
import CutawayTime
import Testing

/// The cues of subtitle tracks.
struct CueTests {
  private func time(_ milliseconds: Int) -> MediaTime { MediaTime(Int64(milliseconds), over: 1000) }

  private func range(_ start: Int, _ end: Int) -> TimeRange {
    TimeRange(start: time(start), end: time(end))
  }

  private func track(_ parts: [(source: TimeRange, target: TimeRange)]) throws -> Track {
    var segments: [Segment] = []
    for part in parts {
      let end = segments.last?.target.end ?? .zero
      if part.target.start > end {
        segments.append(Segment(target: TimeRange(start: end, end: part.target.start)))
      }
      segments.append(Segment(target: part.target, media: .init(asset: "s", source: part.source)))
    }
    return try Track(id: "t", mediaType: .subtitle, segments: segments)
  }

  @Test func `cues move with their segment and are cut at its ends`() throws {
    let track = try track([(range(1000, 3000), range(500, 2500))])
    let cues = [
      TextCue(range(0, 1000), "before"), TextCue(range(500, 1500), "across the start"),
      TextCue(range(1600, 1700), "inside"), TextCue(range(2900, 4000), "across the end"),
      TextCue(range(3000, 3100), "after"),
    ]
    #expect(
      track.cues { _ in cues } == [
        TextCue(range(500, 1000), "across the start"), TextCue(range(1100, 1200), "inside"),
        TextCue(range(2400, 2500), "across the end"),
      ])
  }

  @Test func `a change of speed stretches the times of cues`() throws {
    let track = try track([(range(0, 2000), range(0, 500))])
    #expect(
      track.cues { _ in [TextCue(range(400, 1200), "x")] } == [TextCue(range(100, 300), "x")])
  }

  @Test func `a cue stays whole across a continuous cut and is split at any other cut`() throws {
    let cues = [TextCue(range(500, 1500), "x")]
    let joined = try track([
      (range(0, 1000), range(0, 1000)), (range(1000, 2000), range(1000, 1500)),
    ])
    #expect(joined.cues { _ in cues } == [TextCue(range(500, 1250), "x")])
    let jumping = try track([
      (range(0, 1000), range(0, 1000)), (range(600, 1000), range(1000, 1400)),
    ])
    #expect(
      jumping.cues { _ in cues } == [
        TextCue(range(500, 1000), "x"), TextCue(range(1000, 1400), "x"),
      ])
  }

  @Test func `cues outside a range are left out, and times count from its start`() {
    let cues = [
      TextCue(range(0, 900), "a"), TextCue(range(800, 1200), "b"), TextCue(range(2000, 2100), "c"),
    ]
    #expect(cues.clipped(to: range(900, 2000)) == [TextCue(range(0, 300), "b")])
  }

  @Test func `overlapping cues are merged into one with several lines`() {
    let cues = [
      TextCue(range(0, 1000), "a"), TextCue(range(500, 800), "b"), TextCue(range(700, 1500), "c"),
    ]
    #expect(
      cues.withoutOverlaps() == [
        TextCue(range(0, 500), "a"), TextCue(range(500, 700), "a\nb"),
        TextCue(range(700, 800), "a\nb\nc"), TextCue(range(800, 1000), "a\nc"),
        TextCue(range(1000, 1500), "c"),
      ])
  }

  /// At every time, the texts are those of the source at the time to which the segment maps it,
  /// whatever the cuts, gaps and speeds are.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `at each time the track shows the cues of its source`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let cues = (0..<Int.random(in: 0..<12, using: &random)).map { index in
      let start = Int.random(in: 0..<4000, using: &random)
      return TextCue(range(start, start + 1 + Int.random(in: 0..<1500, using: &random)), "\(index)")
    }.sorted { $0.range.start < $1.range.start }
    var parts: [(source: TimeRange, target: TimeRange)] = [], end = 0, sourceEnd = 0
    for _ in 0..<1 + Int.random(in: 0..<6, using: &random) {
      end +=
        Int.random(in: 0..<3, using: &random) == 0 ? 100 * Int.random(in: 0..<5, using: &random) : 0
      // Half of the segments continue where the previous one ends.
      let source =
        Int.random(in: 0..<2, using: &random) == 0
        ? sourceEnd : Int.random(in: 0..<4000, using: &random)
      sourceEnd = source + 1 + Int.random(in: 0..<1500, using: &random)
      let length =
        Int.random(in: 0..<2, using: &random) == 0
        ? sourceEnd - source : 1 + Int.random(in: 0..<2000, using: &random)
      parts.append((range(source, sourceEnd), range(end, end + length)))
      end += length
    }
    let track = try track(parts)
    let shown = track.cues { _ in cues }
    #expect(shown.map(\.range.start) == shown.map(\.range.start).sorted())
    let flat = shown.withoutOverlaps()
    #expect(zip(flat, flat.dropFirst()).allSatisfy { $0.range.end <= $1.range.start })
    for instant in stride(from: 0, to: end + 200, by: 7) {
      let instant = time(instant) + MediaTime(1, over: 3000)
      let expected: [String] =
        track.segment(at: instant)?.mapping.map { mapping in
          let source = mapping.sourceTime(at: instant)
          return cues.filter { $0.range.contains(source) }.map(\.text)
        } ?? []
      #expect(shown.filter { $0.range.contains(instant) }.map(\.text).sorted() == expected.sorted())
      let lines = flat.first { $0.range.contains(instant) }?.text.split(separator: "\n") ?? []
      #expect(lines.map(String.init).sorted() == expected.sorted())
    }
  }

  @Test func `a subtitle track cannot have effects, be a layer or be mixed`() throws {
    var composition = Composition(assets: [Asset(id: "s", location: "s.srt")])
    composition.tracks = [try track([(range(0, 1000), range(0, 1000))])]
    #expect(composition.faults().isEmpty)
    composition.tracks[0].effects = [Effect(element: "vignette")]
    composition.instructions = [
      Instruction(range: range(0, 1000), layers: [Layer(track: "t")])
    ]
    composition.audioMix = [AudioMixParameters(track: "t")]
    #expect(composition.faults().map(\.path.first) == ["tracks", "instructions", "audioMix"])
  }
}
