/// A track of text that a track of pictures or sound names as its chapters: what QuickTime and
/// AVFoundation read (*QuickTime File Format*, “Chapter lists”).
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
        // Reserved, the data reference, then 43 bytes of how text looks, which nobody sees.
        sampleDescription: Box(
          "text", [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 43)),
        // In the movie, but not enabled: players show no subtitles.
        flags: 2),
      samples: TextSamples(chapters), language: language, movieTimescale: movieTimescale)
  }
}

extension TextSamples {
  /// The titles; the box after each says that it is in Unicode.
  fileprivate init(_ list: ChapterList) {
    let ticks = list.ticks
    for (chapter, (start, end)) in zip(list.chapters, zip(ticks, ticks.dropFirst())) {
      append(
        chapter.title.utf8Prefix(Int(UInt16.max)), [Box("encd", [0, 0, 1, 0])],
        lasting: end - start)
    }
  }
}

/// What QuickTime wants of media that are neither pictures nor sound.
private var chapterMediaHeader: Box {
  let graphics: [UInt8] = [0, 0, 0, 0, 0, 0x40, 0x80, 0, 0x80, 0, 0x80, 0, 0, 0, 0, 0]
  return Box("gmhd", boxes: [Box("gmin", graphics), Box("text", TextTrack.identity)])
}
