import CutawayTime
import Foundation
import TestSupport
import Testing

@Suite struct VideoRoundTripTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var codec: TestMedia.VideoCodec
    var container: TestMedia.Container
    var testDescription: String { "\(codec) in \(container)" }
  }

  static let containers: KeyValuePairs<TestMedia.VideoCodec, [TestMedia.Container]> = [
    .h264: [.mp4, .mov, .mkv, .ts], .h264Intra: [.mp4, .avi], .hevc: [.mp4, .mkv, .ts],
    .vp8: [.webm, .mkv], .vp9: [.webm, .mkv], .mpeg2: [.ts, .mkv], .mpeg4: [.mkv, .avi],
    .mjpeg: [.mov, .avi], .prores: [.mov], .ffv1: [.mkv], .raw: [.mkv],
  ]

  static let kinds = containers.flatMap { codec, containers in
    containers.map { Kind(codec: codec, container: $0) }
  }

  @Test(arguments: kinds)
  func `every frame of a hundred reads back, in order and on time`(kind: Kind) async throws {
    let media = TestMedia(kind.container, video: .init(codec: kind.codec, frameCount: 100))
    let video = try await RawVideo.read(media.file())
    #expect(video.map { $0.code() } == (0..<100).map { FrameCode(clip: 1, frame: $0) })
    let times = video.compactMap(\.time?.seconds)
    // A transport stream starts when its first packet does.
    let start = kind.container == .ts ? times.first ?? 0 : 0
    let errors = zip(times, 0...).map { abs($0 - start - Double($1) / 30) }
    #expect(times.count == 100)
    #expect(errors.allSatisfy { $0 < 0.001 }, "\(times.prefix(4))")
  }

  @Test(arguments: kinds)
  func `the file states BT.709, except for formats that cannot`(kind: Kind) async throws {
    let media = TestMedia(kind.container, video: .init(codec: kind.codec, frameCount: 100))
    let video = try await RawVideo.read(media.file())
    switch (kind.codec, kind.container) {
    case (.mjpeg, _): #expect(video.colorimetry == "1:4:0:0")
    case (.mpeg2, .ts): #expect(video.colorimetry == "2:0:0:0")
    case (.mpeg4, .avi): #expect(video.colorimetry == nil)
    default: #expect(video.colorimetry == "bt709")
    }
  }

  @Test(arguments: [
    FrameRate.film24, .film23976, .pal25, .ntsc2997, .fps30, .fps50, .fps60,
  ])
  func `frame rates are exact`(rate: FrameRate) async throws {
    let media = TestMedia(video: .init(frameRate: rate, frameCount: 40))
    let video = try await RawVideo.read(media.file())
    #expect(video.frameNumbers() == Array(0..<40))
    #expect(video.frameRate == MediaTime("\(rate)"))
    for (number, frame) in video.enumerated() {
      let time = try #require(frame.time)
      let error = time - rate.frameDuration * number
      #expect(abs(error.seconds) < 0.000_1, "frame \(number) at \(time.seconds)")
    }
  }

  @Test(
    // GStreamer 1.22 does not support the matrix of the omitted orientation.
    arguments: PictureOrientation.allCases.filter { $0 != .flipRotate90 },
    [TestMedia.Container.mp4, .mov])
  func `the picture is upright after its orientation is applied`(
    orientation: PictureOrientation, container: TestMedia.Container
  ) async throws {
    let file = try await TestMedia(
      container, video: .init(frameCount: 20, orientation: orientation)
    ).file()
    let stored = try await RawVideo.read(file)
    #expect((stored.width, stored.height) == (320, 180))
    #expect(stored.frameNumbers(orientation: orientation.inverse) == Array(0..<20))
    let shown = try await RawVideo.read(
      file, filters: ["videoflip", "video-direction=auto"])
    #expect(shown.width == (orientation.swapsSides ? 180 : 320))
    #expect(shown.frameNumbers() == Array(0..<20))
  }

  @Test func `an orientation in a container without one is refused`() async {
    await #expect(throws: TestMedia.Unsupported.self) {
      try await TestMedia(.mkv, video: .init(orientation: .rotate90)).file()
    }
  }

  @Test func `a codec that the container does not support fails with GStreamer's message`() async {
    let failure = await #expect(throws: ChildProcess.Failure.self) {
      try await TestMedia(.webm, video: .init(codec: .prores)).file()
    }
    #expect(failure?.error.contains("could not link") == true)
  }

  @Test(
    arguments: [
      TestMedia.Colorimetry.bt601, .hlg, .pq,
    ], [TestMedia.VideoCodec.h264, .hevc])
  func `other colorimetries are stated, too`(
    colorimetry: TestMedia.Colorimetry, codec: TestMedia.VideoCodec
  ) async throws {
    let media = TestMedia(
      video: .init(codec: codec, frameCount: 10, colorimetry: colorimetry))
    #expect(try await RawVideo.read(media.file()).colorimetry == colorimetry.rawValue)
  }

  @Test func `Matroska states full range`() async throws {
    let media = TestMedia(.mkv, video: .init(frameCount: 10, colorimetry: .bt709Full))
    #expect(try await RawVideo.read(media.file()).colorimetry == "1:3:5:1")
  }

  @Test func `equal descriptions give the same file`() async throws {
    let media = TestMedia(video: .init(frameCount: 12))
    async let one = media.file()
    async let two = media.file()
    #expect(try await one == two)
  }
}
