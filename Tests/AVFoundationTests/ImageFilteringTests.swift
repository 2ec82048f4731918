import AVFoundation
import CoreImage.CIFilterBuiltins
import Synchronization
import TestSupport
import Testing

/// Video compositions whose frames a handler of Core Image's images makes.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ImageFilteringTests {
  @Test func `the handler gets each frame upright, and its result is shown`() async throws {
    for orientation in [PictureOrientation.identity, .rotate90, .rotate180] {
      let asset = try await Clips.silent(3, frames: 30, orientation: orientation)
      let seen = Mutex<[CGSize]>([])
      let video = AVVideoComposition(asset: asset) { request in
        seen.withLock { $0.append(request.sourceImage.extent.size) }
        request.finish(with: request.sourceImage, context: nil)
      }
      let upright =
        orientation == .rotate90
        ? CGSize(width: 180, height: 320) : CGSize(width: 320, height: 180)
      #expect(video.renderSize == upright)
      let generator = AVAssetImageGenerator(asset: asset)
      generator.appliesPreferredTrackTransform = true
      generator.requestedTimeToleranceBefore = .zero
      generator.requestedTimeToleranceAfter = .zero
      let plain = try await generator.image(at: f(7)).image
      let filtered = try await image(of: asset, video, at: f(7))
      #expect(filtered.width == plain.width && filtered.height == plain.height)
      #expect(try filtered.shown() == plain.shown())
      #expect(try filtered.shown() != nil)
      #expect(seen.withLock { $0.allSatisfy { $0 == upright } && !$0.isEmpty })
    }
  }

  @Test func `an export calls the handler once for each frame, in order`() async throws {
    let asset = try await Clips.film(4, frames: 45)
    let times = Mutex<[CMTime]>([])
    let video = try await AVVideoComposition.videoComposition(with: asset) { request in
      times.withLock { $0.append(request.compositionTime) }
      let inverted = request.sourceImage.applyingFilter(
        "CIColorMatrix",
        parameters: [
          "inputRVector": CIVector(x: -1, y: 0, z: 0, w: 0),
          "inputGVector": CIVector(x: 0, y: -1, z: 0, w: 0),
          "inputBVector": CIVector(x: 0, y: 0, z: -1, w: 0),
          "inputBiasVector": CIVector(x: 1, y: 1, z: 1, w: 0),
        ])
      // A handler may finish later, on another thread.
      DispatchQueue.global().async { request.finish(with: inverted, context: nil) }
    }
    let file = try await Exported(asset, video)
    defer { file.remove() }
    let frames = try await RawVideo.read(file.url)
    #expect(frames.count == 45)
    #expect(times.withLock { $0 } == (0..<45).map { f($0) })
    let plain = try await RawVideo.read(asset.url)
    for number in [0, 20, 44] {
      // Black becomes white and white black, in light as in encoded numbers.
      for (x, y) in [(8, 8), (300, 100), (160, 90)] {
        let before = Int(plain[number].luma[x, y]), after = Int(frames[number].luma[x, y])
        if before < 20 { #expect(after > 220) }
        if before > 230 { #expect(after < 40) }
      }
    }
  }

  @Test func `a program sets the size of the picture`() async throws {
    let asset = try await Clips.silent(6, frames: 10)
    let seen = Mutex<[CGSize]>([])
    let video = AVMutableVideoComposition(asset: asset) { request in
      seen.withLock { $0 += [request.renderSize, request.sourceImage.extent.size] }
      // The upper right quarter.
      let part = request.sourceImage.cropped(to: CGRect(x: 160, y: 90, width: 160, height: 90))
        .transformed(by: CGAffineTransform(translationX: -160, y: -90))
      request.finish(with: part, context: nil)
    }
    video.renderSize = CGSize(width: 160, height: 90)
    let whole = try await image(of: asset, at: f(4))
    let part = try await image(of: asset, video, at: f(4))
    #expect(part.width == 160 && part.height == 90)
    for (x, y) in [(5, 5), (80, 40), (150, 80)] {
      #expect(try part.color(x, y).isNear(whole.color(160 + x, y)))
    }
    #expect(
      seen.withLock { Set($0.map { "\($0)" }) } == [
        "\(CGSize(width: 160, height: 90))", "\(CGSize(width: 320, height: 180))",
      ])
  }

  @Test func `an error of the handler ends the work`() async throws {
    struct Refused: LocalizedError { var errorDescription: String? { "no film today" } }
    let asset = try await Clips.silent(5, frames: 10)
    let video = AVVideoComposition(asset: asset) { request in
      request.finish(with: Refused())
    }
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let session = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
    (session.videoComposition, session.outputFileType) = (video, .mp4)
    session.outputURL = folder.file("out.mp4")
    await session.export()
    #expect(session.status == .failed)
    #expect("\(session.error as Any)".contains("no film today"))
  }

  @Test(arguments: HDRTests.films.filter { $0.pixels == "yuv420p10le" })
  func `an identity is within one step of ten bits`(film: HDRTests.Film) async throws {
    let file = try await film.file(), asset = AVURLAsset(url: file)
    let video = AVVideoComposition(asset: asset) { request in
      request.finish(with: request.sourceImage, context: nil)
    }
    let output = AVAssetReaderVideoCompositionOutput(
      videoTracks: asset.tracks(withMediaType: .video),
      videoSettings: [kCVPixelBufferPixelFormatTypeKey as String: film.layout])
    output.videoComposition = video
    let reader = try AVAssetReader(asset: asset)
    reader.add(output)
    try #require(reader.startReading(), "\(reader.error as Any)")
    let frames = try output.all().map { try #require($0.imageBuffer) }
    #expect(frames.count == 4)
    let source = try await film.words(file)
    // Luma of the first frame.
    let worst = withExtendedLifetime(frames) {
      let words = frames[0].words(0)
      return (0..<182).flatMap { y in
        (0..<314).map { x in
          abs(Int(words.rows[y * words.stride + x] >> 6) - Int(source[y * 314 + x]))
        }
      }.max()
    }
    #expect(try #require(worst) <= 1)
  }
}
