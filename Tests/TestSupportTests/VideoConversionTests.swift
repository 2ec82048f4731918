import TestSupport
import Testing

@Suite struct VideoConversionTests {
  @Test(
    arguments: [
      (width: 160, height: 90), (width: 256, height: 256), (width: 1280, height: 720),
      (width: 1920, height: 1080),
    ], [TestMedia.VideoCodec.h264, .vp8])
  func `a scaled clip reads back`(
    size: (width: Int, height: Int), codec: TestMedia.VideoCodec
  ) async throws {
    let container: TestMedia.Container = codec == .vp8 ? .webm : .mp4
    let media = TestMedia(container, video: .init(codec: codec, frameCount: 20))
    let video = try await RawVideo.read(media.file(), as: .gray8, size: size)
    #expect((video.width, video.height) == size)
    #expect(video.frameNumbers() == Array(0..<20))
  }

  @Test(arguments: [TestMedia.VideoCodec.h264, .hevc, .vp8])
  func `a small clip reads back`(codec: TestMedia.VideoCodec) async throws {
    let media = TestMedia(
      .mkv, video: .init(codec: codec, width: 160, height: 90, frameCount: 100, clip: 255))
    let video = try await RawVideo.read(media.file())
    #expect(video.map { $0.code() } == (0..<100).map { FrameCode(clip: 255, frame: $0) })
  }

  @Test func `a full HD clip shrunk to a quarter of a quarter reads back`() async throws {
    let media = TestMedia(video: .init(width: 1920, height: 1080, frameCount: 10))
    let video = try await RawVideo.read(media.file(), size: (width: 160, height: 90))
    #expect(video.frameNumbers() == Array(0..<10))
  }

  @Test(arguments: RawFormat.allCases)
  func `a clip reads back in each format`(format: RawFormat) async throws {
    let media = TestMedia(video: .init(frameCount: 20))
    let video = try await RawVideo.read(media.file(), as: format)
    #expect(video.frameNumbers() == Array(0..<20))
  }

  @Test func `a clip reads back through BT.601 and full range`() async throws {
    let media = TestMedia(video: .init(frameCount: 20))
    let video = try await RawVideo.read(
      media.file(),
      filters: [
        "videoconvert", "!", "video/x-raw,format=I420,colorimetry=bt601", "!", "videoconvert", "!",
        "video/x-raw,format=I420,colorimetry=1:4:0:0",
      ])
    #expect(video.frameNumbers() == Array(0..<20))
  }

  @Test func `a lossless clip is the chart, bit for bit`() async throws {
    let media = TestMedia(.mkv, video: .init(codec: .ffv1, frameCount: 20, clip: 4))
    let video = try await RawVideo.read(media.file())
    let chart = TestChart(clip: 4, width: 320, height: 180)
    #expect(video.map(\.digest) == (0..<20).map { chart.frame($0).digest })
  }

  @Test(arguments: [(322, 182), (330, 178)])
  func `widths with row padding read back`(width: Int, height: Int) async throws {
    let media = TestMedia(
      .mkv, video: .init(codec: .ffv1, width: width, height: height, frameCount: 5))
    let video = try await RawVideo.read(media.file())
    let chart = TestChart(clip: 1, width: width, height: height)
    #expect(video.map(\.digest) == (0..<5).map { chart.frame($0).digest })
  }
}
