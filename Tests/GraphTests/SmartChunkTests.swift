import CutawayContainers
import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// How films whose frames are copied are divided into chunks.
@Suite struct SmartChunkTests {
  private static let source = SmartPlan.Source(location: "film.mkv")

  private func plan(_ composition: Composition, _ table: PacketTable) throws -> SmartPlan {
    let resolved = try ResolvedComposition(composition, media: Editing.media)
    return SmartPlan(try Translation(resolved, range: nil), tables: [Self.source: table])
  }

  @Test func `borders lie at key frames, two groups from the ends of a copy`() throws {
    let table = SmartPlanTests.table(groups: (0..<25).map { Array($0 * 10..<$0 * 10 + 10) })
    let plan = try plan(SmartPlanTests.cut((5, 65), (100, 130)), table)
    #expect(plan.spans.map(\.frames) == [0..<5, 5..<60, 60..<90])
    // Of key frames at 5, 15, 25, 35, 45, 55, those from 25 to 45 have two groups on both sides.
    let tables = [Self.source: table]
    let chunks = plan.chunks(length: Editing.tick * 10, tables)
    #expect(chunks.map(\.frames) == [0..<25, 25..<35, 35..<45, 45..<90])
    #expect(chunks.map(\.weight) == [500 + 20, 10, 10, 45])
    #expect(plan.chunks(length: Editing.tick * 1000, tables).map(\.frames) == [0..<90])
  }

  @Test func `a key frame with leading pictures is no border`() throws {
    let groups = (0..<20).map { group -> [Int] in
      let first = group * 12
      return [first] + (group == 0 ? [] : [first - 2, first - 1])
        + Array(first + 1..<first + (group == 19 ? 12 : 10))
    }
    let table = SmartPlanTests.table(groups: groups, start: .openStart)
    let plan = try plan(SmartPlanTests.cut((0, 240)), table)
    #expect(plan.copiedCount == 240)
    #expect(
      plan.chunks(length: Editing.tick * 20, [Self.source: table]).map(\.frames) == [0..<240])
  }

  @Test(arguments: 0..<200)
  func `chunks of random films contain each packet once, in order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Groups of 1 to 30 frames with up to two frames that are decoded before earlier ones.
    var groups: [[Int]] = [], frame = 0
    while frame < 250 {
      let end = min(250, frame + Int.random(in: 1...30, using: &random))
      var group = Array(frame..<end)
      for place in stride(from: 1, to: group.count - 1, by: 3) where Bool.random(using: &random) {
        group.swapAt(place, place + 1)
      }
      groups.append(group)
      frame = end
    }
    let table = SmartPlanTests.table(groups: groups), tables = [Self.source: table]
    var pieces: [(Int, Int)] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let start = Int.random(in: 0..<250, using: &random)
      pieces.append((start, Int.random(in: start + 1...250, using: &random)))
    }
    let plan = try plan(SmartPlanTests.cut(pieces), table)
    let chunks = plan.chunks(
      length: Editing.tick * Int.random(in: 5...60, using: &random), tables)
    #expect(chunks.first?.frames.lowerBound == 0)
    #expect(chunks.last?.frames.upperBound == plan.frameCount)
    var frames: [Range<Int64>] = [], packets: [Int] = [], encoded: [SmartPlan.Piece] = []
    for (chunk, next) in zip(chunks, chunks.dropFirst()) {
      #expect(chunk.frames.upperBound == next.frames.lowerBound)
    }
    for chunk in chunks {
      let part = plan.part(chunk.frames, tables)
      // Each chunk can be decoded by itself: its packets are those of its frames.
      for span in part.spans {
        frames.append(span.frames)
        switch span.content {
        case .encoded(let pieces): encoded += pieces
        case .copied(_, let own, let places):
          packets += own
          #expect(own.map { table.places[$0] }.sorted() == Array(places))
          #expect(span.frames.count == places.count)
          #expect(own.first.map { table.packets[$0].kind } == .start)
        }
      }
      // No border is a join.
      let border = chunk.frames.lowerBound
      guard border > 0, let index = plan.spans.firstIndex(where: { $0.frames.lowerBound == border })
      else { continue }
      #expect(!plan.spans[index].isCopied && !plan.spans[index - 1].isCopied)
    }
    #expect(frames.reduce(0) { $0 + $1.count } == Int(plan.frameCount))
    var all: [Int] = [], pieceFrames = 0
    for span in plan.spans {
      switch span.content {
      case .encoded(let own): pieceFrames += own.reduce(0) { $0 + $1.frames.count }
      case .copied(_, let own, _): all += own
      }
    }
    #expect(packets == all)
    #expect(encoded.reduce(0) { $0 + $1.frames.count } == pieceFrames)
  }
}
