import CutawayModel

extension Constructs {
  static let export = Construct<ExportSettings>(
    "export", as: "'export'", blank: ExportSettings(), isBlock: true,
    fields: [
      Field(
        "fileType", \.fileType,
        .word(
          of: [
            "mp4", "m4v", "mov", "mkv", "webm", "ts", "fmp4", "m4a", "wav", "flac", "ogg", "mp3",
            "png", "jpeg",
          ], as: "file type"), .implied(as: "from the preset, or the extension of the output"),
        "The file type of the output."),
      Field(
        "preset", \.preset,
        .word(
          of: [
            "highestQuality", "mediumQuality", "lowQuality", "640x480", "960x540", "1280x720",
            "1920x1080", "3840x2160", "hevcHighestQuality", "proRes422",
            "proRes4444", "appleM4A", "passthrough", "lossless", "web", "reels", "shorts",
            "archive",
          ], as: "preset"), .implied(as: "`highestQuality`"),
        "The preset: quality, size and codecs; or a purpose: `web`, `reels`, `shorts`, `archive`."),
      Field(
        "optimizeForNetworkUse", \.optimizeForNetworkUse, .bool, .stated,
        "Whether the index comes before the media, so that playback can start during a download."),
      Field(
        "metadata", \.metadata, .texts, .implied, "Metadata by key, such as `title`."),
      Field(
        "loudness", \.loudness, .loudness, .implied(as: "not changed"),
        "The integrated loudness of the output in LUFS (EBU R 128)."),
    ])
}

extension ValueForm<[String: String]> {
  /// A map of names and texts, which may be empty.
  fileprivate static var texts: Self {
    ValueForm(
      "map of texts",
      schema: [
        "type": "object", "propertyNames": ["minLength": 1],
        "additionalProperties": ["type": "string"],
      ],
      write: { texts in
        .map(texts.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) })
      }
    ) { reader, value, path in
      guard let map = value.map else {
        return reader.expected("a map of names and texts", in: value)
      }
      var texts: [String: String] = [:]
      for entry in map {
        if let path { reader.positions[path[entry.key]] = entry.value.position }
        if entry.key.isEmpty {
          reader.report(.shape, at: entry.position, "a name of metadata must not be empty")
        } else if entry.value.scalar?.kind == .text {
          texts[entry.key] = entry.value.scalar?.text
        } else {
          texts[entry.key] = reader.text(entry.value, as: "text")
        }
      }
      return texts
    }
  }
}
