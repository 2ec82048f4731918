import AVFoundation
import TestSupport
import Testing

/// Rules 36 and 70 to 74: compositors of one's own.
@Suite(.serialized) struct CompositorTests {
  func setting(_ clips: UInt8...) async throws -> AVMutableComposition {
    CompositorLog.shared.reset()
    let composition = AVMutableComposition()
    for clip in clips {
      try await composition.add().insertTimeRange(
        f(0, 30), of: Clips.silent(clip).video(), at: .zero)
    }
    return composition
  }

  func video(
    _ type: any AVVideoCompositing.Type, _ instructions: [OwnInstruction],
    size: CGSize = CGSize(width: 320, height: 180)
  ) -> AVMutableVideoComposition {
    let video = videoComposition(instructions, size: size)
    video.customVideoCompositorClass = type
    return video
  }

  @Test func `R36, R73: a compositor in 32BGRA gets and gives frames`() async throws {
    let composition = try await setting(1)
    let plain = try await image(of: composition, at: f(4))
    CompositorLog.shared.reset()
    let video = video(Inverter.self, [OwnInstruction(f(0, 30), sources: [1], shown: 1)])
    let inverted = try await image(of: composition, video, at: f(4))
    for (x, y) in [(5, 5), (300, 45), (40, 150), (200, 100)] {
      let (a, b) = (try plain.color(x, y), try inverted.color(x, y))
      #expect(
        b.isNear(RGB(red: 255 - a.red, green: 255 - a.green, blue: 255 - a.blue), within: 14),
        "\(x), \(y)")
    }
    let entry = try #require(CompositorLog.shared.entries.last)
    #expect(CompositorLog.shared.entries.map(\.time).contains(f(4)))
    #expect(entry.time == f(4))
    #expect(entry.formats == [kCVPixelFormatType_32BGRA])
    #expect(entry.sizes == [[320, 180]])
    #expect(CompositorLog.shared.contextCame)
  }

  @Test func `one track may have several layers in an instruction`() async throws {
    let composition = try await setting(1)
    let track = try composition.video()
    let half = CGAffineTransform(scaleX: 0.5, y: 0.5)
    let fading = layer(track, half.concatenating(CGAffineTransform(translationX: 160, y: 0)))
    fading.setOpacity(0, at: f(20))
    let video = videoComposition([instruction(f(0, 30), [layer(track, half), fading])])
    let file = try await Exported(composition, video)
    defer { file.remove() }
    let frames = try await RawVideo.read(file.url)
    try #require(frames.count == 30)
    let plain = try await RawVideo.read(Clips.silent(1).url)
    for number in [4, 19, 24] {
      let (luma, source) = (frames[number].luma, plain[number].luma)
      for (x, y) in [(20, 10), (100, 70), (60, 40), (140, 20)] {
        #expect(abs(Int(luma[x, y]) - Int(luma[x + 160, y])) < 12 || number == 24)
        // A pixel of the half is four of the whole.
        let mean =
          (0..<4).reduce(0) { $0 + Int(source[2 * x + $1 % 2, 2 * y + $1 / 2]) } / 4
        #expect(abs(Int(luma[x, y]) - mean) < 24, "\(number): \(x), \(y)")
        if number == 24 { #expect(luma[x + 160, y] < 24) }
      }
    }
  }

  @Test(arguments: [OpenPasser.self, OpenPasserChild.self, OpenPasserHeir.self])
  func `a compositor may be an open class with an initializer of its own`(
    type: OpenPasser.Type
  ) async throws {
    let composition = try await setting(1)
    let video = video(type, [OwnInstruction(f(0, 30), sources: [1], shown: 1)])
    let file = try await Exported(composition, video)
    defer { file.remove() }
    #expect(try await RawVideo.read(file.url).count == 30)
    #expect(CompositorLog.shared.entries.map(\.time) == (0..<30).map { f($0) })
  }

  @Test func `a track that passes is shown without the compositor`() async throws {
    let composition = try await setting(1)
    let passing = OwnInstruction(f(0, 10), sources: [], shown: 1)
    passing.passthroughTrackID = 1
    let video = video(
      Inverter.self, [passing, OwnInstruction(f(10, 30), sources: [1], shown: 1)])
    let (plain, shown) = (
      try await image(of: composition, at: f(4)), try await image(of: composition, video, at: f(4))
    )
    #expect(CompositorLog.shared.entries.allSatisfy { $0.time >= f(10) })
    for (x, y) in [(5, 5), (300, 45), (40, 150), (200, 100)] {
      #expect(try shown.color(x, y).isNear(try plain.color(x, y), within: 3), "\(x), \(y)")
    }
    let file = try await Exported(composition, video)
    defer { file.remove() }
    #expect(try await RawVideo.read(file.url).count == 30)
    #expect(Set(CompositorLog.shared.entries.map(\.time)) == Set((10..<30).map { f($0) }))
  }

  @Test func `a track that passes fills a render size of another shape`() async throws {
    let composition = try await setting(1)
    let passing = OwnInstruction(f(0, 10), sources: [], shown: 1)
    passing.passthroughTrackID = 1
    let video = video(
      Inverter.self, [passing, OwnInstruction(f(10, 30), sources: [1], shown: 1)])
    video.renderSize = CGSize(width: 160, height: 180)
    let (plain, shown) = (
      try await image(of: composition, at: f(4)), try await image(of: composition, video, at: f(4))
    )
    #expect(shown.width == 160 && shown.height == 180)
    for (x, y) in [(5, 5), (150, 45), (40, 150), (100, 100)] {
      #expect(
        try shown.color(x, y).isNear(try plain.color(2 * x, y), within: 24), "\(x), \(y)")
    }
  }

  @Test(arguments: [
    CMTime.positiveInfinity, CMTime(value: .max, timescale: 600), CMTime(value: .max, timescale: 1),
  ])
  func `an instruction may last longer than the composition`(duration: CMTime) async throws {
    let composition = try await setting(1)
    let range = CMTimeRange(start: .zero, duration: duration)
    let video = video(Passer.self, [OwnInstruction(range, sources: [1], shown: 1)])
    let file = try await Exported(composition, video)
    defer { file.remove() }
    #expect(try await RawVideo.read(file.url).count == 30)
    #expect(CompositorLog.shared.entries.map(\.time) == (0..<30).map { f($0) })
  }

  @Test func `R73: a compositor in 420v may finish on another queue`() async throws {
    let composition = try await setting(1)
    let video = video(HalfBlack.self, [OwnInstruction(f(0, 30), sources: [1], shown: 1)])
    let file = try await Exported(composition, video)
    defer { file.remove() }
    let frames = try await RawVideo.read(file.url)
    #expect(frames.count == 30)
    let luma = frames[12].luma
    for y in [5, 90, 170] { #expect(luma[20, y] < 24) }
    let plain = try await RawVideo.read(Clips.silent(1).url)[12].luma
    for (x, y) in [(200, 20), (300, 150), (250, 100)] {
      #expect(abs(Int(luma[x, y]) - Int(plain[x, y])) < 24)
    }
    #expect(
      CompositorLog.shared.entries.allSatisfy {
        $0.formats == [kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
      })
  }

  @Test func `R73: each output frame is requested once, at its composition time`() async throws {
    let composition = try await setting(1)
    let video = video(Passer.self, [OwnInstruction(f(0, 30), sources: [1], shown: 1)])
    let file = try await Exported(composition, video)
    defer { file.remove() }
    #expect(CompositorLog.shared.entries.map(\.time) == (0..<30).map { f($0) })
    #expect(try await file.frames() == (0..<30).map { Shown(1, $0) })
  }

  @Test func `R36: a source frame itself may be the result`() async throws {
    let composition = try await setting(1, 2)
    let video = video(
      Passer.self,
      [
        OwnInstruction(f(0, 10), sources: [1, 2], shown: 2),
        OwnInstruction(f(10, 30), sources: [1], shown: 1),
      ])
    let file = try await Exported(composition, video)
    defer { file.remove() }
    #expect(
      try await file.frames() == (0..<10).map { Shown(2, $0) } + (10..<30).map { Shown(1, $0) })
    // Elements of different instructions draw side by side, so the last frame of one may come later.
    let entries = CompositorLog.shared.entries.sorted { $0.time < $1.time }
    #expect(
      entries.prefix(10).map { $0.tracks.sorted() } == Array(repeating: [1, 2], count: 10))
    #expect(entries.dropFirst(10).map(\.tracks) == Array(repeating: [1], count: 20))
  }

  @Test func `R73: required tracks of nil are all tracks, an empty list none`() async throws {
    let composition = try await setting(1, 2)
    let video = video(
      Passer.self,
      [
        OwnInstruction(f(0, 10), sources: nil, shown: 2),
        OwnInstruction(f(10, 30), sources: [], shown: 1),
      ])
    let file = try await Exported(composition, video)
    defer { file.remove() }
    let frames = try await file.frames()
    #expect(frames.prefix(10) == (0..<10).map { Shown(2, $0) }[...])
    // Elements of different instructions draw side by side, so the last frame of one may come later.
    let entries = CompositorLog.shared.entries.sorted { $0.time < $1.time }
    #expect(
      entries.prefix(10).map { $0.tracks.sorted() } == Array(repeating: [1, 2], count: 10))
    #expect(entries.dropFirst(10).count == 20)
    #expect(entries.dropFirst(10).allSatisfy { $0.tracks.isEmpty })
  }

  @Test func `a compositor in x420 gets and gives ten bits`() async throws {
    CompositorLog.shared.reset()
    let composition = try await setting(1)
    let deep: [String: Any] = [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
    ]
    let tracks = try await composition.loadTracks(withMediaType: .video)
    func frames(_ video: AVVideoComposition) throws -> [[UInt16]] {
      let reader = try AVAssetReader(asset: composition)
      let output = AVAssetReaderVideoCompositionOutput(videoTracks: tracks, videoSettings: deep)
      output.videoComposition = video
      reader.add(output)
      try #require(reader.startReading())
      return try output.all().map { sample in
        let luma = try #require(sample.imageBuffer).words(0)
        return (0..<180).flatMap { y in (0..<320).map { luma.rows[y * luma.stride + $0] >> 6 } }
      }
    }
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = f(0, 30)
    instruction.layerInstructions = try [
      AVMutableVideoCompositionLayerInstruction(assetTrack: #require(tracks.first))
    ]
    let plain = try frames(videoComposition([instruction]))
    let drawn = try frames(
      video(Grayer.self, [OwnInstruction(f(0, 30), sources: [1], shown: 1)]))
    #expect(plain.count == 30 && drawn.count == 30)
    for (index, (mixed, composed)) in zip(plain, drawn).enumerated() {
      var worst = (gray: 0, source: 0)
      for place in mixed.indices {
        let (y, x) = place.quotientAndRemainder(dividingBy: 320)
        let level = Int(composed[place])
        if x < 160 {
          worst.gray = max(worst.gray, abs(level - Int(Grayer.level(x, y))))
        } else {
          worst.source = max(worst.source, abs(level - Int(mixed[place])))
        }
      }
      #expect(worst.gray == 0 && worst.source == 0, "frame \(index): \(worst)")
    }
    #expect(
      CompositorLog.shared.entries.allSatisfy {
        $0.formats == [kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange]
      })
  }

  @Test func `R13: an empty segment gives no source frame`() async throws {
    CompositorLog.shared.reset()
    let composition = AVMutableComposition()
    try await composition.add().insertTimeRange(f(0, 10), of: Clips.silent(1).video(), at: f(10))
    let video = video(Passer.self, [OwnInstruction(f(0, 20), sources: [1], shown: 1)])
    let file = try await Exported(composition, video)
    defer { file.remove() }
    let entries = CompositorLog.shared.entries
    #expect(entries.count == 20)
    #expect(entries.prefix(10).allSatisfy { $0.formats.isEmpty })
    #expect(entries.dropFirst(10).allSatisfy { $0.formats.count == 1 })
  }

  @Test func `R36: source frames are not transformed, the context has the render size`()
    async throws
  {
    CompositorLog.shared.reset()
    let composition = AVMutableComposition()
    let asset = try await Clips.silent(1, orientation: .rotate90)
    try composition.add().insertTimeRange(f(0, 10), of: asset.video(), at: .zero)
    let video = video(
      Inverter.self, [OwnInstruction(f(0, 10), sources: [1], shown: 1)],
      size: CGSize(width: 400, height: 300))
    let picture = try await image(of: composition, video, at: f(2))
    #expect(picture.width == 400 && picture.height == 300)
    let entry = try #require(CompositorLog.shared.entries.last)
    #expect(entry.sizes == [[320, 180]])
    #expect(entry.context == CGSize(width: 400, height: 300))
  }

  @Test func `R74: a failure of the compositor is that of the export`() async throws {
    let composition = try await setting(1)
    let video = video(Failer.self, [OwnInstruction(f(0, 30), sources: [1], shown: 1)])
    do {
      try await Exported(composition, video).remove()
      Issue.record("no error")
    } catch {
      let isOwn = (error as NSError).domain == "Failer" && (error as NSError).code == 7
      #expect(isOwn || (error as? AVError)?.code.rawValue == -11_858, "\(error)")
    }
  }

  @Test func `R73: the generator and the session show their compositor`() async throws {
    let composition = try await setting(1)
    let video = video(Passer.self, [OwnInstruction(f(0, 30), sources: [1], shown: 1)])
    let generator = AVAssetImageGenerator(asset: composition)
    generator.videoComposition = video
    #expect(video.customVideoCompositorClass is Passer.Type)
    #expect(generator.videoComposition?.customVideoCompositorClass is Passer.Type)
  }
}
