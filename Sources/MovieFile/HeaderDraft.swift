import Foundation

/// A header that is complete but for where things lie: its own length decides that.
struct HeaderDraft {
  let header: Box
  let chapters: ChapterTrack?
  let creationTime: Date?

  /// The place for the header in a file, and what is to be written there: the header, and behind it
  /// the chapters' titles.
  func placed(
    in layout: MovieLayout, movesFirst: Bool
  ) throws(MovieFileError) -> (HeaderPlan, [UInt8]) {
    let titles = chapters.map { Box("mdat", $0.text.bytes).encoded } ?? []
    for isLong in [false, true] {
      let length = try encoded(isLong: isLong, titlesAt: 0).count
      let plan = try HeaderPlan(layout, length: length + titles.count, movesFirst: movesFirst)
      let bytes = try encoded(
        isLong: isLong, titlesAt: UInt64(plan.start + length + 8), newOffset: plan.newOffset)
      if bytes.count == length { return (plan, bytes + titles) }
      // An offset has passed four gigabytes: now all get the room, which moves the media on.
    }
    throw MovieFileError(.unsupported, "a header whose length cannot be told")
  }

  private func encoded(
    isLong: Bool, titlesAt offset: UInt64, newOffset: (UInt64) -> UInt64 = { $0 }
  ) throws(MovieFileError) -> [UInt8] {
    var header = header
    try header.mapChunkOffsets(isLong: isLong, newOffset)
    if let chapters {
      // After the other tracks, whose order stays.
      let last = header.boxes.lastIndex { $0.kind == "trak" } ?? header.boxes.count - 1
      header.boxes.insert(try chapters.box(samplesAt: offset, isLong: isLong), at: last + 1)
    }
    if let creationTime { try HeaderTimes(creationTime).write(to: &header) }
    return header.encoded
  }
}
