import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// The elements of the mix: volumes, fades, ducking, pans, and their direction.
@Suite struct SoundGraphTests {
  private static let ms = MediaTime(1, over: 1_000)

  private static func milliseconds(_ start: Int, _ end: Int) -> TimeRange {
    TimeRange(start: ms * start, end: ms * end)
  }

  /// One track of sound, four seconds long, and its mix.
  private func composition(
    _ change: (inout Track, inout AudioMixParameters) throws -> Void = { _, _ in }
  ) throws -> Composition {
    var track = try Editing.track("s", (0, 4), type: .audio)
    var mix = AudioMixParameters(track: "s")
    try change(&track, &mix)
    var composition = Editing.composition([track])
    composition.audioMix = [mix]
    return composition
  }

  /// The elements between the source and the mixer, and what they are set to.
  private func chain(_ composition: Composition, range: TimeRange? = nil) throws -> [String] {
    try composition.graph(range: range).sounds[0].elements.dropFirst().map { element in
      ([element.factory] + element.properties.map { "\($0.value)" }).joined(separator: " ")
    }
  }

  // MARK: Volume

  @Test func `full volume needs no element`() throws {
    #expect(try chain(composition()) == [])
    #expect(try chain(composition { $1.volume = AnimatedValue(1) }) == [])
    #expect(
      try chain(composition { $1.volume = try Editing.ramp(1, 2, from: 1, to: 1) }) == [])
  }

  @Test func `a constant volume up to 10 is the stock element`() throws {
    #expect(try chain(composition { $1.volume = AnimatedValue(0.5) }) == ["volume 0.5"])
    #expect(try chain(composition { $1.volume = AnimatedValue(10) }) == ["volume 10.0"])
    #expect(try chain(composition { $1.volume = AnimatedValue(11) }) == ["volumeramp \"0=11\""])
  }

  @Test func `a volume that changes, or starts later, is a ramp`() throws {
    #expect(
      try chain(composition { $1.volume = try Editing.ramp(1, 2, from: 0, to: 1) })
        == ["volumeramp \"1..2=0>1\""])
    let later = try AnimatedValue(entries: [.instant(at: MediaTime(2), value: 0.5)])
    #expect(try chain(composition { $1.volume = later }) == ["volumeramp \"2=0.5\""])
  }

  @Test func `the volume of a track multiplies that of its mix, also before the first entry`()
    throws
  {
    let both = try composition {
      $0.preferredVolume = 0.5
      $1.volume = try Editing.ramp(1, 2, from: 0.5, to: 1)
    }
    #expect(try chain(both) == ["volumeramp \"0=0.5; 1..2=0.25>0.5\""])
    #expect(try chain(composition { track, _ in track.preferredVolume = 0.25 }) == ["volume 0.25"])
    #expect(
      try chain(
        composition {
          $0.preferredVolume = 0.5
          $1.volume = AnimatedValue(0.5)
        }) == ["volume 0.25"])
  }

  @Test func `the times of a range start at 0`() throws {
    let ramp = try composition { $1.volume = try Editing.ramp(1, 3, from: 0, to: 1) }
    #expect(
      try chain(ramp, range: Editing.range(1, 4)) == ["volumeramp \"0..2=0>1\""])
  }

  // MARK: Fades

  /// The keyframes of the fades of segments, each with its source range and its fades, in
  /// milliseconds.
  private func fades(
    _ parts: [(target: TimeRange, source: TimeRange?, fadeIn: Int, fadeOut: Int)], declick: Int = 0,
    range: TimeRange? = nil
  ) throws -> String? {
    let composition = try composition { track, _ in
      track.declick = Self.ms * declick
      try track.setSegments(
        parts.map { part in
          Segment(
            target: part.target,
            media: part.source.map { source in
              Segment.Media(
                asset: "song", source: source,
                fadeIn: part.fadeIn > 0 ? .init(Self.ms * part.fadeIn) : nil,
                fadeOut: part.fadeOut > 0 ? .init(Self.ms * part.fadeOut) : nil)
            })
        })
    }
    return try composition.graph(range: range).sounds[0].elements
      .first { $0.factory == "volumeramp" }?.text("keyframes")
  }

  @Test func `a fade lies at the start or at the end of its segment`() throws {
    let (first, second) = (Self.milliseconds(0, 1_000), Self.milliseconds(1_000, 3_000))
    #expect(try fades([(first, first, 250, 500)]) == "0..1/4=0>1; 1/2..1=1>0")
    #expect(try fades([(first, first, 0, 0), (second, first, 500, 0)]) == "1..3/2=0>1")
  }

  @Test func `a segment after a fade-out is heard at once`() throws {
    let (first, second) = (Self.milliseconds(0, 1_000), Self.milliseconds(1_000, 2_000))
    #expect(
      try fades([(first, first, 0, 500), (second, first, 0, 0)]) == "1/2..1=1>0; 1=1")
  }

  @Test func `a declick fades half of its duration on either side of a cut`() throws {
    let (first, second) = (Self.milliseconds(0, 1_000), Self.milliseconds(1_000, 2_000))
    let text = try #require(try fades([(first, first, 0, 0), (second, first, 0, 0)], declick: 20))
    let curve = "@bezier:0.37:0:0.63:1"
    #expect(
      text == """
        0..1/100=0>1\(curve); 99/100..1=1>0\(curve); 1..101/100=0>1\(curve); 199/100..2=1>0\(curve)
        """)
  }

  @Test func `a cut at which the source goes on is not declicked`() throws {
    let (first, second) = (Self.milliseconds(0, 1_000), Self.milliseconds(1_000, 2_000))
    let text = try #require(try fades([(first, first, 0, 0), (second, second, 0, 0)], declick: 20))
    #expect(text.split(separator: ";").count == 2)
    #expect(text.hasPrefix("0..1/100=0>1") && text.contains("199/100..2=1>0"))
  }

  @Test func `fades that the range of a graph excludes lie before its time 0`() throws {
    let whole = Self.milliseconds(0, 2_000)
    let text = try fades([(whole, whole, 500, 500)], range: Editing.range(1, 2))
    let gain = try AnimatedValue<Double>(keyframes: text ?? "")
    #expect(gain.value(at: .zero) == 1)
    #expect(gain.value(at: MediaTime(3, over: 4)) == 0.5)
  }

  @Test func `a fade starts and ends with a sample`() throws {
    // At 48 kHz, 1/3 ms is 16 samples, and 1/7 s lies between two.
    let start = MediaTime(1, over: 7), unit = MediaTime(1, over: 48_000)
    let track = TimeRange(start: start, duration: MediaTime(1))
    let text = try #require(
      try fades([
        (TimeRange(start: .zero, end: start), nil, 0, 0),
        (track, Self.milliseconds(0, 1_000), 100, 100),
      ]))
    for entry in try AnimatedValue<Double>(keyframes: text).entries {
      let exact = entry.span.start / unit
      #expect(exact.denominator == 1, "\(entry.span.text) s")
    }
  }

  // MARK: Ducking

  /// The keyframes of the gain that lowers a track while another one sounds.
  private func ducking(_ sounds: [TimeRange], attack: Int = 200, release: Int = 500) throws
    -> String?
  {
    var composition = try composition { _, mix in
      mix.ducking = Ducking(
        under: "voice", gain: 0.25, attack: Self.ms * attack, release: Self.ms * release)
    }
    composition.tracks.append(try Editing.track("voice", (0, 4), type: .audio, asset: "talkie"))
    var resolved = try ResolvedComposition(composition, media: Editing.media)
    resolved.activity["s"] = sounds
    let graph = try Translation(resolved).graph(
      to: SinkOutput(videoSink: nil, audioSink: "fakesink"))
    return try graph.sounds[0].elements.first { $0.factory == "volumeramp" }?.text("keyframes")
  }

  @Test func `a track is low when the other one starts, and returns after it ends`() throws {
    #expect(
      try ducking([Self.milliseconds(1_000, 2_000)]) == "4/5..1=1>0.25; 2..5/2=0.25>1")
  }

  @Test func `a track stays low between sounds without time to return`() throws {
    // From the end of one to the start of the next: 0.7 s are just too short.
    #expect(
      try ducking([Self.milliseconds(1_000, 2_000), Self.milliseconds(2_700, 3_000)])
        == "4/5..1=1>0.25; 3..7/2=0.25>1")
    #expect(
      try ducking([Self.milliseconds(1_000, 2_000), Self.milliseconds(2_701, 3_000)])?
        .split(separator: ";").count == 4)
  }

  @Test func `a sound at the start finds the track low`() throws {
    #expect(try ducking([Self.milliseconds(0, 1_000)]) == "0=0.25; 1..3/2=0.25>1")
    #expect(try ducking([Self.milliseconds(100, 1_000)]) == "0=0.25; 1..3/2=0.25>1")
  }

  @Test func `without attack and release the gain jumps`() throws {
    #expect(
      try ducking([Self.milliseconds(1_000, 2_000)], attack: 0, release: 0) == "1=0.25; 2=1")
  }

  @Test func `without sounds a track is not ducked`() throws {
    #expect(try ducking([]) == nil)
    #expect(try ducking([TimeRange(start: MediaTime(1), duration: .zero)]) == nil)
  }

  // MARK: Others

  @Test func `effects and pan follow each other in the order of the track`() throws {
    let composition = try composition {
      $0.effects = [
        Effect(element: "freeverb"), Effect(element: "equalizer", properties: ["band": .int(3)]),
      ]
      $1.volume = AnimatedValue(0.5)
      $1.pan = AnimatedValue(-1)
    }
    #expect(
      try chain(composition) == [
        "audioconvert", "freeverb", "audioconvert", "audioconvert", "equalizer 3", "audioconvert",
        "volume 0.5", "panramp \"0=-1\"",
      ])
  }

  @Test func `a mix of muted tracks is silence, and a composition of pictures has no mix`() throws {
    let muted = try composition { $1.isMuted = true }.graph()
    #expect(try muted.sounds.map { $0.elements[0].name } == ["silence"])
    #expect(try muted.sounds[0].segments.isEmpty)
    let film = try Editing.composition([Editing.track("v", (0, 1))]).graph()
    #expect(film.elements("audiomixer").isEmpty)
  }

  @Test(arguments: [(1, false), (2, false), (3, true), (6, true), (8, true)])
  func `the mix has the channels of the composition, with positions for more than two`(
    channels: Int, hasMask: Bool
  ) throws {
    var composition = try composition()
    composition.render.channels = channels
    composition.render.sampleRate = 44_100
    let caps = try composition.graph().links.compactMap(\.caps).filter { $0.hasPrefix("audio") }
    #expect(!caps.isEmpty)
    for text in caps {
      #expect(text.contains("rate=44100,channels=\(channels)"))
      #expect(text.contains("channel-mask") == hasMask)
    }
  }

  @Test func `the gain of the whole mix follows the mixer`() throws {
    var translation = try Translation(
      ResolvedComposition(composition(), media: Editing.media))
    translation.gain = AnimatedValue(0.5)
    let graph = translation.graph(to: SinkOutput(videoSink: nil, audioSink: "fakesink"))
    let link = try #require(graph.links.first { $0.source.element == "sound" })
    #expect(link.sink.element == "sound-gain")
    #expect(graph.elements.first { $0.name == "sound-gain" }?.value("volume") == .double(0.5))
  }

  @Test func `backwards, ramps and sources run from the end`() throws {
    let composition = try composition { $1.volume = try Editing.ramp(0, 1, from: 0, to: 1) }
    let translation = try Translation(ResolvedComposition(composition, media: Editing.media))
    let graph = try #require(translation.graph(of: .sound, backward: true))
    #expect(graph.trackSources.map { $0.value("reversed") } == [.bool(true)])
    let ramp = try #require(try graph.sounds[0].gains.first)
    for (time, gain) in [(0, 1.0), (3_000, 1), (3_250, 0.75), (3_500, 0.5), (3_875, 0.125)] {
      #expect(ramp.value(at: Self.ms * time) == gain, "\(time) ms")
    }
  }
}
