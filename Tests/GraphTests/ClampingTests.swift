import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// Segments that extend past the end of their media are cut off there if a program asks for it.
@Suite struct ClampingTests {
  private func part(
    _ target: (Int64, Int64), _ source: (Int64, Int64), of asset: Asset.ID = "song"
  ) -> Segment {
    Segment(
      target: Editing.range(target.0, target.1),
      media: .init(asset: asset, source: Editing.range(source.0, source.1)))
  }

  /// The segments of a track after clamping.
  private func clamped(
    _ segments: Segment..., type: Track.MediaType = .audio,
    media: [Asset.ID: MediaDescription] = Editing.media
  ) throws -> [Segment] {
    let track = try Track(id: "t", mediaType: type, segments: segments)
    return try Editing.composition([track]).clampingSources(to: media).tracks[0].segments
  }

  @Test func `a gap follows the available part, and later segments keep their times`() throws {
    let found = try clamped(part((0, 4), (8, 12)), part((4, 6), (0, 2)))
    #expect(
      found == [part((0, 2), (8, 10)), Segment(target: Editing.range(2, 4)), part((4, 6), (0, 2))])
  }

  @Test func `the last segment ends with its media`() throws {
    #expect(try clamped(part((0, 4), (8, 12))) == [part((0, 2), (8, 10))])
  }

  @Test func `clamping keeps the speed`() throws {
    #expect(try clamped(part((0, 6), (0, 12))) == [part((0, 5), (0, 10))])
  }

  @Test func `a range within the media stays as it is`() throws {
    #expect(try clamped(part((0, 10), (0, 10))) == [part((0, 10), (0, 10))])
  }

  @Test func `a range without media is an error`() throws {
    let error = #expect(throws: CompositionError.self) { try clamped(part((0, 2), (10, 12))) }
    #expect(error?.code == .outOfRange && error?.message.contains("'song', at 10 s") == true)
  }

  @Test func `stills, estimated and unknown durations clamp nothing`() throws {
    let long = part((0, 20), (0, 20), of: "logo")
    #expect(try clamped(long, type: .video) == [long])
    #expect(try clamped(part((0, 20), (0, 20)), media: [:]) == [part((0, 20), (0, 20))])
    var song = try #require(Editing.media["song"])
    song.isDurationEstimated = true
    #expect(
      try clamped(part((0, 20), (0, 20)), media: ["song": song]) == [part((0, 20), (0, 20))])
  }
}
