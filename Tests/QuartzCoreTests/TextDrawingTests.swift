import AVFoundation
import TestSupport
import Testing

/// Text layers that measure and draw themselves.
@Suite struct TextDrawingTests {
  /// A text layer as programs copy it, whose text lies in the middle of the height.
  final class Centred: CATextLayer {
    var distance: CGFloat = 0
    override func draw(in context: CGContext) {
      context.saveGState()
      context.translateBy(x: 0, y: distance)
      super.draw(in: context)
      context.restoreGState()
    }
  }

  /// A subclass that draws nothing of its own.
  final class Styled: CATextLayer {
    override init() {
      super.init()
      fontSize = 24
    }
    required init?(coder: NSCoder) { fatalError("not coded") }
  }

  private func set(_ layer: CATextLayer, _ frame: CGRect) {
    (layer.string, layer.fontSize) = ("Hxgp", 24)
    // The default font depends on the machine.
    layer.font = "DejaVu Sans"
    layer.frame = frame
  }

  /// The rows with something light, counted from the bottom.
  private func rows(_ image: CGImage) throws -> ClosedRange<Int> {
    try #require(try image.litRows(0..<200))
  }

  @Test(arguments: [false, true])
  func `a subclass moves its text in the context`(isFlipped: Bool) async throws {
    let frame = CGRect(x: 20, y: 10, width: 150, height: 80)
    let plain = try await Stage(), moved = try await Stage()
    (plain.root.isGeometryFlipped, moved.root.isGeometryFlipped) = (isFlipped, isFlipped)
    let text = CATextLayer(), own = Centred()
    set(text, frame)
    set(own, frame)
    // Downwards: in an unflipped tree y grows upwards.
    own.distance = isFlipped ? 30 : -30
    plain.root.addSublayer(text)
    moved.root.addSublayer(own)
    let (before, after) = (try rows(await plain.image()), try rows(await moved.image()))
    #expect(
      after.lowerBound == before.lowerBound - 30 && after.upperBound == before.upperBound - 30)
  }

  @Test func `a subclass that only sets properties remains a text`() async throws {
    let frame = CGRect(x: 20, y: 10, width: 150, height: 80)
    let plain = try await Stage(), styled = try await Stage()
    let text = CATextLayer(), own = Styled()
    set(text, frame)
    set(own, frame)
    plain.root.addSublayer(text)
    styled.root.addSublayer(own)
    let (one, other) = (try await plain.image(), try await styled.image())
    let isSame = try one.bytes() == other.bytes()
    #expect(isSame)
  }

  @Test func `the preferred size holds the text`() async throws {
    let layer = CATextLayer()
    #expect(layer.preferredFrameSize() == .zero)
    layer.string = ""
    #expect(layer.preferredFrameSize().width == 0)
    set(layer, .zero)
    let size = layer.preferredFrameSize()
    #expect(size.width > 40 && size.width < 100 && size.height > 24 && size.height < 40)
    // Nothing is cut off at that size, and little less cuts something off.
    func picture(width: CGFloat, height: CGFloat) async throws -> CGImage {
      let stage = try await Stage(), own = CATextLayer()
      set(own, CGRect(x: 20, y: 90 - height, width: width, height: height))
      own.alignmentMode = .left
      stage.root.addSublayer(own)
      return try await stage.image()
    }
    let whole = try await picture(width: 170, height: 80)
    let exact = try await picture(width: size.width, height: size.height)
    let fits = try exact.bytes() == whole.bytes()
    let narrow = try await picture(width: size.width - 6, height: size.height)
    let isCut = try narrow.bytes() != whole.bytes()
    #expect(fits && isCut)
    layer.string = "one two three four five six"
    let line = layer.preferredFrameSize()
    layer.isWrapped = true
    layer.bounds.size = CGSize(width: 100, height: 10)
    let wrapped = layer.preferredFrameSize()
    #expect(wrapped.width <= 100 && wrapped.height >= 2 * line.height - 4 && line.width > 200)
  }
}
