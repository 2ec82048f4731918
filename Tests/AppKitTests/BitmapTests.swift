import AppKit
import Testing

/// Images of AppKit that are drawn, and their files.
///
/// Contexts belong to threads, so nothing here awaits.
struct BitmapTests {
  private func rep(_ width: Int = 16, _ height: Int = 12) throws -> NSBitmapImageRep {
    try #require(
      NSBitmapImageRep(
        bitmapDataPlanes: nil, pixelsWide: width, pixelsHigh: height, bitsPerSample: 8,
        samplesPerPixel: 4, hasAlpha: true, isPlanar: false, colorSpaceName: .deviceRGB,
        bytesPerRow: 0, bitsPerPixel: 0))
  }

  private func color(_ rep: NSBitmapImageRep, _ x: Int, _ y: Int) throws -> [Int] {
    let rgba = try #require(rep.colorAt(x: x, y: y)).cgColor.components ?? []
    return rgba.map { Int(($0 * 255).rounded()) }
  }

  @Test func `what is drawn with focus is in the image, with the origin at the bottom left`() throws
  {
    let image = NSImage(size: CGSize(width: 16, height: 12))
    image.lockFocus()
    NSColor(red: 1, green: 0, blue: 0, alpha: 1).set()
    CGRect(x: 0, y: 0, width: 8, height: 4).fill()
    image.unlockFocus()
    #expect(NSGraphicsContext.current == nil)
    // A second drawing adds to the first one.
    image.lockFocus()
    NSColor(red: 0, green: 0, blue: 1, alpha: 1).set()
    CGRect(x: 8, y: 8, width: 8, height: 4).fill()
    image.unlockFocus()
    let rep = NSBitmapImageRep(cgImage: try #require(image.cgImage))
    #expect(try color(rep, 2, 10) == [255, 0, 0, 255])
    #expect(try color(rep, 12, 2) == [0, 0, 255, 255])
    #expect(try color(rep, 2, 2)[3] == 0)
    #expect(rep.colorAt(x: 16, y: 0) == nil)
    let flipped = NSImage(size: CGSize(width: 16, height: 12), flipped: true) { area in
      NSColor(red: 0, green: 1, blue: 0, alpha: 1).setFill()
      CGRect(x: 0, y: 0, width: area.width, height: 3).fill()
      return true
    }
    let upper = NSBitmapImageRep(cgImage: try #require(flipped.cgImage))
    #expect(try color(upper, 2, 1) == [0, 255, 0, 255] && color(upper, 2, 8)[3] == 0)
  }

  @Test func `parts of images are drawn upright with an operation and an opacity`() throws {
    let source = NSImage(size: CGSize(width: 4, height: 4))
    source.lockFocus()
    NSColor(red: 1, green: 1, blue: 0, alpha: 1).set()
    CGRect(x: 0, y: 2, width: 4, height: 2).fill()
    source.unlockFocus()
    let target = try rep()
    NSGraphicsContext.saveGraphicsState()
    NSGraphicsContext.current = NSGraphicsContext(bitmapImageRep: target)
    source.draw(
      in: CGRect(x: 0, y: 0, width: 4, height: 4), from: .zero, operation: .sourceOver,
      fraction: 1)
    source.draw(
      at: CGPoint(x: 8, y: 0), from: CGRect(x: 0, y: 2, width: 4, height: 2), operation: .copy,
      fraction: 0.5)
    NSGraphicsContext.restoreGraphicsState()
    #expect(NSGraphicsContext.current == nil)
    #expect(try color(target, 1, 8) == [255, 255, 0, 255])
    #expect(try color(target, 1, 11)[3] == 0)
    #expect(try color(target, 9, 11)[3] == 128 && color(target, 9, 8)[3] == 0)
  }

  @Test func `files have the pixels of the image`() throws {
    let drawn = try rep(15, 9)
    for y in 0..<9 {
      for x in 0..<15 {
        drawn.setColor(
          NSColor(red: CGFloat(x) / 14, green: CGFloat(y) / 8, blue: 0.2, alpha: 1), atX: x, y: y)
      }
    }
    let picture = try #require(drawn.cgImage)
    let tiff = try #require(NSImage(cgImage: picture).tiffRepresentation)
    #expect(Array(tiff.prefix(4)) == [0x49, 0x49, 42, 0])
    for data in [tiff, try #require(drawn.representation(using: .png, properties: [:]))] {
      let read = try #require(NSBitmapImageRep(data: data))
      #expect(read.pixelsWide == 15 && read.pixelsHigh == 9)
      for y in 0..<9 { for x in 0..<15 { #expect(try color(read, x, y) == color(drawn, x, y)) } }
    }
    let sizes = try [0.1, 0.95].map { quality in
      try #require(
        drawn.representation(using: .jpeg, properties: [.compressionFactor: quality])
      ).count
    }
    #expect(sizes[0] < sizes[1])
    #expect(drawn.representation(using: .gif, properties: [:]) == nil)
  }
}
