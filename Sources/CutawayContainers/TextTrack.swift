import CutawayTime

/// A track of text that is added to a movie: chapters, or subtitles.
struct TextTrack {
  /// What the track is, and how its samples are to be read.
  struct Form {
    var handler: Box
    /// The box of the media information that says what media they are.
    var mediaHeader: Box
    var sampleDescription: Box
    /// 1 where it is enabled, 2 where it is part of the movie.
    var flags: UInt8
    /// Tracks of which one at a time is shown have the same number.
    var alternateGroup: UInt16 = 0
    /// Width and height, in 65,536ths of a pixel.
    var size: [UInt8] = [UInt8](repeating: 0, count: 8)
  }

  let number: UInt32
  let form: Form
  let samples: TextSamples
  let language: TrackLanguage?
  /// Of the movie, in which the length of a track is counted.
  let movieTimescale: Int64
  /// How long the track plays, by an edit list; `nil` is as long as its samples, without one.
  var playedDuration: MediaTime?

  /// The track, with its samples at a place in the file; `isLong` gives the place 64 bits anyway.
  func box(samplesAt offset: UInt64, isLong: Bool) throws(ContainerError) -> Box {
    let place = Box.chunkOffsets([offset], isLong: isLong)
    var track = Box("trak", boxes: [trackHeader, media(samplesAt: place)])
    if let playedDuration {
      let whole = TimeRange(start: .zero, duration: playedDuration)
      track.trackDuration = try track.setPlayedRange(whole, movieTimescale: movieTimescale)
    }
    try language?.write(to: &track)
    return track
  }

  private var lengthInMovie: Int64 {
    MediaTime(samples.length, over: TextSamples.timescale)
      .rounded(in: MediaTime(1, over: movieTimescale))
  }

  private var trackHeader: Box {
    var bytes: [UInt8] = [1, 0, 0, form.flags] + [UInt8](repeating: 0, count: 16)
    bytes.append(number: number)
    bytes += [0, 0, 0, 0]
    bytes.append(number: lengthInMovie)
    bytes += [UInt8](repeating: 0, count: 10)
    bytes.append(number: form.alternateGroup)
    bytes += [0, 0, 0, 0] + Self.identity + form.size
    return Box("tkhd", bytes)
  }

  /// The matrix that leaves all as it is.
  static var identity: [UInt8] {
    let words: [UInt32] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]
    return words.reduce(into: []) { $0.append(number: $1) }
  }

  private func media(samplesAt place: Box) -> Box {
    var header: [UInt8] = [1, 0, 0, 0] + [UInt8](repeating: 0, count: 16)
    header.append(number: UInt32(TextSamples.timescale))
    header.append(number: samples.length)
    header.append(number: TrackLanguage.undetermined)
    header += [0, 0]
    return Box(
      "mdia",
      boxes: [
        Box("mdhd", header), form.handler,
        Box("minf", boxes: [form.mediaHeader, Self.ownData, sampleTables(at: place)]),
      ])
  }

  /// The samples are in this file.
  private static var ownData: Box {
    let count: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
    return Box("dinf", boxes: [Box("dref", count, boxes: [Box("url ", [0, 0, 0, 1])])])
  }

  private func sampleTables(at place: Box) -> Box {
    let one: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
    var durations: [UInt8] = [0, 0, 0, 0], sizes: [UInt8] = [UInt8](repeating: 0, count: 8)
    durations.append(number: UInt32(samples.durations.count))
    sizes.append(number: UInt32(samples.lengths.count))
    for duration in samples.durations {
      durations.append(number: UInt32(1))
      durations.append(number: UInt32(clamping: duration))
    }
    for length in samples.lengths { sizes.append(number: length) }
    var chunk = one
    chunk.append(number: UInt32(1))
    chunk.append(number: UInt32(samples.lengths.count))
    chunk.append(number: UInt32(1))
    return Box(
      "stbl",
      boxes: [
        Box("stsd", one, boxes: [form.sampleDescription]), Box("stts", durations),
        Box("stsc", chunk), Box("stsz", sizes), place,
      ])
  }
}
