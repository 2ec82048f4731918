import CutawayImaging
import Testing

/// Pictures of texts.
@Suite struct TextImageGeneratorTests {
  private func picture(_ change: (inout TextImageGenerator) -> Void) -> Picture? {
    var filter = TextImageGenerator()
    (filter.text, filter.fontName, filter.fontSize) = ("Film", "DejaVuSans", 40)
    change(&filter)
    return filter.output
  }

  @Test func `letters are white on transparent ground`() throws {
    let text = try #require(picture { _ in })
    let extent = text.extent
    #expect(extent.minX == 0 && extent.minY == 0 && extent.width > 60 && extent.height >= 40)
    let pixels = text.pixels(of: extent)
    #expect(pixels.allSatisfy { $0.x == $0.w && $0.y == $0.w && $0.z == $0.w })
    let opaque = pixels.filter { $0.w > 0.99 }.count, clear = pixels.filter { $0.w == 0 }.count
    #expect(opaque > 100 && clear > pixels.count / 2)
    // Nothing lies outside, and the upright of the F is at the left.
    let around = text.pixels(of: Region(minX: -9, minY: -9, maxX: 0, maxY: extent.maxY + 9))
    #expect(around.allSatisfy { $0 == .zero })
    let left = text.pixels(of: Region(minX: 0, minY: 0, maxX: 14, maxY: extent.maxY))
    #expect(left.contains { $0.w > 0.99 })
  }

  @Test func `scale and padding are in points`() throws {
    let text = try #require(picture { _ in }).extent
    let large = try #require(picture { $0.scaleFactor = 2 }).extent
    #expect(abs(large.width - 2 * text.width) <= 3 && abs(large.height - 2 * text.height) <= 3)
    let padded = try #require(
      picture {
        $0.padding = 7
        $0.scaleFactor = 2
      })
    #expect(padded.extent.width == large.width + 28 && padded.extent.height == large.height + 28)
    let edge = padded.pixels(of: Region(width: padded.extent.width, height: 10))
    #expect(edge.allSatisfy { $0.w == 0 })
  }

  @Test func `a name states the style`() throws {
    let regular = try #require(picture { _ in }), bold = picture { $0.fontName = "DejaVuSans-Bold" }
    #expect(try #require(bold).extent.width > regular.extent.width)
    let lines = try #require(picture { $0.text = "Film\nFilm" })
    #expect(lines.extent.width == regular.extent.width)
    #expect(lines.extent.height > regular.extent.height * 3 / 2)
  }

  @Test func `what cannot be drawn gives no picture`() {
    #expect(picture { $0.text = "" } == nil)
    for size in [0, -3, .nan, .infinity, 1e9] { #expect(picture { $0.fontSize = size } == nil) }
    #expect(picture { $0.padding = 1e9 } == nil)
    #expect(picture { $0.scaleFactor = .nan } == nil)
  }
}
