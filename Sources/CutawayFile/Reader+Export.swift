import CutawayModel

extension Reader {
  static let fileTypes = [
    "mp4", "m4v", "mov", "mkv", "webm", "ts", "fmp4", "m4a", "wav", "flac", "ogg", "mp3", "png",
    "jpeg",
  ]

  static let presets = [
    "highestQuality", "mediumQuality", "lowQuality", "640x480", "960x540", "1280x720", "1920x1080",
    "3840x2160", "hevcHighestQuality", "proRes422", "appleM4A", "passthrough", "lossless",
  ]

  mutating func export(_ value: SourceValue) -> ExportSettings {
    let path = ["export"]
    positions[path] = value.position
    var settings = ExportSettings()
    guard
      let fields = fields(
        of: value, as: "'export'",
        keys: ["fileType", "preset", "optimizeForNetworkUse", "metadata", "loudness"])
    else { return settings }
    for (key, value) in fields.values { positions[path + [key]] = value.position }
    settings.fileType = fields["fileType"].flatMap {
      word($0, of: Self.fileTypes, as: "file type")
    }
    settings.preset = fields["preset"].flatMap { word($0, of: Self.presets, as: "preset") }
    settings.optimizeForNetworkUse = fields["optimizeForNetworkUse"].flatMap { bool($0) } ?? false
    settings.loudness = fields["loudness"].flatMap { loudness($0) }
    if let value = fields["metadata"] { settings.metadata = metadata(value, path: path) }
    return settings
  }

  private mutating func metadata(_ value: SourceValue, path: [String]) -> [String: String] {
    guard let map = value.map else {
      return expected("a map of names and texts", in: value) ?? [:]
    }
    var metadata: [String: String] = [:]
    for entry in map {
      positions[path + ["metadata", entry.key]] = entry.value.position
      if entry.key.isEmpty {
        report(.shape, at: entry.position, "a name of metadata must not be empty")
      } else if entry.value.scalar?.kind == .text {
        metadata[entry.key] = entry.value.scalar?.text
      } else {
        metadata[entry.key] = text(entry.value, as: "text")
      }
    }
    return metadata
  }
}
