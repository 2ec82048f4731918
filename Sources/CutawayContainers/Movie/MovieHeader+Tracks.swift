extension MovieHeader {
  /// The properties of a track in the header that demuxers do not expose.
  package struct Track: Sendable, Hashable {
    /// The media type: `vide`, `soun`, or another one.
    package var handler: FourCC
    /// The linear part of the matrix, `a`, `b`, `c` and `d`, in units of 1/65,536.
    package var matrix: [Int]
    /// The language as three letters of ISO 639-2; `nil` if the header does not state it.
    package var language: String?
    /// The mastering display that the first sample entry states.
    package var light: MovieLight?
    /// The profile of Dolby Vision that the first sample entry states; `nil` if it states none.
    package var dolbyVisionProfile: Int?
    /// The part of the frames that is meant to be seen, by the first sample entry; `nil` is all.
    package var cleanAperture: CleanAperture?
  }

  /// Whether the media are described by fragments instead of the header.
  package var isFragmented: Bool { movie.box("mvex") != nil }

  /// The tracks, in the order of the file.
  package var tracks: [Track] {
    movie.boxes("trak").compactMap { track in
      guard let header = track.box("tkhd"), let media = track.box("mdia"),
        let handler = media.box("hdlr")
      else { return nil }
      let isLong = header.byte(0) == 1
      let entry = media.box("minf")?.box("stbl")?.box("stsd")?.boxes(from: 8).first?.inside
      let matrix = isLong ? 52 : 40
      return Track(
        handler: handler.kind(8),
        matrix: [0, 4, 12, 16].map { header.signedWord(matrix + $0) },
        language: media.box("mdhd").flatMap { clock in
          Self.language(packed: clock.word(clock.byte(0) == 1 ? 32 : 20) >> 16)
        },
        light: entry.flatMap { MovieLight(entry: $0) },
        dolbyVisionProfile: entry.flatMap { Self.dolbyVisionProfile(of: $0) },
        cleanAperture: handler.kind(8) == "vide" ? entry.flatMap { CleanAperture(entry: $0) } : nil)
    }
  }

  /// The profile in a visual sample entry (Dolby Vision Streams Within the ISO Base Media File Format, 3.2).
  private static func dolbyVisionProfile(of entry: BoxView) -> Int? {
    entry.boxes(from: 78).first { ["dvcC", "dvvC"].contains($0.kind) }
      .map { Int($0.inside.byte(2) >> 1) }
  }

  /// The language from five bits per letter; `nil` for an undetermined language and for QuickTime's
  /// numbers.
  private static func language(packed: Int) -> String? {
    let letters = [10, 5, 0].map { UInt8(packed >> $0 & 31) + 0x60 }
    guard letters.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
    let code = String(decoding: letters, as: UTF8.self)
    return ["und", "mis", "mul", "zxx"].contains(code) ? nil : code
  }
}
