import AVFoundation
import CutawayTime
import Program2017
import Program2021
import Program2025
import TestSupport
import Testing

/// Programs in the spellings of three years, compiled as they are.
@Suite(.serialized) struct ProgramTests {
  static func film(_ clip: UInt8) async throws -> URL {
    try await TestMedia(
      .mov, video: .init(frameCount: 30, clip: clip), audio: .init(codec: .pcm, clip: clip)
    ).file()
  }

  func codes(_ url: URL) async throws -> [String?] {
    try await RawVideo.read(url).map { frame in frame.code().map { "\($0.clip):\($0.frame)" } }
  }

  @Test func `2017: three films dissolve into each other, with a badge and a title`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let urls = [try await Self.film(1), try await Self.film(2), try await Self.film(3)]
    let output = folder.file("merged.mp4")
    let failure = await withCheckedContinuation { continuation in
      DispatchQueue(label: "merge").async {
        let merger = VideoMerger()
        merger.watermark = "Cutaway"
        var failure: (any Error)?
        do { try merger.mergeAndWait(urls, to: output) } catch { failure = error }
        continuation.resume(returning: failure)
      }
    }
    #expect(failure == nil)
    let codes = try await codes(output)
    // 3 · 30 frames, less two transitions of 10.
    #expect(codes.count == 70)
    #expect(codes[5] == "1:5" && codes[32] == "2:12" && codes[65] == "3:25")
    let frame = try await RawVideo.read(output, as: .rgba)[5]
    let badge = ((180 - 20) * 320 + 300) * 4
    #expect(frame.bytes[badge] > 200 && frame.bytes[badge + 1] < 60)
    let thumbnail = try #require(VideoMerger.thumbnail(of: output, at: 0.1))
    #expect(thumbnail.width == 320 && thumbnail.height == 180)
  }

  @Test func `2021: films of any orientation are joined over music`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let tall = try await TestMedia(
      video: .init(frameCount: 30, orientation: .rotate90, clip: 4)
    ).file()
    var joiner = ClipJoiner()
    joiner.musicURL = try await Self.film(2)
    let output = folder.file("joined.mp4")
    try await joiner.join([Self.film(1), tall], to: output)
    let frames = try await RawVideo.read(output)
    #expect(frames.count == 60)
    #expect(frames[9].code() == FrameCode(clip: 1, frame: 9))
    // 180 × 320, fitted into a height of 180.
    let region = PictureRegion(x: 109.375, y: 0, width: 101.25, height: 180)
    #expect(frames[40].code(in: region) == FrameCode(clip: 4, frame: 10))
    let images = try await joiner.thumbnails(of: output, count: 3)
    #expect(images.map(\.width) == [160, 160, 160])
  }

  @Test func `2025: cuts are exported with a label and a title`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    func f(_ frames: Int64) -> CMTime { CMTime(value: frames, timescale: 30) }
    let cuts = [
      Trimmer.Cut(url: try await Self.film(1), range: CMTimeRange(start: f(5), end: f(15))),
      Trimmer.Cut(url: try await Self.film(2), range: CMTimeRange(start: f(0), end: f(10))),
    ]
    let trimmer = Trimmer(), output = folder.file("cut.mp4")
    try await trimmer.export(cuts, to: output, title: "Two cuts")
    let expected = (5..<15).map { "1:\($0)" } + (0..<10).map { "2:\($0)" }
    #expect(try await codes(output) == expected)
    let asset = AVURLAsset(url: output)
    #expect(try await asset.load(.commonMetadata).first?.stringValue == "Two cuts")
    let images = try await trimmer.images(of: output, at: [f(0), f(12)])
    #expect(images.count == 2 && images[0].width == 320)
    #expect(await trimmer.progress == 1)
  }
}
