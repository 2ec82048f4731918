/// The identifiers of the Matroska elements that this module reads or writes.
///
/// Source: RFC 9559.
enum MatroskaName {
  static let header: UInt64 = 0x1A45_DFA3
  static let segment: UInt64 = 0x1853_8067
  static let seekHead: UInt64 = 0x114D_9B74, seek: UInt64 = 0x4DBB
  static let seekID: UInt64 = 0x53AB, seekPosition: UInt64 = 0x53AC
  static let information: UInt64 = 0x1549_A966, timestampScale: UInt64 = 0x2A_D7B1
  static let duration: UInt64 = 0x4489, segmentUID: UInt64 = 0x73A4, date: UInt64 = 0x4461
  static let tracks: UInt64 = 0x1654_AE6B, track: UInt64 = 0xAE
  static let trackNumber: UInt64 = 0xD7, trackType: UInt64 = 0x83, trackUID: UInt64 = 0x73C5
  static let codecID: UInt64 = 0x86, codecDelay: UInt64 = 0x56AA
  /// Nanoseconds per frame.
  static let defaultDuration: UInt64 = 0x23_E383
  static let cluster: UInt64 = 0x1F43_B675, timestamp: UInt64 = 0xE7
  static let simpleBlock: UInt64 = 0xA3, blockGroup: UInt64 = 0xA0, block: UInt64 = 0xA1
  static let blockDuration: UInt64 = 0x9B, referenceBlock: UInt64 = 0xFB
  /// Nanoseconds at the end of a block that are not presented.
  static let discardPadding: UInt64 = 0x75A2
  static let chapters: UInt64 = 0x1043_A770, edition: UInt64 = 0x45B9
  static let editionUID: UInt64 = 0x45BC, chapter: UInt64 = 0xB6, chapterUID: UInt64 = 0x73C4
  static let cues: UInt64 = 0x1C53_BB6B, cuePoint: UInt64 = 0xBB
  static let cuePositions: UInt64 = 0xB7, cueClusterPosition: UInt64 = 0xF1
  static let tags: UInt64 = 0x1254_C367, tag: UInt64 = 0x7373
  static let targets: UInt64 = 0x63C0, simpleTag: UInt64 = 0x67C8
  static let targetTrack: UInt64 = 0x63C5, targetEdition: UInt64 = 0x63C9
  static let targetChapter: UInt64 = 0x63C4
  static let tagName: UInt64 = 0x45A3, tagString: UInt64 = 0x4487

  /// The elements before and after the clusters that contain other elements.
  static let containers: Set<UInt64> = [
    seekHead, seek, information, tracks, track, chapters, edition, chapter, cues, cuePoint,
    cuePositions, tags, tag, targets,
  ]

  /// The track types of pictures and of sound.
  static let picture: UInt64 = 1, sound: UInt64 = 2
}
