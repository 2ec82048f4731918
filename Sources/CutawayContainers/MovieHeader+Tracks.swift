package import CutawayTime

extension MovieHeader {
  /// What the header says of a track that demuxers do not hand on.
  package struct Track: Sendable, Hashable {
    /// `vide`, `soun`, or something else.
    package var handler: FourCC
    /// `nil` where the header does not say, as in a fragmented file.
    package var duration: MediaTime?
    /// `a`, `b`, `c`, `d` in 65,536ths: where a step to the right leads, and one down.
    package var matrix: [Int]
    /// Three letters of ISO 639-2; `nil` where the header does not say.
    package var language: String?
  }

  /// Whether the header leaves it to fragments to say what there is.
  package var isFragmented: Bool { movie.box("mvex") != nil }

  /// The tracks in the order of the file.
  package var tracks: [Track] {
    guard let header = movie.box("mvhd") else { return [] }
    let scale = header.word(header.byte(0) == 1 ? 20 : 12), isFragmented = isFragmented
    return movie.boxes("trak").compactMap { track in
      guard let header = track.box("tkhd"), let media = track.box("mdia"),
        let handler = media.box("hdlr")
      else { return nil }
      let isLong = header.byte(0) == 1
      let length = HeaderNumber(header, at: 20, long: 28).value
      // All ones mean that it is not known.
      let isKnown = length > 0 && (isLong || length < UInt32.max) && scale > 0 && !isFragmented
      let matrix = isLong ? 52 : 40
      return Track(
        handler: handler.kind(8),
        duration: isKnown ? MediaTime(Int64(length), over: Int64(scale)) : nil,
        matrix: [0, 4, 12, 16].map { header.signedWord(matrix + $0) },
        language: media.box("mdhd").flatMap { clock in
          Self.language(packed: clock.word(clock.byte(0) == 1 ? 32 : 20) >> 16)
        })
    }
  }

  /// Five bits a letter; `nil` for a language that is not known, and for QuickTime's numbers.
  private static func language(packed: Int) -> String? {
    let letters = [10, 5, 0].map { UInt8(packed >> $0 & 31) + 0x60 }
    guard letters.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
    let code = String(decoding: letters, as: UTF8.self)
    return ["und", "mis", "mul", "zxx"].contains(code) ? nil : code
  }
}
