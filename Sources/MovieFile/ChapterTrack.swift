import MediaTime

/// A track of text that a track of pictures or sound names as its chapters: what QuickTime and
/// AVFoundation read (*QuickTime File Format*, “Chapter lists”).
struct ChapterTrack {
  let list: ChapterList
  let text: ChapterText
  let number: UInt32
  let language: TrackLanguage?
  let isQuickTime: Bool
  /// Of the movie, in which the length of a track is counted.
  let movieTimescale: Int64

  /// The track, with its samples at a place in the file; `isLong` gives the place 64 bits anyway.
  func box(samplesAt offset: UInt64, isLong: Bool) throws(MovieFileError) -> Box {
    let place = Box.chunkOffsets([offset], isLong: isLong)
    var track = Box("trak", boxes: [trackHeader, media(samplesAt: place)])
    try language?.write(to: &track)
    return track
  }

  /// In ticks of the chapters; the first one begins at 0.
  private var length: Int64 { list.ticks.last ?? 0 }

  private var lengthInMovie: Int64 {
    MediaTime(length, over: ChapterList.timescale).rounded(in: MediaTime(1, over: movieTimescale))
  }

  /// In the movie, but not enabled: players show no subtitles.
  private var trackHeader: Box {
    var bytes: [UInt8] = [1, 0, 0, 2] + [UInt8](repeating: 0, count: 16)
    bytes.append(number: number)
    bytes += [0, 0, 0, 0]
    bytes.append(number: lengthInMovie)
    bytes += [UInt8](repeating: 0, count: 16) + Self.identity + [UInt8](repeating: 0, count: 8)
    return Box("tkhd", bytes)
  }

  private static var identity: [UInt8] {
    let words: [UInt32] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]
    return words.reduce(into: []) { $0.append(number: $1) }
  }

  private func media(samplesAt place: Box) -> Box {
    var header: [UInt8] = [1, 0, 0, 0] + [UInt8](repeating: 0, count: 16)
    header.append(number: UInt32(ChapterList.timescale))
    header.append(number: length)
    header.append(number: TrackLanguage.undetermined)
    header += [0, 0]
    return Box(
      "mdia",
      boxes: [
        Box("mdhd", header), .handler("text", component: isQuickTime ? "mhlr" : nil),
        Box("minf", boxes: [Self.mediaHeader, Self.ownData, samples(at: place)]),
      ])
  }

  /// What QuickTime wants of media that are neither pictures nor sound.
  private static var mediaHeader: Box {
    let graphics: [UInt8] = [0, 0, 0, 0, 0, 0x40, 0x80, 0, 0x80, 0, 0x80, 0, 0, 0, 0, 0]
    return Box("gmhd", boxes: [Box("gmin", graphics), Box("text", identity)])
  }

  /// The samples are in this file.
  private static var ownData: Box {
    let count: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
    return Box("dinf", boxes: [Box("dref", count, boxes: [Box("url ", [0, 0, 0, 1])])])
  }

  private func samples(at place: Box) -> Box {
    // Reserved, the data reference, then 43 bytes of how text looks, which nobody sees.
    let look = Box("text", [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 43))
    let one: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
    var durations: [UInt8] = [0, 0, 0, 0], sizes: [UInt8] = [UInt8](repeating: 0, count: 8)
    durations.append(number: UInt32(list.chapters.count))
    sizes.append(number: UInt32(list.chapters.count))
    for (start, end) in zip(list.ticks, list.ticks.dropFirst()) {
      durations.append(number: UInt32(1))
      durations.append(number: UInt32(clamping: end - start))
    }
    for length in text.lengths { sizes.append(number: length) }
    var chunk = one
    chunk.append(number: UInt32(1))
    chunk.append(number: UInt32(list.chapters.count))
    chunk.append(number: UInt32(1))
    return Box(
      "stbl",
      boxes: [
        Box("stsd", one, boxes: [look]), Box("stts", durations), Box("stsc", chunk),
        Box("stsz", sizes), place,
      ])
  }
}
