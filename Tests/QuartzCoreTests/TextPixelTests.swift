import AVFoundation
import Testing

/// Rules 52 to 56 in pixels.
@Suite(.serialized) struct TextPixelTests {
  func text(_ string: Any, _ stage: Stage) -> CATextLayer {
    let text = CATextLayer()
    text.string = string
    text.font = "Helvetica-Bold" as CFTypeRef
    text.fontSize = 20
    text.foregroundColor = Stage.white
    text.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    stage.root.addSublayer(text)
    return text
  }

  @Test func `defaults`() {
    let text = CATextLayer()
    #expect(text.fontSize == 36 && !text.isWrapped)
    #expect(text.alignmentMode == .natural && text.truncationMode == .none)
    #expect(text.string == nil)
    #expect(text.foregroundColor == Stage.white || text.foregroundColor == CGColor.white)
  }

  @Test(arguments: [false, true])
  func `R52: text is at the top of its layer, flipped or not`(isFlipped: Bool) async throws {
    let stage = try await Stage()
    stage.root.isGeometryFlipped = isFlipped
    _ = text("HHH", stage)
    let rows = try #require(try await stage.image().litRows(0..<200))
    // Within the first line of 20 points, from the top.
    #expect(rows.lowerBound > 70 && rows.upperBound < 100)
  }

  @Test(arguments: [
    (CATextLayerAlignmentMode.left, 0..<60), (.center, 60..<140), (.right, 140..<200),
    (.natural, 0..<60),
  ])
  func `R55: text is aligned`(mode: CATextLayerAlignmentMode, columns: Range<Int>) async throws {
    let stage = try await Stage()
    text("HHH", stage).alignmentMode = mode
    let image = try await stage.image()
    #expect(try image.litRows(columns) != nil)
    if columns.lowerBound > 0 { #expect(try image.litRows(0..<columns.lowerBound) == nil) }
    if columns.upperBound < 200 { #expect(try image.litRows(columns.upperBound..<200) == nil) }
  }

  @Test func `R55: wrapped text has more lines`() async throws {
    let stage = try await Stage(), long = "HHH HHH HHH HHH HHH"
    let layer = text(long, stage)
    let one = try #require(try await stage.image().litRows(0..<200))
    layer.isWrapped = true
    let two = try #require(try await stage.image().litRows(0..<200))
    #expect(two.lowerBound < one.lowerBound - 10)
  }

  @Test func `R53: the layer's size counts`() async throws {
    let stage = try await Stage()
    let layer = text("H", stage)
    let small = try #require(try await stage.image().litRows(0..<200))
    layer.fontSize = 60
    let large = try #require(try await stage.image().litRows(0..<200))
    #expect(abs(Double(large.count) / Double(small.count) - 3) < 0.5)
  }

  @Test func `R54: an attributed string is drawn`() async throws {
    let stage = try await Stage()
    _ = text(NSAttributedString(string: "HHH"), stage)
    #expect(try await stage.image().litRows(0..<200) != nil)
  }
}
