import CutawayModel
import CutawayTime
import Testing

/// Segments that overlap in transitions, and what they mean.
@Suite struct TransitionTests {
  /// Segments of random lengths, in tenths of a second, some of which overlap.
  private struct Line {
    var segments: [Segment] = []
    var transitions: [Int: Transition] = [:]

    init(seed: UInt64) {
      var random = SplitMix64(state: seed)
      var end = MediaTime.zero, room = Int64(0)
      for index in 0..<Int.random(in: 2...7, using: &random) {
        if index > 0, Int.random(in: 0..<5, using: &random) == 0 {
          let gap = seconds(Int64.random(in: 1...9, using: &random), over: 10)
          segments.append(Segment(target: TimeRange(start: end, duration: gap)))
          end = end + gap
          room = 0
        }
        let length = Int64.random(in: 4...40, using: &random)
        let overlap = min(room, length - 1)
        if overlap > 0, Int.random(in: 0..<3, using: &random) > 0 {
          let duration = seconds(Int64.random(in: 1...overlap, using: &random), over: 10)
          transitions[segments.count] = Transition(
            Bool.random(using: &random) ? .dissolve : .element("mixer"), duration: duration)
          end = end - duration
        }
        let source = TimeRange(
          start: seconds(Int64(index) * 10), duration: seconds(length, over: 10))
        segments.append(
          Segment(
            target: TimeRange(start: end, duration: source.duration),
            media: .init(asset: "a\(index)", source: source)))
        let before = transitions[segments.count - 1]?.duration ?? .zero
        end = end + source.duration
        room = min(length - 1, ((source.duration - before) * 10).wholeTenths)
      }
    }

    /// The assets that play at a time.
    func assets(at time: MediaTime) -> Set<Asset.ID> {
      Set(segments.filter { $0.target.contains(time) }.compactMap(\.media?.asset))
    }
  }

  private func composition(_ line: Line, _ type: Track.MediaType) throws -> Composition {
    var composition = Composition(tracks: [
      Track(id: "below", mediaType: .video), Track(id: "v", mediaType: type),
      Track(id: "above", mediaType: .video),
    ])
    try composition.setSegments(line.segments, transitions: line.transitions, of: "v")
    return composition
  }

  @Test(arguments: UInt64(0)..<40)
  func `two tracks play what the overlapping segments play`(seed: UInt64) throws {
    let line = Line(seed: seed)
    let composition = try composition(line, .video)
    let tracks = composition.tracks.map(\.id)
    #expect(
      tracks
        == (line.transitions.isEmpty ? ["below", "v", "above"] : ["below", "v", "v-2", "above"]))
    for tick in 0..<400 {
      let time = seconds(Int64(tick), over: 20)
      let playing = composition.tracks.compactMap { $0.segment(at: time)?.media?.asset }
      #expect(Set(playing) == line.assets(at: time), "at \(time)")
    }
    let kept = composition.tracks.flatMap(\.segments).filter { !$0.isEmpty }
      .sorted { $0.target.start < $1.target.start }
    #expect(kept == line.segments.filter { !$0.isEmpty })
  }

  @Test(arguments: UInt64(0)..<40)
  func `each transition has an instruction that shows both tracks`(seed: UInt64) throws {
    let line = Line(seed: seed)
    let instructions = try composition(line, .video).instructions
    #expect(instructions.count == line.transitions.count)
    for (instruction, entry) in zip(instructions, line.transitions.sorted { $0.key < $1.key }) {
      let (index, transition) = entry
      let start = line.segments[index].target.start
      #expect(instruction.range == TimeRange(start: start, duration: transition.duration))
      #expect(instruction.layers.map(\.track) == ["above", "v-2", "v", "below"])
      let outgoing = line.transitions.keys.count { $0 < index } % 2 == 0 ? "v" : "v-2"
      if transition.kind == .dissolve {
        #expect(instruction.compositor == nil)
        let (from, to) = outgoing == "v-2" ? (1.0, 0.0) : (0.0, 1.0)
        let ramp = AnimatedValue<Double>.Ramp(over: instruction.range, from: from, to: to)
        #expect(instruction.layers[1].opacity.entries == [.ramp(ramp)])
        #expect(instruction.layers[2].opacity.entries.isEmpty)
      } else {
        #expect(instruction.compositorTracks.first?.rawValue == outgoing)
        #expect(Set(instruction.compositorTracks) == ["v", "v-2"])
      }
    }
  }

  @Test(arguments: UInt64(0)..<40)
  func `sound fades in and out with the transitions and nowhere else`(seed: UInt64) throws {
    var line = Line(seed: seed)
    for key in line.transitions.keys { line.transitions[key]?.kind = .dissolve }
    let composition = try composition(line, .audio)
    for segment in composition.tracks.flatMap(\.segments) {
      guard let media = segment.media,
        let index = line.segments.firstIndex(where: { $0.media?.asset == media.asset })
      else { continue }
      let fades = [index, index + 1].map { line.transitions[$0]?.duration }
      #expect(media.fadeIn == fades[0].map { Segment.Fade($0, easing: .sine) })
      #expect(media.fadeOut == fades[1].map { Segment.Fade($0, easing: .sine) })
    }
  }

  @Test func `instructions are divided where transitions start and end`() throws {
    let segments = [
      Segment(target: range(0, 4), media: media("a", 0, 4)),
      Segment(target: range(3, 7), media: media("b", 0, 4)),
    ]
    let fading = try AnimatedValue(entries: [ramp(2, 6, 1, 0.5)])
    var composition = Composition(
      tracks: [Track(id: "v", mediaType: .video)],
      instructions: [
        Instruction(range: range(1, 6), layers: [Layer(track: "v", opacity: fading)]),
        Instruction(range: range(6, 9), layers: [Layer(track: "v")]),
      ])
    try composition.setSegments(
      segments, transitions: [1: Transition(duration: seconds(1))], of: "v")
    #expect(
      composition.instructions.map(\.range) == [range(1, 3), range(3, 4), range(4, 6), range(6, 9)])
    #expect(
      composition.instructions.map { $0.layers.map(\.track) } == [
        ["v"], ["v-2", "v"], ["v-2"], ["v-2"],
      ])
    // The layer has an opacity of its own, which a dissolve cannot replace.
    let compositor = try #require(composition.instructions[1].compositor)
    #expect(compositor.element == "dissolvetransition")
    #expect(compositor.tracks == ["v", "v-2"])
    #expect(
      compositor.properties == [
        "progress": .animated(.number(try AnimatedValue(entries: [ramp(3, 4, 0, 1)])))
      ])
    #expect(composition.instructions.flatMap(\.layers).allSatisfy { $0.opacity == fading } == false)
    #expect(composition.instructions[..<3].flatMap(\.layers).allSatisfy { $0.opacity == fading })
  }

  @Test func `the mix of a track applies to both of its tracks`() throws {
    var composition = Composition(
      tracks: [Track(id: "s", mediaType: .audio, preferredVolume: 0.5)],
      audioMix: [AudioMixParameters(track: "s", volume: AnimatedValue(0.25))])
    try composition.setSegments(
      [
        Segment(target: range(0, 4), media: media("a", 0, 4)),
        Segment(target: range(3, 7), media: media("b", 0, 4)),
      ], transitions: [1: Transition(duration: seconds(1))], of: "s")
    #expect(composition.audioMix.map(\.track) == ["s", "s-2"])
    #expect(composition.audioMix.map(\.volume) == [AnimatedValue(0.25), AnimatedValue(0.25)])
    #expect(composition.tracks.map(\.preferredVolume) == [0.5, 0.5])
  }

  /// Two segments of 4 s with a transition.
  private func message(
    _ transition: Transition, start: Int64 = 3, _ type: Track.MediaType = .video,
    _ change: (inout Composition) -> Void = { _ in }
  ) throws -> String? {
    var composition = Composition(tracks: [Track(id: "v", mediaType: type)])
    change(&composition)
    let before = composition
    do throws(CompositionError) {
      try composition.setSegments(
        [
          Segment(target: range(0, 4), media: media("a", 0, 4)),
          Segment(target: range(start, start + 4), media: media("b", 0, 4)),
        ], transitions: [1: transition], of: "v")
      return nil
    } catch {
      #expect(composition == before)
      return error.message
    }
  }

  @Test func `a transition that cannot be is an error`() throws {
    let second = Transition(duration: seconds(1))
    #expect(try message(second) == nil)
    #expect(
      try message(second, start: 2)
        == "with a transition of 1 s, the segment of 'b' starts at 3 s, not at 2 s")
    #expect(
      try message(Transition(duration: seconds(4)), start: 0)
        == "the transition of 4 s is not shorter than the segment of 'a' before it, which lasts 4 s"
    )
    #expect(
      try message(Transition(.element("x"), duration: seconds(1)), .audio)
        == "sound can only cross-fade: its transition has only a duration")
    #expect(
      try message(second) {
        $0.instructions = [
          Instruction(
            range: range(0, 8), layers: [Layer(track: "v")], compositor: Compositor(element: "x"))
        ]
      }?.hasPrefix("the instruction of 3–4 s combines layers already") == true)
  }

  @Test func `a transition between tracks changes the instructions of its range`() throws {
    let a = try Track(
      id: "a", mediaType: .video, segments: [Segment(target: range(0, 4), media: media("a", 0, 4))])
    let b = try Track(
      id: "b", mediaType: .video,
      segments: [
        Segment(target: range(0, 3)), Segment(target: range(3, 7), media: media("b", 0, 4)),
      ])
    var composition = Composition(tracks: [b, a])
    try composition.addTransition(
      Transition(.element("x"), duration: .zero), over: range(3, 4), from: "a", to: "b")
    #expect(composition.tracks == [b, a])
    #expect(composition.instructions.map(\.range) == [range(3, 4)])
    #expect(composition.instructions[0].layers.map(\.track) == ["a", "b"])
    #expect(composition.instructions[0].compositorTracks == ["a", "b"])
    #expect(throws: CompositionError.self) {
      try composition.addTransition(
        Transition(duration: .zero), over: range(4, 5), from: "a", to: "b")
    }
  }
}

extension MediaTime {
  /// The time as a whole number.
  fileprivate var wholeTenths: Int64 { rounded(in: MediaTime(1)) }
}
