/// What muxers of GStreamer 1.22 write wrong of packets that are copied, or not at all.
///
/// Each is to be corrected when the file is complete.
extension MovieHeader {
  /// The header of a file that a muxer has completed.
  ///
  /// - Throws: ``ContainerError/Code/malformed`` where there is none.
  package init(completed path: String) throws(ContainerError) {
    guard let header = MovieHeader(path: path), header.movie.box("mvhd") != nil else {
      throw ContainerError(.malformed, "the header that the muxer wrote cannot be read")
    }
    self = header
  }

  /// Makes sound be heard in the order and at the times at which it is decoded.
  ///
  /// Muxers leave out sound before time 0. `packetsrc` gives it the time 0 and says by the decoding time how
  /// much earlier it is. From that they write the right edit list, but also how much later it is heard than
  /// it is decoded, which this takes back.
  package var withoutSoundDelays: [FilePatch] {
    tracks(of: "soun").flatMap { track -> [FilePatch] in
      guard let delays = track.box("mdia")?.box("minf")?.box("stbl")?.box("ctts") else { return [] }
      return (0..<max(0, min(delays.word(4), (delays.count - 8) / 8))).compactMap { index in
        let offset = 12 + 8 * index
        if delays.word(offset) == 0 { return nil }
        return FilePatch(position: place(of: delays, offset), bytes: [0, 0, 0, 0])
      }
    }
  }

  /// Turns the pictures.
  ///
  /// - Parameter matrix: `a`, `b`, `c`, `d`, `tx`, `ty`: a stored point goes to
  ///   `(a·x + c·y + tx, b·x + d·y + ty)`.
  /// - Throws: ``ContainerError/Code/malformed`` where there is no track of pictures.
  package func withPictures(turnedBy matrix: [Double]) throws(ContainerError) -> [FilePatch] {
    precondition(matrix.count == 6)
    let numbers = [matrix[0], matrix[1], 0, matrix[2], matrix[3], 0, matrix[4], matrix[5]]
    let fixed = numbers.map { Int32(clamping: Int64(($0 * 65_536).rounded())) } + [1 << 30]
    let bytes = fixed.flatMap { [UInt8](bigEndian: $0) }
    let patches = tracks(of: "vide").compactMap { track in
      track.box("tkhd").map {
        FilePatch(position: place(of: $0, $0.byte(0) == 1 ? 52 : 40), bytes: bytes)
      }
    }
    if patches.isEmpty {
      throw ContainerError(.malformed, "the header has no track of pictures to turn")
    }
    return patches
  }

  /// Makes the sound end where its packets do.
  ///
  /// Muxers write an edit as long as all packets together, also where it leaves out those before time 0: the
  /// sound would go on past the last one.
  package var withSoundEndingWithMedia: [FilePatch] {
    guard let header = movie.box("mvhd") else { return [] }
    let length = HeaderNumber(header, at: 16, long: 24)
    let scale = header.word(header.byte(0) == 1 ? 20 : 12)
    var patches: [FilePatch] = [], longest = 0
    for track in movie.boxes("trak") {
      guard let own = track.box("tkhd").map({ HeaderNumber($0, at: 20, long: 28) }) else {
        continue
      }
      var played = own.value
      if let excess = track.soundExcess(movieTimescale: scale) {
        played = max(0, own.value - excess.ticks)
        let edit = excess.edit
        patches += [edit.patch(edit.value - excess.ticks, in: self), own.patch(played, in: self)]
      }
      longest = max(longest, played)
    }
    return patches.isEmpty ? [] : patches + [length.patch(longest, in: self)]
  }
}

extension BoxView {
  /// The last edit of a sound track, and by how much of the movie's clock it is longer than what it plays;
  /// `nil` where it is not.
  fileprivate func soundExcess(movieTimescale scale: Int) -> (edit: HeaderNumber, ticks: Int)? {
    guard let media = box("mdia"), media.box("hdlr")?.kind(8) == "soun",
      let clock = media.box("mdhd"), let list = box("edts")?.box("elst"), list.word(4) > 0,
      let times = media.box("minf")?.box("stbl")?.box("stts"), times.word(4) > 0
    else { return nil }
    // From Matroska the last packet comes without a duration: where it ends is not known then.
    guard times.word(4 + 8 * times.word(4)) > 0 else { return nil }
    let isLong = list.byte(0) == 1
    let entry = 8 + (list.word(4) - 1) * (isLong ? 20 : 12)
    let edit = HeaderNumber(list, at: entry, long: entry)
    let start = isLong ? list.longWord(entry + 8) : list.word(entry + 4)
    let rate = clock.word(clock.byte(0) == 1 ? 20 : 12)
    let left = HeaderNumber(clock, at: 16, long: 24).value - start
    guard rate > 0, scale > 0, left > 0, left < Int.max / 2 / scale else { return nil }
    // Rounded up: a sample too few would be heard.
    let ticks = edit.value - (left * scale + rate - 1) / rate
    return ticks > 0 ? (edit, ticks) : nil
  }

  /// Where in a track's media the first edit begins that shows something, by the media's clock.
  package var editStart: (ticks: Int64, seconds: Double)? {
    guard let list = box("edts")?.box("elst"), let clock = box("mdia")?.box("mdhd") else {
      return nil
    }
    let scale = clock.word(clock.byte(0) == 1 ? 20 : 12)
    let isLong = list.byte(0) == 1
    for index in 0..<min(list.word(4), 4) where scale > 0 {
      let entry = 8 + index * (isLong ? 20 : 12)
      let start = isLong ? list.longWord(entry + 8) : list.signedWord(entry + 4)
      if start >= 0 { return (Int64(start), Double(start) / Double(scale)) }
    }
    return nil
  }
}
