import AVFoundation
import Testing

/// Rules 55 to 57: text that does not fit, and text that is scaled.
@Suite(.serialized) struct TextRuleTests {
  func text(_ string: String, _ stage: Stage, width: CGFloat = 100) -> CATextLayer {
    let text = CATextLayer()
    (text.string, text.fontSize, text.foregroundColor) = (string, 20, Stage.white)
    text.font = "Helvetica-Bold" as CFTypeRef
    text.frame = CGRect(x: 40, y: 30, width: width, height: 40)
    text.alignmentMode = .left
    stage.root.addSublayer(text)
    return text
  }

  /// The height of the light in the four outermost columns of text at each side.
  func ends(_ image: CGImage) throws -> (Int, Int) {
    let columns = try (0..<200).filter { try image.litRows($0..<$0 + 1) != nil }
    let (first, last) = (try #require(columns.first), try #require(columns.last))
    #expect(first >= 39 && last <= 140)
    return (
      try image.litRows(first..<first + 4)?.count ?? 0,
      try image.litRows(last - 3..<last + 1)?.count ?? 0
    )
  }

  /// An H is some 14 pixels high, the dots of an ellipsis no more than 5.
  @Test(arguments: [
    (CATextLayerTruncationMode.none, true, true), (.end, true, false), (.start, false, true),
    (.middle, true, true),
  ])
  func `R56: an ellipsis stands where text does not fit`(
    mode: CATextLayerTruncationMode, isWholeAtStart: Bool, isWholeAtEnd: Bool
  ) async throws {
    let stage = try await Stage()
    text("HHHHHHHHHHHHHHHH", stage).truncationMode = mode
    let image = try await stage.image(), ends = try ends(image)
    #expect(isWholeAtStart ? ends.0 > 10 : ends.0 <= 5, "\(ends)")
    #expect(isWholeAtEnd ? ends.1 > 10 : ends.1 <= 5, "\(ends)")
    // Only the middle has its dots inside: three columns that are lit at the foot of the line alone.
    let rows = try #require(try image.litRows(0..<200))
    let isLow = try (62..<95).contains { x in
      let foot = try image.litRows(x..<x + 3)
      return foot.map { $0.upperBound <= rows.lowerBound + 5 } ?? false
    }
    #expect(isLow == (mode == .middle))
  }

  @Test func `R56: text that fits is whole`() async throws {
    let stage = try await Stage(), layer = text("HH", stage)
    let plain = try await stage.image().bytes()
    layer.truncationMode = .end
    #expect(try await stage.image().bytes() == plain)
  }

  @Test func `R55: text is cut at the bounds of its layer`() async throws {
    let stage = try await Stage()
    _ = text("HHHHHHHHHHHHHHHH", stage)
    let image = try await stage.image()
    #expect(try image.litRows(130..<140) != nil)
    #expect(try image.litRows(142..<200) == nil)
  }

  @Test func `R57: the scale of contents changes nothing`() async throws {
    let stage = try await Stage(), layer = text("Hag", stage)
    let plain = try await stage.image().bytes()
    layer.contentsScale = 3
    #expect(try await stage.image().bytes() == plain)
  }

  @Test func `R57: text that is scaled up is as sharp as text of that size`() async throws {
    let (small, large) = (try await Stage(), try await Stage())
    let scaled = text("HE", small, width: 30)
    (scaled.fontSize, scaled.anchorPoint) = (10, .zero)
    scaled.frame = CGRect(x: 20, y: 20, width: 30, height: 15)
    scaled.transform = CATransform3DMakeScale(4, 4, 1)
    let whole = text("HE", large)
    whole.fontSize = 40
    whole.frame = CGRect(x: 20, y: 20, width: 120, height: 60)
    let (a, b) = (try await small.image(), try await large.image())
    var (difference, light) = (0.0, 0.0)
    for x in 0..<200 {
      for y in 0..<100 {
        difference += abs(try a.light(x, y) - b.light(x, y))
        light += try b.light(x, y)
      }
    }
    #expect(light > 300)
    #expect(difference < 0.1 * light)
  }
}
