import CutawayModel

extension Constructs {
  static let asset = Construct(
    "asset", as: "an asset", blank: Asset(id: "", location: ""),
    fields: [
      Field(
        "uri", in: "location", \.location, .location, .required,
        "A path relative to the file, or a URI."),
      Field(
        "colorimetry", \.colorimetry, .word(as: "colorimetry"), .implied(as: "that of the file"),
        "The colours of its video. It overrides what the file states."),
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
    }
    return asset
  }

  func resolved(_ location: String) -> String {
    AssetLocation(location).resolved(in: directory)
  }
}
