package import CutawayQuirks
package import Foundation

extension Quirk {
  /// matroskamux chooses the identifiers of the file, its tracks and its chapters at random, with
  /// one to eight bytes, and states the time of the export: equal exports would be different files.
  package static let matroskaIdentifiers = Quirk(
    "matroskamux chooses identifiers at random",
    versions: [.all],
    upstream: "by design",
    test: "equal exports are equal files")
}

extension MatroskaFile {
  /// Sets the creation time, and the identifiers of the file, its tracks and its chapters.
  ///
  /// The identifiers are derived from the contents of the file: equal exports have equal identifiers,
  /// and different ones very probably different identifiers. All have eight bytes. Tags refer to
  /// tracks and chapters by these identifiers.
  package mutating func settleIdentifiers(creationTime: Date) {
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
    let named: Set<UInt64> = [
      MatroskaName.trackUID, MatroskaName.editionUID, MatroskaName.chapterUID,
      MatroskaName.targetTrack, MatroskaName.targetEdition, MatroskaName.targetChapter,
    ]
    // Nanoseconds since the start of 2001 (RFC 8794, 7.6).
    let date = Int64(creationTime.timeIntervalSinceReferenceDate.rounded()) * 1_000_000_000
    replace { leaf in
      switch leaf.name {
      case MatroskaName.date:
        return MatroskaElement(
          leaf.name, short: MatroskaElement.number(UInt64(bitPattern: date), bytes: 8))
      case MatroskaName.segmentUID:
        return MatroskaElement(
          leaf.name,
          short: MatroskaElement.number(fileNumbers.0, bytes: 8)
            + MatroskaElement.number(fileNumbers.1, bytes: 8))
      case let name where named.contains(name):
        // In a target, 0 means all tracks or all chapters.
        if leaf.number == 0 { return nil }
        return MatroskaElement(
          name, short: MatroskaElement.number(numbered(leaf.number), bytes: 8))
      default: return nil
      }
    }
  }
}
