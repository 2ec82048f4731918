import CutawayModel
import CutawayTime

extension Constructs {
  static let font = Construct<LayerFont>(
    "font", as: "'font'", blank: LayerFont(),
    fields: [
      Field(
        "family", \.families, .families, .implied(as: "`sans-serif`"),
        "The name of a family, or a list: the first that is installed is used."),
      Field(
        "size", \.size, .fontSize, .implied, "The height of the em square in pixels."),
      Field(
        "weight", \.weight, .weight, .implied(as: "`regular`"),
        "100 to 900, or `thin`, `extraLight`, `light`, `regular`, `medium`, `semibold`, `bold`, `heavy`, `black`."
      ),
      Field("italic", \.isItalic, .bool, .implied, "Whether the letters slant."),
      Field("stretch", \.stretch, .word(as: "stretch"), .implied, "The width of the letters."),
      Field(
        "letterSpacing", \.letterSpacing, .number("pixels from -1000 to 1000", in: -1_000...1_000),
        .implied, "Pixels between letters, besides those of the font."),
      Field(
        "lineHeight", \.lineHeight, .number("a multiple from 0.1 to 10", in: 0.1...10), .implied,
        "The distance of lines as a multiple of that of the font."),
      Field(
        "features", \.features, .anyText("OpenType features"), .implied(as: "those of the font"),
        "OpenType features as in CSS, such as `tnum, ss01=1`."),
    ])

  static let stroke = Construct<LayerShape.Stroke>(
    "stroke", as: "'stroke'", blank: LayerShape.Stroke(),
    fields: [
      Field("color", \.color, .color, .implied, "The colour."),
      Field(
        "width", \.width, .number("a width from 0 to 10000", in: 0...10_000), .implied,
        "The thickness in pixels."),
      Field(
        "start", \.start, .number("a part from 0 to 1", in: 0...1), .implied,
        "The part of the path's length at which the line starts."),
      Field(
        "end", \.end, .number("a part from 0 to 1", in: 0...1), .implied,
        "The part of the path's length at which the line ends."),
      Field("cap", \.cap, .word(as: "cap"), .implied, "The form of the ends."),
      Field("join", \.join, .word(as: "join"), .implied, "The form of the corners."),
      Field(
        "dash", \.dash, .list(of: .number("a length from 0 to 10000", in: 0...10_000), "lengths"),
        .implied, "The lengths of dashes and gaps in pixels, in turn."),
      Field(
        "dashPhase", \.dashPhase, .number("pixels from -1000000 to 1000000", in: -1e6...1e6),
        .implied,
        "The place in the dashes at which the line starts, in pixels."),
      Field(
        "miterLimit", \.miterLimit, .number("a multiple from 1 to 1000", in: 1...1_000), .implied,
        "The largest length of a mitred corner as a multiple of `width`; a longer one is bevelled."),
    ])

  static let gradient = Construct<LayerGradient>(
    "gradient", as: "'gradient'", blank: LayerGradient(colors: []),
    fields: [
      Field("colors", \.colors, .list(of: .color, "colours"), .required, "At least two colours."),
      Field(
        "locations", \.locations, .list(of: .number("a place from 0 to 1", in: 0...1), "places"),
        .implied(as: "even"), "The place of each colour, 0 to 1, in order."),
      Field(
        "type", \.kind, .word(as: "type of a gradient"), .implied,
        "Along a line, from a centre, or around it, clockwise from the direction of `to`."
      ),
      Field("from", \.from, .point, .implied, "The start, where 0 and 1 are the edges."),
      Field("to", \.to, .point, .implied, "The end, where 0 and 1 are the edges."),
    ])

  static let border = Construct<LayerBorder>(
    "border", as: "'border'", blank: LayerBorder(),
    fields: [
      Field(
        "width", \.width, .number("a width from 0 to 10000", in: 0...10_000), .implied,
        "The thickness in pixels."), Field("color", \.color, .color, .implied, "The colour."),
    ])

  static let shadow = Construct<LayerShadow>(
    "shadow", as: "'shadow'", blank: LayerShadow(),
    fields: [
      Field("offset", \.offset, .point, .implied, "The displacement in pixels."),
      Field(
        "radius", \.radius, .number("a radius from 0 to 1000", in: 0...1_000), .implied,
        "The standard deviation of the blur in pixels."),
      Field(
        "opacity", \.opacity, .number("an opacity from 0 to 1", in: 0...1), .implied,
        "The opacity."), Field("color", \.color, .color, .implied, "The colour."),
    ])

  static let passage = Construct<LayerPassage>(
    "passage", as: "'enter' or 'exit'", blank: LayerPassage(),
    fields: [
      Field("fade", \.fades, .bool, .implied, "Whether the opacity changes from or to 0."),
      Field(
        "slide", \.slide, .word(as: "direction"), .implied(as: "none"),
        "The direction in which the layer moves."),
      Field(
        "by", \.distance, .distance, .implied(as: "to outside the layer around"),
        "The length of the way: a number of pixels, or a percentage of the layer around."),
      Field(
        "scale", \.scale, .number("a scale from 0 to 100", in: 0...100), .implied(as: "none"),
        "The scale at the outer end."),
      Field(
        "duration", \.duration, .duration, .implied,
        "How long it takes; a spring takes as long as it needs to settle."),
      Field(
        "easing", \.easing, .layerEasing,
        .implied(as: "`easeOut` for `enter`, `easeIn` for `exit`"),
        "The rate of the movement."),
    ])

  static let spring = Construct<Spring>(
    "spring", as: "'spring'", blank: Spring(),
    fields: [
      Field("mass", \.mass, .positive("a mass"), .implied, "The mass, greater than 0."),
      Field(
        "stiffness", \.stiffness, .positive("a stiffness"), .implied,
        "The force per displacement, greater than 0."),
      Field(
        "damping", \.damping, .number("a damping from 0 to 100000", in: 0...100_000), .implied,
        "The force per velocity; more than the critical one counts as that, unless it is allowed."),
      Field(
        "velocity", \.velocity, .number("a velocity from -1000 to 1000", in: -1_000...1_000),
        .implied, "The velocity at the start, in whole ways per second."),
      Field(
        "allowsOverdamping", \.allowsOverdamping, .bool, .implied,
        "Whether more than critical damping slows the spring down."),
    ])
}

extension ValueForm<LayerFont> {
  /// The families, or a map.
  static var font: Self {
    let map = map(Constructs.font).defined(as: "font"), families = ValueForm<[String]>.families
    return ValueForm(
      "\(families.type), or [map](#font)", schema: .any(families.schema(), map.schema()),
      write: { map.write($0) }
    ) { reader, value, path in
      if value.map != nil { return map.read(&reader, value, path) }
      return families.read(&reader, value, path).map { families in
        var font = LayerFont()
        font.families = families
        return font
      }
    }
  }
}

extension ValueForm<LayerPassage> {
  /// `fade`, or a map.
  static var passage: Self {
    let map = map(Constructs.passage).defined(as: "passage")
    return ValueForm(
      "`fade`, or [map](#passage)", schema: .any(["const": "fade"], map.schema()),
      write: { map.write($0) }
    ) { reader, value, path in
      guard value.scalar?.text == "fade" else { return map.read(&reader, value, path) }
      var passage = LayerPassage()
      passage.fades = true
      return passage
    }
  }
}

extension ValueForm<Double> {
  /// The height of an em square.
  static var fontSize: Self { number("a size from 0 to 10000", in: 0...10_000) }

  /// A number greater than 0, up to 100,000.
  fileprivate static func positive(_ name: String) -> Self {
    ValueForm(
      "number greater than 0",
      schema: ["type": "number", "exclusiveMinimum": 0, "maximum": 100_000],
      write: { .number($0) }
    ) { reader, value, _ in
      let expected = "\(name) greater than 0, up to 100000"
      guard let number = reader.number(value, as: expected) else { return nil }
      return number > 0 && number <= 100_000 ? number : reader.expected(expected, in: value)
    }
  }
}

extension ValueForm<[String]> {
  /// A name of a family, or a list of them.
  static var families: Self {
    let name = ValueForm<String>.text("the name of a family")
    let all = ValueForm.list(of: name, "names of families")
    return ValueForm(
      "text, or list of texts", schema: .any(name.schema(), all.schema()),
      write: { $0.count == 1 ? .text($0[0]) : all.write($0) }
    ) { reader, value, path in
      if value.list != nil { return all.read(&reader, value, path) }
      return name.read(&reader, value, path).map { [$0] }
    }
  }
}

extension ValueForm<Int> {
  private static var weights: [(name: String, weight: Int)] {
    [
      ("thin", 100), ("extraLight", 200), ("light", 300), ("regular", 400), ("medium", 500),
      ("semibold", 600), ("bold", 700), ("heavy", 800), ("black", 900),
    ]
  }

  /// The weight of a font by name or number.
  static var weight: Self {
    let number = integer("a weight", in: 100...900), names = weights.map(\.name)
    return ValueForm(
      "name, or number from 100 to 900", schema: .any(.words(names), number.schema()),
      write: { weight in
        weights.first { $0.weight == weight }.map { .text($0.name) } ?? .number(weight)
      }
    ) { reader, value, path in
      guard value.scalar?.kind == .text else { return number.read(&reader, value, path) }
      let name = reader.word(value, of: names, as: "weight")
      return weights.first { $0.name == name }?.weight
    }
  }
}

extension ValueForm<[LayerLength?]> {
  /// Numbers of pixels, or percentages of the layer around; those with the indices `automatic` may be
  /// `auto`.
  static func lengths(_ type: String, count: Int, automatic: ClosedRange<Int>? = nil) -> Self {
    let length = ValueForm<LayerLength>.length.schema()
    return ValueForm(
      "`\(type)`",
      schema: .list(
        of: (0..<count).map { index in
          automatic?.contains(index) == true ? .any(length, .words(["auto"])) : length
        }),
      write: { .list($0.map { $0?.yaml ?? .text("auto") }) }
    ) { reader, value, _ in
      guard let list = value.list, list.count == count else {
        return reader.expected("\(type), each a number or a percentage", in: value)
      }
      let lengths = list.enumerated().map { index, value -> LayerLength?? in
        automatic?.contains(index) == true && value.scalar?.text == "auto"
          ? .some(nil) : reader.length(value).map { .some($0) }
      }
      return lengths.contains { $0 == nil } ? nil : lengths.map { $0 ?? nil }
    }
  }
}

extension ValueForm<LayerLength> {
  /// A number of pixels, or a percentage.
  static var length: Self {
    ValueForm(
      "number or percentage",
      schema: .any(["type": "number"], .text(matching: #"^-?[0-9]+(\.[0-9]+)?%$"#)),
      write: { $0.yaml }
    ) { reader, value, _ in reader.length(value) }
  }
}

extension ValueForm<LayerLength> {
  /// A length that is not negative.
  static var distance: Self {
    ValueForm(
      "number or percentage",
      schema: .any(
        ["type": "number", "minimum": 0], .text(matching: #"^[0-9]+(\.[0-9]+)?%$"#)),
      write: { $0.yaml }
    ) { reader, value, _ in
      guard value.scalar?.text.hasPrefix("-") != true else {
        return reader.expected("a distance, which is not negative", in: value)
      }
      return reader.length(value)
    }
  }
}

extension ValueForm<LayerKeys.Margin> {
  /// Distances to the edges, or one for both.
  static var margin: Self {
    let length = ValueForm<LayerLength>.length
    let both = ValueForm<[LayerLength?]>.lengths("[x, y]", count: 2)
    return ValueForm(
      "number, percentage or `[x, y]`", schema: .any(length.schema(), both.schema()),
      write: { $0.x == $0.y ? length.write($0.x) : both.write([$0.x, $0.y]) }
    ) { reader, value, path in
      if value.list != nil {
        return both.read(&reader, value, path).map { .init(x: $0[0] ?? 0, y: $0[1] ?? 0) }
      }
      return length.read(&reader, value, path).map { .init(x: $0, y: $0) }
    }
  }
}

extension LayerLength {
  fileprivate var yaml: YAMLValue {
    switch self {
    case .pixels(let pixels): .number(pixels)
    case .percent(let percent):
      .text((Int(exactly: percent).map { "\($0)" } ?? "\(percent)") + "%")
    }
  }
}

extension Reader {
  fileprivate mutating func length(_ value: SourceValue) -> LayerLength? {
    if let text = value.scalar?.text, text.hasSuffix("%") {
      guard text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?%/) != nil,
        let number = Double(text.dropLast()), abs(number) <= 1e6
      else {
        return expected("a percentage, such as 10%", in: value)
      }
      return .percent(number)
    }
    return number(value, as: "a number of pixels, or a percentage such as 10%", in: -1e6...1e6)
      .map { .pixels($0) }
  }
}

extension ValueForm<Point> {
  /// Two numbers, or one for both.
  static func pair(_ name: String) -> Self {
    let point = point
    return ValueForm(
      "number or `[x, y]`", schema: .any(["type": "number"], point.schema()),
      write: { $0.x == $0.y ? .number($0.x) : point.write($0) }
    ) { reader, value, path in
      if value.list != nil { return point.read(&reader, value, path) }
      return reader.number(value, as: "\(name): a number or [x, y]").map { Point(x: $0, y: $0) }
    }
  }
}

extension ValueForm<Rectangle> {
  /// A part of an image.
  static var part: Self {
    let place = (name: "a number from -1000 to 1000", bounds: -1_000...1_000.0)
    let side = (name: "a side from 0 to 1000", bounds: 0...1_000.0)
    return ValueForm<[Double]>.numbers(
      "[x, y, width, height]", count: 4, as: "a part of an image, [x, y, width, height]",
      special: [0: place, 1: place, 2: side, 3: side]
    ).rectangle
  }
}

extension ValueForm<String> {
  /// The data of an SVG path.
  static var svg: Self {
    ValueForm(
      "SVG data", schema: ["type": "string", "minLength": 1], write: { .text($0) }
    ) { reader, value, _ in
      guard let data = reader.text(value, as: "the data of an SVG path") else { return nil }
      do throws(CompositionError) {
        _ = try LayerPath(svg: data)
        return data
      } catch {
        reader.report(.meaning, at: value.position, error.message)
        return nil
      }
    }
  }
}

extension ValueForm<LayerShape.Outline> {
  static var outline: Self {
    let words = ["rectangle", "ellipse"]
    return ValueForm(
      "`rectangle`, `ellipse`, `{roundedRectangle: R}` or `{path: SVG data}`",
      schema: .any(
        .words(words),
        [
          "type": "object", "minProperties": 1, "maxProperties": 1,
          "additionalProperties": false,
          "properties": [
            "roundedRectangle": ["type": "number", "minimum": 0, "maximum": 100_000],
            "path": ["type": "string", "minLength": 1],
          ],
        ]),
      write: { outline in
        switch outline {
        case .rectangle: .text("rectangle")
        case .ellipse: .text("ellipse")
        case .roundedRectangle(let radius): .map([("roundedRectangle", .number(radius))])
        case .path(let data): .map([("path", .text(data))])
        }
      }
    ) { reader, value, _ in reader.outline(value, words) }
  }
}

extension Reader {
  fileprivate mutating func outline(
    _ value: SourceValue, _ words: [String]
  ) -> LayerShape.Outline? {
    guard let map = value.map else {
      return word(value, of: words, as: "shape").map { $0 == "ellipse" ? .ellipse : .rectangle }
    }
    guard map.count == 1, let entry = map.first else {
      return expected("a shape: {roundedRectangle: R} or {path: SVG data}", in: value)
    }
    switch entry.key {
    case "roundedRectangle":
      return number(entry.value, as: "a radius from 0 to 100000", in: 0...100_000)
        .map { .roundedRectangle(radius: $0) }
    case "path":
      return ValueForm<String>.svg.read(&self, entry.value, nil).map { .path($0) }
    default:
      report(
        .shape, at: entry.position,
        "unknown shape \(entry.key.quoted); it is 'roundedRectangle' or 'path'")
      return nil
    }
  }
}

extension ValueForm<LayerEasing> {
  /// An easing, or a spring.
  static var layerEasing: Self {
    let easing = ValueForm<Easing>.easing
    let spring = ValueForm<Spring>.map(Constructs.spring).defined(as: "spring")
    return ValueForm(
      "easing, or `{spring:` [map](#spring)`}`",
      schema: .any(
        easing.schema(),
        [
          "type": "object", "required": ["spring"], "additionalProperties": false,
          "properties": .object([("spring", spring.schema())]),
        ]),
      write: { value in
        switch value {
        case .curve(let curve): easing.write(curve)
        case .spring(let own): .map([("spring", spring.write(own))])
        }
      }
    ) { reader, value, path in
      guard let map = value.map else {
        return easing.read(&reader, value, path).map { .curve($0) }
      }
      guard map.count == 1, map[0].key == "spring" else {
        return reader.expected("an easing, or {spring: {…}}", in: value)
      }
      return spring.read(&reader, map[0].value, nil).map { .spring($0) }
    }
  }
}
