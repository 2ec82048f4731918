import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// Likely mistakes: invisible layers and uncovered time.
@Suite struct WarningTests {
  private typealias Kind = Warning.Kind

  private func warnings(
    _ tracks: [Track], _ instructions: [Instruction] = []
  ) -> [Warning] {
    Editing.composition(tracks, instructions).warnings(media: Editing.media)
  }

  @Test func `an ordinary edit has no warnings`() throws {
    let (a, b) = (try Editing.track("a", (0, 6)), try Editing.track("b", (4, 10)))
    let dissolve = Instruction(
      range: Editing.range(0, 10),
      layers: [
        Layer(track: "a", opacity: try Editing.ramp(4, 6, from: 1, to: 0)), Layer(track: "b"),
      ])
    #expect(warnings([a, b], [dissolve]).isEmpty)
  }

  @Test func `a text that shows the escape of a line feed is reported where it is`() throws {
    var composition = Editing.composition([try Editing.track("a", (0, 6))])
    let fine = OverlayLayer(.text(LayerText("one\ntwo \\ not")))
    var group = OverlayLayer()
    group.layers = [fine, OverlayLayer(.text(LayerText("one\\ntwo")))]
    composition.overlays = [fine, group]
    let found = composition.warnings(media: Editing.media)
    #expect(found.map(\.kind) == [.shownEscape])
    #expect(found.first?.path == ["overlays", "1", "layers", "1", "text"])
    #expect(found.first?.message.contains("in double quotes") == true)
  }

  @Test func `time without a segment is uncovered`() throws {
    let found = warnings([try Editing.track("a", (1, 3), (5, 8))])
    #expect(found.map(\.kind) == [.uncoveredTime, .uncoveredTime])
    #expect(found.map(\.range) == [Editing.range(0, 1), Editing.range(3, 5)])
    #expect(found.map(\.path) == [["tracks"], ["tracks"]])
  }

  @Test func `sound that outlasts the video leaves time uncovered`() throws {
    let found = warnings([
      try Editing.track("a", (0, 4)), try Editing.track("s", (0, 6), type: .audio),
    ])
    #expect(found.map(\.range) == [Editing.range(4, 6)])
  }

  @Test func `an instruction that lasts longer than the composition uncovers nothing`() throws {
    let instruction = Instruction(range: Editing.range(0, 9), layers: [Layer(track: "a")])
    #expect(warnings([try Editing.track("a", (0, 4))], [instruction]).isEmpty)
  }

  @Test func `an audio-only composition has no uncovered time`() throws {
    #expect(warnings([try Editing.track("s", (2, 6), type: .audio)]).isEmpty)
  }

  @Test func `an opacity of 0 uncovers its time`() throws {
    let opacity = try AnimatedValue<Double>(entries: [
      .ramp(.init(over: Editing.range(2, 4), from: 1, to: 0)), .instant(at: MediaTime(7), value: 1),
    ])
    let found = warnings(
      [try Editing.track("a", (0, 9))],
      [Instruction(range: Editing.range(0, 9), layers: [Layer(track: "a", opacity: opacity)])])
    #expect(found.map(\.kind) == [.uncoveredTime])
    #expect(found.map(\.range) == [Editing.range(4, 7)])
    #expect(found.map(\.path) == [["instructions", "0"]])
  }

  @Test func `a track that no instruction lists is never shown`() throws {
    let tracks = [try Editing.track("a", (0, 4)), try Editing.track("b", (1, 3))]
    let found = warnings(
      tracks, [Instruction(range: Editing.range(0, 4), layers: [Layer(track: "a")])])
    #expect(found.map(\.kind) == [.hiddenTrack])
    #expect(found.map(\.path) == [["tracks", "1"]])
    #expect(found.map(\.range) == [Editing.range(1, 3)])
  }

  @Test func `a layer below a covering opaque layer is never seen`() throws {
    let tracks = [try Editing.track("a", (0, 4)), try Editing.track("b", (0, 4))]
    let found = warnings(tracks)
    #expect(found.map(\.kind) == [.hiddenLayer])
    #expect(found.map(\.path) == [["tracks", "0"]])
    #expect(found.first?.message.contains("covered by 'b'") == true)
  }

  @Test func `two layers in sequence cover a third`() throws {
    let tracks = [
      try Editing.track("a", (0, 4)), try Editing.track("b", (0, 2)),
      try Editing.track("c", (2, 4)),
    ]
    let found = warnings(tracks)
    #expect(found.map(\.path) == [["tracks", "0"]])
    #expect(found.first?.message.contains("'c' and 'b'") == true)
  }

  @Test(arguments: [
    Layer(track: "b", transform: Editing.moved(1)),
    Layer(track: "b", opacity: AnimatedValue(0.99)),
    Layer(track: "b", crop: AnimatedValue(Rectangle(x: 0, y: 0, width: 1919, height: 1080))),
    Layer(track: "b", transform: AnimatedValue(LayerTransform(.rotation(degrees: 1)))),
    Layer(track: "b", effects: [Effect(element: "vignette")]),
    Layer(track: "logo"),
  ])
  func `a translucent layer covers nothing`(upper: Layer) throws {
    let tracks = [
      try Editing.track("a", (0, 4)), try Editing.track("b", (0, 4)),
      try Editing.track("logo", (0, 4), asset: "logo"),
    ]
    let found = warnings(
      tracks, [Instruction(range: Editing.range(0, 4), layers: [upper, Layer(track: "a")])])
    #expect(found.filter { $0.kind == .hiddenLayer }.isEmpty)
  }

  @Test func `a small layer is covered by a larger one that leaves the corners free`() throws {
    let tracks = [try Editing.track("a", (0, 4)), try Editing.track("b", (0, 4))]
    let large = LayerTransform(
      TransformMatrix.scale(x: 0.5, y: 0.5).concatenating(.translation(x: 100, y: 100)))
    let small = LayerTransform(
      TransformMatrix.scale(x: 0.2, y: 0.2).concatenating(.translation(x: 300, y: 300)))
    let layers = [
      Layer(track: "b", transform: AnimatedValue(large)),
      Layer(track: "a", transform: AnimatedValue(small)),
    ]
    let found = warnings(tracks, [Instruction(range: Editing.range(0, 4), layers: layers)])
    #expect(found.map(\.path) == [["instructions", "0", "layers", "1"]])
  }

  @Test(arguments: [
    (Layer(track: "a", transform: Editing.moved(1920)), "outside"),
    (Layer(track: "a", transform: Editing.moved(0, -1080)), "outside"),
    (Layer(track: "a", opacity: AnimatedValue(0)), "opacity"),
    (Layer(track: "a", crop: AnimatedValue(Rectangle(x: 5, y: 5, width: 0, height: 9))), "crop"),
  ])
  func `the warning of an invisible layer states the reason`(layer: Layer, says: String) throws {
    let found = warnings(
      [try Editing.track("a", (0, 4))], [Instruction(range: Editing.range(0, 4), layers: [layer])])
    #expect(Set(found.map(\.kind)) == [.hiddenLayer, .uncoveredTime])
    let hidden = found.first { $0.kind == .hiddenLayer }
    #expect(hidden?.path == ["instructions", "0", "layers", "0"])
    #expect(hidden?.message.contains(says) == true)
  }

  @Test func `a layer without a segment in its instruction is reported`() throws {
    let tracks = [try Editing.track("a", (0, 4)), try Editing.track("b", (4, 6))]
    let found = warnings(
      tracks,
      [
        Instruction(range: Editing.range(0, 4), layers: [Layer(track: "b"), Layer(track: "a")])
      ])
    #expect(found.map(\.path) == [["instructions", "0", "layers", "0"]])
    #expect(found.map(\.kind) == [.hiddenLayer])
  }

  @Test(arguments: [
    // On one side all the time; across the picture; by an overshooting curve; by a rotation.
    (-1920.0, -2500.0, Easing.easeInOut, Interpolation.componentwise, true),
    (-1920.0, 1920.0, Easing.linear, Interpolation.componentwise, false),
    (
      -1920.0, -2500.0, Easing.cubicBezier(x1: 0.5, y1: -0.5, x2: 0.5, y2: 1),
      Interpolation.componentwise, false
    ),
    (-1920.0, -2500.0, Easing.linear, Interpolation.decomposed(turns: 1), false),
  ])
  func `a moving layer is outside only if it never enters the picture`(
    from: Double, to: Double, easing: Easing, interpolation: Interpolation, isHidden: Bool
  ) throws {
    let way = try AnimatedValue<LayerTransform>(entries: [
      .ramp(
        .init(
          over: Editing.range(0, 4), from: LayerTransform(.translation(x: from, y: 0)),
          to: LayerTransform(.translation(x: to, y: 0)), easing: easing,
          interpolation: interpolation))
    ])
    let found = warnings(
      [try Editing.track("a", (0, 4))],
      [Instruction(range: Editing.range(0, 4), layers: [Layer(track: "a", transform: way)])])
    #expect(found.contains { $0.kind == .hiddenLayer } == isHidden)
  }

  @Test func `a segment longer than its source is reported from the end of the source`() throws {
    // Twelve seconds of ten, shown in six.
    let segment = Segment(
      target: Editing.range(2, 8), media: .init(asset: "song", source: Editing.range(0, 12)))
    let track = try Track(
      id: "s", mediaType: .audio, segments: [Segment(target: Editing.range(0, 2)), segment])
    let found = warnings([track])
    #expect(found.map(\.kind) == [.beyondSource])
    #expect(found.map(\.range) == [Editing.range(7, 8)])
    #expect(found.map(\.path) == [["tracks", "0", "segments", "1", "source"]])
    #expect(found.first?.message.contains("2.0 s") == true)
  }

  @Test func `a few missing milliseconds at the end of a file are not reported`() throws {
    let segment = Segment(
      target: TimeRange(start: .zero, duration: MediaTime(251, over: 25)),
      media: .init(
        asset: "film", source: TimeRange(start: .zero, duration: MediaTime(251, over: 25))))
    #expect(warnings([try Track(id: "v", mediaType: .video, segments: [segment])]).isEmpty)
  }

  @Test func `unknown media count as visible`() throws {
    let composition = Editing.composition([try Editing.track("a", (0, 4))])
    #expect(composition.warnings(media: [:]).isEmpty)
  }
}
