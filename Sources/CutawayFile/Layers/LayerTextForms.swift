import CutawayModel
import CutawayTime

/// The values of the keys of a text within a text, as a file has them.
struct LayerSpanKeys: Sendable {
  var text = ""
  var color: Color?
  var families: [String]?
  var size: Double?
  var weight: Int?
  var isItalic: Bool?
  var background: LayerTextBackground?
  var scale: Double?
  var pop: LayerTextPop?

  init(_ span: LayerTextSpan = LayerTextSpan("")) {
    text = span.string
    color = span.style.color
    (families, size) = (span.style.families, span.style.size)
    (weight, isItalic) = (span.style.weight, span.style.isItalic)
    (background, scale, pop) = (span.style.background, span.style.scale, span.style.pop)
  }

  var style: LayerTextStyle {
    var style = LayerTextStyle(
      color: color, families: families, size: size, weight: weight, isItalic: isItalic)
    (style.background, style.scale, style.pop) = (background, scale, pop)
    return style
  }
}

extension Constructs {
  private static let styleKeys: [Field<LayerSpanKeys>] = [
    Field("color", \.color, .color, .implied(as: "that of the text"), "The colour."),
    Field(
      "family", \.families, .families, .implied(as: "that of the text"),
      "The name of a family, or a list."),
    Field(
      "size", \.size, .fontSize, .implied(as: "that of the text"),
      "The height of the em square in pixels."),
    Field(
      "weight", \.weight, .weight, .implied(as: "that of the text"), "The weight, as in `font`."),
    Field(
      "italic", \.isItalic, .bool, .implied(as: "that of the text"), "Whether the letters slant."),
    Field(
      "background", \.background, .highlight, .implied(as: "none"),
      "A box behind the letters: its colour, or a map."),
    Field(
      "scale", \.scale, .number("a scale from 0 to 100", in: 0...100), .implied(as: "`1`"),
      "How many times larger the letters are drawn, about their middle; they take the same place."),
    Field(
      "pop", \.pop, .pop, .implied(as: "`false`"),
      "The letters become larger when their text begins, and spring back."),
  ]

  static let textStyle = Construct<LayerSpanKeys>(
    "style", as: "a style", blank: LayerSpanKeys(), fields: styleKeys)

  static let span = Construct<LayerSpanKeys>(
    "span", as: "a piece of a text", blank: LayerSpanKeys(),
    fields: [
      Field("text", \.text, .anyText("a text"), .required, "The text.")
    ] + styleKeys)

  static let fonts = Construct<FontSources>(
    "fonts", as: "'fonts'", blank: FontSources(),
    fields: [
      Field(
        "files", \.files, .list(of: .location, "font files"), .implied,
        "Font files, which are part of the edit."),
      Field(
        "system", \.usesSystem, .bool, .implied,
        "Whether the fonts of the system are available, too."),
    ])

  static let textInstant = Construct<LayerTextInstant>(
    "timedtext", as: "a text with 'at'", blank: LayerTextInstant(at: .zero, []),
    fields: [
      Field(
        "at", \.time, .time, .required, "When the text replaces that before, in the layer's clock."),
      Field("text", \.spans, .spans, .required, "The text, or its pieces."),
    ])

  static let word = Construct<LayerWords.Word>(
    "word", as: "a word", blank: LayerWords.Word(at: .zero, ""),
    fields: [
      Field("at", \.time, .time, .required, "When it is spoken, in the layer's clock."),
      Field("text", \.string, .text("a word"), .required, "The word."),
    ])

  static let words = Construct<LayerWords>(
    "words", as: "words", blank: LayerWords([]),
    fields: [
      Field(
        "words", \.words, .list(of: .map(word).defined(as: "word"), "words"), .required,
        "The words in order of time."),
      Field(
        "separator", \.separator, .anyText("a separator"), .implied,
        "What stands between words without white space."),
      Field("past", \.past, .textStyle, .implied(as: "that of the text"), "Words that are over."),
      Field(
        "current", \.current, .textStyle, .implied(as: "that of the text"),
        "The word that is spoken."),
      Field("future", \.future, .textStyle, .implied(as: "that of the text"), "Words to come."),
    ] + spokenKeys(\.highlight, \.pop, .implied(as: "none")))

  static let textOutline = Construct<LayerTextOutline>(
    "outline", as: "'outline'", blank: LayerTextOutline(),
    fields: [
      Field(
        "width", \.width, .number("a width from 0 to 1000", in: 0...1_000), .implied,
        "The thickness outside of the letters in pixels."),
      Field("color", \.color, .color, .implied, "The colour."),
    ])

  static let copies = Construct<LayerCopies>(
    "copies", as: "'copies'", blank: LayerCopies(count: 1),
    fields: [
      Field(
        "count", \.count, .integer("a number of copies", in: 1...4_096), .required,
        "How often the layer is drawn, the original included."),
      Field("offset", \.offset, .point, .implied, "The displacement in pixels."),
      Field(
        "rotation", \.rotation, .number("degrees"), .implied,
        "Degrees clockwise about the layer's position."),
      Field(
        "scale", \.scale, .pair("a scale"), .implied, "The scale about the layer's position."),
      Field(
        "opacity", \.opacity, .number("an opacity from 0 to 1", in: 0...1), .implied,
        "The factor of the opacity."),
      Field("delay", \.delay, .time, .implied, "How much later the clock of a copy runs."),
    ])
}

extension ValueForm<String> {
  /// Text that may be empty.
  static func anyText(_ name: String) -> Self {
    ValueForm("text", schema: ["type": "string"], write: { .text($0) }) { reader, value, _ in
      if let scalar = value.scalar, scalar.kind == .text, scalar.text.isEmpty { return "" }
      return reader.text(value, as: name)
    }
  }
}

extension ValueForm<LayerTextStyle> {
  /// A style, or `hidden`.
  static var textStyle: Self {
    let map = ValueForm<LayerSpanKeys>.map(Constructs.textStyle).defined(as: "style")
    return ValueForm(
      "[map](#style), or `hidden`", schema: .any(map.schema(), .words(["hidden"])),
      write: { style in
        style.isHidden ? .text("hidden") : map.write(LayerSpanKeys(LayerTextSpan("", style)))
      }
    ) { reader, value, path in
      guard value.map == nil else { return map.read(&reader, value, path).map(\.style) }
      guard value.scalar?.kind == .text else {
        return reader.expected("the style of words: a map, or hidden", in: value)
      }
      return reader.word(value, of: ["hidden"], as: "style of words").map { _ in .hidden }
    }
  }
}

extension ValueForm<[LayerTextSpan]> {
  /// A text, or a list of texts and pieces with a style.
  static var spans: Self {
    let piece = ValueForm<LayerTextSpan>.span
    let all = ValueForm.list(of: piece, "pieces of a text")
    return ValueForm(
      "text, or list of texts and [maps](#span)", schema: .any(["type": "string"], all.schema()),
      write: { spans in
        spans.isEmpty
          ? .text("")
          : spans.count == 1 && spans[0].isPlain ? .text(spans[0].string) : all.write(spans)
      }
    ) { reader, value, path in
      if value.list != nil { return all.read(&reader, value, path) }
      return ValueForm<String>.anyText("a text").read(&reader, value, nil)
        .map { $0.isEmpty ? [] : [LayerTextSpan($0)] }
    }
  }
}

extension ValueForm<LayerTextSpan> {
  fileprivate static var span: Self {
    let map = ValueForm<LayerSpanKeys>.map(Constructs.span).defined(as: "span")
    return ValueForm(
      "text or [map](#span)", schema: .any(["type": "string"], map.schema()),
      write: { $0.isPlain ? .text($0.string) : map.write(LayerSpanKeys($0)) }
    ) { reader, value, path in
      if value.map != nil {
        return map.read(&reader, value, path).map { LayerTextSpan($0.text, $0.style) }
      }
      return ValueForm<String>.anyText("a text, or {text: …, color: …}").read(&reader, value, nil)
        .map { LayerTextSpan($0) }
    }
  }
}

extension LayerTextSpan {
  /// Whether the piece has the style of the whole text.
  fileprivate var isPlain: Bool { style == LayerTextStyle() }
}

extension ValueForm<LayerTextSource> {
  /// A text, its pieces, texts with times, or words.
  static var layerText: Self {
    let spans = ValueForm<[LayerTextSpan]>.spans
    let instants = ValueForm<[LayerTextInstant]>.list(
      of: .map(Constructs.textInstant).defined(as: "timedtext"), "texts with 'at'")
    let words = ValueForm<LayerWords>.map(Constructs.words).defined(as: "words")
    return ValueForm(
      "text, list of [pieces](#span) or of [texts with times](#timedtext), or [words](#words)",
      schema: .any(spans.schema(), instants.schema(), words.schema()),
      write: { source in
        switch source {
        case .spans(let own): spans.write(own)
        case .instants(let own): instants.write(own)
        case .words(let own): words.write(own)
        // Captions have a key of their own.
        case .captions: .text("")
        }
      }
    ) { reader, value, path in
      if value.map != nil {
        return words.read(&reader, value, nil).map { reader.ordered(.words($0), value) }
      }
      if value.list?.first?.map?.contains(where: { $0.key == "at" }) == true {
        return instants.read(&reader, value, nil).map { reader.ordered(.instants($0), value) }
      }
      return spans.read(&reader, value, nil).map { .spans($0) }
    }
  }
}

extension Reader {
  /// Reports texts or words that are not in order of time.
  fileprivate mutating func ordered(
    _ source: LayerTextSource, _ value: SourceValue
  ) -> LayerTextSource {
    let times: [MediaTime] =
      switch source {
      case .instants(let instants): instants.map(\.time)
      case .words(let words): words.words.map(\.time)
      case .spans, .captions: []
      }
    for (index, pair) in zip(times, times.dropFirst()).enumerated() where pair.0 > pair.1 {
      let list = value.list ?? value.map?.first { $0.key == "words" }?.value.list
      report(
        .meaning, at: list?[index + 1].position ?? value.position,
        "texts must be in order of time: \(pair.1) follows \(pair.0)")
      break
    }
    return source
  }
}
