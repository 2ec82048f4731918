import CutawayModel

extension Constructs {
  private static let boxKeys: [Field<LayerTextBackground>] = [
    Field("color", \.color, .color, .implied, "The colour."),
    Field(
      "padding", \.padding, .pair("a padding"), .implied(as: "0.3 and 0.1 of the font's size"),
      "How far the box extends beyond the lines in pixels, to the sides and up and down."),
    Field(
      "cornerRadius", \.cornerRadius, .number("a radius from 0 to 100000", in: 0...100_000),
      .implied(as: "0.2 of the font's size"), "The radius of the corners in pixels."),
  ]

  static let highlight = Construct<LayerTextBackground>(
    "highlight", as: "a box behind letters", blank: LayerTextBackground(), fields: boxKeys)

  static let textBackground = Construct<LayerTextBackground>(
    "textbackground", as: "'textBackground'", blank: LayerTextBackground(),
    fields: boxKeys + [
      Field(
        "perLine", \.perLine, .bool, .implied,
        "Whether the box follows the length of each line; else it is a rectangle around all lines.")
    ])

  static let pop = Construct<LayerTextPop>(
    "pop", as: "'pop'", blank: LayerTextPop(),
    fields: [
      Field(
        "scale", \.scale, .number("a scale from 0 to 100", in: 0...100),
        .implied(as: "`1.12`, and less for long words, which stay clear of their neighbours"),
        "The largest scale."),
      Field("duration", \.duration, .duration, .implied, "How long it takes."),
    ])

  /// What happens to the word that is spoken.
  static func spokenKeys<Whole>(
    _ highlight: any WritableKeyPath<Whole, LayerTextBackground?> & Sendable,
    _ pop: any WritableKeyPath<Whole, LayerTextPop?> & Sendable,
    _ presence: Field<Whole>.Presence
  ) -> [Field<Whole>] {
    [
      Field(
        "highlight", highlight, .highlight, presence,
        "A box behind the word that is spoken: its colour, or a map."),
      Field(
        "pop", pop, .pop, presence, "The word that begins becomes larger, and springs back."),
    ]
  }
}

extension ValueForm<LayerTextBackground> {
  /// A box behind a piece of a text.
  static var highlight: Self {
    box(.map(Constructs.highlight).defined(as: "highlight"))
  }

  /// A box behind a text.
  static var textBackground: Self {
    box(.map(Constructs.textBackground).defined(as: "textbackground"))
  }

  /// A colour, or a map.
  private static func box(_ map: Self) -> Self {
    let color = ValueForm<Color>.color
    return ValueForm(
      "\(color.type), or \(map.type)", schema: .any(color.schema(), map.schema()),
      write: { $0 == LayerTextBackground(color: $0.color) ? color.write($0.color) : map.write($0) }
    ) { reader, value, path in
      if value.map != nil { return map.read(&reader, value, path) }
      return color.read(&reader, value, path).map { LayerTextBackground(color: $0) }
    }
  }
}

extension ValueForm<LayerTextPop> {
  /// `true`, or a map; `false` is a scale of 1.
  static var pop: Self {
    let map = ValueForm.map(Constructs.pop).defined(as: "pop")
    let (usual, none) = (LayerTextPop(), LayerTextPop(scale: 1))
    return ValueForm(
      "`true`, `false` or \(map.type)", schema: .any(["type": "boolean"], map.schema()),
      write: { $0 == usual || $0 == none ? .bool($0 == usual) : map.write($0) }
    ) { reader, value, path in
      if value.map != nil { return map.read(&reader, value, path) }
      return reader.bool(value).map { $0 ? usual : none }
    }
  }
}
