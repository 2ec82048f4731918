import CutawayTime

/// A text track that is added to a movie: chapters or subtitles.
struct TextTrack {
  /// The type of the track, and the format of its samples.
  struct Form {
    var handler: Box
    /// The box of the media information that states the media type.
    var mediaHeader: Box
    var sampleDescription: Box
    /// 1 if the track is enabled, plus 2 if it is part of the movie.
    var flags: UInt8
    /// Tracks with the same number are alternatives, of which players show one at a time.
    var alternateGroup: UInt16 = 0
    /// Width and height in units of 1/65,536 pixel.
    var size: [UInt8] = [UInt8](repeating: 0, count: 8)
  }

  let number: UInt32
  let form: Form
  let samples: TextSamples
  let language: TrackLanguage?
  /// The timescale of the movie, which is the unit of the track's duration.
  let movieTimescale: Int64
  /// The duration that the track plays, set by an edit list; `nil` plays all samples, without an
  /// edit list.
  var playedDuration: MediaTime?

  /// The track, with its samples at an offset in the file.
  ///
  /// `isLong` forces an offset of 64 bits.
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

  /// The identity matrix.
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

  /// States that the samples are in this file.
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
