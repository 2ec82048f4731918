import CutawayModel
import CutawayTime
import Testing

/// What a sequence of clips means, compared with a simple reference.
@Suite struct ClipSequenceTests {
  /// A clip and what the reference needs to know about it.
  private struct Case {
    var clips: [ClipSequence.Clip] = []
    var media: [Asset.ID: MediaDescription] = [:]

    init(seed: UInt64) {
      var random = SplitMix64(state: seed)
      func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
      for index in 0..<(1 + next(6)) {
        let name = Asset.ID("c\(index)")
        let start = MediaTime(Int64(next(3)), over: 2)
        let length = MediaTime(Int64(4 + next(12)), over: 4)
        var clip = ClipSequence.Clip(
          name, source: ClipRange(TimeRange(start: start, duration: length)))
        if next(3) == 0 { clip.duration = length * 2 }
        if next(3) == 0 { clip.kenBurns = .automatic }
        clip.hasSound = next(4) > 0
        if let before = clips.last, next(2) == 0 {
          // At most a third of each, so that transitions do not overlap.
          let shorter = min(Self.length(of: before), Self.length(of: clip))
          clip.transition = Transition(
            named: next(2) == 0 ? "dissolve" : "wipe", duration: shorter / MediaTime(4))
        }
        clips.append(clip)
        let sound: [MediaTime?] = [MediaTime(10), MediaTime(2), MediaTime(1, over: 2), nil]
        media[name] = MediaDescription(
          duration: MediaTime(10),
          videoTracks: [
            .init(size: PixelSize(width: 64, height: 36), frameDuration: MediaTime(1, over: 25))
          ],
          audioTracks: sound[next(4)].map {
            [.init(sampleRate: 48_000, channels: 2, duration: $0)]
          } ?? [])
      }
    }

    static func length(of clip: ClipSequence.Clip) -> MediaTime {
      clip.duration ?? (clip.source?.end ?? .zero) - (clip.source?.start ?? .zero)
    }

    /// When each clip plays.
    var ranges: [TimeRange] {
      clips.reduce(into: []) { ranges, clip in
        let end = ranges.last?.end ?? .zero
        ranges.append(
          TimeRange(
            start: end - (clip.transition?.duration ?? .zero), duration: Self.length(of: clip)))
      }
    }

    /// The source times of all clips that play at a time.
    func shown(at time: MediaTime) -> [Asset.ID: MediaTime] {
      var shown: [Asset.ID: MediaTime] = [:]
      for (clip, range) in zip(clips, ranges) where range.contains(time) {
        guard let source = clip.source, let end = source.end else { continue }
        shown[clip.asset] =
          source.start + (time - range.start) * (end - source.start) / range.duration
      }
      return shown
    }

    /// The source times of all clips that sound at a time.
    func heard(at time: MediaTime) -> [Asset.ID: MediaTime] {
      shown(at: time).filter { name, source in
        guard clips.first(where: { $0.asset == name })?.hasSound == true,
          let length = media[name]?.audioTracks.first?.duration
        else { return false }
        return source < length
      }
    }
  }

  private func playing(_ tracks: some Sequence<Track>, at time: MediaTime) -> [Asset.ID: MediaTime]
  {
    var result: [Asset.ID: MediaTime] = [:]
    for track in tracks {
      guard let segment = track.segment(at: time), let media = segment.media,
        let mapping = segment.mapping
      else { continue }
      #expect(result[media.asset] == nil)
      result[media.asset] = mapping.sourceTime(at: time)
    }
    return result
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `at each time the clips play that the reference plays`(seed: UInt64) throws {
    let test = Case(seed: seed)
    var composition = Composition(assets: test.clips.map { Asset(id: $0.asset, location: "x") })
    try composition.append(ClipSequence(test.clips), media: test.media)
    #expect(composition.faults().isEmpty)
    let end = try #require(test.ranges.last).end
    #expect(composition.duration == end)
    #expect(composition.instructions.last?.range.end == end)
    var time = MediaTime.zero
    while time < end {
      let shown = test.shown(at: time)
      let instruction = try #require(
        composition.instructions.first { $0.range.contains(time) }, "\(time)")
      let listed = instruction.layers.compactMap { composition.track($0.track) }
      #expect(playing(listed, at: time) == shown, "\(seed), at \(time)")
      let sound = composition.tracks.filter { $0.mediaType == .audio }
      #expect(playing(sound, at: time) == test.heard(at: time), "\(seed), the sound at \(time)")
      // Only a transition combines layers.
      let isCombined =
        instruction.compositor != nil
        || instruction.layers.contains { !$0.opacity.entries.isEmpty }
      #expect(isCombined == (shown.count == 2), "\(seed), at \(time)")
      time = time + MediaTime(1, over: 16)
    }
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `the sound of clips fades in transitions, and only there`(seed: UInt64) throws {
    let test = Case(seed: seed)
    var composition = Composition(assets: test.clips.map { Asset(id: $0.asset, location: "x") })
    try composition.append(ClipSequence(test.clips), media: test.media)
    let sounds = composition.tracks.filter { $0.mediaType == .audio }.flatMap(\.segments)
    for (index, clip) in test.clips.enumerated() {
      guard let sound = sounds.first(where: { $0.media?.asset == clip.asset }) else { continue }
      let incoming = clip.transition?.duration
      #expect(sound.media?.fadeIn?.duration == incoming.map { min($0, sound.target.duration) })
      let next = test.clips.indices.contains(index + 1) ? test.clips[index + 1].transition : nil
      let end = sound.target.end - (sound.media?.fadeOut?.duration ?? .zero)
      if let next, sound.target.end == test.ranges[index].end {
        #expect(end == test.ranges[index].end - next.duration)
      } else if next == nil {
        #expect(sound.media?.fadeOut == nil)
      }
    }
  }

  private func media(seconds: Int64?, sound: Bool = true) -> MediaDescription {
    MediaDescription(
      duration: seconds.map { MediaTime($0) },
      videoTracks: [
        .init(
          size: PixelSize(width: 400, height: 300),
          frameDuration: seconds.map { _ in MediaTime(1, over: 25) })
      ],
      audioTracks: sound ? [.init(sampleRate: 48_000, channels: 2)] : [])
  }

  private func composition(
    _ sequence: ClipSequence, tracks: [Track] = [], mix: [AudioMixParameters] = []
  ) throws -> Composition {
    var composition = Composition(
      render: RenderSettings(size: PixelSize(width: 200, height: 100)),
      assets: ["a", "b", "still", "song"].map { Asset(id: $0, location: "x") }, tracks: tracks,
      audioMix: mix)
    try composition.append(
      sequence,
      media: [
        "a": media(seconds: 4), "b": media(seconds: 6), "still": media(seconds: nil, sound: false),
        "song": MediaDescription(
          duration: MediaTime(3), audioTracks: [.init(sampleRate: 48_000, channels: 2)]),
      ])
    return composition
  }

  @Test func `a clip without a source range plays as a whole, or its beginning`() throws {
    let whole = try composition(ClipSequence([.init("a"), .init("b", duration: MediaTime(2))]))
    #expect(whole.tracks[0].segments.map(\.media?.source) == [range(0, 4), range(0, 2)])
    let rest = try composition(ClipSequence([.init("b", source: ClipRange(from: MediaTime(5)))]))
    #expect(rest.tracks[0].segments.map(\.media?.source) == [range(5, 6)])
  }

  @Test func `music repeats until the clips end, and fades out`() throws {
    let sequence = ClipSequence(
      [.init("a"), .init("b")],
      music: .init("song", volume: 0.5, ducking: Ducking(under: [], gain: 0.1)))
    let composition = try composition(sequence)
    let music = try #require(composition.track("sequence-music"))
    #expect(music.segments.map(\.target) == [range(0, 3), range(3, 6), range(6, 9), range(9, 10)])
    #expect(music.segments.last?.media?.source == range(0, 1))
    let mix = composition.mix(of: music.id)
    #expect(mix.ducking == Ducking(under: ["sequence-sound"], gain: 0.1))
    #expect(mix.volume.value(at: MediaTime(7)) == 0.5)
    #expect(mix.volume.value(at: MediaTime(9)) == 0.25)
    #expect(composition.faults().isEmpty)
  }

  @Test func `what applies to the sound of the clips applies to both of its tracks`() throws {
    let sequence = ClipSequence(
      [.init("a"), .init("b", transition: Transition(duration: MediaTime(1)))])
    let voice = try Track(
      id: "voice", mediaType: .audio,
      segments: [Segment(target: range(0, 2), media: .init(asset: "a", source: range(0, 2)))])
    let composition = try composition(
      sequence, tracks: [voice],
      mix: [
        AudioMixParameters(track: "sequence-sound", volume: .init(0.5)),
        AudioMixParameters(track: "voice", ducking: Ducking(under: "sequence-sound")),
      ])
    #expect(composition.mix(of: "sequence-sound-2").volume == .init(0.5))
    #expect(
      composition.mix(of: "voice").ducking?.triggers == ["sequence-sound", "sequence-sound-2"])
    #expect(composition.faults().isEmpty)
  }

  @Test func `a zoom covers the picture and keeps its center`() throws {
    let zoom = ClipSequence.KenBurns.zoom(from: 1, to: 2, center: Point(x: 0.25, y: 1))
    let layer = try composition(
      ClipSequence([.init("still", duration: MediaTime(4), kenBurns: zoom)])
    ).instructions[0].layers[0]
    guard case .ramp(let ramp)? = layer.transform.entries.first else {
      Issue.record("no ramp")
      return
    }
    #expect(ramp.range == range(0, 4))
    #expect(ramp.from == LayerTransform(.fill))
    #expect(ramp.to.base == .fill)
    #expect(ramp.to.matrix.apply(x: 50, y: 100) == (50, 100))
    #expect(ramp.to.matrix.apply(x: 0, y: 0) == (-50, -100))
  }

  @Test func `other video tracks lie above the clips`() throws {
    let logo = try Track(
      id: "logo", mediaType: .video,
      segments: [Segment(target: range(0, 9), media: .init(asset: "still", source: range(0, 9)))])
    let composition = try composition(ClipSequence([.init("a"), .init("b")]), tracks: [logo])
    #expect(
      composition.instructions.map { $0.layers.map(\.track) } == [
        ["logo", "sequence"], ["logo", "sequence"],
      ])
  }

  @Test(arguments: [
    (ClipSequence([]), "a sequence has 1 to 10000 clips, not 0"),
    (ClipSequence([.init("still")]), "'still' has no end: give a 'duration'"),
    (ClipSequence([.init("song")]), "'song' has no picture"),
    (ClipSequence([.init("none")]), "the properties of 'none' are not known"),
    (
      ClipSequence([.init("a", source: ClipRange(from: MediaTime(4)))]),
      "4 s lies past the end of 'a', at 4 s"
    ),
    (
      ClipSequence([.init("a", transition: Transition(duration: MediaTime(1)))]),
      "the first clip cannot have a transition"
    ),
    (
      ClipSequence([.init("a"), .init("b", transition: Transition(duration: MediaTime(4)))]),
      "the transition of 4 s is not shorter than the segment of 'a' before it"
    ),
    (ClipSequence([.init("a")], music: .init("still")), "'still' has no sound"),
  ])
  func `a sequence that cannot play is an error`(sequence: ClipSequence, message: String) {
    let error = #expect(throws: CompositionError.self) { try composition(sequence) }
    #expect(error?.message.hasPrefix(message) == true, "\(String(describing: error))")
  }
}
