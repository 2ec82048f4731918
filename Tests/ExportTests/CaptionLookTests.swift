import Cutaway
import CutawayModel
import Testing

/// What the styles of captions determine, and what they leave.
@Suite struct CaptionLookTests {
  private static let wide = PixelSize(width: 1_920, height: 1_080)
  private static let styles = LayerCaptions.Style.allCases.filter { $0 != .none }

  private func layer(
    _ style: LayerCaptions.Style, _ change: (inout LayerCaptions) -> Void = { _ in }
  ) -> OverlayLayer {
    var captions = LayerCaptions(asset: "a", style: style)
    change(&captions)
    return OverlayLayer(.text(LayerText(.captions(captions))))
  }

  private func text(_ layer: OverlayLayer) throws -> LayerText {
    guard case .text(let text) = layer.content else { throw LookError() }
    return text
  }

  private func captions(_ layer: OverlayLayer) throws -> LayerCaptions {
    guard case .captions(let captions) = try text(layer).source else { throw LookError() }
    return captions
  }

  private struct LookError: Error {}

  @Test func `without a style nothing changes`() {
    let plain = layer(.none) { $0.pop = LayerTextPop() }
    #expect(plain.withCaptionLook(in: Self.wide) == plain)
    let box = OverlayLayer()
    #expect(box.withCaptionLook(in: Self.wide) == box)
  }

  @Test(arguments: styles)
  func `all lengths follow the height of the picture`(style: LayerCaptions.Style) throws {
    let large = layer(style).withCaptionLook(in: Self.wide)
    let small = layer(style).withCaptionLook(in: PixelSize(width: 960, height: 540))
    let (one, two) = (try text(small), try text(large))
    func isTwice(_ a: Double?, _ b: Double?) -> Bool {
      abs((a ?? 0) * 2 - (b ?? 0)) < 1e-9 && (a == nil) == (b == nil)
    }
    #expect(one.font.size > 20 && isTwice(one.font.size, two.font.size))
    #expect(isTwice(one.outline?.width, two.outline?.width))
    #expect(isTwice(small.shadow?.radius, large.shadow?.radius))
    #expect(isTwice(small.shadow?.offset.y, large.shadow?.offset.y))
    #expect(small.position == large.position)
    #expect(small.position == .place(.bottom, marginX: .percent(8), marginY: .percent(8)))
    #expect(one.alignment == .center && one.maximumWidth == .percent(84))
    // Something keeps the letters apart from the picture.
    #expect(one.outline != nil && small.shadow != nil || one.background != nil)
    // A style is applied once.
    #expect(small.withCaptionLook(in: Self.wide) == small)
  }

  @Test(arguments: styles)
  func `what the layer states stays`(style: LayerCaptions.Style) throws {
    var stated = layer(style) { captions in
      captions.stated = [
        .fontSize, .fontWeight, .outline, .shadow, .background, .alignment, .place, .margin, .width,
      ]
    }
    stated.position = .place(.top, marginX: 3, marginY: 4)
    let dressed = stated.withCaptionLook(in: Self.wide)
    #expect(try captions(dressed).style == .none)
    var (before, after) = (try text(stated), try text(dressed))
    (before.source, after.source) = (.spans([]), .spans([]))
    #expect(before == after)
    #expect(dressed.position == stated.position && dressed.shadow == nil)
  }

  @Test(arguments: styles)
  func `a stated size scales outline and shadow`(style: LayerCaptions.Style) throws {
    let usual = layer(style).withCaptionLook(in: Self.wide), size = try text(usual).font.size
    var own = LayerText(
      .captions(
        {
          var captions = LayerCaptions(asset: "a", style: style)
          captions.stated = [.fontSize]
          return captions
        }()))
    own.font.size = 3 * size
    let large = OverlayLayer(.text(own)).withCaptionLook(in: Self.wide)
    #expect(try text(large).font.size == 3 * size)
    let widths = (try text(usual).outline?.width ?? 0, try text(large).outline?.width ?? 0)
    #expect(abs(3 * widths.0 - widths.1) < 1e-9)
    #expect(abs(3 * (usual.shadow?.radius ?? 0) - (large.shadow?.radius ?? 0)) < 1e-9)
  }

  @Test func `a background replaces outline and shadow, and a margin moves the bottom`() throws {
    var own = layer(.classic) { $0.stated = [.background, .margin] }
    own.background = .black
    own.position = .place(.center, marginX: 5, marginY: 9)
    let dressed = own.withCaptionLook(in: Self.wide)
    let outline = try text(dressed).outline
    #expect(outline == nil && dressed.shadow == nil)
    #expect(dressed.position == .place(.bottom, marginX: 5, marginY: 9))
  }

  @Test func `single keys of the captions replace those of the style`() throws {
    let red = Color(red: 255, green: 0, blue: 0)
    let usual = try captions(layer(.social).withCaptionLook(in: Self.wide))
    let own = layer(.social) { captions in
      (captions.wordsPerLine, captions.pop) = (7, LayerTextPop(scale: 1))
      captions.current = LayerTextStyle(weight: 400)
      captions.past = LayerTextStyle(color: red)
    }
    let dressed = try captions(own.withCaptionLook(in: Self.wide))
    #expect(dressed.wordsPerLine == 7 && dressed.lines == usual.lines)
    #expect(dressed.pop == LayerTextPop(scale: 1) && usual.pop != nil)
    #expect(dressed.current.weight == 400 && dressed.current.color == usual.current.color)
    #expect(dressed.past.color == red && usual.current.color != nil)
    // Whole subtitles stay whole, unless words are wanted.
    let classic = try captions(layer(.classic).withCaptionLook(in: Self.wide))
    #expect(!classic.needsWords)
  }
}
