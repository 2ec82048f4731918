import CoreGraphics
import Testing

/// Bitmap contexts and images: the origin of a context is at the bottom left, rows come from the top.
struct BitmapTests {
  static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

  func context(_ width: Int, _ height: Int) throws -> CGContext {
    try #require(
      CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
  }

  /// Red, green, blue and alpha at a column and a row from the top.
  func pixel(_ image: CGImage, _ x: Int, _ y: Int) throws -> [UInt8] {
    let data = try #require(image.dataProvider?.data)
    let start = y * image.bytesPerRow + x * 4
    return Array(data[start..<start + 4])
  }

  @Test func `a rectangle at the origin lies at the bottom left`() throws {
    let context = try context(20, 10)
    context.setFillColor(Self.red)
    context.fill(CGRect(x: 0, y: 0, width: 5, height: 3))
    let image = try #require(context.makeImage())
    #expect(try pixel(image, 2, 9) == [255, 0, 0, 255])
    #expect(try pixel(image, 2, 0) == [0, 0, 0, 0])
    #expect(try pixel(image, 10, 9) == [0, 0, 0, 0])
    #expect(try pixel(image, 4, 7) == [255, 0, 0, 255])
    #expect(try pixel(image, 4, 6) == [0, 0, 0, 0])
  }

  @Test func `an image is drawn upright`() throws {
    let source = try context(2, 2)
    source.setFillColor(Self.red)
    source.fill(CGRect(x: 0, y: 1, width: 2, height: 1))
    source.setFillColor(Self.blue)
    source.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
    let image = try #require(source.makeImage())
    #expect(try pixel(image, 0, 0) == [255, 0, 0, 255])
    let target = try context(2, 4)
    target.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: 2))
    let drawn = try #require(target.makeImage())
    #expect(try pixel(drawn, 0, 0)[3] == 0)
    #expect(try pixel(drawn, 0, 2) == [255, 0, 0, 255])
    #expect(try pixel(drawn, 0, 3) == [0, 0, 255, 255])
  }

  @Test func `cropping counts from the top left`() throws {
    let source = try context(4, 4)
    source.setFillColor(Self.red)
    source.fill(CGRect(x: 0, y: 3, width: 4, height: 1))
    let image = try #require(source.makeImage())
    let top = try #require(image.cropping(to: CGRect(x: 0, y: 0, width: 4, height: 1)))
    #expect(top.width == 4 && top.height == 1)
    #expect(try pixel(top, 0, 0) == [255, 0, 0, 255])
    #expect(image.cropping(to: CGRect(x: 10, y: 10, width: 1, height: 1)) == nil)
  }

  @Test func `the matrix moves what is drawn, and a saved state comes back`() throws {
    let context = try context(10, 10)
    context.saveGState()
    context.translateBy(x: 5, y: 5)
    context.setFillColor(Self.red)
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    context.restoreGState()
    context.setFillColor(Self.blue)
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    let image = try #require(context.makeImage())
    #expect(try pixel(image, 5, 4) == [255, 0, 0, 255])
    #expect(try pixel(image, 0, 9) == [0, 0, 255, 255])
    #expect(context.ctm == .identity)
  }

  @Test func `a turned context turns counter-clockwise`() throws {
    let context = try context(10, 10)
    context.translateBy(x: 5, y: 0)
    context.rotate(by: .pi / 2)
    context.setFillColor(Self.red)
    // Along x before the turn, so along y after it, to the left of x = 5.
    context.fill(CGRect(x: 0, y: 0, width: 8, height: 2))
    let image = try #require(context.makeImage())
    #expect(try pixel(image, 4, 3) == [255, 0, 0, 255])
    #expect(try pixel(image, 6, 3)[3] == 0)
  }

  @Test func `clips limit drawing, and clear empties`() throws {
    let context = try context(10, 10)
    context.saveGState()
    context.clip(to: CGRect(x: 0, y: 0, width: 5, height: 10))
    context.setFillColor(Self.red)
    context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
    context.restoreGState()
    context.clear(CGRect(x: 0, y: 0, width: 10, height: 5))
    let image = try #require(context.makeImage())
    #expect(try pixel(image, 2, 2) == [255, 0, 0, 255])
    #expect(try pixel(image, 7, 2)[3] == 0)
    #expect(try pixel(image, 2, 7)[3] == 0)
  }

  @Test func `images are made of bytes`() throws {
    let bytes: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255]
    let provider = try #require(CGDataProvider(data: Data(bytes)))
    let image = try #require(
      CGImage(
        width: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 8,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
        provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent))
    #expect(try pixel(image, 0, 0) == [255, 0, 0, 255])
    #expect(try pixel(image, 1, 0) == [0, 255, 0, 255])
  }

  @Test func `half transparent paint covers by half`() throws {
    let context = try context(4, 4)
    context.setFillColor(CGColor(red: 0, green: 0, blue: 0, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    context.setFillColor(CGColor(red: 1, green: 1, blue: 1, alpha: 0.5))
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    let image = try #require(context.makeImage())
    let value = Int(try pixel(image, 1, 1)[0])
    #expect((126...129).contains(value))
  }
}
