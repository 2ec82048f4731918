import CutawayFile
import CutawayModel
import CutawayTime
import Testing

/// Frozen and reversed segments, and tracks of video with their sound.
@Suite struct ClipReadingTests {
  /// Reads a file with six seconds of picture and five of sound in each asset.
  private func composition(_ text: String) throws(CompositionFileError) -> Composition {
    let parsed = try CompositionText(text, file: "f", directory: "")
    let clip = MediaDescription(
      duration: MediaTime(6),
      videoTracks: [
        .init(size: PixelSize(width: 64, height: 36), frameDuration: seconds(1, over: 25))
      ],
      audioTracks: [.init(sampleRate: 48_000, channels: 2, duration: MediaTime(5))])
    let media = Dictionary(uniqueKeysWithValues: parsed.neededMedia.map { ($0.id, clip) })
    return try parsed.document(media: media).composition
  }

  private func errors(_ text: String) -> [String] {
    do throws(CompositionFileError) {
      _ = try composition(text)
      return []
    } catch {
      return error.diagnostics.map { "\($0.line):\($0.column): \($0.message)" }
    }
  }

  private func track(_ segments: String, type: String = "video", _ rest: String = "") -> String {
    """
    cutaway: 1
    tracks:
      - id: v
        type: \(type)
        segments: [\(segments)]
    \(rest)
    """
  }

  @Test func `a frozen frame lasts for its duration`() throws {
    let text = track("{asset: a.mp4, freeze: 2, duration: 3}, {asset: a.mp4, source: [2, 4]}")
    let segments = try composition(text).tracks[0].segments
    #expect(segments.map(\.target) == [range(0, 3), range(3, 5)])
    #expect(segments[0].media == Segment.Media(asset: "a.mp4", frozenAt: MediaTime(2)))
    let mapping = try #require(segments[0].mapping)
    #expect(mapping.sourceTime(at: seconds(299, over: 100)).nanoseconds == 2_000_000_000)
    let expanded = try composition(text).yaml()
    #expect(expanded.contains("freeze: 2"))
    #expect(try read(expanded).tracks == composition(text).tracks)
  }

  @Test func `a reversed segment begins with the end of its source`() throws {
    let text = track("{asset: a.mp4, source: [1, 5], reverse: true, duration: 2}")
    let composition = try composition(text)
    let mapping = try #require(composition.tracks[0].segments[0].mapping)
    #expect(mapping.sourceTime(at: .zero) == MediaTime(5))
    #expect(mapping.sourceTime(at: MediaTime(2)) == MediaTime(1))
    #expect(try read(composition.yaml()).tracks == composition.tracks)
    // The last pass of a loop plays the end of the source.
    let loop = track("{asset: a.mp4, source: [1, 5], reverse: true, loop: true, duration: 5}")
    let sources = try self.composition(loop).tracks[0].segments.map(\.media?.source)
    #expect(sources == [range(1, 5), range(4, 5)])
  }

  @Test func `a track of picture and sound becomes two`() throws {
    let composition = try composition(
      track(
        """
        {asset: a.mp4, source: [0, 4], fadeIn: 1}, {empty: 1}, {asset: b.mp4, source: [1, 2], reverse: true}, \
        {asset: a.mp4, freeze: 1, duration: 2}, {asset: b.mp4, source: [3, 6], duration: 6}
        """, type: "av", "    volume: 0.5\n    declick: 5ms"))
    #expect(composition.tracks.map(\.id) == ["v", "v-sound"])
    let sound = composition.tracks[1]
    #expect(sound.mediaType == .audio)
    #expect((sound.preferredVolume, sound.declick) == (0.5, seconds(5, over: 1_000)))
    // The frozen frame is silent, and so is the last second of picture, which lasts two.
    #expect(sound.segments.map(\.isEmpty) == [false, true, false, true, false])
    #expect(
      sound.segments.map(\.target) == [
        range(0, 4), range(4, 5), range(5, 6), range(6, 8), range(8, 12),
      ])
    #expect(sound.segments.map { $0.media?.isReversed } == [false, nil, true, nil, false])
    #expect(sound.segments[0].media?.fadeIn == Segment.Fade(MediaTime(1)))
    #expect(composition.tracks[0].segments[0].media?.fadeIn == nil)
    #expect(composition.tracks[0].duration == MediaTime(14))
    #expect(try read(composition.yaml()).tracks == composition.tracks)
  }

  @Test func `sound may be cut earlier or later than the picture`() throws {
    let composition = try composition(
      track(
        """
        {asset: a.mp4, source: [0, 2]}, {asset: b.mp4, source: [1, 3], soundOffset: -0.5}, \
        {asset: a.mp4, source: [2, 4], soundOffset: 1/2}
        """, type: "av"))
    let half = seconds(1, over: 2)
    #expect(
      composition.tracks[0].segments.map(\.target) == [range(0, 2), range(2, 4), range(4, 6)])
    #expect(
      composition.tracks[1].segments.map(\.target) == [
        TimeRange(start: .zero, end: 2 - half), TimeRange(start: 2 - half, end: 4 + half),
        TimeRange(start: 4 + half, end: MediaTime(6)),
      ])
    #expect(
      composition.tracks[1].segments.map(\.media?.source) == [
        TimeRange(start: .zero, end: 2 - half), TimeRange(start: 1 - half, end: 3 + half),
        TimeRange(start: 2 + half, end: MediaTime(4)),
      ])
  }

  @Test func `a transition cross-fades the sound of the track, too`() throws {
    let composition = try composition(
      track(
        "{asset: a.mp4, source: [0, 4]}, {asset: b.mp4, source: [0, 4], transition: 1}", type: "av")
    )
    #expect(composition.tracks.map(\.id) == ["v", "v-2", "v-sound", "v-sound-2"])
    #expect(
      composition.tracks[2].segments[0].media?.fadeOut == Segment.Fade(MediaTime(1), easing: .sine))
    #expect(composition.tracks[3].segments[1].target == range(3, 7))
  }

  @Test(arguments: [
    ("{asset: a.mp4, freeze: 1}", "video", "5:39: 'freeze' needs 'duration', for which it shows"),
    (
      "{asset: a.mp4, freeze: 1, duration: 1, source: [0, 1]}", "video",
      "5:39: 'freeze' shows one frame, and excludes 'source'"
    ),
    ("{asset: a.mp4, freeze: 1, duration: 1}", "audio", "5:39: only a picture can be frozen"),
    (
      "{asset: a.mp4, source: [0, 1], reverse: true}", "subtitle",
      "5:56: subtitles cannot be reversed"
    ),
    (
      "{asset: a.mp4, source: [0, 1], soundOffset: 1}", "video",
      "5:60: 'soundOffset' needs a track of 'type: av'"
    ),
    (
      "{asset: a.mp4, source: [0, 1], soundOffset: 1}", "av",
      "5:60: 'soundOffset' needs a segment directly before it"
    ),
    (
      "{asset: a.mp4, source: [0, 4]}, {asset: b.mp4, source: [0, 2], soundOffset: -0.5}", "av",
      "5:92: the sound of 'b.mp4' would play from -0.5 to 2 s"
    ),
    (
      "{asset: a.mp4, source: [0, 4]}, {asset: b.mp4, source: [0, 2], soundOffset: 1.5}", "av",
      "5:92: the sound of 'a.mp4' would play until 5.5 s, but it lasts 5 s"
    ),
    (
      "{asset: a.mp4, source: [0, 4]}, {asset: b.mp4, source: [0, 2], transition: 1, soundOffset: 1}",
      "av", "5:107: a segment has either 'transition' or 'soundOffset'"
    ),
  ])
  func `what cannot be is an error at its place`(segments: String, type: String, message: String) {
    let found = errors(track(segments, type: type))
    #expect(found.first?.hasPrefix(message) == true, "\(found)")
  }
}
