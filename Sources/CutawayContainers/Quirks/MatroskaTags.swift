package import CutawayQuirks

extension Quirk {
  /// matroskamux knows few tags, and adds quotes and backslashes to texts with spaces
  /// (`gst_value_serialize`).
  package static let matroskaTags = Quirk(
    "matroskamux knows few tags, and quotes their texts",
    versions: [.all],
    test: "a custom key is written if the file type supports it")
}

extension MatroskaFile {
  /// Replaces the tags of the whole file: names such as `TITLE` and their texts.
  ///
  /// The tags of tracks stay.
  ///
  /// Source: RFC 9559, section 5.1.8.
  ///
  /// - Throws: ``ContainerError`` if the file has no tags.
  package mutating func setTags(_ entries: [(name: String, value: String)]) throws(ContainerError) {
    guard let old = tail.first(where: { $0.name == MatroskaName.tags }) else {
      throw Self.unknownShape
    }
    let kept = old.children.filter { tag in
      tag.children.contains { targets in
        targets.name == MatroskaName.targets
          && targets.children.contains { $0.name == MatroskaName.targetTrack }
      }
    }
    let texts = entries.map { entry in
      MatroskaElement(
        MatroskaName.simpleTag,
        [
          MatroskaElement(MatroskaName.tagName, Array(entry.name.utf8)),
          MatroskaElement(MatroskaName.tagString, Array(entry.value.utf8)),
        ].flatMap(\.bytes))
    }
    let own = MatroskaElement(
      MatroskaName.tag, ([MatroskaElement(MatroskaName.targets, [])] + texts).flatMap(\.bytes))
    try replaceInTail(MatroskaElement(MatroskaName.tags, ([own] + kept).flatMap(\.bytes)))
  }
}
