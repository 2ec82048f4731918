import CutawayModel
import CutawayTime

extension Constructs {
  static let captions = Construct<LayerCaptions>(
    "captions", as: "'captions'", blank: LayerCaptions(asset: "", style: .classic),
    fields: [
      Field(
        "asset", \.asset, .assetName, .required,
        "An asset with subtitles, or with words in JSON, or its file."),
      Field(
        "style", \.style, .word(as: "style"), .implied,
        "What the captions look like, apart from the keys that the layer has."),
      Field(
        "perLine", \.wordsPerLine, .integer("a number of words", in: 1...100),
        .implied(as: "that of the style"),
        "The most words of a line; without it, whole subtitles are shown, with their own lines."),
      Field(
        "lines", \.lines, .integer("a number of lines", in: 1...100),
        .implied(as: "that of the style, else 1"), "With `perLine`: the most lines at a time."),
      Field(
        "maxGap", \.longestPause, .time, .implied,
        "With `perLine`: the longest pause between words that are shown together."),
      Field("past", \.past, .textStyle, .implied(as: "that of the style"), "Words that are over."),
      Field(
        "current", \.current, .textStyle, .implied(as: "that of the style"),
        "The word that is spoken."),
      Field("future", \.future, .textStyle, .implied(as: "that of the style"), "Words to come."),
    ] + spokenKeys(\.highlight, \.pop, .implied(as: "that of the style")))
}

extension ValueForm<LayerCaptions> {
  /// An asset or a file, or a map.
  static var captions: Self {
    let map = ValueForm<LayerCaptions>.map(Constructs.captions).defined(as: "captions")
    let asset = ValueForm<String>.assetName
    return ValueForm(
      "\(asset.type), or [map](#captions)", schema: .any(asset.schema(), map.schema()),
      write: { captions in
        var bare = captions
        bare.stated = []
        return bare == LayerCaptions(asset: bare.asset, style: .classic)
          ? .text(bare.asset) : map.write(captions)
      }
    ) { reader, value, path in
      if value.map != nil { return reader.captions(map.read(&reader, value, path), in: value) }
      if value.scalar == nil {
        return reader.expected("the name of an asset, or {asset: …, perLine: …}", in: value)
      }
      return asset.read(&reader, value, path).map { LayerCaptions(asset: $0, style: .classic) }
    }
  }
}

extension Reader {
  /// Reports a number of lines of captions that are not divided into lines.
  fileprivate mutating func captions(
    _ captions: LayerCaptions?, in value: SourceValue
  ) -> LayerCaptions? {
    guard let captions, captions.lines != nil, captions.wordsPerLine == nil,
      [.none, .classic].contains(captions.style)
    else { return captions }
    let line = value.map?.first { $0.key == "lines" }
    report(
      .meaning, at: line?.position ?? value.position,
      "'lines' needs 'perLine', or a style that has one: social, karaoke or bold-box")
    return nil
  }
}

extension LayerCaptions.Aspects {
  /// The keys of a layer that state each aspect.
  private static let keys: [(aspect: Self, keys: [String])] = [
    (.outline, ["outline"]), (.shadow, ["shadow"]),
    (.background, ["background", "textBackground"]),
    (.alignment, ["alignment"]), (.place, ["place", "position", "frame"]), (.margin, ["margin"]),
    (.width, ["size", "frame", "maxWidth"]),
  ]
  /// The keys of a font that state each aspect.
  private static let fontKeys: [(aspect: Self, key: String)] = [
    (.fontSize, "size"), (.fontWeight, "weight"),
  ]

  /// What the keys of a layer state.
  init(_ fields: Fields<LayerKeys>) {
    self = []
    for (aspect, keys) in Self.keys where keys.contains(where: { fields[$0] != nil }) {
      insert(aspect)
    }
    let font = fields["font"]?.map ?? []
    for (aspect, key) in Self.fontKeys where font.contains(where: { $0.key == key }) {
      insert(aspect)
    }
  }

  /// The keys of a font and of a layer that are written even where they have their defaults.
  fileprivate var written: (font: [String], layer: [String]) {
    let font = Self.fontKeys.filter { contains($0.aspect) }.map(\.key)
    let own = [Self.alignment, .margin].flatMap { aspect in
      contains(aspect) ? Self.keys.first { $0.aspect == aspect }?.keys ?? [] : []
    }
    return (font, own)
  }
}

extension LayerKeys {
  /// The keys of captions that differ from their defaults, and those that keep their value in spite of a style.
  var yamlOfCaptions: YAMLValue {
    let stated = captions?.stated.written
    let whole = Constructs.overlay.yaml(self, stating: stated?.layer ?? [])
    guard let stated, !stated.font.isEmpty, case .map(var entries, let isBlock) = whole else {
      return whole
    }
    let own = ("font", Constructs.font.yaml(font, stating: stated.font))
    if let index = entries.firstIndex(where: { $0.key == "font" }) {
      entries[index] = own
    } else {
      entries.append(own)
    }
    return .map(entries, isBlock: isBlock)
  }
}
