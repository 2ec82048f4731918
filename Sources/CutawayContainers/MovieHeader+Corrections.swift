import CutawayDiagnostics

/// Corrections of errors and omissions that muxers of GStreamer 1.22 make with copied packets.
///
/// Apply them when the file is complete.
extension MovieHeader {
  /// Reads the header of a file that a muxer has completed.
  ///
  /// - Throws: ``ContainerErrorCode/malformed`` if there is none.
  package init(completed path: String) throws(ContainerError) {
    guard let header = MovieHeader(path: path), header.movie.box("mvhd") != nil else {
      throw ContainerError(.malformed, "the header that the muxer wrote cannot be read")
    }
    self = header
  }

  /// Patches that make the presentation times of sound equal to its decode times.
  ///
  /// Muxers leave out sound before time 0. `packetsrc` gives such sound the time 0, and states in
  /// the decode time how much earlier it is. From that, muxers write the right edit list, but also
  /// an offset between presentation and decode time, which these patches set to 0.
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

  /// Patches that set the orientation of the video.
  ///
  /// - Parameter matrix: `a`, `b`, `c`, `d`, `tx`, `ty`: a stored point is mapped to `(a·x + c·y +
  ///   tx, b·x + d·y + ty)`.
  /// - Returns: One patch per video track.
  /// - Throws: ``ContainerErrorCode/malformed`` if there is no video track.
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
      throw ContainerError(.malformed, "the header has no video track to rotate")
    }
    return patches
  }

  /// Patches that make the sound end with its packets.
  ///
  /// Muxers write an edit as long as all packets together, even if it leaves out those before time
  /// 0. The sound would then continue past the last packet.
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
  /// The last edit of a sound track, and the ticks of the movie by which it is longer than the rest
  /// of the media; `nil` if it is not longer.
  fileprivate func soundExcess(movieTimescale scale: Int) -> (edit: HeaderNumber, ticks: Int)? {
    guard let media = box("mdia"), media.box("hdlr")?.kind(8) == "soun",
      let clock = media.box("mdhd"), let list = box("edts")?.box("elst"), list.word(4) > 0,
      let times = media.box("minf")?.box("stbl")?.box("stts"), times.word(4) > 0
    else { return nil }
    // The last packet from Matroska has no duration, so the end of the media is unknown.
    guard times.word(4 + 8 * times.word(4)) > 0 else { return nil }
    let isLong = list.byte(0) == 1
    let entry = 8 + (list.word(4) - 1) * (isLong ? 20 : 12)
    let edit = HeaderNumber(list, at: entry, long: entry)
    let start = isLong ? list.longWord(entry + 8) : list.word(entry + 4)
    let rate = clock.word(clock.byte(0) == 1 ? 20 : 12)
    let left = HeaderNumber(clock, at: 16, long: 24).value - start
    guard rate > 0, scale > 0, left > 0, left < Int.max / 2 / scale else { return nil }
    // Rounded up: otherwise one sample would be missing.
    let ticks = edit.value - (left * scale + rate - 1) / rate
    return ticks > 0 ? (edit, ticks) : nil
  }

  /// The start of the first edit that plays media, in ticks and in seconds of the track's media.
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
