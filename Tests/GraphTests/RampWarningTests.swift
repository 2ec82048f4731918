import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// Likely mistakes: ramps after a jump, and ramps that are not visible to their ends.
@Suite struct RampWarningTests {
  private typealias Kind = Warning.Kind

  private static func way(
    _ start: Int64, _ end: Int64, from: LayerTransform, to: LayerTransform = LayerTransform(.fill),
    after instant: LayerTransform? = nil
  ) throws -> AnimatedValue<LayerTransform> {
    let first = instant.map { [AnimatedValue<LayerTransform>.Entry.instant(at: .zero, value: $0)] }
    return try AnimatedValue(
      entries: (first ?? []) + [.ramp(.init(over: range(start, end), from: from, to: to))])
  }

  private static func range(_ start: Int64, _ end: Int64) -> TimeRange { Editing.range(start, end) }

  private static let small = LayerTransform(.scale(x: 0.25, y: 0.25))

  /// Warnings for a track `v` above a track without gaps, both six seconds long.
  private func warnings(
    _ layer: Layer, segments: [(Int64, Int64)] = [(0, 6)], below: Layer? = nil,
    media: [Asset.ID: MediaDescription] = Editing.media
  ) throws -> [Warning] {
    let pieces = segments.map { span in
      Segment(
        target: Self.range(span.0, span.1),
        media: .init(asset: "film", source: Self.range(0, span.1 - span.0)))
    }
    let composition = Editing.composition(
      [try Track(id: "v", mediaType: .video, segments: pieces), try Editing.track("w", (0, 6))],
      [
        Instruction(
          range: Self.range(0, 6), layers: [layer, below].compactMap(\.self))
      ])
    return composition.warnings(media: media).filter { $0.kind == .jump || $0.kind == .unseenRamp }
  }

  @Test(arguments: [Editing.media, [:]])
  func `a transform that jumps at its first ramp is reported`(
    media: [Asset.ID: MediaDescription]
  ) throws {
    let found = try warnings(
      Layer(track: "v", transform: Self.way(1, 4, from: Self.small)), below: Layer(track: "w"),
      media: media)
    #expect(found.map(\.kind) == [.jump])
    #expect(
      found.map(\.path) == [["instructions", "0", "layers", "0", "transform", "entries", "0"]])
    #expect(found.map(\.range) == [Self.range(0, 1)])
    let message = found.first?.message ?? ""
    #expect(message.contains("'v' jumps at 1 s") && message.contains("{at: 0, value"), "\(message)")
  }

  @Test func `a layer that fades in after it was visible is reported`() throws {
    let found = try warnings(
      Layer(track: "v", opacity: try Editing.ramp(2, 3, from: 0, to: 1)), below: Layer(track: "w"))
    #expect(found.map(\.kind) == [.jump])
    #expect(found.map(\.path) == [["instructions", "0", "layers", "0", "opacity", "entries", "0"]])
    #expect(found.first?.message.contains("'v' vanishes at 2 s") == true)
  }

  @Test(arguments: [
    // From the start, from the default, from nearly the default, after an entry.
    Layer(track: "v", transform: try way(0, 4, from: small)),
    Layer(track: "v", transform: try way(1, 4, from: LayerTransform(), to: small)),
    Layer(track: "v", transform: try way(1, 4, from: LayerTransform(.fit), to: small)),
    Layer(track: "v", transform: try way(1, 4, from: small, after: LayerTransform())),
    // Not visible before the ramp starts.
    Layer(
      track: "v", transform: try way(1, 4, from: small),
      opacity: try AnimatedValue(entries: [
        .instant(at: .zero, value: 0),
        .ramp(.init(over: range(1, 2), from: 0, to: 1)),
      ])),
    Layer(track: "v", opacity: try Editing.ramp(2, 3, from: 1, to: 0)),
    Layer(track: "v", opacity: try Editing.ramp(2, 3, from: 0.5, to: 1)),
  ])
  func `a ramp without a visible jump is not reported`(layer: Layer) throws {
    #expect(try warnings(layer, below: Layer(track: "w")).isEmpty)
  }

  @Test func `a ramp that starts with its segment is not a jump`() throws {
    let layer = Layer(
      track: "v", transform: try Self.way(2, 4, from: Self.small),
      opacity: try Editing.ramp(2, 3, from: 0, to: 1))
    #expect(try warnings(layer, segments: [(0, 2), (2, 6)]).isEmpty)
  }

  @Test func `a jump of a layer that may be covered is not reported`() throws {
    let tracks = [try Editing.track("v", (0, 6)), try Editing.track("w", (0, 2))]
    let layers = [
      Layer(track: "w"), Layer(track: "v", transform: try Self.way(2, 4, from: Self.small)),
    ]
    let composition = Editing.composition(
      tracks, [Instruction(range: Self.range(0, 6), layers: layers)])
    // Covered by known media, and possibly by unknown media.
    #expect(composition.warnings(media: Editing.media).isEmpty)
    #expect(composition.warnings(media: [:]).isEmpty)
  }

  @Test func `a jump less than a frame after the start is not reported`() throws {
    let start = MediaTime(1, over: 50)
    let ramp = AnimatedValue<LayerTransform>.Ramp(
      over: TimeRange(start: start, end: MediaTime(3)), from: Self.small, to: LayerTransform())
    let composition = Editing.composition(
      [try Editing.track("v", (0, 6))],
      [
        Instruction(
          range: TimeRange(start: MediaTime(1, over: 100), end: MediaTime(6)),
          layers: [Layer(track: "v", transform: try AnimatedValue(entries: [.ramp(ramp)]))])
      ])
    #expect(composition.warnings(media: Editing.media).isEmpty)
  }

  // MARK: Past the instruction

  /// Warnings about an instruction from 2 to 4 with a layer, and one after it with another.
  private func unseen(
    _ layer: Layer, then next: Layer = Layer(track: "v")
  ) throws -> [Warning] {
    Editing.composition(
      [try Editing.track("v", (0, 6))],
      [
        Instruction(range: Self.range(2, 4), layers: [layer]),
        Instruction(range: Self.range(4, 6), layers: [next]),
      ]
    ).warnings(media: [:])
  }

  @Test(arguments: [
    (Int64(3), Int64(5), "goes on after its instruction, which ends at 4 s"),
    (4, 6, "never seen: its instruction ends at 4 s"),
    (0, 2, "never seen: its instruction begins at 2 s; times are those of the composition"),
  ])
  func `a ramp outside its instruction is reported`(
    start: Int64, end: Int64, words: String
  ) throws {
    let found = try unseen(
      Layer(track: "v", opacity: try Editing.ramp(start, end, from: 1, to: 0.5)))
    #expect(found.map(\.kind) == [.unseenRamp])
    #expect(found.map(\.path) == [["instructions", "0", "layers", "0", "opacity", "entries", "0"]])
    #expect(found.first?.message.contains(words) == true, "\(found)")
  }

  @Test func `ramps of transforms and crops are reported, too`() throws {
    let box = Rectangle(x: 0, y: 0, width: 9, height: 9)
    let crop = try AnimatedValue<Rectangle>(entries: [
      .ramp(
        .init(over: Self.range(2, 5), from: box, to: Rectangle(x: 9, y: 0, width: 9, height: 9)))
    ])
    let layer = Layer(
      track: "v", transform: try Self.way(2, 5, from: Self.small), crop: crop)
    #expect(
      try unseen(layer).map { $0.path.dropFirst(4).first } == ["transform", "crop"])
  }

  @Test func `a ramp that ends with its instruction or continues in the next is not reported`()
    throws
  {
    let within = Layer(track: "v", opacity: try Editing.ramp(2, 4, from: 1, to: 0.5))
    #expect(try unseen(within).isEmpty)
    let across = Layer(track: "v", opacity: try Editing.ramp(3, 5, from: 1, to: 0.5))
    #expect(try unseen(across, then: across).isEmpty)
    let level = Layer(track: "v", opacity: try Editing.ramp(3, 5, from: 0.5, to: 0.5))
    #expect(try unseen(level).isEmpty)
  }

  @Test func `a ramp more than a frame past the end of the composition is reported`() throws {
    func found(until end: MediaTime) throws -> [Warning] {
      let fade = try AnimatedValue<Double>(entries: [
        .ramp(.init(over: TimeRange(start: MediaTime(4), end: end), from: 1, to: 0))
      ])
      return Editing.composition(
        [try Editing.track("v", (0, 6))],
        [Instruction(range: Self.range(0, 9), layers: [Layer(track: "v", opacity: fade)])]
      ).warnings(media: Editing.media)
    }
    #expect(try found(until: MediaTime(7)).map(\.kind) == [.unseenRamp])
    #expect(try found(until: MediaTime(7)).first?.message.contains("composition") == true)
    #expect(try found(until: MediaTime(6) + Editing.tick).isEmpty)
  }
}
