import CoreText
import Testing

/// Lines and frames of Core Text: where letters lie, against what is drawn.
struct LineTests {
  private func context(_ width: Int = 200, _ height: Int = 100) throws -> CGContext {
    try #require(
      CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
  }

  private func text(_ string: String, size: CGFloat = 24) -> NSAttributedString {
    NSAttributedString(
      string: string,
      attributes: [
        NSAttributedString.Key(rawValue: kCTFontAttributeName):
          CTFontCreateWithName("Helvetica", size, nil)
      ])
  }

  /// The area of the pixels that are drawn, y upwards.
  private func drawn(_ context: CGContext) throws -> CGRect {
    let data = try #require(context.data)
    var area = CGRect.null
    for y in 0..<context.height {
      for x in 0..<context.width
      where data.load(fromByteOffset: y * context.bytesPerRow + x * 4 + 3, as: UInt8.self) > 40 {
        area = area.union(CGRect(x: x, y: context.height - 1 - y, width: 1, height: 1))
      }
    }
    return area
  }

  private func isNear(_ a: CGRect, _ b: CGRect, _ limit: CGFloat = 1.6) -> Bool {
    abs(a.minX - b.minX) <= limit && abs(a.minY - b.minY) <= limit && abs(a.maxX - b.maxX) <= limit
      && abs(a.maxY - b.maxY) <= limit
  }

  @Test func `a line is drawn on its baseline at the text position`() throws {
    let line = CTLineCreateWithAttributedString(text("Hagy"))
    var ascent: CGFloat = 0, descent: CGFloat = 0, leading: CGFloat = 1
    let width = CTLineGetTypographicBounds(line, &ascent, &descent, &leading)
    #expect(ascent > 15 && ascent < 30 && descent > 3 && descent < 10 && leading == 0)
    let context = try context()
    context.textPosition = CGPoint(x: 30, y: 40)
    CTLineDraw(line, context)
    #expect(abs(context.textPosition.x - 30 - width) < 0.01 && context.textPosition.y == 40)
    let area = try drawn(context)
    let bounds = CTLineGetBoundsWithOptions(line, .useGlyphPathBounds)
    #expect(isNear(area, bounds.offsetBy(dx: 30, dy: 40)))
    // The letters g and y lie below the baseline, H above it.
    #expect(area.minY < 38 && area.maxY > 55 && area.maxX - area.minX < width + 2)
    context.textPosition = CGPoint(x: 30, y: 40)
    #expect(isNear(CTLineGetImageBounds(line, context), area))
  }

  @Test func `letters stand upright in a flipped context with a flipped text matrix`() throws {
    let line = CTLineCreateWithAttributedString(text("L"))
    let plain = try context(40, 40), flipped = try context(40, 40)
    plain.textPosition = CGPoint(x: 10, y: 10)
    CTLineDraw(line, plain)
    flipped.translateBy(x: 0, y: 40)
    flipped.scaleBy(x: 1, y: -1)
    flipped.textMatrix = CGAffineTransform(scaleX: 1, y: -1)
    flipped.textPosition = CGPoint(x: 10, y: 30)
    CTLineDraw(line, flipped)
    let (a, b) = (try #require(plain.makeImage()), try #require(flipped.makeImage()))
    #expect(a == b)
  }

  @Test func `offsets ascend to the width, and count units of UTF-16`() {
    let line = CTLineCreateWithAttributedString(text("a😀bé"))
    let width = CTLineGetTypographicBounds(line, nil, nil, nil)
    let places = [0, 1, 3, 4, 5].map { CTLineGetOffsetForStringIndex(line, $0, nil) }
    #expect(places[0] == 0 && zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
    #expect(abs(places[4] - width) < 0.05)
    let first = CTLineGetTypographicBounds(
      CTLineCreateWithAttributedString(text("a")), nil, nil, nil)
    #expect(abs(places[1] - first) < 0.05)
  }

  @Test func `a frame wraps in its path, from the top`() throws {
    let string = text("one two three four five six", size: 20)
    let setter = CTFramesetterCreateWithAttributedString(string)
    let rect = CGRect(x: 20, y: 10, width: 90, height: 80)
    let frame = CTFramesetterCreateFrame(
      setter, CFRangeMake(0, 0), CGPath(rect: rect, transform: nil), nil)
    let lines = CTFrameGetLines(frame).compactMap { $0 as? CTLine }
    #expect(lines.count >= 3)
    let parts = lines.map(CTLineGetStringRange)
    #expect(parts.first?.location == 0)
    #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.location + $0.length <= $1.location })
    var origins = [CGPoint](repeating: .zero, count: lines.count)
    CTFrameGetLineOrigins(frame, CFRangeMake(0, 0), &origins)
    #expect(zip(origins, origins.dropFirst()).allSatisfy { $0.y > $1.y })
    let context = try context(200, 110)
    CTFrameDraw(frame, context)
    let area = try drawn(context)
    #expect(area.minX >= 20 && area.maxX <= 111 && area.maxY <= 90 && area.maxY > 70)
    // The same lines one by one.
    let single = try self.context(200, 110)
    for (line, origin) in zip(lines, origins) {
      single.textPosition = CGPoint(x: rect.minX + origin.x, y: rect.minY + origin.y)
      CTLineDraw(line, single)
    }
    #expect(isNear(try drawn(single), area))
  }

  @Test func `the suggested size holds the text`() {
    let setter = CTFramesetterCreateWithAttributedString(text("one two three four", size: 20))
    var fits = CFRange(location: 0, length: 0)
    let free = CTFramesetterSuggestFrameSizeWithConstraints(
      setter, CFRangeMake(0, 0), nil,
      CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude), &fits)
    #expect(fits == CFRange(location: 0, length: 18))
    let narrow = CTFramesetterSuggestFrameSizeWithConstraints(
      setter, CFRangeMake(0, 0), nil, CGSize(width: 80, height: 0), &fits)
    #expect(narrow.width <= 80.5 && narrow.height > 1.9 * free.height && fits.length == 18)
    let low = CTFramesetterSuggestFrameSizeWithConstraints(
      setter, CFRangeMake(0, 0), nil, CGSize(width: 80, height: free.height), &fits)
    #expect(fits.length < 18 && low.height <= free.height + 0.5)
  }

  @Test func `metrics of fonts follow their size`() {
    let (small, large) = (
      CTFontCreateWithName("Helvetica", 10, nil), CTFontCreateWithName("Helvetica", 40, nil)
    )
    #expect(abs(CTFontGetAscent(large) / CTFontGetAscent(small) - 4) < 0.1)
    #expect(CTFontGetDescent(large) > 0 && CTFontGetLeading(large) == 0)
  }
}
