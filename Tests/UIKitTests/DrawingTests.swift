import Synchronization
import TestSupport
import Testing
import UIKit

/// Drawing with UIKit's functions, compared with Core Graphics and with positions of single pixels.
@Suite struct DrawingTests {
  /// Red, green, blue and alpha of pixels, rows from the top.
  private func pixels(_ image: UIImage?) throws -> (width: Int, values: [UInt8]) {
    let image = try #require(image?.cgImage)
    let context = try #require(
      CGContext(
        data: nil, width: image.width, height: image.height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
    let data = try #require(context.data)
    return (
      image.width,
      Array(UnsafeRawBufferPointer(start: data, count: context.bytesPerRow * image.height))
    )
  }

  private func color(_ image: UIImage?, _ x: Int, _ y: Int) throws -> [UInt8] {
    let (width, values) = try pixels(image), place = 4 * (y * width + x)
    return Array(values[place..<place + 4])
  }

  private let red: [UInt8] = [255, 0, 0, 255], blue: [UInt8] = [0, 0, 255, 255]

  @Test(arguments: [1, 2] as [CGFloat])
  func `a renderer draws from the top left, in points`(scale: CGFloat) throws {
    let format = UIGraphicsImageRendererFormat()
    format.scale = scale
    let renderer = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 10), format: format)
    let image = renderer.image { context in
      UIColor.red.setFill()
      context.fill(CGRect(x: 2, y: 1, width: 4, height: 3))
      UIColor.blue.setFill()
      UIBezierPath(rect: CGRect(x: 10, y: 6, width: 5, height: 4)).fill()
    }
    let s = Int(scale)
    #expect(image.size == CGSize(width: 20, height: 10))
    #expect(image.scale == scale)
    #expect(image.cgImage?.width == 20 * s)
    for (x, y, expected) in [
      (2, 1, red), (5, 3, red), (6, 3, [0, 0, 0, 0]), (2, 4, [0, 0, 0, 0]), (10, 6, blue),
      (14, 9, blue), (15, 9, [0, 0, 0, 0]), (2, 8, [0, 0, 0, 0]),
    ] {
      #expect(try color(image, x * s, y * s) == expected, "\(x) \(y)")
    }
    #expect(UIGraphicsGetCurrentContext() == nil)
    #expect(UIGraphicsImageRenderer(size: .zero).image { _ in }.cgImage?.width == 1)
    let huge = UIGraphicsImageRenderer(size: CGSize(width: 1e6, height: 1e6))
    #expect(huge.image { _ in Issue.record("nothing to draw into") }.cgImage?.width == 1)
    #expect(UIImage(data: renderer.pngData { $0.fill(.zero) })?.cgImage?.width == 20 * s)
  }

  @Test func `an area that does not begin at 0 is moved there`() throws {
    let image = UIGraphicsImageRenderer(bounds: CGRect(x: 100, y: 50, width: 8, height: 8)).image {
      UIColor.red.setFill()
      $0.fill(CGRect(x: 102, y: 51, width: 2, height: 2))
    }
    #expect(try color(image, 2, 1) == red)
    #expect(try color(image, 1, 1) == [0, 0, 0, 0])
    #expect(try color(image, 3, 2) == red)
  }

  // Without `await`, which may go on in another thread.
  @Test func `contexts of images nest, and are those of their thread`() throws {
    UIGraphicsBeginImageContextWithOptions(CGSize(width: 4, height: 4), true, 0)
    UIColor.red.set()
    UIGraphicsBeginImageContext(CGSize(width: 2, height: 2))
    UIColor.blue.set()
    UIRectFill(CGRect(x: 0, y: 0, width: 2, height: 2))
    let inner = UIGraphicsGetImageFromCurrentImageContext()
    UIGraphicsEndImageContext()
    UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
    inner?.draw(at: CGPoint(x: 2, y: 1))
    let isEmptyElsewhere = Mutex(false), done = DispatchSemaphore(value: 0)
    Thread {
      isEmptyElsewhere.withLock { $0 = UIGraphicsGetCurrentContext() == nil }
      done.signal()
    }.start()
    done.wait()
    #expect(isEmptyElsewhere.withLock { $0 })
    let outer = UIGraphicsGetImageFromCurrentImageContext()
    UIGraphicsEndImageContext()
    #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
    #expect(try color(inner, 1, 1) == blue)
    #expect(try color(outer, 0, 0) == red)
    #expect(try color(outer, 1, 0) == [0, 0, 0, 255])
    #expect(try color(outer, 2, 1) == blue)
    #expect(try color(outer, 3, 2) == blue)
    #expect(try color(outer, 2, 0) == [0, 0, 0, 255])
  }

  @Test func `a path draws lines and clips, as in Core Graphics`() throws {
    let size = CGSize(width: 40, height: 30)
    let oval = UIBezierPath(ovalIn: CGRect(x: 5, y: 4, width: 20, height: 12))
    oval.lineWidth = 3
    let image = UIGraphicsImageRenderer(size: size).image { context in
      UIColor.blue.setStroke()
      oval.stroke()
      oval.addClip()
      UIColor.red.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 15, height: 30))
    }
    let context = try #require(
      CGContext(
        data: nil, width: 40, height: 30, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.translateBy(x: 0, y: 30)
    context.scaleBy(x: 1, y: -1)
    context.setStrokeColor(UIColor.blue.cgColor)
    context.setLineWidth(3)
    context.addPath(oval.cgPath)
    context.strokePath()
    context.addPath(oval.cgPath)
    context.clip()
    context.setFillColor(UIColor.red.cgColor)
    context.fill(CGRect(x: 0, y: 0, width: 15, height: 30))
    #expect(try pixels(image).values == pixels(context.makeImage().map(UIImage.init)).values)
    #expect(try color(image, 10, 10) == red)
    #expect(try color(image, 35, 25) == [0, 0, 0, 0])
  }

  @Test(arguments: PictureOrientation.allCases)
  func `a photo is drawn upright`(orientation: PictureOrientation) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let filters: [PictureOrientation: String] = [
      .identity: "null", .flip: "hflip", .rotate180: "hflip,vflip", .flipRotate180: "vflip",
      .rotate90: "transpose=cclock", .rotate270: "transpose=clock",
      .flipRotate270: "transpose=cclock_flip", .flipRotate90: "transpose=clock_flip",
    ]
    func photo(_ orientation: PictureOrientation) async throws -> UIImage {
      let filter = try #require(filters[orientation])
      let media = FFmpegMedia(
        "jpg", ["-vf", filter, "-frames:v", "1", "-q:v", "2", "-pix_fmt", "yuvj420p"],
        video: .init(frameCount: 1))
      let picture = try Data(contentsOf: try await media.file())
      let data = PictureTags(orientation).inserted(into: picture)
      return try #require(UIImage(data: data))
    }
    func drawn(_ image: UIImage) throws -> [UInt8] {
      try pixels(
        UIGraphicsImageRenderer(size: image.size).image { _ in image.draw(at: .zero) }
      ).values
    }
    let expected = try await photo(.identity), turned = try await photo(orientation)
    #expect(turned.size == expected.size)
    #expect((turned.imageOrientation == .up) == (orientation == .identity))
    let pairs = zip(try drawn(expected), try drawn(turned))
    let difference = pairs.reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    // JPEG's blocks lie elsewhere in a turned picture.
    #expect(difference < 4 * 320 * 180 * 4)
  }

  @Test func `components of colours come back`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let values = (0..<4).map { _ in CGFloat.random(in: 0...1, using: &random) }
      let color = UIColor(
        hue: values[0], saturation: values[1], brightness: values[2], alpha: values[3])
      var (h, s, b, a) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
      #expect(color.getHue(&h, saturation: &s, brightness: &b, alpha: &a))
      #expect(zip([h, s, b, a], values).allSatisfy { abs($0 - $1) < 1e-6 }, "\(values)")
      let rgb = UIColor(red: values[0], green: values[1], blue: values[2], alpha: values[3])
      var (r, g, l) = (CGFloat(0), CGFloat(0), CGFloat(0))
      #expect(rgb.getRed(&r, green: &g, blue: &l, alpha: &a))
      #expect(zip([r, g, l, a], values).allSatisfy { abs($0 - $1) < 1e-6 })
    }
  }
}

@Suite struct SystemStyleTests {
  @Test func `fonts of uses have the sizes of the default setting, and metrics`() {
    #expect(UIFont.preferredFont(forTextStyle: .largeTitle).pointSize == 34)
    #expect(UIFont.preferredFont(forTextStyle: .body).pointSize == 17)
    let headline = UIFont.preferredFont(forTextStyle: .headline)
    #expect(headline.fontName == UIFont.systemFont(ofSize: 17, weight: .semibold).fontName)
    #expect(headline.ascender > 10 && headline.descender < -2)
    #expect(abs(headline.ascender - headline.descender - headline.lineHeight) < 0.5)
  }

  @Test func `colours of the system are those of its light appearance`() {
    #expect(UIColor.label == UIColor.black)
    #expect(UIColor.secondaryLabel.cgColor.alpha == 0.6)
    #expect(UIColor.systemGray6 == UIColor.secondarySystemBackground)
  }
}
