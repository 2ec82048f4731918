import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// How the picture is divided into chunks, and chunks into parts.
@Suite struct ChunkTests {
  private func borders(
    _ count: Int64, length: Int64 = 300, reach: Int64 = 90, cuts: [Int64] = [],
    undivided: [Range<Int64>] = []
  ) -> [Range<Int64>] {
    ChunkBorders(
      frameCount: count, length: length, reach: reach, cuts: cuts, undivided: undivided
    ).chunks
  }

  @Test func `borders lie at each multiple of the length`() {
    #expect(borders(1000) == [0..<300, 300..<600, 600..<900, 900..<1000])
  }

  @Test func `a short rest belongs to the last chunk`() {
    #expect(borders(689) == [0..<300, 300..<689])
    #expect(borders(690) == [0..<300, 300..<600, 600..<690])
  }

  @Test func `a border moves to the nearest cut in reach`() {
    #expect(borders(900, cuts: [209, 391, 620]) == [0..<300, 300..<620, 620..<900])
    #expect(borders(900, cuts: [210, 391]) == [0..<210, 210..<600, 600..<900])
    // Of two cuts at the same distance, the earlier one.
    #expect(borders(600, cuts: [290, 310]) == [0..<290, 290..<600])
  }

  @Test func `no border divides a range that one pipeline must render`() {
    #expect(borders(1200, undivided: [250..<700]) == [0..<900, 900..<1200])
    #expect(
      borders(1200, cuts: [250, 700], undivided: [250..<700])
        == [0..<250, 250..<900, 900..<1200])
    #expect(borders(900, undivided: [0..<900]) == [0..<900])
  }

  @Test(arguments: 0..<200)
  func `chunks cover all frames once`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int64.random(in: 1...5_000, using: &random)
    let length = Int64.random(in: 1...700, using: &random)
    let cuts = (0..<Int.random(in: 0...40, using: &random)).map { _ in
      Int64.random(in: 0...count, using: &random)
    }
    var undivided: [Range<Int64>] = [], start: Int64 = 0
    while start < count, undivided.count < 3 {
      let first = start + Int64.random(in: 0...count, using: &random)
      let end = first + Int64.random(in: 1...600, using: &random)
      undivided.append(first..<end)
      start = end + 1
    }
    let reach = length * 3 / 10
    let chunks = borders(
      count, length: length, reach: reach, cuts: Set(cuts).sorted(), undivided: undivided)
    #expect(chunks.first?.lowerBound == 0 && chunks.last?.upperBound == count)
    #expect(zip(chunks, chunks.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    #expect(chunks.allSatisfy { !$0.isEmpty })
    for border in chunks.dropFirst().map(\.lowerBound) {
      #expect(!undivided.contains { $0.lowerBound < border && border < $0.upperBound })
      let near = (border + length / 2) / length * length
      #expect(abs(border - near) <= reach)
    }
  }

  @Test(arguments: 0..<100)
  func `parts have the smallest possible greatest weight`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let weights = (0..<Int.random(in: 1...9, using: &random)).map { _ in
      Int64.random(in: 0...20, using: &random)
    }
    let chunks = weights.enumerated().map { index, weight in
      RenderChunk(frames: Int64(index)..<Int64(index) + 1, weight: weight)
    }
    let count = Int.random(in: 1...12, using: &random)
    let parts = chunks.balanced(into: count)
    #expect(parts.count == count)
    #expect(parts.flatMap { Array($0) } == Array(weights.indices))
    #expect(parts.count { !$0.isEmpty } == min(count, weights.count))
    let greatest = parts.map { weights[$0].reduce(0, +) }.max()
    #expect(greatest == Self.best(weights[...], count))
  }

  /// The smallest greatest weight of all divisions, by trying each of them.
  private static func best(_ weights: ArraySlice<Int64>, _ count: Int) -> Int64 {
    if weights.isEmpty { return 0 }
    if count == 1 { return weights.reduce(0, +) }
    return (1...weights.count).map { length in
      max(weights.prefix(length).reduce(0, +), best(weights.dropFirst(length), count - 1))
    }.min() ?? 0
  }

  // MARK: Compositions

  private let media: [Asset.ID: MediaDescription] = [
    "film": MediaDescription(
      duration: MediaTime(100), container: nil,
      videoTracks: [
        .init(size: PixelSize(width: 320, height: 180), frameDuration: MediaTime(1, over: 30))
      ], audioTracks: [])
  ]

  /// A film with cuts at some times in seconds.
  private func composition(_ cuts: [Int64]) throws -> Composition {
    let edges = cuts.map { MediaTime($0) }
    return Composition(
      assets: [Asset(id: "film", location: "a.mp4")],
      tracks: [
        try Track(
          id: "v", mediaType: .video,
          segments: zip(edges, edges.dropFirst()).map { start, end in
            let range = TimeRange(start: start, end: end)
            return Segment(target: range, media: .init(asset: "film", source: range))
          })
      ])
  }

  private func seconds(_ composition: Composition) throws -> [Int64] {
    var resolved = try ResolvedComposition(composition, media: media)
    resolved.elements = ElementCatalog(["somebodys": .stateless])
    return resolved.chunks(length: MediaTime(10), onMissing: .stop)
      .map { $0.frames.lowerBound / 30 }
  }

  @Test func `chunks of a film start at cuts`() throws {
    #expect(try seconds(composition([0, 8, 17, 24, 33, 40])) == [0, 8, 17, 33])
  }

  @Test func `an unknown effect keeps its range together`() throws {
    var composition = try composition([0, 40])
    #expect(try seconds(composition) == [0, 10, 20, 30])
    composition.effects = [Effect(element: "somebodys")]
    #expect(try seconds(composition) == [0, 10, 20, 30])
    composition.effects = [Effect(element: "agingtv")]
    #expect(try seconds(composition) == [0])
    composition.effects = []
    composition.instructions = [
      Instruction(range: TimeRange(start: 0, end: 12), layers: [Layer(track: "v")]),
      Instruction(
        range: TimeRange(start: 12, end: 25),
        layers: [Layer(track: "v", effects: [Effect(element: "agingtv")])]),
      Instruction(range: TimeRange(start: 25, end: 40), layers: [Layer(track: "v")]),
    ]
    #expect(try seconds(composition) == [0, 12, 30])
  }

  @Test func `more layers weigh more`() throws {
    var composition = try composition([0, 20])
    composition.tracks.append(
      try Track(
        id: "top", mediaType: .video,
        segments: [
          Segment(
            target: TimeRange(start: 0, end: 10),
            media: .init(asset: "film", source: TimeRange(start: 0, end: 10)))
        ]))
    let chunks = try ResolvedComposition(composition, media: media)
      .chunks(length: MediaTime(10), onMissing: .gap)
    #expect(chunks.count == 2 && chunks[0].weight > chunks[1].weight)
  }
}
