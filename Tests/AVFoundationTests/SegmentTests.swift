import AVFoundation
import Testing

/// Rule 49: segments as values.
struct SegmentTests {
  func setting() async throws -> (AVMutableComposition, AVMutableCompositionTrack, AVURLAsset) {
    let composition = AVMutableComposition()
    return (composition, try composition.add(), try await Clips.silent(1))
  }

  func segment(
    _ asset: AVURLAsset, _ source: CMTimeRange, _ target: CMTimeRange
  ) throws -> AVCompositionTrackSegment {
    AVCompositionTrackSegment(
      url: asset.url, trackID: try asset.video().trackID, sourceTimeRange: source,
      targetTimeRange: target)
  }

  func code(_ body: () throws -> Void) -> AVError.Code? {
    do { try body() } catch { return (error as? AVError)?.code }
    return nil
  }

  @Test func `R49: a composition described by segments plays their files`() async throws {
    let (composition, track, asset) = try await setting()
    track.segments = [
      try segment(asset, f(20, 30), f(0, 10)), AVCompositionTrackSegment(timeRange: f(10, 15)),
      try segment(asset, f(0, 20), f(15, 25)),
    ]
    #expect(track.segments.map(\.isEmpty) == [false, true, false])
    #expect(track.segments[0].sourceURL == asset.url)
    #expect(track.segments[2].timeMapping.source.duration == f(20))
    #expect(composition.duration == f(25))
    #expect(
      try await shown(of: composition, at: [0, 9, 16]) == [Shown(1, 20), Shown(1, 29), Shown(1, 2)])
  }

  @Test func `R49: setting nil resets`() async throws {
    let (_, track, asset) = try await setting()
    try track.insertTimeRange(f(0, 10), of: asset.video(), at: .zero)
    track.segments = nil
    #expect(track.segments.isEmpty)
  }

  @Test func `R49: segments must touch, and the first starts at 0`() async throws {
    let (_, track, asset) = try await setting()
    let (a, late) = (
      try segment(asset, f(0, 10), f(0, 10)), try segment(asset, f(0, 10), f(12, 22))
    )
    #expect(code { try track.validateSegments([a, late]) }?.rawValue == -11_824)
    #expect(code { try track.validateSegments([late]) }?.rawValue == -11_824)
    #expect(code { try track.validateSegments([a]) } == nil)
    #expect(track.segments.isEmpty)
  }

  @Test func `R49: targets need a duration`() async throws {
    let (_, track, asset) = try await setting()
    let none = try segment(asset, f(0, 10), f(0, 0))
    #expect(code { try track.validateSegments([none]) }?.rawValue == -11_825)
  }

  @Test func `R49: sources need a start and a duration`() async throws {
    let (_, track, asset) = try await setting()
    let early = try segment(
      asset, CMTimeRange(start: f(-5), duration: f(10)), f(0, 10))
    #expect(code { try track.validateSegments([early]) }?.rawValue == -11_826)
    let empty = try segment(asset, f(5, 5), f(0, 10))
    #expect(code { try track.validateSegments([empty]) }?.rawValue == -11_827)
  }

  @Test func `R49: a segment tells its file and its track`() async throws {
    let (_, track, asset) = try await setting()
    try track.insertTimeRange(f(0, 10), of: asset.video(), at: f(5))
    let found = try #require(track.segment(forTrackTime: f(7)))
    #expect(found.sourceURL == asset.url)
    #expect(found.sourceTrackID == (try asset.video().trackID))
    #expect(track.segment(forTrackTime: f(2))?.isEmpty == true)
    #expect(track.segment(forTrackTime: f(15)) == nil)
    #expect(found.timeMapping.target == f(5, 15))
  }
}
