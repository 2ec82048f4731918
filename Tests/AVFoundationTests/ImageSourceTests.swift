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
    try ExifSegment(orientation).inserted(into: picture).write(to: file)
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
