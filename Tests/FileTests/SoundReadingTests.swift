import CutawayFile
import CutawayModel
import CutawayTime
import Testing

@Suite struct SoundReadingTests {
  /// A file whose audio track has segments of `a`, from line 6 on.
  private func sound(_ segments: String, _ rest: String = "") -> String {
    """
    cutaway: 1
    assets: {a: a.wav}
    tracks:
    - id: s
      type: audio
      segments: [\(segments)]
    - {id: voice, type: audio, segments: [{asset: a, source: [0, 9]}]}
    \(rest)
    """
  }

  private func segments(_ text: String) throws -> [Segment] {
    try read(sound(text)).tracks[0].segments
  }

  @Test(arguments: [("0 dB", 1), ("-20dB", 0.1), ("+6.0 dB", 1.995_262_314_968_88)])
  func `decibels are gains`(text: String, gain: Double) throws {
    let mix = try read(base + "audioMix: [{track: s, volume: \(text)}]").audioMix
    #expect(abs(try #require(mix[0].volume.value(at: .zero)) - gain) < 1e-12)
  }

  @Test func `a mix has everything that the format says`() throws {
    let file = sound(
      "{asset: a, source: [0, 9]}",
      """
      audioMix:
      - track: s
        volume: [{range: [1, 2], from: 0, to: 1, easing: sine}]
        pan: [{at: 1, value: -1}]
        solo: true
        duck: {under: voice, by: 0.5, attack: 0.1, release: 1, threshold: -20 dB}
      - {track: voice, mute: true}
      """)
    #expect(
      try read(file).audioMix == [
        AudioMixParameters(
          track: "s",
          volume: try AnimatedValue(entries: [
            .ramp(.init(over: range(1, 2), from: 0, to: 1, easing: .sine))
          ]),
          pan: try AnimatedValue(entries: [.instant(at: seconds(1), value: -1)]), isSolo: true,
          ducking: Ducking(
            under: "voice", gain: 0.5, attack: seconds(1, over: 10), release: seconds(1),
            threshold: 0.1)),
        AudioMixParameters(track: "voice", isMuted: true),
      ])
  }

  @Test func `a loop becomes that number of segments`() throws {
    let source = range(2, 5)
    let three = try segments("{asset: a, source: [2, 5], loop: 3, fadeIn: 1, fadeOut: 0.5}")
    #expect(three.map(\.target) == [range(0, 3), range(3, 6), range(6, 9)])
    #expect(three.allSatisfy { $0.media?.source == source })
    #expect(three.map { $0.media?.fadeIn?.duration } == [seconds(1), nil, nil])
    #expect(three.map { $0.media?.fadeOut?.duration } == [nil, nil, seconds(1, over: 2)])
    let fast = try segments("{asset: a, source: [2, 5], duration: 1, loop: 2}")
    #expect(fast.map(\.target) == [range(0, 1), range(1, 2)])
    #expect(fast.allSatisfy { $0.media?.source == source })
  }

  @Test func `a loop fills a duration at the source's own speed`() throws {
    let filled = try segments("{asset: a, source: [2, 5], duration: 7, loop: true}")
    #expect(filled.map(\.target) == [range(0, 3), range(3, 6), range(6, 7)])
    #expect(filled.map { $0.media?.source } == [range(2, 5), range(2, 5), range(2, 3)])
    let short = try segments("{asset: a, source: [2, 5], duration: 2, loop: true}")
    #expect(short.map { $0.media?.source } == [range(2, 4)])
  }

  @Test(arguments: [
    ("{asset: a, source: [0, 1], loop: 1}", "expected true, or a number of times to play it"),
    ("{asset: a, source: [0, 1], loop: true}", "'loop: true' needs 'duration', which it fills"),
    (
      "{asset: a, source: [0, 0.001], duration: 100, loop: true}",
      "it would repeat more than 10000 times"
    ),
    ("{asset: a, source: [0, 1], duration: 40}", "sound can play at 1/32 to 32 times its speed"),
    ("{asset: a, source: [0, 1], fadeIn: 0}", "a duration must be greater than 0"),
    ("{asset: a, source: [0, 1], fadeIn: 0.6, fadeOut: 0.5}", "the fades last 1.1 s"),
    ("{asset: a, source: [0, 1], fadeOut: {easing: sine}}", "a fade needs 'duration'"),
  ])
  func `a wrong segment is explained`(segment: String, message: String) {
    let found = diagnose(sound(segment))
    #expect(found.contains { $0.contains(": \(message)") && $0.hasPrefix("6:") }, "\(found)")
  }

  @Test(arguments: [
    ("volume: loud", "expected a linear gain of 0 or more, or decibels"),
    ("volume: .nan", "expected a linear gain of 0 or more, or decibels"),
    ("pan: 1.5", "expected a pan from -1 (left) to 1 (right), found the number 1.5"),
    ("volume: [{range: [8, 10], from: 0, to: 1}]", "the ramp over 8–10 s lies beyond the end"),
    ("volume: [{at: 9, value: 0}]", "the entry at 9 s lies beyond the end of the composition, 9 s"),
    (
      "volume: [{range: [1, 3], from: 0, to: 1}, {range: [2, 4], from: 1, to: 0}]",
      "the ramp over 2–4 s overlaps the ramp over 1–3 s"
    ),
    ("duck: {under: s}", "a track cannot duck under itself"),
    ("duck: {under: nobody}", "there is no track called 'nobody'"),
    ("duck: {under: voice, by: 6 dB}", "expected a gain from 0 to 1, or decibels"),
    ("mute: 1", "expected true or false, found the number 1"),
  ])
  func `a wrong mix is explained`(text: String, message: String) {
    let found = diagnose(
      sound("{asset: a, source: [0, 9]}", "audioMix: [{track: s, \(text)}]"))
    #expect(found.contains { $0.contains(": \(message)") && $0.hasPrefix("8:") }, "\(found)")
  }

  @Test func `audio-only keys are refused on other tracks`() {
    let video = """
      cutaway: 1
      assets: {a: a.mp4}
      tracks:
      - {id: v, type: video, volume: 0.5, declick: 2ms, segments: [{asset: a, source: [0, 9], fadeIn: 1}]}
      """
    let found = diagnose(video)
    #expect(found.contains { $0.contains("only an audio track has a volume") })
    #expect(found.contains { $0.contains("only an audio track can be declicked") })
    #expect(found.contains { $0.contains("a fade applies to sound") })
  }
}
