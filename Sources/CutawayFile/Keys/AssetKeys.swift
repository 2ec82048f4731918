import CutawayModel

extension Constructs {
  /// The keys that say what an asset is.
  fileprivate static let assetKinds = [
    "uri", "color", "gradient", "bars", "noise", "countdown", "image",
  ]

  static let asset = Construct<Asset>(
    "asset", as: "an asset", blank: Asset(id: "", location: ""),
    relations: [
      "oneOf": .list(assetKinds.map { ["required": .list([.text($0)])] }),
      "dependentSchemas": [
        "frameRate": ["required": ["uri"]], "colorimetry": ["required": ["uri"]],
        "decoder": ["required": ["uri"]],
        "vars": ["required": ["uri"]],
      ],
    ],
    fields: [
      Field(
        "uri", in: "location", get: { $0.generator == nil ? $0.location : nil },
        set: { $0.location = $1 }, .location, .implied(as: "none"),
        "A path relative to the file, or a URI. A name that ends with `.yaml`, `.yml` or `.cutaway.json` is a composition file. With `frameRate` the name of a file with `%d` or `%05d` in place of the number of an image."
      ),
      Field(
        "frameRate", in: "frameDuration",
        get: { $0.frameDuration.flatMap(\.ifRateIsReadable) }, set: { $0.frameDuration = $1 },
        .frameRate, .implied(as: "none: `uri` is one file"),
        "The images per second of a series of images."),
      Field(
        "colorimetry", \.colorimetry, .word(as: "colorimetry"), .implied(as: "that of the file"),
        "The colours of its video. It overrides what the file states."),
      Field(
        "decoder", \.decoder, .word(as: "decoder"),
        .implied(as: "the one that GStreamer prefers"),
        "Whether software or hardware decodes its video. If hardware fails, software decodes."),
      Field(
        "vars", in: "values", get: \.values, set: { $0.values = $1 }, .values,
        .implied(as: "none"), "Values of the variables of a composition file."),
      Field(
        "color",
        get: { if case .color(let color)? = $0.generator { color } else { nil } },
        set: { $0.generator = .color($1) }, .color, .implied(as: "none"),
        "A picture of one colour, instead of a file."),
      Field(
        "gradient",
        get: { if case .gradient(let gradient)? = $0.generator { gradient } else { nil } },
        set: { $0.generator = .gradient($1) }, .map(gradient).defined(as: "gradient"),
        .implied(as: "none"), "Colours that change into each other, instead of a file."),
      Field(
        "bars",
        get: { if case .bars(let bars)? = $0.generator { bars } else { nil } },
        set: { $0.generator = .bars($1) }, .word(as: "kind of bars"), .implied(as: "none"),
        "Colour bars, instead of a file."),
      Field(
        "noise",
        get: { if case .noise(let seed)? = $0.generator { seed } else { nil } },
        set: { $0.generator = .noise(seed: $1) }, .integer("a seed", in: Generator.seedRange),
        .implied(as: "none"),
        "Grey noise, instead of a file; the number selects it."),
      Field(
        "countdown",
        get: { if case .countdown(let count)? = $0.generator { count } else { nil } },
        set: { $0.generator = .countdown(from: $1) },
        .integer("a number of seconds", in: Generator.countdownRange), .implied(as: "none"),
        "A leader that counts down from this number to 1, one second each, instead of a file."),
      Field(
        "image", get: { $0.generator?.image }, set: { $0.generator = .image($1) }, .image,
        .implied(as: "none"),
        "Pixels, instead of a file: width, `x`, height, `:` and red, green, blue and straight alpha of each pixel in Base64, from the top left. A program that writes its images in memory into a file writes them like this; for images of your own a `data:` URI with a PNG is shorter."
      ),
    ])
}

extension ValueForm<String> {
  /// The location of a file, which the reader resolves.
  static var location: Self {
    let text = text("a path or a URI")
    return ValueForm("path or URI", schema: text.schema(), write: text.write) {
      reader, value, path in text.read(&reader, value, path).map(reader.resolved)
    }
  }
}

extension ValueForm<StillImage> {
  /// An image in memory.
  fileprivate static var image: Self {
    let text = ValueForm<String>.text("WIDTHxHEIGHT:PIXELS")
    return ValueForm(
      "width, height and pixels",
      schema: ["type": "string", "pattern": "^[1-9][0-9]*x[1-9][0-9]*:[A-Za-z0-9+/]*={0,2}$"],
      write: { text.write($0.text) }
    ) { reader, value, path in
      guard let text = text.read(&reader, value, path) else { return nil }
      if let image = StillImage(text: text) { return image }
      reader.report(
        .shape, at: value.position,
        "expected WIDTHxHEIGHT:PIXELS, where PIXELS are 4 bytes for each pixel in Base64")
      return nil
    }
  }
}

extension ValueForm<[String: String]> {
  /// A map of names of variables and values.
  fileprivate static var values: Self {
    ValueForm(
      "map of names and values",
      schema: [
        "type": "object",
        "propertyNames": ["pattern": .text("^\(VariableName.pattern)$")],
        "additionalProperties": .any(
          ["type": ["string", "number", "boolean"]],
          ["type": "array", "items": ["type": ["string", "number", "boolean"]]]),
      ],
      write: { values in
        .map(values.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) })
      }
    ) { reader, value, path in
      guard let map = value.map else {
        return reader.expected("vars: a map of names and values", in: value)
      }
      var values: [String: String] = [:]
      for entry in map {
        if let path { reader.positions[path[entry.key]] = entry.value.position }
        if let text = entry.value.valueText {
          values[entry.key] = text
        } else {
          reader.report(
            .shape, at: entry.value.position,
            "expected a text, a number, true or false, or a list of them, found "
              + entry.value.found)
        }
      }
      return values
    }
  }
}

extension SourceValue {
  /// A scalar or a list of scalars in the notation of `--set`.
  fileprivate var valueText: String? {
    if let scalar { return scalar.kind == .null ? nil : scalar.text }
    guard let list else { return nil }
    let items = list.compactMap { item in
      item.scalar.flatMap { scalar -> String? in
        if scalar.kind == .null { return nil }
        if scalar.kind != .text { return scalar.text }
        return JSON.text(scalar.text).text()
      }
    }
    return items.count == list.count ? "[\(items.joined(separator: ", "))]" : nil
  }
}

extension ValueForm<[Asset]> {
  /// A map of names and locations.
  static var assets: Self {
    let keys = ValueForm<Asset>.map(Constructs.asset)
    let short = ValueForm<String>.text("a path, a URI or {uri: …}")
    return ValueForm(
      "map of names and paths, or [maps](#asset)",
      schema: [
        "type": "object", "propertyNames": ["minLength": 1],
        "additionalProperties": .reference("asset", .any(short.schema(), keys.schema())),
      ],
      write: { assets in
        .map(assets.map { (key: $0.id.rawValue, value: keys.write($0)) }, isBlock: true)
      }
    ) { reader, value, path in
      guard let map = value.map else {
        return reader.expected("assets: a map of names and paths", in: value)
      }
      return map.enumerated().map { index, entry in
        let asset = reader.asset(entry, path: path?[index])
        reader.assets.append(asset)
        return asset
      }
    }
  }
}

extension Reader {
  fileprivate mutating func asset(_ entry: SourceValue.Entry, path: ModelPath?) -> Asset {
    if let path {
      positions[path] = entry.position
      positions[path["location"]] = entry.value.position
    }
    if entry.key.isEmpty {
      report(.shape, at: entry.position, "the name of an asset must not be empty")
    }
    var asset = Asset(id: Asset.ID(entry.key), location: "")
    if entry.value.map == nil {
      asset.location = text(entry.value, as: "a path, a URI or {uri: …}").map(resolved) ?? ""
    } else if let fields = fields(of: entry.value, as: Constructs.asset) {
      // What cannot be read stays empty, and was reported.
      _ = read(fields, into: &asset, path: path)
      check(asset, fields)
    }
    return asset
  }

  /// Reports keys that do not fit together.
  private mutating func check(_ asset: Asset, _ fields: Fields<Asset>) {
    let kinds = Constructs.assetKinds.compactMap { key in fields[key].map { (key, $0.position) } }
    if kinds.isEmpty, !fields.hasUnknownKeys {
      report(.shape, at: fields.position, "an asset needs \(alternatives(Constructs.assetKinds))")
    }
    if kinds.count > 1 {
      report(
        .shape, at: kinds[1].1,
        "an asset is one thing, but this one has '\(kinds[0].0)' and '\(kinds[1].0)'")
    }
    if fields["uri"] == nil, !kinds.isEmpty {
      for key in ["frameRate", "colorimetry", "decoder", "vars"] {
        guard let value = fields[key] else { continue }
        report(.shape, at: value.position, "'\(key)' needs 'uri'")
      }
    }
    if let values = fields["vars"], !asset.location.isEmpty, !asset.isEdit {
      report(
        .meaning, at: values.position,
        "'vars' needs a composition file, whose name ends with .yaml, .yml or .cutaway.json")
    }
    guard let rate = fields["frameRate"], !asset.location.isEmpty, asset.frameDuration != nil,
      AssetLocation(asset.location).isURI || asset.imageSeries == nil
    else { return }
    report(
      .meaning, at: fields["uri"]?.position ?? rate.position,
      "with 'frameRate' the name of the file needs one number, such as frame-%05d.png, "
        + "and no scheme")
  }

  func resolved(_ location: String) -> String {
    AssetLocation(location).resolved(in: directory)
  }
}
