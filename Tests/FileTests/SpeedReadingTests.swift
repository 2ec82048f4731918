import CutawayFile
import CutawayModel
import CutawayTime
import Testing

/// Speeds of segments and clips, which the reader writes out as segments of one speed each.
@Suite struct SpeedReadingTests {
  /// Reads a file in which each asset has eight seconds of picture and sound.
  private func composition(_ text: String) throws(CompositionFileError) -> Composition {
    let parsed = try CompositionText(text, file: "f", directory: "")
    let clip = MediaDescription(
      duration: MediaTime(8),
      videoTracks: [
        .init(size: PixelSize(width: 64, height: 36), frameDuration: seconds(1, over: 25))
      ],
      audioTracks: [.init(sampleRate: 48_000, channels: 2)])
    let media = Dictionary(uniqueKeysWithValues: parsed.neededMedia.map { ($0.id, clip) })
    return try parsed.document(media: media).composition
  }

  private func track(_ segments: String, type: String = "video", rate: String = "30") -> String {
    """
    cutaway: 1
    render: {frameRate: \(rate)}
    tracks: [{id: v, type: \(type), segments: [\(segments)]}]
    """
  }

  private func errors(_ text: String) -> [String] {
    do throws(CompositionFileError) {
      _ = try composition(text)
      return []
    } catch {
      return error.diagnostics.map(\.message)
    }
  }

  private let ramp = "speed: [{at: 0, value: 1}, {range: [1, 2], from: 1, to: 4}]"

  @Test func `one speed is a duration`() throws {
    let edit = try composition(
      track("{asset: a.mp4, source: [2, 6], speed: 2}, {asset: a.mp4, speed: 0.5}"))
    #expect(edit.tracks[0].segments.map(\.target) == [range(0, 2), range(2, 18)])
  }

  @Test func `a ramp is divided into pieces of whole frames that add up to its integral`() throws {
    // One second at 1, the ramp with 2.5 s of the source, and the remaining 4 s at 4.
    let edit = try composition(track("{asset: a.mp4, source: [0, 7.5], \(ramp)}"))
    let segments = edit.tracks[0].segments
    #expect(segments.count == 12)
    #expect(segments[0].media?.source == range(0, 1))
    #expect(segments[0].target == range(0, 1))
    #expect(
      segments[1].media?.source == TimeRange(start: MediaTime(1), end: seconds(1_115, over: 1_000)))
    #expect(segments[1].target == TimeRange(start: MediaTime(1), end: seconds(11, over: 10)))
    let thousandths = [1_000] + (0..<10).map { 1_150 + 300 * $0 } + [4_000]
    for (segment, expected) in zip(segments, thousandths) {
      #expect(segment.mapping?.speed == seconds(Int64(expected), over: 1_000))
    }
    #expect(
      segments[11].media?.source == TimeRange(start: seconds(7, over: 2), end: seconds(15, over: 2))
    )
    #expect(segments[11].target == range(2, 3))
    #expect(try read(edit.yaml()).tracks == edit.tracks)
  }

  @Test func `a reversed clip starts with the end of its source`() throws {
    let edit = try composition(track("{asset: a.mp4, source: [0, 7.5], reverse: true, \(ramp)}"))
    let segments = edit.tracks[0].segments
    #expect(
      segments[0].media?.source == TimeRange(start: seconds(13, over: 2), end: seconds(15, over: 2))
    )
    #expect(segments[11].media?.source == range(0, 4))
    #expect(segments.allSatisfy { $0.media?.isReversed == true })
  }

  @Test func `the pieces of a track with sound play the same parts in both`() throws {
    let edit = try composition(track("{asset: a.mp4, \(ramp), fadeIn: 0.5}", type: "av"))
    let pictures = edit.tracks[0].segments, sounds = edit.tracks[1].segments
    #expect(pictures.map(\.mapping) == sounds.map(\.mapping))
    #expect(sounds[0].media?.fadeIn == .init(seconds(1, over: 2)))
    #expect(sounds.dropFirst().allSatisfy { $0.media?.fadeIn == nil })
  }

  @Test(arguments: ["24", "29.97", "60", "50", "25", "8"])
  func `pieces meet, last whole frames, and end with the last whole frame of the source`(
    rate: String
  ) throws {
    let speeds = [
      "[{range: [0, 3], from: 0.2, to: 5, easing: easeInOut}]",
      "[{at: 0.7, value: 3}, {at: 1, value: 0.25}, {range: [2.03, 2.04], from: 1, to: 2}]",
      "[{range: [1, 100], from: 1, to: 0.1, easing: sine}]",
      "[{range: [0, 0.5], from: 32, to: 1}, {range: [0.5, 1], from: 1, to: 32, easing: hold}]",
      "[{at: 0, value: 2}, {at: 1, value: 1}]",
    ]
    for speed in speeds {
      for isReversed in [false, true] {
        let edit = try composition(
          track(
            "{asset: a.mp4, source: [0.5, 6.51], reverse: \(isReversed), speed: \(speed)}",
            rate: rate
          ))
        let frame = try #require(edit.render.frameDuration)
        let mappings = edit.tracks[0].segments.compactMap(\.mapping)
        let source = TimeRange(start: seconds(1, over: 2), end: seconds(651, over: 100))
        let first = try #require(mappings.first), last = try #require(mappings.last)
        let (begin, end) =
          isReversed
          ? (source.end - first.source.end, last.source.start - source.start)
          : (first.source.start - source.start, source.end - last.source.end)
        #expect(begin == .zero)
        // Less than an output frame at the last piece's speed.
        #expect(
          .zero <= end && end < last.speed * frame, "\(end.text) s at \(last.speed.text)")
        for (one, next) in zip(mappings, mappings.dropFirst()) { #expect(one.meets(next)) }
        for mapping in mappings {
          #expect(frame * Int(mapping.target.end.rounded(in: frame)) == mapping.target.end)
          // Each has its own speed, in thousandths, to its end.
          #expect(
            (mapping.speed * MediaTime(1_000)).denominator == 1
              || mapping.speed == MediaTime(1, over: 32))
        }
      }
    }
  }

  @Test(arguments: ["24", "25", "29.97", "30", "50", "60", "120"])
  func `no piece of a ramp is longer than a tenth of a second`(rate: String) throws {
    let edit = try composition(
      track("{asset: a.mp4, speed: [{range: [0.21, 1.84], from: 1, to: 3}]}", rate: rate))
    let frame = try #require(edit.render.frameDuration)
    for segment in edit.tracks[0].segments
    where segment.target.start >= seconds(21, over: 100) + frame
      && segment.target.end <= seconds(184, over: 100)
    {
      #expect(segment.target.duration <= seconds(1, over: 10))
    }
  }

  @Test func `a clip of a sequence may have several speeds, and transitions where it has one`()
    throws
  {
    let edit = try composition(
      """
      cutaway: 1
      render: {frameRate: 30, size: [64, 36]}
      sequence: [{asset: a.mp4, source: [0, 7.5], \(ramp)}, {asset: b.mp4, speed: 2, transition: 0.5}]
      """)
    #expect(edit.duration == seconds(13, over: 2))
    #expect(edit.tracks[0].segments.filter { $0.media?.asset == "a.mp4" }.count == 12)
  }

  @Test(arguments: [
    ("{asset: a.mp4, speed: 2, duration: 1}", "excludes 'duration'"),
    ("{asset: a.mp4, speed: 2, freeze: 1, duration: 1}", "excludes 'speed'"),
    ("{asset: a.mp4, speed: 0}", "a speed from 1/32 to 32"),
    ("{asset: a.mp4, speed: [{at: 0, value: 1}, {at: 1, value: 2}], loop: 2}", "needs one speed"),
  ])
  func `a wrong speed is one error`(segment: String, message: String) {
    let errors = errors(track(segment))
    #expect(errors.count == 1)
    #expect(errors.first?.contains(message) == true, "\(errors)")
  }

  @Test func `a speed that changes needs the rate of the output`() {
    let text = track("{asset: a.mp4, \(ramp)}").replacing("render: {frameRate: 30}\n", with: "")
    #expect(errors(text).first?.contains("which need 'frameRate'") == true)
  }

  @Test func `a speed with more pieces than a file may have is one error, at once`() {
    let long = "[{range: [0, 1000000000], from: 0.04, to: 0.05}]"
    let segment = "{asset: a.mp4, source: [0, 1000000], speed: \(long)}"
    let errors = errors(track([String](repeating: segment, count: 500).joined(separator: ", ")))
    #expect(errors == ["the file has more than 20000 segments, repeats included"])
  }
}
