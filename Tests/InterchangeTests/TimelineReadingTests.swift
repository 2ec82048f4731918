import CutawayInterchange
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Timelines that `Timelines/make.py` wrote with OpenTimelineIO's library.
@Suite struct TimelineReadingTests {
  private func read(
    _ name: String, directory: String = "", timeline: String? = nil
  ) throws -> OpenTimeline {
    let file = TestedPackage.root.appending(path: "Tests/InterchangeTests/Timelines/\(name).otio")
    return try OpenTimeline(
      reading: [UInt8](try Data(contentsOf: file)), file: "\(name).otio", directory: directory,
      timeline: timeline)
  }

  /// A time in frames of 1/24 s.
  private func f(_ frames: Int64) -> MediaTime { MediaTime(frames, over: 24) }

  private func segment(
    _ asset: Asset.ID, _ source: (Int64, Int64), at target: (Int64, Int64), reversed: Bool = false
  ) -> Segment {
    Segment(
      target: TimeRange(start: f(target.0), end: f(target.1)),
      media: .init(
        asset: asset, source: TimeRange(start: f(source.0), end: f(source.1)), isReversed: reversed)
    )
  }

  private func gap(_ start: Int64, _ end: Int64) -> Segment {
    Segment(target: TimeRange(start: f(start), end: f(end)))
  }

  @Test func `clips, gaps, speeds and transitions have the times of the timeline`() throws {
    let timeline = try read("everything", directory: "edits")
    #expect(timeline.warnings == [])
    let composition = timeline.composition
    #expect(composition.render.frameDuration == f(1))
    #expect(composition.tracks.map(\.id) == ["picture", "picture-2", "sound"])
    // The dissolve takes 6 frames before the cut at 48, and 12 after it.
    #expect(composition.tracks[0].segments == [segment("beach", (24, 84), at: (0, 60))])
    let still = Segment(
      target: TimeRange(start: f(156), end: f(192)), media: .init(asset: "beach", frozenAt: f(30)))
    let second = composition.tracks[1].segments
    #expect(second.count == 9)
    #expect(second[0] == gap(0, 42))
    #expect(second[1] == segment("city", (42, 96), at: (42, 96)))
    #expect(second[2] == gap(96, 108))
    #expect(second[3] == segment("beach", (0, 48), at: (108, 132)))
    #expect(second[4] == segment("city", (12, 36), at: (132, 156), reversed: true))
    #expect(second[5] == still)
    // The file starts with the time code 01:00:00:00, frame 86400.
    #expect(second[6] == segment("a reel", (10, 30), at: (192, 212)))
    #expect(second[7] == segment("frame-%05d", (0, 12), at: (212, 224)))
    #expect(second[8] == segment("bars", (0, 24), at: (224, 248)))
    #expect(
      composition.tracks[2].segments == [gap(0, 24), segment("song", (48, 144), at: (24, 120))])
    let transition = composition.instructions.first { $0.compositor != nil }
    #expect(transition?.range == TimeRange(start: f(42), end: f(60)))
    #expect(transition?.compositor?.tracks == ["picture", "picture-2"])
    #expect(
      composition.markers == [
        Marker(at: f(12), title: "start"), Marker(at: f(197), title: "inside"),
      ])
    #expect(composition.asset("beach")?.location == "edits/media/beach.mp4")
    #expect(composition.asset("a reel")?.location == "/films/a reel.mov")
    #expect(composition.asset("frame-%05d")?.location == "edits/media/frame-%05d.png")
    #expect(composition.asset("frame-%05d")?.frameDuration == f(1))
    #expect(composition.asset("bars")?.generator == .bars(.smpte))
  }

  @Test func `rounded rates of NTSC are exact`() throws {
    let segments = try read("rates").composition.tracks[0].segments
    // Each clip starts at frame 30 of its rate, and has 60 frames.
    let rates = [
      (30_000, 1001), (30_000, 1001), (24_000, 1001), (24_000, 1001), (60_000, 1001), (25, 1),
    ]
    .map { MediaTime($0.0, over: $0.1) }
    #expect(segments.count == rates.count)
    for (segment, rate) in zip(segments, rates) {
      #expect(segment.media?.source == TimeRange(start: 30 / rate, duration: 60 / rate))
      #expect(segment.target.duration == 60 / rate)
    }
  }

  @Test func `what a composition has no place for is a warning with its name`() throws {
    let timeline = try read("unknown")
    let expected = [
      "the time code of the start, 3600 s", "the stack 'inside' (tracks.children[0].children[0])",
      "the effect 'Sparkle' of the clip 'reel.mov'",
      "the clip 'reel.mov' (tracks.children[0].children[1])",
      "the clip (tracks.children[0].children[2])",
      "the clip 'off' (tracks.children[0].children[3])",
      "becomes a dissolve: 'Star'", "becomes a cut: the clip 'c'", "the track 'titles'",
    ]
    #expect(timeline.warnings.count == expected.count)
    for (warning, part) in zip(timeline.warnings, expected) {
      #expect(warning.hasPrefix("unknown.otio: ") && warning.contains(part), "\(warning)")
    }
    // Everything else keeps its place.
    #expect(timeline.composition.tracks[0].segments[1] == segment("reel", (0, 24), at: (24, 48)))
    #expect(timeline.composition.tracks[0].duration == f(126))
    #expect(timeline.composition.duration == f(168))
  }

  @Test func `an edit decision list becomes a composition through OpenTimelineIO's adapter`() throws
  {
    let timeline = try read("cuts")
    // The clips of an EDL have names instead of media.
    #expect(timeline.warnings.count == 4)
    let tracks = timeline.composition.tracks
    #expect(tracks.map(\.id) == ["V", "V-2", "A1"])
    #expect(tracks[0].segments == [segment("beach", (0, 120), at: (0, 120))])
    #expect(
      tracks[1].segments == [
        gap(0, 96), segment("city", (24, 120), at: (96, 192)),
        // M2 states 48 frames per second.
        segment("beach", (0, 96), at: (192, 240)),
      ])
    #expect(timeline.composition.asset("city")?.location == "city.mov")
  }

  @Test func `a file with several timelines needs the name of one`() throws {
    #expect(try read("collection", timeline: "rates").composition.tracks.count == 1)
    let error = #expect(throws: InterchangeError.self) { try read("collection") }
    #expect(error?.description.contains("--timeline must name: 'rates', 'unknown'") == true)
    let other = #expect(throws: InterchangeError.self) { try read("collection", timeline: "x") }
    #expect(other?.description.contains("there is no timeline 'x'") == true)
  }
}
