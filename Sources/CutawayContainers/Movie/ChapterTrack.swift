/// A text track that a video or audio track references as its chapters.
///
/// QuickTime and AVFoundation read such tracks (*QuickTime File Format*, “Chapter lists”).
extension TextTrack {
  init(
    _ chapters: ChapterList, number: UInt32, language: TrackLanguage?, isQuickTime: Bool,
    movieTimescale: Int64
  ) {
    self.init(
      number: number,
      form: Form(
        handler: .handler("text", component: isQuickTime ? "mhlr" : nil),
        mediaHeader: chapterMediaHeader,
        // Reserved bytes, the data reference, then 43 bytes of text style, which is not visible.
        sampleDescription: Box(
          "text", [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 43)),
        // In the movie, but not enabled, so that players do not show it as subtitles.
        flags: 2),
      samples: TextSamples(chapters), language: language, movieTimescale: movieTimescale)
  }
}

extension TextSamples {
  /// The titles.
  ///
  /// The box after each one states that it is in Unicode.
  fileprivate init(_ list: ChapterList) {
    let ticks = list.ticks
    for (chapter, (start, end)) in zip(list.chapters, zip(ticks, ticks.dropFirst())) {
      append(
        chapter.title.utf8Prefix(Int(UInt16.max)), [Box("encd", [0, 0, 1, 0])],
        lasting: end - start)
    }
  }
}

/// The header that QuickTime requires for media that are neither video nor sound.
private var chapterMediaHeader: Box {
  let graphics: [UInt8] = [0, 0, 0, 0, 0, 0x40, 0x80, 0, 0x80, 0, 0x80, 0, 0, 0, 0, 0]
  return Box("gmhd", boxes: [Box("gmin", graphics), Box("text", TextTrack.identity)])
}
