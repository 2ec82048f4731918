import Foundation

/// A header that is complete but for where things lie: its own length decides that.
struct HeaderDraft {
  let header: Box
  /// Tracks of text that are added to it.
  let texts: [TextTrack]
  let creationTime: Date?

  /// The place for the header in a file, and what is to be written there: the header, and behind it
  /// the texts.
  func placed(
    in layout: MovieLayout, movesFirst: Bool
  ) throws(ContainerError) -> (HeaderPlan, [UInt8]) {
    let samples =
      texts.isEmpty ? [] : Box("mdat", texts.flatMap(\.samples.bytes)).encoded
    for isLong in [false, true] {
      let length = try encoded(isLong: isLong, samplesAt: 0).count
      let plan = try HeaderPlan(layout, length: length + samples.count, movesFirst: movesFirst)
      let bytes = try encoded(
        isLong: isLong, samplesAt: UInt64(plan.start + length + 8), newOffset: plan.newOffset)
      if bytes.count == length { return (plan, bytes + samples) }
      // An offset has passed four gigabytes: now all get the room, which moves the media on.
    }
    throw ContainerError(.unsupported, "a header whose length cannot be told")
  }

  private func encoded(
    isLong: Bool, samplesAt offset: UInt64, newOffset: (UInt64) -> UInt64 = { $0 }
  ) throws(ContainerError) -> [UInt8] {
    var header = header
    try header.mapChunkOffsets(isLong: isLong, newOffset)
    var place = offset
    for text in texts {
      // After the other tracks, whose order stays.
      let last = header.boxes.lastIndex { $0.kind == "trak" } ?? header.boxes.count - 1
      header.boxes.insert(try text.box(samplesAt: place, isLong: isLong), at: last + 1)
      place += UInt64(text.samples.bytes.count)
    }
    if let creationTime { try HeaderTimes(creationTime).write(to: &header) }
    return header.encoded
  }
}
