import CoreGraphics
import Testing

/// Bitmap contexts in memory of the caller.
struct BitmapMemoryTests {
  /// A layout, and how a test reads its pixels.
  struct Layout: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var info: UInt32
    /// The places of red, green, blue and alpha in a pixel; `nil` is no alpha.
    var places: (Int, Int, Int, Int?)
    var isGrey = false

    static let all: [Layout] = [
      .init(.premultipliedFirst, [], (1, 2, 3, 0)), .init(.premultipliedLast, [], (0, 1, 2, 3)),
      .init(.premultipliedFirst, .byteOrder32Little, (2, 1, 0, 3)),
      .init(.premultipliedLast, .byteOrder32Little, (3, 2, 1, 0)),
      .init(.noneSkipFirst, .byteOrder32Big, (1, 2, 3, nil)),
      .init(.noneSkipLast, .byteOrder32Big, (0, 1, 2, nil)),
      .init(.noneSkipFirst, .byteOrder32Little, (2, 1, 0, nil)),
      .init(.noneSkipLast, .byteOrder32Little, (3, 2, 1, nil)), .init(.none, [], (0, 0, 0, nil)),
    ]

    private init(
      _ alpha: CGImageAlphaInfo, _ order: CGBitmapInfo, _ places: (Int, Int, Int, Int?)
    ) {
      info = alpha.rawValue | order.rawValue
      self.places = places
      isGrey = alpha == .none
      testDescription = "\(alpha) \(order.rawValue >> 12)"
    }

    var size: Int { isGrey ? 1 : 4 }

    func context(
      _ data: UnsafeMutableRawPointer?, _ width: Int, _ height: Int, _ bytesPerRow: Int
    ) throws -> CGContext {
      try #require(
        CGContext(
          data: data, width: width, height: height, bitsPerComponent: 8, bytesPerRow: bytesPerRow,
          space: isGrey ? CGColorSpaceCreateDeviceGray() : CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: info))
    }
  }

  /// Draws a picture with translucent parts, an image and a line, in both directions of y.
  private func draw(in context: CGContext, flipped: Bool) throws {
    let size = CGSize(width: CGFloat(context.width), height: CGFloat(context.height))
    if flipped {
      context.translateBy(x: 0, y: size.height)
      context.scaleBy(x: 1, y: -1)
    }
    context.setFillColor(red: 0.9, green: 0.2, blue: 0.4, alpha: 0.6)
    context.fill(CGRect(x: 1, y: 0, width: size.width * 0.6, height: size.height * 0.5))
    context.setFillColor(red: 0.1, green: 0.8, blue: 0.3, alpha: 1)
    context.fillEllipse(in: CGRect(x: 2, y: 1, width: size.width * 0.7, height: size.height * 0.8))
    let bytes = CFData([255, 0, 0, 255, 0, 0, 255, 128, 0, 9, 7, 255, 255, 255, 255, 40])
    let provider = try #require(CGDataProvider(data: bytes))
    let image = try #require(
      CGImage(
        width: 2, height: 2, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 8,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue),
        provider: provider,
        decode: nil, shouldInterpolate: false, intent: .defaultIntent))
    context.draw(image, in: CGRect(x: 0, y: size.height * 0.3, width: 3, height: 2))
    context.setStrokeColor(red: 0, green: 0, blue: 1, alpha: 0.5)
    context.stroke(CGRect(x: 0.5, y: 0.5, width: size.width - 1, height: size.height - 1))
  }

  /// Red, green, blue and alpha of the pixels, multiplied by alpha, as a context of its own draws them.
  private func reference(
    _ width: Int, _ height: Int, isOpaque: Bool, flipped: Bool
  ) throws -> [[Int]] {
    let context = try Layout.all[1].context(nil, width, height, 0)
    if isOpaque {
      context.setFillColor(red: 0, green: 0, blue: 0, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: CGFloat(width), height: CGFloat(height)))
    }
    try draw(in: context, flipped: flipped)
    let data = try #require(context.data)
    return (0..<width * height).map { index in
      (0..<4).map { Int(data.load(fromByteOffset: index * 4 + $0, as: UInt8.self)) }
    }
  }

  @Test(arguments: Layout.all, [(13, 7), (8, 8), (1, 1), (31, 2)])
  func `drawing into memory gives the pixels of a context of its own`(
    layout: Layout, size: (Int, Int)
  ) throws {
    let (width, height) = size
    // The first is aligned for Cairo, the others are not.
    for (gap, offset) in [(16, 0), (3, 0), (4, 1)] {
      for flipped in [false, true] {
        let distance = (width * layout.size + 3) / 4 * 4 + gap
        var bytes = [UInt8](repeating: 0, count: distance * height + 64)
        // Bytes between the rows and behind the last one.
        for y in 0..<height {
          for x in width * layout.size..<distance { bytes[offset + y * distance + x] = 77 }
        }
        try bytes.withUnsafeMutableBytes { memory in
          let start = try #require(memory.baseAddress) + offset
          let context = try layout.context(start, width, height, distance)
          #expect(context.data == start)
          #expect(context.bytesPerRow == distance && context.bitsPerPixel == layout.size * 8)
          try draw(in: context, flipped: flipped)
        }
        let expected = try reference(
          width, height, isOpaque: layout.places.3 == nil, flipped: flipped)
        var found: [[Int]] = [], isIntact = true
        for y in 0..<height {
          for x in 0..<width {
            let start = offset + y * distance + x * layout.size
            let pixel = { (place: Int) in Int(bytes[start + place]) }
            let places = layout.places
            found.append(
              [pixel(places.0), pixel(places.1), pixel(places.2), places.3.map(pixel) ?? 255])
          }
          for x in width * layout.size..<distance {
            isIntact = isIntact && bytes[offset + y * distance + x] == 77
          }
        }
        let isEqual = zip(found, expected).allSatisfy { found, expected in
          if layout.isGrey {
            // Luma of BT.601, rounded after each of five drawings.
            let luma =
              0.299 * Double(expected[0]) + 0.587 * Double(expected[1])
              + 0.114 * Double(expected[2])
            return abs(Double(found[0]) - luma) <= 3
          }
          return found == expected
        }
        #expect(isEqual && isIntact, "gap \(gap), offset \(offset), flipped \(flipped)")
      }
    }
  }

  @Test(arguments: Layout.all)
  func `what the caller writes between two drawings counts`(layout: Layout) throws {
    var bytes = [UInt8](repeating: 0, count: layout.size * 4)
    try bytes.withUnsafeMutableBytes { memory in
      let context = try layout.context(memory.baseAddress, 2, 2, 0)
      context.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
      // The upper left pixel becomes black.
      for place in 0..<layout.size {
        let isAlpha = !layout.isGrey && place == layout.places.3
        memory.storeBytes(of: isAlpha ? 255 : 0, toByteOffset: place, as: UInt8.self)
      }
      let image = try #require(context.makeImage())
      #expect(
        Array(try #require(image.dataProvider?.data).prefix(8)) == [0, 0, 0, 255] + [
          255, 255, 255, 255,
        ])
      context.setFillColor(red: 1, green: 1, blue: 1, alpha: 0.5)
      context.fill(CGRect(x: 0, y: 1, width: 1, height: 1))
    }
    let red = Int(bytes[layout.places.0])
    #expect((127...128).contains(red))
  }

  @Test func `a context without memory has some when it is asked for`() throws {
    let context = try Layout.all[1].context(nil, 3, 2, 0)
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 1, width: 1, height: 1))
    let data = try #require(context.data)
    #expect(
      data.load(as: UInt8.self) == 255 && data.load(fromByteOffset: 3, as: UInt8.self) == 255
    )
    context.fill(CGRect(x: 2, y: 0, width: 1, height: 1))
    #expect(context.data == data)
    #expect(data.load(fromByteOffset: 20, as: UInt8.self) == 255)
    #expect(data.load(fromByteOffset: 12, as: UInt8.self) == 0)
  }

  @Test func `layouts that contexts do not have are refused`() {
    func context(_ info: UInt32, _ bits: Int = 8, row: Int = 0, grey: Bool = false) -> CGContext? {
      CGContext(
        data: nil, width: 4, height: 4, bitsPerComponent: bits, bytesPerRow: row,
        space: grey ? CGColorSpaceCreateDeviceGray() : CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: info)
    }
    for info in [CGImageAlphaInfo.none, .first, .last, .alphaOnly] {
      #expect(context(info.rawValue) == nil)
    }
    let usual = CGImageAlphaInfo.premultipliedLast.rawValue
    #expect(context(usual) != nil && context(usual, 16) == nil && context(usual, row: 15) == nil)
    #expect(context(usual, grey: true) == nil && context(usual | 1 << 12) == nil)
    #expect(context(usual | 0x100) == nil)
  }
}
