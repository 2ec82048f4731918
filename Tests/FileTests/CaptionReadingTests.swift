import CutawayFile
import CutawayModel
import CutawayTime
import Testing

/// How captions, boxes behind texts and words that pop are written in a file.
@Suite struct CaptionReadingTests {
  private func layers(_ layer: String) throws -> [OverlayLayer] {
    try read(base + "overlays:\n  - \(layer)\n").overlays
  }

  private func text(_ layer: String) throws -> LayerText {
    guard case .text(let text)? = try layers(layer).first?.content else {
      throw CompositionError(.invalidValue, "no text")
    }
    return text
  }

  private func captions(_ layer: String) throws -> LayerCaptions {
    guard case .captions(let captions) = try text(layer).source else {
      throw CompositionError(.invalidValue, "no captions")
    }
    return captions
  }

  @Test func `captions are classic, unless they have another style`() throws {
    #expect(try captions("{captions: a}").style == .classic)
    #expect(try captions("{captions: {asset: a}}").style == .classic)
    #expect(try captions("{captions: {asset: a, style: bold-box}}").style == .boldBox)
    #expect(try captions("{captions: {asset: a, style: none}}").style == .none)
  }

  @Test(
    arguments: [
      ("font: {size: 48}", .fontSize), ("font: {weight: regular}", .fontWeight),
      ("font: Inter", []),
      ("font: {size: 9, weight: bold}", [.fontSize, .fontWeight]), ("outline: {}", .outline),
      ("shadow: {}", .shadow), ("background: red", .background),
      ("textBackground: {perLine: true}", .background), ("alignment: natural", .alignment),
      ("place: center", .place), ("place: top, margin: 0", [.place, .margin]),
      ("margin: 0", .margin), ("position: [1, 2]", .place), ("maxWidth: 50%", .width),
      ("frame: [0, 0, 9, 9]", [.place, .width]), ("size: [9, auto]", .width),
    ] as [(String, LayerCaptions.Aspects)])
  func `what a layer states is known, also after it is written`(
    keys: String, stated: LayerCaptions.Aspects
  ) throws {
    let composition = try read(base + "overlays:\n  - {captions: a, \(keys)}\n")
    #expect(try captions("{captions: a, \(keys)}").stated == stated)
    let written = composition.yaml()
    #expect(try read(written) == composition, "\(written)")
  }

  @Test func `boxes are a colour or a map, and pops a word or a map`() throws {
    let red = Color(red: 255, green: 0, blue: 0)
    #expect(try text("{text: A, textBackground: red}").background == .init(color: red))
    #expect(
      try text("{text: A, textBackground: {color: red, padding: [4, 2], perLine: true}}").background
        == .init(color: red, padding: Point(x: 4, y: 2), perLine: true))
    let own = try captions(
      "{captions: {asset: a, highlight: {color: red, cornerRadius: 0}, pop: false}}")
    #expect(own.highlight == .init(color: red, cornerRadius: 0) && own.pop == .init(scale: 1))
    let words = try text(
      "{text: {words: [{at: 0, text: A}], highlight: red, pop: {duration: 1}}}")
    guard case .words(let spoken) = words.source else {
      Issue.record("no words")
      return
    }
    #expect(spoken.highlight == .init(color: red))
    #expect(spoken.pop == .init(duration: 1))
    guard
      case .spans(let spans) = try text(
        "{text: [{text: A, background: red, scale: 2, pop: true}]}"
      ).source
    else {
      Issue.record("no pieces")
      return
    }
    #expect(spans[0].style.background == .init(color: red))
    #expect(spans[0].style.scale == 2 && spans[0].style.pop == .init())
  }

  @Test(arguments: [
    ("{captions: {asset: a, past: hiden}}", "did you mean 'hidden'?"),
    ("{captions: {asset: a, lines: 2}}", "'lines' needs 'perLine', or a style that has one"),
    ("{captions: {asset: a, style: sozial}}", "did you mean 'social'?"),
    ("{captions: {asset: a, pop: yes please}}", "expected true or false"),
    ("{captions: {asset: a, highlight: {perLine: true}}}", "unknown key 'perLine'"),
    ("{text: A, margin: 5}", "'margin' needs 'place' or 'captions'"),
    ("{text: A, maxWidth: wide}", "a percentage such as 10%"),
  ])
  func `mistakes are named`(layer: String, message: String) {
    let errors = diagnose(base + "overlays:\n  - \(layer)\n")
    #expect(errors.count == 1 && errors[0].contains(message), "\(errors)")
  }

  @Test func `lines are those of a style that divides its words`() throws {
    #expect(try captions("{captions: {asset: a, style: social, lines: 1}}").lines == 1)
  }
}
