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

  @Test func `2017: a film is rotated and cropped, and slowed down, and gets other sound`()
    async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let film = try await Self.film(5)
    func run(_ work: @escaping (@escaping VideoTools.Completion) -> Void) async -> String? {
      await withCheckedContinuation { continuation in
        work { url, error in continuation.resume(returning: url == nil ? "\(error as Any)" : nil) }
      }
    }
    let tools = VideoTools()
    let turned = folder.file("turned.mp4")
    #expect(await run { tools.rotateAndCrop(film, to: turned, completion: $0) } == nil)
    let frames = try await RawVideo.read(turned, as: .rgba)
    #expect(frames.count == 30 && frames[0].width == 180 && frames[0].height == 180)
    // The top left corner of the film lies at the top right, 70 rows above the square: what is seen
    // there comes from column 70 of the film.
    let whole = try await RawVideo.read(film, as: .rgba)[0]
    for (x, y) in [(20, 20), (90, 90), (160, 40)] {
      let (column, row) = (y + 70, 179 - x)
      let a = (y * 180 + x) * 4, b = (row * 320 + column) * 4
      #expect(
        (0..<3).allSatisfy { abs(Int(frames[0].bytes[a + $0]) - Int(whole.bytes[b + $0])) < 30 })
    }
    let slow = folder.file("slow.mp4")
    #expect(await run { tools.slowDown(film, to: slow, completion: $0) } == nil)
    let codes = try await codes(slow)
    #expect(codes.count == 40)
    #expect(codes[5] == "5:5" && codes[10] == "5:10" && codes[20] == "5:15" && codes[35] == "5:25")
    let music = try await TestMedia(
      .wav, video: nil,
      audio: .init(codec: .pcm, sound: .sine(hertz: 440), duration: MediaTime(2), clip: 3)
    ).file()
    let scored = folder.file("scored.mp4")
    #expect(
      await run { tools.replaceSound(of: film, by: music, to: scored, completion: $0) } == nil)
    let samples = try #require(try await RawAudio.read(scored).channels.first)
    func level(_ range: Range<Int>) -> Float { samples[range].map { abs($0) }.max() ?? 0 }
    #expect(level(0..<480) < 0.1 * level(22_000..<26_000))
    #expect(level(45_000..<46_000) < 0.4 * level(22_000..<26_000))
    let images = await withCheckedContinuation { continuation in
      tools.thumbnails(of: film, count: 3) { images in
        continuation.resume(returning: images.map { ($0.time.seconds, $0.image.width) })
      }
    }
    #expect(images.map(\.1) == [160, 160, 160])
  }

  @Test func `2021: a title slides in over a bar that grows`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var branding = Branding()
    branding.style.color = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    let output = folder.file("branded.mp4")
    try await branding.export(Self.film(6), title: "Lake", to: output)
    let frames = try await RawVideo.read(output, as: .rgba)
    #expect(frames.count == 30 && frames[0].width == 320)
    /// Whether a column of the bar is blue in a frame.
    func isBlue(_ frame: Int, _ x: Int) -> Bool {
      let place = (176 * 320 + x) * 4, bytes = frames[frame].bytes
      return bytes[place] < 60 && bytes[place + 1] < 60 && bytes[place + 2] > 200
    }
    // In the middle of the film the bar has half of the width.
    #expect(isBlue(15, 150) && !isBlue(15, 170))
    #expect(isBlue(29, 300))
    #expect(try await AVURLAsset(url: output).load(.commonMetadata).first?.stringValue == "Lake")
  }

  @Test func `2026: values and a compositor of the program`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    func f(_ frames: Int64) -> CMTime { CMTime(value: frames, timescale: 30) }
    let shots = [
      Storyboard.Shot(try await Self.film(1), CMTimeRange(start: f(0), duration: f(20))),
      Storyboard.Shot(try await Self.film(2), CMTimeRange(start: f(5), duration: f(20))),
    ]
    var sequence = Storyboard(shots, .sequence(overlap: f(4)))
    sequence.size = CGSize(width: 320, height: 180)
    let joined = folder.file("joined.mp4")
    try await sequence.export(to: joined)
    let codes = try await codes(joined)
    #expect(codes.count == 36)
    #expect(codes[10] == "1:10" && codes[25] == "2:14")
    var split = Storyboard(shots, .splitScreen)
    split.size = CGSize(width: 320, height: 180)
    let images = try await split.preview(at: [f(0), f(12)])
    #expect(images.map(\.time) == [f(0), f(12)])
    let whole = try await RawVideo.read(shots[0].url, as: .rgba)[12]
    let bytes = try #require(images[1].image.dataProvider?.data)
    // The left half is the middle of the first film.
    for (x, y) in [(10, 10), (80, 90), (150, 170)] {
      let a = (y * 320 + x) * 4, b = (y * 320 + x + 80) * 4
      #expect((0..<3).allSatisfy { abs(Int(bytes[a + $0]) - Int(whole.bytes[b + $0])) < 30 })
    }
  }
}
