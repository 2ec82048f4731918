import Composition

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
      let location = self.location(entry.value, path: path)
      return Asset(id: entry.key, location: location.map(resolved) ?? "")
    }
  }

  private mutating func location(_ value: SourceValue, path: [String]) -> String? {
    let name = "a path, a URI or {uri: …}"
    guard value.map != nil else { return text(value, as: name) }
    let fields = fields(of: value, as: "an asset", keys: ["uri"], required: ["uri"])
    guard let uri = fields?["uri"] else { return nil }
    positions[path + ["location"]] = uri.position
    return text(uri, as: "a path or a URI")
  }

  private func resolved(_ location: String) -> String {
    AssetLocation(location).resolved(in: directory)
  }
}
