import CutawayFile
import CutawayModel
import CutawayTime
import Testing

struct TrackReadingTests {
  /// A file with the assets `a` and `b` and one track, whose segments start on line 6, column 7.
  private func track(_ segments: String...) -> String {
    """
    cutaway: 1
    assets: {a: a.mp4, b: b.mp4}
    tracks:
      - id: v
        type: video
        segments:
    """ + segments.map { "\n      - \($0)" }.joined() + "\n"
  }

  private func media(_ asset: Asset.ID, _ source: TimeRange) -> Segment.Media {
    Segment.Media(asset: asset, source: source)
  }

  @Test func `segments follow each other, and gaps become empty segments`() throws {
    let segments = try read(
      track(
        "{asset: a, source: [0, 16]}", "{empty: 2}",
        "{asset: a, source: [20, 24], duration: 2}", "{asset: b, source: [0, 5], at: 23}",
        "{asset: b, duration: 3}")
    ).tracks[0].segments
    #expect(
      segments == [
        Segment(target: range(0, 16), media: media("a", range(0, 16))),
        Segment(target: range(16, 18)),
        Segment(target: range(18, 20), media: media("a", range(20, 24))),
        Segment(target: range(20, 23)),
        Segment(target: range(23, 28), media: media("b", range(0, 5))),
        Segment(target: range(28, 31), media: media("b", range(0, 3))),
      ])
  }

  @Test func `a gap before the first segment is kept`() throws {
    let segments = try read(track("{asset: b, source: [0, 15], at: 14}")).tracks[0].segments
    #expect(segments.map(\.target) == [range(0, 14), range(14, 29)])
    #expect(segments.map(\.isEmpty) == [true, false])
  }

  @Test func `a gap at the end counts, and is written again`() throws {
    let edit = try read(track("{asset: a, source: [0, 4]}", "{empty: 2}", "{empty: 3}"))
    #expect(edit.tracks[0].segments.map(\.target) == [range(0, 4), range(4, 6), range(6, 9)])
    #expect(edit.duration == MediaTime(9))
    #expect(try read(edit.yaml()) == edit)
  }

  @Test func `index and pitch are read`() throws {
    let segment = try read(track("{asset: a, source: [1, 3], track: 2, pitch: varispeed}"))
      .tracks[0].segments[0]
    #expect(
      segment.media
        == Segment.Media(asset: "a", trackIndex: 2, source: range(1, 3), pitch: .varispeed))
  }

  @Test func `a track has effects`() throws {
    let track = try read(
      base.replacing(
        "{id: v, type: video,", with: "{id: v, type: video, effects: [{element: vignette}],")
    ).tracks[0]
    #expect(track.effects == [Effect(element: "vignette")])
  }

  @Test func `an error names both overlapping segments`() {
    let file = track("{asset: a, source: [0, 16]}", "{asset: b, source: [0, 4], at: 15.5}")
    #expect(
      diagnose(file) == [
        "8:40: the segment of 'b' at 15.5 s overlaps the one before it of 'a', 0–16 s"
      ])
  }

  @Test(arguments: [
    (
      "{asset: a}",
      "7:9: the meaning depends on the media: the properties of 'a.mp4' are not known"
    ),
    ("{source: [0, 1]}", "7:9: a segment needs 'asset'"),
    ("{asset: a, source: [0, 1], duration: 0}", "7:46: a duration must be greater than 0"),
    ("{empty: 0}", "7:17: a duration must be greater than 0"),
    (
      "{empty: 1, at: 3}",
      "7:20: unknown key 'at' in an empty segment, which has empty"
    ),
    (
      "{asset: a, source: [0, 1], track: -1}",
      "7:43: expected an index from 0 to 1000, found the number -1"
    ),
    (
      "{asset: a, source: [0, 1], pitch: preserved}",
      "7:43: unknown pitch 'preserved'; did you mean 'preserve'?"
    ),
    (
      "{asset: 1, source: [0, 1]}",
      "7:17: expected the name of an asset, found the number 1; text like this needs quotes"
    ),
    ("{asset: c, source: [0, 1]}", "7:17: there is no asset called 'c'"),
    (
      "beach",
      "7:9: expected a segment: a map with asset, source, at, duration, speed, freeze, reverse, "
        + "track, pitch, volume, fadeIn, fadeOut, loop, transition, soundOffset, repeat or empty, "
        + "found the text 'beach'"
    ),
    (
      "{asset: a, source: [0, 1], quickness: 2}",
      "7:36: unknown key 'quickness' in a segment, which has asset, source, at, duration, speed, freeze, "
        + "reverse, track, pitch, volume, fadeIn, fadeOut, loop, transition, soundOffset, repeat, empty"
    ),
    ("{aset: a, source: [0, 1]}", "7:10: unknown key 'aset'; did you mean 'asset'?"),
  ])
  func `a wrong segment is explained`(segment: String, message: String) {
    #expect(diagnose(track(segment)).contains(message))
  }

  @Test func `a dangling reference is reported together with other errors`() {
    let file = track(
      "{asset: nope, source: [0, 1], pitch: 3}", "{asset: none, source: [0, 1]}",
      "{asset: a, source: [0, 9], at: 100}", "{asset: b, source: [0, 1], at: 105}")
    #expect(
      diagnose(file) == [
        "7:17: there is no asset called 'nope'",
        "7:46: expected pitch: preserve or varispeed, found the number 3",
        "8:17: there is no asset called 'none'",
        "10:40: the segment of 'b' at 105 s overlaps the one before it of 'a', 100–109 s",
      ])
  }

  @Test func `the segment after an invalid one is not reported as overlapping`() {
    let file = track(
      "{asset: a, source: [0, 50]}", "{asset: b, source: never}",
      "{asset: a, source: [0, 1], at: 20}")
    #expect(
      diagnose(file) == [
        "8:28: expected a range: [start, end] or {start: …, duration: …}, found the text 'never'"
      ])
  }

  @Test(arguments: [
    ("{id: v, type: vidoe}", "2:24: unknown type of track 'vidoe'; did you mean 'video'?"),
    (
      "{id: v, type: film}",
      "2:24: unknown type of track 'film'; it is one of video, audio, av, subtitle or layer"
    ),
    ("{type: video}", "2:10: a track needs 'id'"),
    ("{id: v}", "2:10: a track needs 'type'"),
    ("{id: v, type: video, segments: {}}", "2:41: expected a list of segments, found a map"),
    ("{id: '', type: video}", "2:15: expected the name of a track, found the text ''"),
  ])
  func `a wrong track is explained`(track: String, message: String) {
    #expect(diagnose("cutaway: 1\ntracks: [\(track)]\n").contains(message))
  }

  @Test func `duplicate track names are an error`() {
    let file = base + "# \n"
    #expect(
      diagnose(file.replacing("id: s", with: "id: v")) == ["6:10: another track is called 'v'"])
  }

  @Test func `a composition without media is refused`() {
    #expect(
      diagnose("cutaway: 1\ntracks:\n  - {id: v, type: video}\n")
        == ["3:3: the composition is empty: no track has media"])
    #expect(diagnose("cutaway: 1\n") == ["1:1: the composition is empty: no track has media"])
  }

  @Test func `segment ends that cannot be exact are refused`() {
    let found = diagnose(
      track("{asset: a, source: [0, 1/999999937]}", "{asset: a, source: [0, 1/999999929]}"))
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("8:9: the range"))
    #expect(found[0].contains("too large or too fine"))
  }
}
