import AVFoundation
import TestSupport
import Testing

/// Rules 38 to 40: the times of output frames, and which source frame they show.
@Suite(.serialized) struct TimingTests {
  func setting(_ asset: AVURLAsset) async throws -> (
    AVMutableComposition, AVMutableCompositionTrack
  ) {
    let composition = AVMutableComposition(), track = try composition.add()
    try track.insertTimeRange(f(0, 60), of: asset.video(), at: .zero)
    return (composition, track)
  }

  @Test(arguments: [(1, 15, 30), (1, 60, 120), (1001, 30_000, 60)] as [(Int64, Int32, Int)])
  func `R38: output frames are multiples of the frame duration`(
    value: Int64, scale: Int32, count: Int
  ) async throws {
    let (composition, track) = try await setting(Clips.silent(1))
    let video = videoComposition([instruction(f(0, 60), [layer(track)])])
    video.frameDuration = CMTime(value: value, timescale: scale)
    let file = try await Exported(composition, video)
    defer { file.remove() }
    let frames = try await file.frames()
    #expect(frames.count == count)
    // R40: the latest source frame at or before the time.
    let expected = (0..<count).map { Shown(1, Int((Int64($0) * value * 30) / Int64(scale))) }
    #expect(frames == expected)
  }

  @Test func `R38: frame times count from the start of the range`() async throws {
    let (composition, track) = try await setting(Clips.silent(1))
    let video = videoComposition([instruction(f(0, 60), [layer(track)])])
    video.frameDuration = CMTime(value: 1, timescale: 10)
    let file = try await Exported(composition, video, range: f(4, 34))
    defer { file.remove() }
    #expect(try await file.frames() == (0..<10).map { Shown(1, 4 + $0 * 3) })
  }

  @Test func `R38: with a source track for timing its samples give the times`() async throws {
    let asset = try await Clips.silent(2, rate: .pal25)
    let (composition, track) = try await setting(asset)
    let video = videoComposition([instruction(f(0, 60), [layer(track)])])
    video.sourceTrackIDForFrameTiming = track.trackID
    let file = try await Exported(composition, video)
    defer { file.remove() }
    #expect(try await file.frames() == (0..<50).map { Shown(2, $0) })
  }

  @Test func `R40: a slower source repeats frames`() async throws {
    let (composition, track) = try await setting(Clips.silent(3, rate: FrameRate(10)))
    let video = videoComposition([instruction(f(0, 60), [layer(track)])])
    let file = try await Exported(composition, video, range: f(0, 12))
    defer { file.remove() }
    #expect(try await file.frames() == (0..<12).map { Shown(3, $0 / 3) })
  }

  @Test func `R40, R48: scaled media hold and skip frames`() async throws {
    let (composition, track) = try await setting(Clips.silent(1))
    track.scaleTimeRange(f(0, 30), toDuration: f(60))
    track.scaleTimeRange(f(60, 90), toDuration: f(15))
    let video = videoComposition([instruction(f(0, 75), [layer(track)])])
    let file = try await Exported(composition, video)
    defer { file.remove() }
    let expected = (0..<60).map { Shown(1, $0 / 2) } + (0..<15).map { Shown(1, 30 + $0 * 2) }
    #expect(try await file.frames() == expected)
  }

  @Test func `R40: a track of a file starts at zero`() async throws {
    let asset = try await Clips.silent(1)
    #expect(try asset.video().timeRange == f(0, 60))
    #expect(asset.duration == f(60))
  }
}
