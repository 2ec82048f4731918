import AVFoundation
import TestSupport
import Testing

/// Thumbnails and properties of image files, under names that `import AVFoundation` has.
@Suite struct ImageSourceTests {
  /// ffmpeg's filters that store a picture in an orientation.
  private static let filters: [PictureOrientation: String] = [
    .identity: "null", .flip: "hflip", .rotate180: "hflip,vflip", .flipRotate180: "vflip",
    .rotate90: "transpose=cclock", .rotate270: "transpose=clock",
    .flipRotate270: "transpose=cclock_flip", .flipRotate90: "transpose=clock_flip",
  ]

  /// A picture of a clip and its number, stored turned, with an Exif orientation.
  private func photo(
    _ orientation: PictureOrientation, in folder: TemporaryDirectory
  ) async throws -> URL {
    let filter = try #require(Self.filters[orientation])
    let media = FFmpegMedia(
      "jpg", ["-vf", filter, "-frames:v", "1", "-q:v", "2", "-pix_fmt", "yuvj420p"],
      video: .init(frameCount: 1))
    let file = folder.file("\(orientation).jpg")
    let picture = try Data(contentsOf: try await media.file())
    try PictureTags(orientation).inserted(into: picture).write(to: file)
    return file
  }

  private func bytes(_ image: CGImage) throws -> [UInt8] {
    let context = try #require(
      CGContext(
        data: nil, width: image.width, height: image.height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
    let data = try #require(context.data), count = context.bytesPerRow * image.height
    return Array(UnsafeRawBufferPointer(start: data, count: count))
  }

  @Test func `pixels of a lossless file are exact, however often it is saved`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (width, height) = (51, 5)
    let context = try #require(
      CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    // Each level of each component, and white.
    for x in 0..<width {
      for y in 0..<height {
        let level = CGFloat(x * 5 + y) / 255
        let color = [
          CGColor(red: level, green: 0, blue: 1, alpha: 1),
          CGColor(red: 1, green: level, blue: 0, alpha: 1),
          CGColor(red: level, green: level, blue: level, alpha: 1),
        ][(x + y) % 3]
        context.setFillColor(color)
        context.fill(CGRect(x: x, y: y, width: 1, height: 1))
      }
    }
    let drawn = try #require(context.makeImage())
    let expected = try #require(drawn.dataProvider?.data)
    var image = drawn
    for round in 0..<3 {
      let url = folder.file("\(round).png")
      let destination = try #require(CGImageDestinationCreateWithURL(url, "public.png", 1, nil))
      CGImageDestinationAddImage(destination, image, nil)
      #expect(CGImageDestinationFinalize(destination))
      let source = try #require(CGImageSourceCreateWithURL(url, nil))
      image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
      let read = try #require(image.dataProvider?.data)
      #expect((read as Data) == (expected as Data))
    }
  }

  @Test func `an animation has images with their delays, and its first one is still`() async throws
  {
    let media = FFmpegMedia(
      "gif", ["-vf", "fps=10", "-frames:v", "7"], video: .init(frameCount: 30, clip: 3))
    let url = try await media.file()
    let source = try #require(CGImageSourceCreateWithURL(url, nil))
    #expect(CGImageSourceGetCount(source) == 7)
    var shown: [Shown?] = []
    for index in 0..<7 {
      shown.append(try #require(CGImageSourceCreateImageAtIndex(source, index, nil)).shown())
      let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, index, nil))
      let gif = try #require(properties[kCGImagePropertyGIFDictionary] as? [CFString: Any])
      #expect(gif[kCGImagePropertyGIFDelayTime] as? Double == 0.1)
      #expect(gif[kCGImagePropertyGIFUnclampedDelayTime] as? Double == 0.1)
    }
    #expect(Set(shown.compactMap { $0?.frame }).count == 7 && shown.allSatisfy { $0?.clip == 3 })
    #expect(CGImageSourceCreateImageAtIndex(source, 7, nil) == nil)

    let film = try await Clips.silent(1, frames: 10)
    let video = AVMutableVideoComposition(propertiesOf: film)
    let root = CALayer(), picture = CALayer(), badge = CALayer()
    for layer in [root, picture, badge] {
      layer.frame = CGRect(x: 0, y: 0, width: 320, height: 180)
    }
    badge.contents = CGImageSourceCreateImageAtIndex(source, 0, nil)
    root.addSublayer(picture)
    root.addSublayer(badge)
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: picture, in: root)
    let session = try #require(
      AVAssetExportSession(asset: film, presetName: AVAssetExportPresetHighestQuality))
    session.videoComposition = video
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    try await session.export(to: folder.file("a.mp4"), as: .mp4)
    let codes = try await RawVideo.read(folder.file("a.mp4")).map { Shown($0.code()) }
    #expect(codes == Array(repeating: shown[0], count: 10))
  }

  @Test(arguments: PictureOrientation.allCases, [false, true])
  func `a thumbnail is upright, and has the requested size`(
    orientation: PictureOrientation, fromData: Bool
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let upright = try await photo(.identity, in: folder)
    let file = try await photo(orientation, in: folder)
    func source(_ url: URL) throws -> CGImageSource {
      try #require(
        fromData
          ? CGImageSourceCreateWithData(try Data(contentsOf: url), nil)
          : CGImageSourceCreateWithURL(url, nil))
    }
    let options: [String: Any] = [
      kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 80,
      kCGImageSourceCreateThumbnailWithTransform: true,
    ]
    let expected = try #require(
      CGImageSourceCreateThumbnailAtIndex(try source(upright), 0, options))
    let turned = try source(file)
    let thumbnail = try #require(CGImageSourceCreateThumbnailAtIndex(turned, 0, options))
    #expect(max(expected.width, expected.height) == 80)
    #expect((thumbnail.width, thumbnail.height) == (expected.width, expected.height))
    let pairs = zip(try bytes(expected), try bytes(thumbnail))
    let difference = pairs.reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    // JPEG's blocks lie elsewhere in a turned picture.
    #expect(difference < 4 * 4 * expected.width * expected.height)

    let properties = try #require(CGImageSourceCopyPropertiesAtIndex(turned, 0, nil))
    let image = try #require(CGImageSourceCreateImageAtIndex(turned, 0, nil))
    #expect(properties[kCGImagePropertyPixelWidth] as? Int == image.width)
    #expect(properties[kCGImagePropertyPixelHeight] as? Int == image.height)
    let numbers: [PictureOrientation: UInt32] = [
      .identity: 1, .flip: 2, .rotate180: 3, .flipRotate180: 4, .flipRotate270: 5, .rotate90: 6,
      .flipRotate90: 7, .rotate270: 8,
    ]
    #expect(properties[kCGImagePropertyOrientation] as? UInt32 == numbers[orientation])
    #expect(properties[kCGImagePropertyHasAlpha] as? Bool == false)
  }

  @Test func `a thumbnail is not larger than the image, and other indices have none`() async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = try await photo(.identity, in: folder)
    let source = try #require(CGImageSourceCreateWithURL(file, nil))
    let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    for size in [nil, 100_000, CGFloat(100_000)] as [Any?] {
      let options = size.map { [kCGImageSourceThumbnailMaxPixelSize: $0] }
      let thumbnail = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options))
      #expect(thumbnail.width == image.width)
    }
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 1, nil) == nil)
    #expect(CGImageSourceCopyPropertiesAtIndex(source, 1, nil) == nil)
    #expect(
      CGImageSourceCreateThumbnailAtIndex(source, 0, [kCGImageSourceThumbnailMaxPixelSize: 0])
        == nil)
  }
}
