import CutawayFile
import CutawayModel
import CutawayTime
import Testing

/// Sequences and clips whose length is that of their media, in composition files.
@Suite struct SequenceReadingTests {
  private static let clip = MediaDescription(
    duration: MediaTime(6),
    videoTracks: [
      .init(size: PixelSize(width: 64, height: 36), frameDuration: seconds(1, over: 25))
    ],
    audioTracks: [.init(sampleRate: 48_000, channels: 2)])
  private static let photo = MediaDescription(
    duration: nil, videoTracks: [.init(size: PixelSize(width: 80, height: 60), frameDuration: nil)])
  private static let song = MediaDescription(
    duration: MediaTime(60), audioTracks: [.init(sampleRate: 48_000, channels: 2)])

  /// Reads a file whose assets are clips, photos and songs by their extensions.
  private func document(_ text: String) throws(CompositionFileError) -> CompositionDocument {
    let parsed = try CompositionText(text, file: "f", directory: "d")
    var media: [Asset.ID: MediaDescription] = [:], failures: [Asset.ID: String] = [:]
    for asset in parsed.neededMedia {
      switch asset.location.split(separator: ".").last {
      case "mp4": media[asset.id] = Self.clip
      case "jpg": media[asset.id] = Self.photo
      case "m4a": media[asset.id] = Self.song
      default: failures[asset.id] = "there is no such file"
      }
    }
    return try parsed.document(media: media, failures: failures)
  }

  private func errors(_ text: String) -> [String] {
    do throws(CompositionFileError) {
      _ = try document(text)
      return []
    } catch {
      return error.diagnostics.map { "\($0.line):\($0.column): \($0.message)" }
    }
  }

  @Test func `ten photos with music take twelve lines`() throws {
    let text = """
      cutaway: 1
      render: {size: [1280, 720], frameRate: 30}
      sequence:
        each: {duration: 4, transition: 1, kenBurns: true}
        music: {asset: song.m4a, duck: true}
        clips:
          [1.jpg, 2.jpg, 3.jpg, 4.jpg, 5.jpg, 6.jpg, 7.jpg, 8.jpg, 9.jpg, 10.jpg]
      """
    #expect(text.split(separator: "\n").count <= 12)
    let composition = try document(text).composition
    #expect(composition.assets.count == 11)
    #expect(composition.asset("song.m4a") == Asset(id: "song.m4a", location: "d/song.m4a"))
    #expect(composition.duration == MediaTime(31))
    #expect(composition.tracks.map(\.id) == ["sequence", "sequence-2", "sequence-music"])
    #expect(composition.instructions.count == 19)
    // No clip sounds.
    #expect(composition.mix(of: "sequence-music").ducking == nil)
  }

  @Test func `an expanded sequence means the same, without media`() throws {
    let composition = try document(
      """
      cutaway: 1
      assets: {city: c.mp4}
      sequence:
        each: {transition: {type: wipe, duration: 1}, effects: [{element: vignette}]}
        music: {asset: song.m4a, source: [2, end], duck: {by: 0.5}}
        clips:
          - {asset: city, source: [1, end]}
          - {asset: 1.jpg, duration: 3, kenBurns: {from: 2, to: 1, center: [0, 1]}}
          - {asset: city, source: [0, 4], duration: 2, transition: false, transform: fill}
          - {asset: d.mp4, sound: false}
      """
    ).composition
    let expanded = composition.yaml(relativeTo: "d")
    let again = try read(expanded, directory: "d")
    #expect(again.yaml(relativeTo: "d") == expanded)
    #expect(again.tracks == composition.tracks)
    #expect(again.instructions.map(\.range) == composition.instructions.map(\.range))
    #expect(
      again.instructions.map { $0.layers.map(\.transform) }
        == composition.instructions.map { $0.layers.map(\.transform) })
    #expect(again.audioMix == composition.audioMix)
  }

  @Test func `animated effects of a clip count from its start`() throws {
    let composition = try document(
      """
      cutaway: 1
      render: {size: [64, 36], frameRate: 25}
      sequence:
        - {asset: a.mp4, duration: 5}
        - {asset: b.mp4, effects: [{element: blur, sigma: [{range: [1, 2], from: 0, to: 8}]}]}
      """
    ).composition
    let effects = composition.instructions.flatMap(\.layers).flatMap(\.effects)
    #expect(
      effects.map(\.properties) == [
        [
          "sigma": .animated(
            .number(try AnimatedValue(entries: [.ramp(.init(over: range(6, 7), from: 0, to: 8))])))
        ]
      ])
  }

  @Test func `a list is a sequence, too`() throws {
    let composition = try document("cutaway: 1\nsequence: [a.mp4, {asset: b.mp4, source: [2, 5]}]")
      .composition
    #expect(composition.tracks[0].segments.map(\.target) == [range(0, 6), range(6, 9)])
    #expect(composition.tracks[1].id == "sequence-sound")
    #expect(
      composition.instructions.map(\.layers[0].transform) == [
        .init(LayerTransform(.fit)), .init(LayerTransform(.fit)),
      ])
  }

  @Test func `the duration of each is that of stills, and limits clips`() throws {
    let text = """
      cutaway: 1
      sequence:
        each: {duration: 8}
        clips: [1.jpg, a.mp4, {asset: b.mp4, source: [0, 2]}, {asset: c.mp4, duration: 1}]
      """
    let targets = try document(text).composition.tracks[0].segments.map(\.target.duration)
    #expect(targets == [seconds(8), seconds(6), seconds(2), seconds(1)])
  }

  @Test func `a segment may be a whole clip, or last until its end`() throws {
    let text = """
      cutaway: 1
      tracks:
        - {id: v, type: video, segments: [{asset: a.mp4}, {asset: a.mp4, source: [2, end]}]}
        - {id: m, type: audio, segments: [{asset: s.m4a, loop: true, duration: 100}]}
      """
    let composition = try document(text).composition
    #expect(composition.tracks[0].segments.map(\.media?.source) == [range(0, 6), range(2, 6)])
    #expect(composition.tracks[1].segments.map(\.media?.source) == [range(0, 60), range(0, 40)])
  }

  @Test func `only media on which the meaning depends are needed`() throws {
    func needed(_ text: String) throws -> [Asset.ID] {
      try CompositionText(text, file: "f", directory: "").neededMedia.map(\.id)
    }
    #expect(try needed(base) == [])
    #expect(try needed("cutaway: 1\nsequence: [a.mp4, b.mp4, a.mp4]") == ["a.mp4", "b.mp4"])
    let track = "tracks: [{id: v, type: video, segments: [{asset: v.mp4, source: [0, 1]}]}]"
    #expect(try needed("cutaway: 1\n\(track)\nsequence: [a.mp4]") == ["a.mp4"])
    // Without a size, it is that of the largest clip.
    #expect(
      try needed("cutaway: 1\n\(track)\nsequence: [{asset: a.jpg, duration: 1, kenBurns: true}]")
        == ["a.jpg", "v.mp4"])
  }

  @Test(arguments: [
    ("[1.jpg]", ["2:12: '1.jpg' has no end: give a 'duration', or a 'source' with an end"]),
    ("[beach]", ["2:12: there is no asset called 'beach'"]),
    (
      "[x.gone, y.gone]",
      [
        "2:12: cannot use 'd/x.gone': there is no such file",
        "2:20: cannot use 'd/y.gone': there is no such file",
      ]
    ),
    ("[s.m4a]", ["2:12: 's.m4a' has no picture; sound is the 'music' of a sequence, or a track"]),
    ("[{asset: a.mp4, source: [6, end]}]", ["2:35: 6 s lies past the end of 'a.mp4', at 6 s"]),
    (
      "[a.mp4, {asset: b.mp4, transition: 6}]",
      [
        "2:46: the transition of 6 s is not shorter than the segment of 'a.mp4' before it, which "
          + "lasts 6 s"
      ]
    ),
    (
      "{clips: [a.mp4, b.mp4], each: {transition: 6}}",
      [
        "2:27: the transition of 6 s is not shorter than the segment of 'a.mp4' before it, which "
          + "lasts 6 s"
      ]
    ),
    (
      "[{asset: a.mp4, transition: 1}]",
      ["2:39: the first clip cannot have a transition from another one"]
    ),
    ("{clips: [a.mp4], music: 1.jpg}", ["2:35: '1.jpg' has no sound"]),
    ("[]", ["2:11: a sequence has 1 to 10000 clips, not 0"]),
    ("[{asset: a.mp4, sorce: [0, 1]}]", ["2:27: unknown key 'sorce'; did you mean 'source'?"]),
    (
      "[a.mp4]\ninstructions: [{range: [0, 1]}]",
      [
        "3:15: a composition with a sequence has no instructions of its own: those of the sequence "
          + "follow from its clips, and 'cutaway expand' writes them out"
      ]
    ),
    (
      "[a.mp4]\ntracks: [{id: sequence, type: audio}]",
      [
        "3:15: 'sequence' is the name of a track of the sequence: no other track can have it"
      ]
    ),
  ])
  func `an error has the place of the clip`(sequence: String, expected: [String]) {
    #expect(errors("cutaway: 1\nsequence: \(sequence)\n") == expected)
  }

  @Test func `a later check finds the place of a clip`() throws {
    let document = try document(
      "cutaway: 1\nsequence:\n  - a.mp4\n  - {asset: b.mp4, source: [0, 2]}\n")
    let diagnostic = document.diagnostic(at: ["tracks", "0", "segments", "1", "source"], "x")
    #expect(diagnostic.description == "f:4:28: error: x")
    #expect(document.diagnostic(at: ["instructions", "0", "layers", "0"], "x").line == 3)
  }

  @Test func `ducking may have several triggers`() throws {
    let text =
      base + """
        audioMix: [{track: s, duck: {under: [v1, v2]}}]
        """
    #expect(
      diagnose(text) == [
        "7:37: there is no track called 'v1'", "7:37: there is no track called 'v2'",
      ])
    #expect(diagnose(base + "audioMix: [{track: s, duck: {under: []}}]").count == 1)
  }
}
