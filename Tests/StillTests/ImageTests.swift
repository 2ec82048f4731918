import Cutaway
import CutawayDiagnostics
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Images at times, identified by the numbers drawn in them.
@Suite(.serialized) struct ImageTests {
  static let tick = MediaTime(1, over: 30)

  private static func media(_ clip: UInt8) -> TestMedia {
    TestMedia(video: .init(frameCount: 90, keyFrameInterval: 45, clip: clip))
  }

  /// Six seconds: clip 1 from its frame 15, clip 2 at double speed, nothing, clip 1 from its start.
  static func composition() async throws -> Composition {
    func range(_ start: Int, _ end: Int) -> TimeRange {
      TimeRange(start: tick * start, end: tick * end)
    }
    let track = try Track(
      id: "v", mediaType: .video,
      segments: [
        Segment(target: range(0, 50), media: .init(asset: "1", source: range(15, 65))),
        Segment(target: range(50, 90), media: .init(asset: "2", source: range(4, 84))),
        Segment(target: range(90, 120)),
        Segment(target: range(120, 180), media: .init(asset: "1", source: range(0, 60))),
      ])
    return Composition(
      render: RenderSettings(size: PixelSize(width: 320, height: 180), frameDuration: tick),
      assets: [
        Asset(id: "1", location: try await media(1).file().path),
        Asset(id: "2", location: try await media(2).file().path),
      ], tracks: [track])
  }

  /// The expected contents of an output frame.
  private func expected(_ frame: Int) -> FrameCode? {
    switch frame {
    case ..<50: FrameCode(clip: 1, frame: UInt16(15 + frame))
    case ..<90: FrameCode(clip: 2, frame: UInt16(4 + 2 * (frame - 50)))
    case ..<120: nil
    default: FrameCode(clip: 1, frame: UInt16(frame - 120))
    }
  }

  @Test func `images of random times, of cuts and of edges are exact`() async throws {
    var random = SeededGenerator(seed: 5)
    // A hundredth of a frame before and after each cut, and at both ends.
    let near = MediaTime(1, over: 3000)
    var times = [MediaTime.zero, Self.tick * 180 - near]
    for cut in [50, 90, 120] { times += [Self.tick * cut - near, Self.tick * cut] }
    times += (0..<40).map { _ in MediaTime(Int64.random(in: 0..<6000, using: &random), over: 1000) }
    times.shuffle(using: &random)
    let generator = try await ImageGenerator(Self.composition())
    var count = 0
    for await result in generator.images(for: times) {
      let time = times[count]
      count += 1
      #expect(result.requestedTime == time)
      let frame = Int(time.floored(in: Self.tick))
      #expect(try result.actualTime == Self.tick * frame)
      #expect(try result.image.code == expected(frame), "at \(time.seconds) s")
    }
    #expect(count == times.count)
  }

  @Test func `a single image equals that of a sequence`() async throws {
    let generator = try await ImageGenerator(Self.composition())
    let (image, time) = try await generator.image(at: MediaTime(5, over: 2))
    #expect(time == MediaTime(5, over: 2))
    for await result in generator.images(for: [.zero, MediaTime(5, over: 2)])
    where result.requestedTime > .zero {
      #expect(try result.image == image)
    }
  }

  @Test func `within the tolerance the last image is reused`() async throws {
    var generator = try await ImageGenerator(Self.composition())
    generator.requestedTimeToleranceBefore = Self.tick * 5
    generator.requestedTimeToleranceAfter = Self.tick * 2
    let times = [20, 25, 26, 24, 23].map { Self.tick * $0 }
    var actual: [MediaTime] = []
    for await result in generator.images(for: times) {
      actual.append(try result.actualTime)
      #expect(try result.image.code?.frame == UInt16(15 + result.actualTime.floored(in: Self.tick)))
    }
    #expect(actual == [20, 20, 26, 26, 23].map { Self.tick * $0 })
  }

  @Test func `within the tolerance a key frame is used`() async throws {
    var generator = try await ImageGenerator(Self.composition())
    generator.requestedTimeToleranceBefore = Self.tick * 12
    generator.requestedTimeToleranceAfter = Self.tick * 12
    generator.keyFramePatience = .seconds(300)
    // Key frames come each 45 frames of a clip: at 30, in the middle of 70, at 120 and 165.
    let times = [35, 45, 60, 125, 150].map { Self.tick * $0 }
    var actual: [Int] = []
    for await result in generator.images(for: times) {
      let frame = Int(try result.actualTime.floored(in: Self.tick))
      actual.append(frame)
      #expect(try result.image.code == expected(frame))
    }
    #expect(actual == [30, 45, 71, 120, 150])
  }

  @Test func `without limits of the tolerance each time gets the nearest key frame`() async throws {
    var generator = try await ImageGenerator(Self.composition())
    generator.requestedTimeToleranceBefore = MediaTime(1_000_000)
    generator.requestedTimeToleranceAfter = MediaTime(1_000_000)
    generator.keyFramePatience = .seconds(300)
    var actual: [Int] = []
    for await result in generator.images(for: [35, 60, 120, 125, 160].map { Self.tick * $0 }) {
      let frame = Int(try result.actualTime.floored(in: Self.tick))
      actual.append(frame)
      #expect(try result.image.code == expected(frame))
    }
    #expect(actual == [30, 71, 120, 120, 165])
  }

  @Test func `pictures without key frames are exact with any tolerance`() async throws {
    let whole = TimeRange(start: .zero, duration: MediaTime(4))
    let track = try Track(
      id: "v", mediaType: .video,
      segments: [Segment(target: whole, media: .init(asset: "noise", source: whole))])
    let noise = Composition(
      render: RenderSettings(size: PixelSize(width: 64, height: 36), frameDuration: Self.tick),
      assets: [Asset(id: "noise", generator: .noise(seed: 1))], tracks: [track])
    var generator = try await ImageGenerator(noise)
    generator.requestedTimeToleranceBefore = MediaTime(1_000_000)
    generator.requestedTimeToleranceAfter = MediaTime(1_000_000)
    var actual: [MediaTime] = []
    let times = [MediaTime(1), MediaTime(2), MediaTime(3)]
    for await result in generator.images(for: times) { actual.append(try result.actualTime) }
    #expect(actual == times)
  }

  @Test(arguments: [
    (PixelSize(width: 160, height: 160), PixelSize(width: 160, height: 90)),
    (PixelSize(width: 1000, height: 90), PixelSize(width: 160, height: 90)),
    (PixelSize(width: 161, height: 1000), PixelSize(width: 160, height: 90)),
    (PixelSize(width: 5000, height: 5000), PixelSize(width: 320, height: 180)),
  ])
  func `images are scaled down into the maximum size, never up`(
    limit: PixelSize, expected: PixelSize
  ) async throws {
    var generator = try await ImageGenerator(Self.composition())
    generator.maximumSize = limit
    let image = try await generator.image(at: MediaTime(1)).image
    #expect(image.size == expected)
    #expect(image.code == FrameCode(clip: 1, frame: 45))
  }

  @Test func `a time without an image does not prevent the others`() async throws {
    let generator = try await ImageGenerator(Self.composition())
    let times = [MediaTime(1), MediaTime(-1), MediaTime(6), MediaTime(2), MediaTime(100)]
    var frames: [Bool] = []
    for await result in generator.images(for: times) {
      if case .failure(_, let error) = result { #expect(.noImageAtTime ~= error) }
      frames.append((try? result.image) != nil)
    }
    #expect(frames == [true, false, false, true, false])
    await #expect(throws: ImageGenerationError.self) { try await generator.image(at: MediaTime(6)) }
  }

  @Test func `a failing source does not prevent the others`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var composition = try await Self.composition()
    let copy = folder.file("broken.mp4")
    try FileManager.default.copyItem(atPath: composition.assets[1].location, toPath: copy.path)
    composition.assets[1].location = copy.path
    let generator = ImageGenerator(try await composition.prepared())
    // The cache knows the file, which has been removed.
    try Data("no film any more".utf8).write(to: copy)
    let times = [2, 80, 150, 60, 170].map { Self.tick * $0 }
    var codes: [FrameCode?] = []
    for await result in generator.images(for: times) {
      if case .failure(_, let error) = result {
        #expect(.failed ~= error)
        #expect(error.faults.map(\.path) == [["assets", "1"]])
        #expect(error.faults.allSatisfy { $0.time != nil })
      }
      codes.append((try? result.image)?.code)
    }
    #expect(codes == [expected(2), nil, expected(150), nil, expected(170)])
  }

  @Test func `cancelling ends the sequence`() async throws {
    let generator = try await ImageGenerator(Self.composition())
    let task = Task {
      var count = 0
      for await _ in generator.images(for: (0..<180).map { Self.tick * $0 }) {
        count += 1
        if count == 3 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      }
      return count
    }
    // An image that is already being rendered may still arrive.
    #expect((3...5).contains(await task.value))
    let cancelled = Task { () async -> ImageGenerationError? in
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      do throws(ImageGenerationError) {
        _ = try await generator.image(at: .zero)
        return nil
      } catch {
        return error
      }
    }
    let error = await cancelled.value
    #expect(error?.code == .cancelled)
  }

  @Test func `a composition without a picture has no images`() async throws {
    let range = TimeRange(start: .zero, duration: MediaTime(1))
    let sound = TestMedia(.wav, video: nil, audio: .init(codec: .pcm))
    let composition = Composition(
      assets: [Asset(id: "s", location: try await sound.file().path)],
      tracks: [
        try Track(
          id: "s", mediaType: .audio,
          segments: [Segment(target: range, media: .init(asset: "s", source: range))])
      ])
    let generator = try await ImageGenerator(composition)
    let error = await #expect(throws: ImageGenerationError.self) {
      try await generator.image(at: .zero)
    }
    #expect(error?.code == .noImageAtTime)
  }

  @Test func `a PNG has the same pixels, a JPEG nearly the same`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let image = try await ImageGenerator(Self.composition()).image(at: MediaTime(1)).image
    try await image.write(to: folder.file("a.png").path, as: .png)
    try await image.write(to: folder.file("a.jpg").path, as: .jpeg(quality: 95))
    let png = try await RawVideo.read(folder.file("a.png"), as: .rgba)
    #expect(png.first?.bytes == image.pixels)
    let jpeg = try await RawVideo.read(folder.file("a.jpg"), as: .gray8)
    #expect(jpeg.width == 320 && jpeg.height == 180)
    #expect(jpeg.first?.code() == FrameCode(clip: 1, frame: 45))
  }

  @Test func `a JPEG has the colours of the image for a reader of JFIF`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let colors: [[UInt8]] = [[250, 0, 0, 255], [0, 200, 30, 255], [20, 40, 230, 255]]
    for color in colors {
      let image = StillImage(
        size: PixelSize(width: 1280, height: 720),
        pixels: (0..<1280 * 720).flatMap { _ in color })
      let (jpeg, raw) = (folder.file("c.jpg"), folder.file("c.rgb"))
      try await image.write(to: jpeg.path, as: .jpeg(quality: 100), overwriting: true)
      try await ChildProcess(
        "ffmpeg",
        ["-v", "error", "-y", "-i", jpeg.path, "-f", "rawvideo", "-pix_fmt", "rgb24", raw.path]
      ).check()
      let read = Array(try Data(contentsOf: raw).prefix(3))
      for (got, wanted) in zip(read, color) { #expect(abs(Int(got) - Int(wanted)) <= 4) }
    }
  }

  @Test func `an existing file is kept unless overwriting is allowed`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let path = folder.file("a.png").path
    try Data("old".utf8).write(to: folder.file("a.png"))
    let image = StillImage(
      size: PixelSize(width: 2, height: 1), pixels: [9, 8, 7, 255, 1, 2, 3, 255])
    await #expect(throws: ExportError.self) { try await image.write(to: path, as: .png) }
    #expect(try Data(contentsOf: folder.file("a.png")) == Data("old".utf8))
    try await image.write(to: path, as: .png, overwriting: true)
    let read = try await RawVideo.read(folder.file("a.png"), as: .rgb)
    #expect(read.width == 2 && read.height == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.png"])
  }
}

extension StillImage {
  /// The code read from the picture.
  var code: FrameCode? {
    RawFrame(format: .rgba, width: size.width, height: size.height, bytes: pixels).code()
  }
}
