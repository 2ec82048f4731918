import CutawayModel

extension Reader {
  mutating func assets(_ value: SourceValue) -> [Asset] {
    positions[["assets"]] = value.position
    guard let map = value.map else {
      return expected("assets: a map of names and paths", in: value) ?? []
    }
    return map.enumerated().map { index, entry in
      let path = ["assets", "\(index)"]
      positions[path] = entry.position
      positions[path + ["location"]] = entry.value.position
      if entry.key.isEmpty {
        report(.shape, at: entry.position, "the name of an asset must not be empty")
      }
      return asset(entry.value, named: Asset.ID(entry.key), path: path)
    }
  }

  private mutating func asset(_ value: SourceValue, named name: Asset.ID, path: [String]) -> Asset {
    guard value.map != nil else {
      let location = text(value, as: "a path, a URI or {uri: …}")
      return Asset(id: name, location: location.map(resolved) ?? "")
    }
    let fields = fields(
      of: value, as: "an asset", keys: ["uri", "colorimetry"], required: ["uri"])
    var asset = Asset(id: name, location: "")
    if let uri = fields?["uri"] {
      positions[path + ["location"]] = uri.position
      asset.location = text(uri, as: "a path or a URI").map(resolved) ?? ""
    }
    if let colorimetry = fields?["colorimetry"] {
      positions[path + ["colorimetry"]] = colorimetry.position
      asset.colorimetry = word(
        colorimetry, of: Asset.Colorimetry.allCases.map(\.rawValue), as: "colorimetry"
      ).flatMap(Asset.Colorimetry.init)
    }
    return asset
  }

  private func resolved(_ location: String) -> String {
    AssetLocation(location).resolved(in: directory)
  }
}
