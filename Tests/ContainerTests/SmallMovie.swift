/// The header of a movie with one video track without a decodable format.
struct SmallMovie {
  /// The offsets of its chunks in the file.
  var chunks: [Int]
  /// Whether the table of offsets has 64-bit entries.
  var isLong = false
  /// In thousandths of a second.
  var duration = 60_000
  /// The boxes of the header after the track.
  var more: [UInt8] = []

  var header: [UInt8] {
    let table =
      BoxTree.word(0) + BoxTree.word(chunks.count)
      + chunks.flatMap { BoxTree.word($0, bytes: isLong ? 8 : 4) }
    let media =
      BoxTree.box(
        "mdhd",
        BoxTree.word(0, bytes: 12) + BoxTree.word(1_000) + BoxTree.word(duration) + [
          0x55, 0xC4, 0, 0,
        ])
      + BoxTree.box(
        "hdlr", BoxTree.word(0, bytes: 8) + Array("vide".utf8) + BoxTree.word(0, bytes: 13))
      + BoxTree.box("minf", BoxTree.box("stbl", BoxTree.box(isLong ? "co64" : "stco", table)))
    let track =
      BoxTree.box(
        "tkhd",
        BoxTree.word(7, bytes: 4) + BoxTree.word(0, bytes: 8) + BoxTree.word(1) + BoxTree.word(0)
          + BoxTree.word(duration) + [UInt8](repeating: 0, count: 60))
      + BoxTree.box("mdia", media)
    let movie =
      BoxTree.word(0, bytes: 12) + BoxTree.word(1_000) + BoxTree.word(duration)
      + [UInt8](repeating: 0, count: 76) + BoxTree.word(2)
    return BoxTree.box("moov", BoxTree.box("mvhd", movie) + BoxTree.box("trak", track) + more)
  }
}
