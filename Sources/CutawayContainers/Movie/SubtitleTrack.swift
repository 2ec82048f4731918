import CutawayTime

/// A subtitle track: timed text according to 3GPP TS 26.245, `tx3g`.
extension TextTrack {
  /// Creates the track of some subtitles.
  ///
  /// - Parameters:
  ///   - subtitles: The cues and their language.
  ///   - number: The number of the track.
  ///   - isFirst: Whether it is the only subtitle track that is enabled.
  ///   - size: Width and height of the picture, in the form of its track header.
  ///   - movie: The timescale of the movie in ticks per second, and its duration.
  /// - Throws: ``ContainerErrorCode/invalidRequest`` if the language is not valid.
  init(
    _ subtitles: MovieSubtitles, number: UInt32, isFirst: Bool, size: [UInt8]?,
    movie: (timescale: Int64, duration: MediaTime?)
  ) throws(ContainerError) {
    let language: TrackLanguage? =
      if let tag = subtitles.language { try TrackLanguage(tag) } else { nil }
    let size = size ?? [UInt8](repeating: 0, count: 8)
    self.init(
      number: number,
      form: Form(
        handler: .handler("sbtl", component: nil), mediaHeader: Box("nmhd", [0, 0, 0, 0]),
        sampleDescription: timedText(size), flags: isFirst ? 3 : 2, alternateGroup: 3, size: size),
      samples: TextSamples(subtitles, until: movie.duration), language: language,
      movieTimescale: movie.timescale, playedDuration: movie.duration)
  }
}

extension TextSamples {
  /// The samples of the cues, with empty samples between them and, up to the end of the movie,
  /// after them.
  ///
  /// Readers that compute a duration from the start of the next sample need the last empty sample.
  /// Otherwise they show the last cue until the movie ends.
  fileprivate init(_ subtitles: MovieSubtitles, until movieEnd: MediaTime?) {
    let tick = MediaTime(1, over: Self.timescale)
    for cue in subtitles.cues {
      let start = max(cue.range.start.rounded(in: tick), length)
      let end = cue.range.end.rounded(in: tick)
      guard end > start else { continue }
      if start > length { append([], lasting: start - length) }
      append(cue.text.utf8Prefix(Int(UInt16.max)), lasting: end - start)
    }
    let rest = (movieEnd?.ceiled(in: tick) ?? 0) - length
    if rest > 0 { append([], lasting: rest) }
  }
}

/// The style of the text: white, centred in the lowest lines of the picture.
private func timedText(_ size: [UInt8]) -> Box {
  var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
  // No scrolling; centred; at the bottom; a transparent background.
  bytes += [0, 0, 0, 0, 1, 0xFF, 0, 0, 0, 0]
  // The box of the text: top, left, bottom, right, in whole pixels.
  bytes += [0, 0, 0, 0] + [size[4], size[5], size[0], size[1]]
  // All characters in font 1, plain, a twentieth of the picture's height, white.
  let height = Int(size[4]) << 8 | Int(size[5])
  bytes += [0, 0, 0, 0, 0, 1, 0, UInt8(max(12, min(255, height / 20))), 255, 255, 255, 255]
  let name = Array("Sans-Serif".utf8)
  return Box("tx3g", bytes + Box("ftab", [0, 1, 0, 1, UInt8(name.count)] + name).encoded)
}
