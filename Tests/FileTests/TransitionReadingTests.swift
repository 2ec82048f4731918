import CutawayFile
import CutawayModel
import CutawayTime
import Testing

/// Transitions and compositors in composition files.
@Suite struct TransitionReadingTests {
  /// Two segments of a video track, the second on line 7; more parts follow from line 8 on.
  private func file(
    _ transition: String, second: String = "source: [0, 5]", type: String = "video",
    _ rest: String = ""
  ) -> String {
    """
    cutaway: 1
    assets: {a: a.mp4, b: b.mp4}
    tracks:
      - id: v
        type: \(type)
        segments:
          - {asset: a, source: [0, 5]}
          - {asset: b, \(second), transition: \(transition)}
    \(rest)
    """
  }

  @Test(arguments: ["1", "'25f'", "{duration: 1}", "{type: dissolve, duration: 1}"])
  func `a segment with a transition starts before the one before it ends`(text: String) throws {
    let file = file(text, "render: {frameRate: 25}")
    let composition = try read(file)
    #expect(composition.tracks.map(\.id) == ["v", "v-2"])
    #expect(composition.tracks[1].segments.map(\.target) == [range(0, 4), range(4, 9)])
    #expect(composition.instructions.map(\.range) == [range(4, 5)])
    #expect(composition.instructions[0].compositor == nil)
  }

  @Test func `a name is a transition of a second`() throws {
    for name in ["dissolve", "wipe", "push", "fadeThroughColor"] {
      let whole = try read(file("{type: \(name), duration: 1}"))
      for short in [name, "{type: \(name)}"] { #expect(try read(file(short)) == whole) }
    }
  }

  @Test(arguments: [
    ("wipe", "wipetransition"), ("slide", "slidetransition"), ("push", "pushtransition"),
    ("zoom", "zoomtransition"), ("circle", "circletransition"), ("clock", "clocktransition"),
    ("blinds", "blindstransition"), ("fadeThroughColor", "fadethroughcolortransition"),
  ])
  func `a named transition is a compositor`(name: String, element: String) throws {
    let composition = try read(
      file("{type: \(name), duration: 2, easing: easeIn, softness: 0.25}"))
    let compositor = try #require(composition.instructions.first?.compositor)
    let ramp = AnimatedValue<Double>.Ramp(over: range(3, 5), from: 0, to: 1, easing: .easeIn)
    #expect(
      compositor
        == Compositor(
          element: element,
          properties: [
            "softness": .double(0.25),
            "progress": .animated(.number(try AnimatedValue(entries: [.ramp(ramp)]))),
          ], tracks: ["v", "v-2"]))
  }

  @Test func `a setting may be a point`() throws {
    let composition = try read(file("{type: circle, duration: 1, center: [0.25, 1]}"))
    let compositor = try #require(composition.instructions.first?.compositor)
    #expect(compositor.properties["center"] == .point(x: 0.25, y: 1))
    #expect(composition.yaml().contains("center: [0.25, 1]"))
  }

  @Test func `an image is relative to the file, before and after expanding`() throws {
    let text = file("{type: luma, duration: 1, image: maps/x.png}")
    let composition = try read(text, directory: "films")
    let compositor = try #require(composition.instructions.first?.compositor)
    #expect(compositor.properties["image"] == .string("films/maps/x.png"))
    let expanded = composition.yaml(relativeTo: "films")
    #expect(expanded.contains("image: maps/x.png"))
    #expect(
      try read(expanded, directory: "films").instructions[0].compositor == compositor)
  }

  @Test(arguments: [
    "1", "wipe", "{type: wipe, duration: 1.5, direction: left}",
    "{element: x, duration: 1, strength: 1}",
  ])
  func `an expanded file means the same`(text: String) throws {
    let instructions = """
      instructions:
        - {range: [2, 4.5], layers: [{track: v, transform: fit}]}
      """
    for rest in ["", instructions] {
      let composition = try read(file(text, rest))
      let expanded = composition.yaml()
      let again = try read(expanded)
      #expect(again.yaml() == expanded)
      #expect(again.tracks == composition.tracks)
      #expect(again.instructions.map(\.compositor) == composition.instructions.map(\.compositor))
    }
  }

  @Test(arguments: [
    ("{type: wype, duration: 1}", "8:55: unknown transition 'wype'; did you mean 'wipe'?"),
    ("wype", "8:48: unknown transition 'wype'; did you mean 'wipe'?"),
    ("luma", "8:48: the transition 'luma' needs 'image'"),
    ("{type: luma, duration: 1}", "8:48: the transition 'luma' needs 'image'"),
    ("{type: wipe, element: x, duration: 1}", "8:48: a transition has either 'type' or 'element'"),
    ("{progress: 1, duration: 1}", "8:48: a transition sets 'progress' itself"),
    ("5", "8:48: the transition of 5 s is not shorter than the segment of 'a' before it"),
    ("[1]", "8:48: expected a transition"),
  ])
  func `a transition that cannot be is an error at its place`(text: String, message: String) {
    let errors = diagnose(file(text))
    #expect(errors.count == 1, "\(errors)")
    #expect(errors.first?.hasPrefix(message) == true, "\(errors)")
  }

  @Test func `a start that does not fit the transition is an error`() {
    #expect(
      diagnose(file("1", second: "source: [0, 5], at: 3")) == [
        "8:55: with a transition of 1 s, the segment of 'b' starts at 4 s, not at 3 s"
      ])
  }

  @Test func `transitions that overlap each other are an error`() {
    let third = "      - {asset: a, source: [0, 5], transition: 3}"
    #expect(
      diagnose(file("3", third)) == [
        "9:48: the transition begins before the one at the start of 'b' ends: both together last "
          + "longer than that segment, 5 s"
      ])
  }

  @Test func `sound cross-fades, and has no other transitions`() throws {
    let composition = try read(file("1", type: "audio"))
    #expect(
      composition.tracks[0].segments[0].media?.fadeOut == Segment.Fade(seconds(1), easing: .sine))
    #expect(
      composition.tracks[1].segments[1].media?.fadeIn == Segment.Fade(seconds(1), easing: .sine))
    #expect(
      diagnose(file("{type: wipe, duration: 1}", type: "audio")) == [
        "8:48: sound can only cross-fade: its transition has only a duration"
      ])
  }

  private let tracks = """
    cutaway: 1
    assets: {a: a.mp4, b: b.mp4}
    tracks:
      - {id: a, type: video, segments: [{asset: a, source: [0, 5]}]}
      - {id: b, type: video, segments: [{asset: b, source: [0, 5], at: 4}]}

    """

  @Test func `a transition between tracks is a compositor`() throws {
    let composition = try read(
      tracks + "transitions: [{from: a, to: b, range: [4, 5], type: push, direction: up}]")
    let compositor = try #require(composition.instructions.first?.compositor)
    #expect(composition.instructions.map(\.range) == [range(4, 5)])
    #expect(compositor.element == "pushtransition")
    #expect(compositor.tracks == ["a", "b"])
    #expect(compositor.properties["direction"] == .string("up"))
  }

  @Test(arguments: [
    ("push", "", Easing.easeInOut), ("slide", "", .easeInOut), ("zoom", "", .easeInOut),
    ("wipe", "", .linear), ("circle", "", .linear), ("push", ", easing: linear", .linear),
    ("zoom", ", easing: easeIn", .easeIn), ("wipe", ", easing: easeOut", .easeOut),
  ])
  func `movements start and end slowly, unless an easing is stated`(
    type: String, key: String, easing: Easing
  ) throws {
    let composition = try read(file("{type: \(type), duration: 1\(key)}"))
    let compositors = composition.instructions.compactMap(\.compositor)
    #expect(compositors.count == 1)
    let ramp = AnimatedValue<Double>.Ramp(over: range(4, 5), from: 0, to: 1, easing: easing)
    #expect(
      compositors.first?.properties["progress"]
        == .animated(.number(try AnimatedValue(entries: [.ramp(ramp)]))))
  }

  @Test(arguments: [
    ("{from: a, to: b, range: [4, 6]}", "6:15: the track 'a' plays nothing at 5 s"),
    ("{from: a, to: c, range: [4, 5]}", "6:15: there is no track called 'c'"),
    ("{from: a, to: a, range: [4, 5]}", "6:15: a transition needs two tracks of one type"),
    ("{from: a, to: b}", "6:15: a transition of tracks needs 'range'"),
  ])
  func `a transition between other tracks is an error`(text: String, message: String) {
    let errors = diagnose(tracks + "transitions: [\(text)]")
    #expect(errors.count == 1)
    #expect(errors.first?.hasPrefix(message) == true, "\(errors)")
  }

  @Test func `positions after transitions are those of the file`() throws {
    let document = try CompositionDocument(
      reading: file("1", "instructions: [{range: [0, 9], layers: [{track: v}]}]"), file: "f",
      directory: "")
    func line(_ path: String...) -> Int { document.diagnostic(at: path, "").line }
    #expect(line("tracks", "1", "segments", "1", "asset") == 8)
    #expect(line("tracks", "0", "segments", "0") == 7)
    #expect(line("tracks", "1", "id") == 4)
    for index in 0..<3 { #expect(line("instructions", "\(index)", "layers", "0") == 9) }
    // Only the default time has an instruction for its transition.
    let plain = try CompositionDocument(reading: file("1"), file: "f", directory: "")
    #expect(plain.diagnostic(at: ["instructions", "0", "layers", "0"], "").line == 8)
  }

  private func instruction(_ compositor: String, layer: String = "{track: v}") -> String {
    base + "instructions: [{range: [0, 9], layers: [\(layer)], compositor: \(compositor)}]"
  }

  @Test func `a compositor has tracks, frames and properties`() throws {
    let layer = "{track: v}"
    let text = "{element: x, tracks: [v], frames: source, amount: [{at: 0, value: 2}], on: true}"
    #expect(
      try read(instruction(text, layer: layer)).instructions[0].compositor
        == Compositor(
          element: "x",
          properties: ["amount": .animated(.number(AnimatedValue(2))), "on": .bool(true)],
          tracks: ["v"], frames: .source))
  }

  @Test(arguments: [
    ("{tracks: [v]}", "{track: v}", "a compositor needs 'element'"),
    ("{element: x, tracks: [s]}", "{track: v}", "the track 's' is no layer of the instruction"),
    ("{element: x, tracks: [v, v]}", "{track: v}", "the track 'v' is listed twice"),
    ("{element: x}", "", "the instruction has no layers that it could combine"),
    (
      "{element: x, frames: source}", "{track: v, opacity: 0.5}",
      "with 'frames: source', the layer of 'v' has no transform, opacity or crop"
    ),
  ])
  func `a compositor that cannot be is an error`(text: String, layer: String, message: String) {
    let errors = diagnose(instruction(text, layer: layer))
    #expect(errors.count == 1)
    #expect(errors.first?.hasSuffix(message) == true, "\(errors)")
  }
}
