import AVFoundation
import CoreImage.CIFilterBuiltins
import CutawayImaging
import Synchronization
import TestSupport
import Testing

/// What programs do with Core Image on films, from the filter to the picture.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ImagePatternTests {
  /// The frame of a film as it is, and as a handler makes it.
  private func pair(
    _ clip: UInt8, frame: Int = 4,
    _ handler: @escaping @Sendable (CIImage) -> CIImage?
  ) async throws -> (plain: CGImage, filtered: CGImage) {
    let asset = try await Clips.silent(clip, frames: 10)
    let video = AVVideoComposition(asset: asset) { request in
      if let image = handler(request.sourceImage) {
        request.finish(with: image, context: nil)
      } else {
        request.finish(with: NSError(domain: "no image", code: 1))
      }
    }
    return (
      try await image(of: asset, at: f(frame)), try await image(of: asset, video, at: f(frame))
    )
  }

  @Test func `sepia has the order of its colours, and keeps the picture`() async throws {
    let (plain, filtered) = try await pair(1) { source in
      let sepia = CIFilter.sepiaTone()
      (sepia.inputImage, sepia.intensity) = (source, 1)
      return sepia.outputImage
    }
    #expect(try filtered.shown() == plain.shown() && plain.shown() == Shown(1, 4))
    var toned = 0
    for y in stride(from: 4, to: 180, by: 8) {
      for x in stride(from: 4, to: 320, by: 8) {
        let color = try filtered.color(x, y)
        // Chroma of 4:2:0 is a step or two beside luma.
        #expect(
          color.red >= color.green - 3 && color.green >= color.blue - 3, "\(x), \(y): \(color)")
        if color.red > color.blue + 20 { toned += 1 }
      }
    }
    #expect(toned > 20)
  }

  /// The mean distance of the colours of two images of one size.
  private func distance(_ a: CGImage, _ b: CGImage) throws -> Double {
    try #require(a.width == b.width && a.height == b.height)
    var sum = 0
    for y in 0..<a.height {
      for x in 0..<a.width {
        let (first, second) = (try a.color(x, y), try b.color(x, y))
        sum +=
          abs(first.red - second.red) + abs(first.green - second.green)
          + abs(first.blue - second.blue)
      }
    }
    return Double(sum) / Double(3 * a.width * a.height)
  }

  @Test func `a smaller output shows the whole filtered picture`() async throws {
    let asset = try await Clips.silent(3, frames: 10)
    let sizes = Mutex<Set<[CGFloat]>>([])
    let video = AVMutableVideoComposition(asset: asset) { request in
      let extent = request.sourceImage.extent
      sizes.withLock {
        _ = $0.insert([
          request.renderSize.width, request.renderSize.height, extent.width, extent.height,
        ])
      }
      request.finish(with: request.sourceImage, context: nil)
    }
    func small(_ composition: AVVideoComposition?) async throws -> CGImage {
      let generator = AVAssetImageGenerator(asset: asset)
      generator.videoComposition = composition
      generator.maximumSize = CGSize(width: 120, height: 120)
      (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (
        .zero, .zero
      )
      return try await generator.image(at: f(4)).image
    }
    let (plain, filtered) = (try await small(nil), try await small(video))
    #expect(plain.width == 120 && plain.height < 70)
    #expect(try distance(plain, filtered) < 3)
    // The handler does not see the size of the output.
    #expect(sizes.withLock { $0 } == [[320, 180, 320, 180]])
  }

  @Test func `a preset that reduces the size shows the whole filtered picture`() async throws {
    let asset = try await Clips.silent(4, frames: 10)
    let size = CGSize(width: 640, height: 360)
    let filtered = AVMutableVideoComposition(asset: asset) { request in
      request.finish(
        with: request.sourceImage.transformed(by: CGAffineTransform(scaleX: 2, y: 2)), context: nil)
    }
    filtered.renderSize = size
    let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: try asset.video())
    layer.setTransform(CGAffineTransform(scaleX: 2, y: 2), at: .zero)
    let layered = videoComposition([instruction(f(0, 10), [layer])])
    layered.renderSize = size
    var images: [CGImage] = []
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    for (name, video) in [("filtered", filtered), ("layered", layered)] {
      let export = try #require(
        AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetLowQuality))
      export.videoComposition = video
      let url = folder.file(name + ".mp4")
      try await export.export(to: url, as: .mp4)
      images.append(try await image(of: AVURLAsset(url: url), at: f(4)))
    }
    #expect(images[0].width == 480 && images[0].height == 270)
    #expect(try distance(images[0], images[1]) < 6)
  }

  @Test func `a film lies on its own blurred enlargement`() async throws {
    let asset = try await Clips.silent(2, frames: 10)
    let size = CGSize(width: 180, height: 320)
    let video = AVMutableVideoComposition(asset: asset) { request in
      let source = request.sourceImage
      let cover = size.height / source.extent.height, fit = size.width / source.extent.width
      let background = source.clampedToExtent()
        .transformed(by: CGAffineTransform(scaleX: cover, y: cover))
        .transformed(
          by: CGAffineTransform(
            translationX: (size.width - source.extent.width * cover) / 2, y: 0)
        )
        .applyingGaussianBlur(sigma: 20)
        .cropped(to: CGRect(origin: .zero, size: size))
      let film = source.transformed(by: CGAffineTransform(scaleX: fit, y: fit))
        .transformed(
          by: CGAffineTransform(
            translationX: 0, y: ((size.height - source.extent.height * fit) / 2).rounded()))
      request.finish(with: film.composited(over: background), context: nil)
    }
    video.renderSize = size
    let plain = try await image(of: asset, at: f(6)),
      made = try await image(of: asset, video, at: f(6))
    #expect(made.width == 180 && made.height == 320)
    // The film has 180 × 101.25 pixels in the middle.
    let region = CGRect(x: 0, y: 110, width: 180, height: 101)
    #expect(try made.shown(in: region) == Shown(2, 6) && plain.shown() == Shown(2, 6))
    // A blur of 20 pixels has no steep edge, and does not darken towards the borders.
    var steepest = 0
    for y in [3, 50, 95, 225, 270, 316] {
      for x in 1..<180 {
        let (a, b) = (try made.color(x - 1, y), try made.color(x, y))
        steepest = max(steepest, abs(a.green - b.green))
      }
    }
    #expect(steepest <= 8)
  }

  @Test func `a mask shows the film inside and a colour outside`() async throws {
    let (plain, filtered) = try await pair(3) { source in
      let circle = CIFilter.radialGradient()
      circle.center = CGPoint(x: 100, y: 120)
      (circle.radius0, circle.radius1) = (50, 50.001)
      (circle.color0, circle.color1) = (.white, .black)
      let blend = CIFilter.blendWithMask()
      blend.inputImage = source
      blend.backgroundImage = CIImage(color: CIColor(red: 0, green: 0, blue: 1))
        .cropped(to: source.extent)
      blend.maskImage = circle.outputImage
      return blend.outputImage
    }
    // y of Core Image points upwards.
    for (x, y) in [(100, 60), (60, 60), (100, 20), (130, 90)] {
      #expect(try filtered.color(x, y).isNear(plain.color(x, y), within: 6), "\(x), \(y)")
    }
    for (x, y) in [(100, 120), (200, 60), (20, 20), (300, 170)] {
      #expect(try filtered.color(x, y).isNear(RGB(red: 0, green: 0, blue: 255)), "\(x), \(y)")
    }
  }

  @Test func `a compositor dissolves from one film to another`() async throws {
    let composition = AVMutableComposition()
    for clip in [UInt8(4), 5] {
      try await composition.add().insertTimeRange(
        f(0, 30), of: Clips.silent(clip).video(), at: .zero)
    }
    let video = videoComposition([OwnInstruction(f(0, 30), sources: [1, 2], shown: 1)])
    video.customVideoCompositorClass = Dissolver.self
    let first = try await image(of: Clips.silent(4), at: f(15))
    let second = try await image(of: Clips.silent(5), at: f(15))
    let middle = try await image(of: composition, video, at: f(15))
    #expect(try await image(of: composition, video, at: f(0)).shown() == Shown(4, 0))
    #expect(try await image(of: composition, video, at: f(29)).shown() != Shown(4, 29))
    var compared = 0
    for y in stride(from: 6, to: 180, by: 12) {
      for x in stride(from: 6, to: 320, by: 12) {
        let (a, b, made) = (try first.color(x, y), try second.color(x, y), try middle.color(x, y))
        // Equal parts stay; the mean of black and white light is 188 in sRGB, and 179 to 186 by the curves of film.
        if a.isNear(b, within: 4) {
          // Chroma is subsampled in both films.
          #expect(made.isNear(a, within: 20), "\(x), \(y)")
        } else if a.isNear(.black) && b.isNear(.white) || a.isNear(.white) && b.isNear(.black) {
          #expect((170...196).contains(made.green), "\(x), \(y): \(made)")
          compared += 1
        }
      }
    }
    #expect(compared > 3)
  }

  @Test func `a code is a sticker with sharp modules`() async throws {
    let code = CIFilter.qrCodeGenerator()
    code.message = Data("https://example.org/film".utf8)
    let sticker = try #require(code.outputImage)
    let side = Int(sticker.extent.width)
    let bits = try #require(CIContext().createCGImage(sticker, from: sticker.extent))
    let (_, filtered) = try await pair(6) { source in
      sticker.samplingNearest().transformed(by: CGAffineTransform(scaleX: 4, y: 4))
        .transformed(by: CGAffineTransform(translationX: 16, y: 8))
        .composited(over: source)
    }
    for row in 0..<side {
      for column in 0..<side {
        let (x, y) = (16 + 4 * column + 2, 180 - 8 - 4 * side + 4 * row + 2)
        let isDark = try bits.color(column, row).green < 128
        #expect(try (filtered.color(x, y).green < 64) == isDark, "\(column), \(row)")
      }
    }
  }

  @Test func `a watermark lies over the film, and changes nothing else`() async throws {
    let mark = CIImage(color: CIColor(red: 1, green: 0, blue: 0, alpha: 0.5))
      .cropped(to: CGRect(x: 240, y: 20, width: 60, height: 30))
    let (plain, filtered) = try await pair(7) { source in
      let over = CIFilter.sourceOverCompositing()
      (over.inputImage, over.backgroundImage) = (mark, source)
      return over.outputImage
    }
    for y in stride(from: 1, to: 180, by: 7) {
      for x in stride(from: 1, to: 320, by: 7) {
        let (a, b) = (try plain.color(x, y), try filtered.color(x, y))
        if (240..<300).contains(x) && (130..<160).contains(y) {
          // Green is halved in light, which is never less than half of the number.
          #expect(b.red >= a.red && b.green <= a.green, "\(x), \(y): \(a) \(b)")
        } else if !(236..<304).contains(x) || !(126..<164).contains(y) {
          #expect(a.isNear(b, within: 3), "\(x), \(y): \(a) \(b)")
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `a cube maps colours`(swaps: Bool) async throws {
    let (plain, filtered) = try await pair(8) { source in
      let side = 17, scale = Float(side - 1)
      var cube: [Float] = []
      for blue in 0..<side {
        for green in 0..<side {
          for red in 0..<side {
            let (r, g, b) = (Float(red) / scale, Float(green) / scale, Float(blue) / scale)
            cube += swaps ? [b, g, r, 1] : [r, g, b, 1]
          }
        }
      }
      let filter = CIFilter.colorCubeWithColorSpace()
      filter.cubeDimension = Float(side)
      filter.cubeData = cube.withUnsafeBufferPointer { Data(buffer: $0) }
      filter.colorSpace = CGColorSpace(name: CGColorSpace.sRGB)
      filter.inputImage = source
      return filter.outputImage
    }
    var near = 0, far = 0
    for y in stride(from: 2, to: 180, by: 6) {
      for x in stride(from: 2, to: 320, by: 6) {
        let a = try plain.color(x, y)
        let expected = swaps ? RGB(red: a.blue, green: a.green, blue: a.red) : a
        if try filtered.color(x, y).isNear(expected, within: 8) { near += 1 } else { far += 1 }
      }
    }
    // Chroma mixes both sides of an edge.
    #expect(far <= (near + far) / 100)
  }

  @Test func `the mean of a frame is that of its pixels`() async throws {
    let asset = try await Clips.silent(9, frames: 10)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: try asset.video(),
      outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
    reader.add(output)
    try #require(reader.startReading())
    let context = CIContext(options: [.workingColorSpace: NSNull()])
    var count = 0
    for sample in output.all() {
      let buffer = try #require(sample.imageBuffer)
      let image = CIImage(cvPixelBuffer: buffer)
      let mean = CIFilter.areaAverage()
      (mean.inputImage, mean.extent) = (image, image.extent)
      var pixel = [UInt8](repeating: 0, count: 4)
      try pixel.withUnsafeMutableBytes { bytes in
        context.render(
          try #require(mean.outputImage), toBitmap: try #require(bytes.baseAddress), rowBytes: 4,
          bounds: CGRect(x: 0, y: 0, width: 1, height: 1), format: .RGBA8, colorSpace: nil)
      }
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      let stride = CVPixelBufferGetBytesPerRow(buffer)
      let bytes = try #require(CVPixelBufferGetBaseAddress(buffer))
        .assumingMemoryBound(to: UInt8.self)
      for channel in 0..<3 {
        var sum = 0
        for y in 0..<180 {
          for x in 0..<320 { sum += Int(bytes[y * stride + x * 4 + 2 - channel]) }
        }
        let expected = Double(sum) / (320 * 180), result = Double(pixel[channel])
        #expect(abs(expected - result) <= 1)
      }
      count += 1
    }
    #expect(count == 10)
  }
}

/// Dissolves from the first source to the second over a second.
final class Dissolver: NSObject, AVVideoCompositing {
  private let context = CIContext()
  var sourcePixelBufferAttributes: [String: Any]? {
    [kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)]
  }
  var requiredPixelBufferAttributesForRenderContext: [String: Any] {
    [kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)]
  }
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    guard let from = request.sourceFrame(byTrackID: 1), let to = request.sourceFrame(byTrackID: 2),
      let target = request.renderContext.newPixelBuffer()
    else { return request.finish(with: NSError(domain: "Dissolver", code: 1)) }
    let dissolve = CIFilter.dissolveTransition()
    dissolve.inputImage = CIImage(cvPixelBuffer: from)
    dissolve.targetImage = CIImage(cvPixelBuffer: to)
    dissolve.time = Float(request.compositionTime.seconds)
    guard let image = dissolve.outputImage else {
      return request.finish(with: NSError(domain: "Dissolver", code: 2))
    }
    context.render(image, to: target)
    request.finish(withComposedVideoFrame: target)
  }
  func cancelAllPendingVideoCompositionRequests() {}
}
