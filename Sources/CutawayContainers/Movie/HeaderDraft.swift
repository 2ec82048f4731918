import CutawayDiagnostics
import Foundation

/// A header that is complete except for file offsets, which depend on its own length.
struct HeaderDraft {
  let header: Box
  /// The text tracks to add.
  let texts: [TextTrack]
  let creationTime: Date?
  /// The index of the segments to add; `nil` adds none.
  var index: SegmentIndex?

  /// The position of the header in a file, and the bytes to write there: the header, followed by
  /// the texts and the index.
  func placed(
    in layout: MovieLayout, movesFirst: Bool
  ) throws(ContainerError) -> (HeaderPlan, [UInt8]) {
    let samples =
      texts.isEmpty ? [] : Box("mdat", texts.flatMap(\.samples.bytes)).encoded
    for isLong in [false, true] {
      let length = try encoded(isLong: isLong, samplesAt: 0).count
      let added = samples.count + (try encodedIndex(before: 0).count)
      let plan = try HeaderPlan(layout, length: length + added, movesFirst: movesFirst)
      let bytes = try encoded(
        isLong: isLong, samplesAt: UInt64(plan.start + length + 8), newOffset: plan.newOffset)
      if bytes.count == length {
        return (plan, bytes + samples + (try encodedIndex(before: plan.filler)))
      }
      // An offset exceeds four gigabytes: the next pass uses 64 bits for all, which moves the media
      // further.
    }
    throw ContainerError(.unsupported, "a header of unknown length")
  }

  private func encodedIndex(before distance: Int) throws(ContainerError) -> [UInt8] {
    guard let index else { return [] }
    guard let track = header["trak"]?.trackNumber else {
      throw ContainerError(.malformed, "a movie without tracks")
    }
    return try index.box(track: track, distance: distance).encoded
  }

  private func encoded(
    isLong: Bool, samplesAt offset: UInt64, newOffset: (UInt64) -> UInt64 = { $0 }
  ) throws(ContainerError) -> [UInt8] {
    var header = header
    try header.mapChunkOffsets(isLong: isLong, newOffset)
    var place = offset
    for text in texts {
      // After the other tracks, whose order does not change.
      let last = header.boxes.lastIndex { $0.kind == "trak" } ?? header.boxes.count - 1
      header.boxes.insert(try text.box(samplesAt: place, isLong: isLong), at: last + 1)
      place += UInt64(text.samples.bytes.count)
    }
    if let creationTime { try HeaderTimes(creationTime).write(to: &header) }
    return header.encoded
  }
}
