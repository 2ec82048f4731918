import Foundation

extension MatroskaFile {
  /// Gives the file the time it was made, and numbers that name it, its tracks and its chapters.
  ///
  /// matroskamux draws them by lot, of one to eight bytes. These come from what the file holds: equal
  /// exports have the same, others very probably not. All have eight bytes. Tags name tracks and chapters
  /// by these numbers.
  mutating func settleIdentifiers(creationTime: Date) {
    var order: [UInt64: UInt64] = [:]
    number(creationTime, fileNumbers: (0, 0)) { old in
      order[old] = order[old] ?? UInt64(order.count + 1)
      return order[old] ?? 0
    }
    let seed = digest
    let fileNumbers = (ContentDigest.mixed(seed, 0), ContentDigest.mixed(seed, 1))
    number(creationTime, fileNumbers: fileNumbers) { ContentDigest.mixed(seed, $0 + 1) }
  }

  private mutating func number(
    _ creationTime: Date, fileNumbers: (UInt64, UInt64), _ numbered: (UInt64) -> UInt64
  ) {
    typealias ID = MatroskaElement.ID
    let named: Set<[UInt8]> = [
      ID.trackUID, ID.editionUID, ID.chapterUID, ID.targetTrack, ID.targetEdition, ID.targetChapter,
    ]
    // Nanoseconds since 2001 began; RFC 8794, 7.6.
    let date = Int64(creationTime.timeIntervalSinceReferenceDate.rounded()) * 1_000_000_000
    replace { leaf in
      switch leaf.id {
      case ID.date:
        return MatroskaElement(
          leaf.id, short: MatroskaElement.number(UInt64(bitPattern: date), bytes: 8))
      case ID.segmentUID:
        return MatroskaElement(
          leaf.id,
          short: MatroskaElement.number(fileNumbers.0, bytes: 8)
            + MatroskaElement.number(fileNumbers.1, bytes: 8))
      case let id where named.contains(id):
        // 0 in a target stands for all tracks, or chapters.
        if leaf.number == 0 { return nil }
        return MatroskaElement(
          id, short: MatroskaElement.number(numbered(leaf.number), bytes: 8))
      default: return nil
      }
    }
  }
}
