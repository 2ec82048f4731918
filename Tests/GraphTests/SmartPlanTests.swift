import CutawayContainers
import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// Which frames of a composition are copied.
@Suite struct SmartPlanTests {
  /// The format that the record of a phone states; the sizes of descriptions count.
  static let format =
    StreamConfiguration(
      [1, 0x64, 0, 0x1F, 0xFF, 0xE1, 0, 0x10] + [0x27, 0x64, 0, 0x1F, 0xAC, 0x56, 0x80, 0xF0]
        + [0x11, 0x7A, 0xB9, 0xA8, 8, 8, 8, 0x10] + [1, 0, 4, 0x28, 0xEE, 0x3C, 0xB0]
        + [0xFD, 0xF8, 0xF8, 0], .avc)?.format

  /// Groups of pictures by the numbers of their frames in decode order; each starts with a key frame.
  static func table(
    groups: [[Int]], start: PictureKind = .start, format: CodedFormat? = format
  ) -> PacketTable {
    var packets: [PacketTable.Packet] = []
    for group in groups {
      for (index, frame) in group.enumerated() {
        let kind: PictureKind = index == 0 ? start : frame < group[0] ? .leading : .other
        packets.append(.init(time: Editing.tick * frame, kind: kind))
      }
    }
    return PacketTable(packets, format: format, frameDuration: Editing.tick)
  }

  /// 250 frames with a key frame each 50, without reordering.
  private static let plain = table(groups: (0..<5).map { Array($0 * 50..<$0 * 50 + 50) })

  private func plan(
    _ composition: Composition, _ table: PacketTable? = nil, range: TimeRange? = nil,
    refused: [(frames: Range<Int64>, reason: SmartReason)] = []
  ) throws -> SmartPlan {
    let resolved = try ResolvedComposition(composition, media: Editing.media)
    let tables = [SmartPlan.Source(location: "film.mkv"): table ?? Self.plain]
    return SmartPlan(try Translation(resolved, range: range), tables: tables, refused: refused)
  }

  /// The spans as text.
  private func text(_ plan: SmartPlan) -> [String] {
    plan.spans.map { span in
      switch span.content {
      case .copied(_, let packets, let places):
        "\(span.frames) copied \(places) in \(packets.count)"
      case .encoded(let pieces):
        "\(span.frames) encoded "
          + pieces.map { piece in
            piece.restored.map { "\(piece.frames)=\($0.places)" } ?? "\(piece.frames)"
          }.joined(separator: " ")
          + (span.reasons.isEmpty
            ? "" : " because \(span.reasons.map(\.kind.rawValue).joined(separator: ", "))")
      }
    }
  }

  static func cut(_ pieces: (Int, Int)...) throws -> Composition { try cut(pieces) }

  static func cut(_ pieces: [(Int, Int)]) throws -> Composition {
    var segments: [Segment] = [], end = MediaTime.zero
    for (first, last) in pieces {
      let source = TimeRange(start: Editing.tick * first, end: Editing.tick * last)
      segments.append(
        Segment(
          target: TimeRange(start: end, duration: source.duration),
          media: .init(asset: "film", source: source)))
      end = end + source.duration
    }
    return Editing.composition([try Track(id: "a", mediaType: .video, segments: segments)])
  }

  @Test func `a whole film is copied`() throws {
    #expect(try text(plan(Self.cut((0, 250)))) == ["0..<250 copied 0..<250 in 250"])
  }

  @Test func `a cut at a key frame encodes nothing`() throws {
    #expect(
      try text(plan(Self.cut((50, 100), (150, 200)))) == [
        "0..<50 copied 50..<100 in 50", "50..<100 copied 150..<200 in 50",
      ])
  }

  @Test func `a cut in a group encodes its rest`() throws {
    #expect(
      try text(plan(Self.cut((37, 107), (131, 203)))) == [
        "0..<13 encoded 0..<13=37..<50 because cut in a group",
        "13..<70 copied 50..<107 in 57",
        "70..<89 encoded 70..<89=131..<150 because cut in a group",
        "89..<142 copied 150..<203 in 53",
      ])
  }

  @Test func `a copy ends where all frames so far are shown before later ones`() throws {
    // I0 P4 B2 B1 B3 | P8 B6 B5 B7 | …
    let later = stride(from: 4, through: 48, by: 4).flatMap { frame -> [Int] in
      [frame, frame - 2, frame - 3, frame - 1]
    }
    let group = [0] + later
    let table = Self.table(groups: [group])
    #expect(
      try text(plan(Self.cut((0, 22)), table)) == [
        "0..<21 copied 0..<21 in 21", "21..<22 encoded 21..<22=21..<22 because cut in a group",
      ])
  }

  /// Groups of 12 frames with two leading pictures each.
  private static let open = {
    let groups = (0..<5).map { group -> [Int] in
      let first = group * 12
      return [first] + (group == 0 ? [] : [first - 2, first - 1])
        + Array(first + 1..<first + (group == 4 ? 12 : 10))
    }
    return table(groups: groups, start: .openStart)
  }()

  @Test func `the leading pictures of the first key frame are encoded before it`() throws {
    #expect(
      try text(plan(Self.cut((5, 58)), Self.open)) == [
        "0..<7 encoded 0..<7=5..<12 because cut in a group",
        "7..<53 copied 12..<58 in 46",
      ])
  }

  @Test func `a decoder gets the leading pictures of no key frame that it starts at`() {
    func places(_ run: Range<Int>, _ earlier: Int? = nil) -> [Int] {
      Self.open.packets(toShow: run, startingBefore: earlier).map { Self.open.places[$0] }
    }
    #expect(places(26..<28) == [24, 25, 26, 27])
    #expect(places(23..<25) == Array(12..<22) + [24, 22, 23])
    #expect(places(26..<28, 23) == Array(12..<22) + [24, 22, 23, 25, 26, 27])
    #expect(places(0..<2) == [0, 1])
  }

  @Test func `without a key frame nothing is copied`() throws {
    #expect(
      try text(plan(Self.cut((60, 90)))) == ["0..<30 encoded 0..<30=60..<90 because no start"])
  }

  @Test func `a short copy is encoded with its neighbours`() throws {
    #expect(
      try text(plan(Self.cut((40, 61)))) == ["0..<21 encoded 0..<21=40..<61 because too short"])
    #expect(try text(plan(Self.cut((40, 62)))).last == "10..<22 copied 50..<62 in 12")
  }

  @Test func `a dissolve, a speed, an opacity and a size are composed`() throws {
    var composition = try Self.cut((0, 250))
    composition.instructions = [
      Instruction(
        range: Editing.range(2, 4),
        layers: [Layer(track: "a", opacity: try Editing.ramp(3, 4, from: 1, to: 0.5))])
    ]
    // The ramp has opacity 1 at its start. The layer is placed like the default one.
    let spans = try text(plan(composition))
    #expect(
      spans == [
        "0..<76 copied 0..<76 in 76", "76..<100 encoded 76..<100 because opacity",
        "100..<250 copied 100..<250 in 150",
      ])
    var fast = try Self.cut((0, 250))
    fast.tracks[0] = try Track(
      id: "a", mediaType: .video,
      segments: [
        Segment(
          target: Editing.range(0, 5), media: .init(asset: "film", source: Editing.range(0, 10)))
      ])
    #expect(try text(plan(fast)) == ["0..<125 encoded 0..<125 because speed"])
    var small = try Self.cut((0, 250))
    small.render.size = PixelSize(width: 960, height: 540)
    #expect(try text(plan(small)) == ["0..<250 encoded 0..<250 because transform"])
  }

  @Test func `half the rate takes each second frame, which no packet can be copied for`() throws {
    var composition = try Self.cut((0, 100))
    composition.render.frameDuration = Editing.tick * 2
    let plan = try plan(composition)
    #expect(plan.copiedCount == 0 && plan.frameCount == 50)
  }

  @Test func `a part of a composition is counted from its start`() throws {
    let range = TimeRange(start: Editing.tick * 40, end: Editing.tick * 90)
    #expect(
      try text(plan(Self.cut((0, 250)), range: range)) == [
        "0..<10 encoded 0..<10=40..<50 because cut in a group", "10..<50 copied 50..<90 in 40",
      ])
  }

  @Test func `an overlay, an effect and another format are reasons with places`() throws {
    var composition = try Self.cut((0, 250))
    var title = OverlayLayer(.box)
    title.range = Editing.range(4, 6)
    composition.overlays = [title]
    let spans = try plan(composition).spans
    #expect(
      spans.flatMap(\.reasons).map(\.description) == [
        "layer above (overlays.0)", "cut in a group",
      ])
    var other = try #require(Self.format)
    other.colors = [2, 2, 2]
    let table = Self.table(groups: [Array(0..<250)], format: other)
    let resolved = try ResolvedComposition(
      Editing.composition([
        try Editing.track("a", (0, 8)),
        try Editing.track("b", (8, 10), asset: "talkie"),
      ]), media: Editing.media)
    let plan = SmartPlan(
      try Translation(resolved),
      tables: [
        SmartPlan.Source(location: "film.mkv"): Self.plain,
        SmartPlan.Source(location: "talkie.mkv"): table,
      ])
    #expect(plan.spans.last?.reasons.map { $0.kind } == [.format])
    #expect(plan.spans.last?.reasons.first?.detail == "colours")
    #expect(plan.film?.leader == SmartPlan.Source(location: "film.mkv"))
  }

  @Test func `refused frames are encoded, and the rest is copied`() throws {
    let plan = try plan(
      Self.cut((0, 250)), refused: [(frames: 100..<150, reason: SmartReason(.unproven))])
    #expect(
      text(plan) == [
        "0..<100 copied 0..<100 in 100",
        "100..<150 encoded 100..<150=100..<150 because join not proven",
        "150..<250 copied 150..<250 in 100",
      ])
  }

  @Test(arguments: 0..<200)
  func `random cuts are planned like a slow reference does`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Random groups with leading pictures and reordering.
    var groups: [[Int]] = [], first = 0
    let isOpen = Bool.random(using: &random)
    while first < 200 {
      let length = Int.random(in: 1...40, using: &random)
      var group = [first], frame = first + 1
      while frame < first + length {
        let skip = min(Int.random(in: 0...3, using: &random), first + length - 1 - frame)
        group.append(frame + skip)
        group += Array(frame..<frame + skip).shuffled(using: &random)
        frame += skip + 1
      }
      if isOpen, let last = groups.last, last.count > 3, last.last == first - 1 {
        groups[groups.count - 1].removeLast()
        group.insert(first - 1, at: 1)
      }
      groups.append(group)
      first += length
    }
    let table = Self.table(groups: groups, start: isOpen ? .openStart : .start)
    #expect(table.obstacle == nil)
    let start = Int.random(in: 0..<150, using: &random)
    let end = start + Int.random(in: 1...min(50, first - start), using: &random)
    let plan = try plan(Self.cut((start, end)), table)
    // Every frame once, in order, from where the cut says.
    var next: Int64 = 0
    for span in plan.spans {
      #expect(span.frames.lowerBound == next)
      next = span.frames.upperBound
      switch span.content {
      case .copied(_, let packets, let places):
        #expect(places.lowerBound == start + Int(span.frames.lowerBound))
        #expect(places.count == span.frames.count && places.count >= SmartPlan.shortestCopy)
        // The packets are those of the frames, in decode order, and none of them needs another.
        #expect(packets == packets.sorted())
        #expect(Set(packets.map { table.places[$0] }) == Set(places))
        #expect(
          table.packets[packets[0]].kind != .other && table.packets[packets[0]].kind != .leading)
        let skipped = (packets[0]...packets[packets.count - 1]).filter { !packets.contains($0) }
        #expect(skipped.allSatisfy { table.places[$0] < places.lowerBound })
        // No longer copy would do.
        let later = (packets[packets.count - 1] + 1..<table.packets.count).map { table.places[$0] }
        #expect(later.allSatisfy { $0 >= places.upperBound })
      case .encoded(let pieces):
        #expect(pieces.map(\.frames.count).reduce(0, +) == span.frames.count)
        for piece in pieces {
          #expect(piece.restored?.places.lowerBound == start + Int(piece.frames.lowerBound))
          #expect(piece.restored?.places.count == piece.frames.count)
        }
      }
    }
    #expect(next == Int64(end - start), "seed \(seed)")
  }
}
