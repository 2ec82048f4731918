extension MatroskaFile {
  /// Replaces the tags of the whole film, names such as `TITLE` and their texts; those of its tracks stay.
  ///
  /// GStreamer's `matroskamux` 1.22 knows few keys, and puts quotes and backslashes around texts with
  /// spaces. Source: RFC 9559, section 5.1.8.
  ///
  /// - Throws: ``ExportError`` where the file has no tags.
  mutating func setTags(_ entries: [(name: String, value: String)]) throws(ExportError) {
    typealias ID = MatroskaElement.ID
    guard let old = tail.first(where: { $0.id == ID.tags }) else { throw Self.unknownShape }
    let kept = old.children.filter { tag in
      tag.children.contains { targets in
        targets.id == ID.targets && targets.children.contains { $0.id == ID.targetTrack }
      }
    }
    let texts = entries.map { entry in
      MatroskaElement(
        ID.simpleTag,
        [
          MatroskaElement(ID.tagName, Array(entry.name.utf8)),
          MatroskaElement(ID.tagString, Array(entry.value.utf8)),
        ].flatMap(\.bytes))
    }
    let own = MatroskaElement(
      ID.tag, ([MatroskaElement(ID.targets, [])] + texts).flatMap(\.bytes))
    try replaceInTail(MatroskaElement(ID.tags, ([own] + kept).flatMap(\.bytes)))
  }
}
