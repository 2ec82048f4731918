import CutawayTime

/// The time code of the first frame of a movie (*QuickTime File Format*, "Timecode Media").
package struct StartTimecode: Sendable, Hashable, Codable {
  /// The number of the frame, of those that exist: numbers that drop frames leave out do not count.
  package var frame: Int64
  /// 1: numbers are dropped; 2: it begins again after 24 hours; 4: it may be negative; 8: it is a counter.
  package let flags: UInt32
  /// Ticks per second.
  package let timescale: UInt32
  /// Ticks per frame.
  package let frameTicks: UInt32
  /// The numbers of a second, such as 30 at 29.97 frames per second.
  package let numbersPerSecond: UInt8

  /// Reads the time code of a local file; `nil` if it is not a movie, or has none.
  package init?(path: String) {
    guard let header = MovieHeader(path: path), let track = header.tracks(of: "tmcd").first,
      let tables = track.box("mdia")?.box("minf")?.box("stbl"),
      let entry = tables.box("stsd")?.boxes(from: 8).first, entry.kind == "tmcd",
      entry.inside.count >= 25,
      let place = tables.box("stco")?.word(8) ?? tables.box("co64")?.longWord(8),
      // A file that cannot be read any more has no time code.
      let file = try? DiskFile(path: path, isWritable: false),
      let bytes = try? file.readAll(4, at: place)
    else { return nil }
    let fields = entry.inside
    flags = UInt32(fields.word(12))
    timescale = UInt32(fields.word(16))
    frameTicks = UInt32(fields.word(20))
    numbersPerSecond = UInt8(fields.byte(24))
    if timescale == 0 || frameTicks == 0 || numbersPerSecond == 0 { return nil }
    frame = Int64(BoxView(bytes[...]).signedWord(0))
  }

  /// The time code some frames later.
  package func advanced(by frames: Int64) -> StartTimecode {
    var later = self
    later.frame += frames
    if flags & 2 != 0 {
      // Two of 30 numbers are dropped in each minute, except in each tenth one (SMPTE ST 12-1).
      let dropped = flags & 1 == 0 ? 0 : Int64(numbersPerSecond) / 15 * (24 * 60 - 24 * 6)
      let day = Int64(numbersPerSecond) * 86_400 - dropped
      later.frame = ((later.frame % day) + day) % day
    }
    return later
  }
}

extension TextTrack {
  /// Creates the track of a time code, which has one sample for the whole movie.
  init(
    _ code: StartTimecode, number: UInt32, isQuickTime: Bool,
    movie: (timescale: Int64, duration: MediaTime?)
  ) {
    var description: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    description.append(number: code.flags)
    description.append(number: code.timescale)
    description.append(number: code.frameTicks)
    description += [code.numbersPerSecond, 0]
    var samples = TextSamples()
    var frame: [UInt8] = []
    frame.append(number: UInt32(bitPattern: Int32(clamping: code.frame)))
    let length = movie.duration?.rounded(in: MediaTime(1, over: TextSamples.timescale)) ?? 1
    samples.append(data: frame, lasting: max(1, length))
    self.init(
      number: number,
      form: Form(
        handler: .handler("tmcd", component: isQuickTime ? "mhlr" : nil),
        mediaHeader: isQuickTime ? timecodeMediaHeader : Box("nmhd", [0, 0, 0, 0]),
        sampleDescription: Box("tmcd", description), flags: 2),
      samples: samples, language: nil, movieTimescale: movie.timescale,
      playedDuration: movie.duration)
  }
}

/// The header that QuickTime requires: how a player may draw the numbers, white on black.
private var timecodeMediaHeader: Box {
  let graphics: [UInt8] = [0, 0, 0, 0, 0, 0x40, 0x80, 0, 0x80, 0, 0x80, 0, 0, 0, 0, 0]
  // Version and flags, font, face, size 12, reserved bytes, two colours, and an empty name of a font.
  let text: [UInt8] =
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 0, 0] + [UInt8](repeating: 0xFF, count: 6)
    + [UInt8](repeating: 0, count: 6) + [0]
  return Box("gmhd", boxes: [Box("gmin", graphics), Box("tmcd", boxes: [Box("tcmi", text)])])
}
