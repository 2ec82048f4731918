/// The titles of chapters as samples of a text track (*QuickTime File Format*, “Text media”).
struct ChapterText {
  /// The titles, one after the other.
  private(set) var bytes: [UInt8] = []
  /// How long each is.
  private(set) var lengths: [UInt32] = []

  /// A title is its length and itself; the box after it says that it is in Unicode.
  init(_ list: ChapterList) {
    for chapter in list.chapters {
      let text = chapter.title.utf8Prefix(Int(UInt16.max))
      bytes.append(number: UInt16(text.count))
      bytes += text + Box("encd", [0, 0, 1, 0]).encoded
      lengths.append(UInt32(text.count + 14))
    }
  }
}
