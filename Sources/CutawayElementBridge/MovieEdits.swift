public import CutawayElementKit

/// Makes the sound of an MP4 or MOV file end where its packets do.
///
/// Muxers of GStreamer 1.22 write an edit as long as all packets together, also where it leaves out
/// those before time 0: the sound would go on past the last one. Call it when the file is complete.
///
/// - Throws: `ElementError` where the header cannot be read or written.
public func endSoundWithMedia(inMovie path: String) throws(ElementError) {
  let movie = try completeMovieHeader(path)
  guard let header = movie.box.box("mvhd") else { return }
  let length = HeaderNumber(header, at: 16, long: 24)
  let scale = header.word(header.byte(0) == 1 ? 20 : 12)
  var isChanged = false, longest = 0
  for track in movie.box.boxes("trak") {
    guard let own = track.box("tkhd").map({ HeaderNumber($0, at: 20, long: 28) }) else { continue }
    var played = own.value
    if let excess = soundExcess(of: track, movieTimescale: scale) {
      played = max(0, own.value - excess.ticks)
      let edit = excess.edit
      try edit.write(edit.value - excess.ticks, to: path, after: movie.position)
      try own.write(played, to: path, after: movie.position)
      isChanged = true
    }
    longest = max(longest, played)
  }
  if isChanged { try length.write(longest, to: path, after: movie.position) }
}

/// The last edit of a sound track, and by how much of the movie's clock it is longer than what it plays;
/// `nil` where it is not.
private func soundExcess(
  of track: MovieBox, movieTimescale scale: Int
) -> (edit: HeaderNumber, ticks: Int)? {
  guard let media = track.box("mdia"), media.box("hdlr")?.text(8) == "soun",
    let clock = media.box("mdhd"), let list = track.box("edts")?.box("elst"), list.word(4) > 0,
    let times = media.box("minf")?.box("stbl")?.box("stts"), times.word(4) > 0
  else { return nil }
  // From Matroska the last packet comes without a duration: where it ends is not known then.
  guard times.word(4 + 8 * times.word(4)) > 0 else { return nil }
  let isLong = list.byte(0) == 1
  let entry = 8 + (list.word(4) - 1) * (isLong ? 20 : 12)
  let edit = HeaderNumber(list, at: entry, long: entry)
  let start = isLong ? list.word(entry + 8) << 32 | list.word(entry + 12) : list.word(entry + 4)
  let rate = clock.word(clock.byte(0) == 1 ? 20 : 12)
  let left = HeaderNumber(clock, at: 16, long: 24).value - start
  guard rate > 0, scale > 0, left > 0, left < Int.max / 2 / scale else { return nil }
  // Rounded up: a sample too few would be heard.
  let ticks = edit.value - (left * scale + rate - 1) / rate
  return ticks > 0 ? (edit, ticks) : nil
}

/// A number in a header, of four bytes, or of eight in headers of version 1.
private struct HeaderNumber {
  let value: Int
  private let offset: Int
  private let isLong: Bool

  init(_ box: MovieBox, at short: Int, long: Int) {
    isLong = box.byte(0) == 1
    offset = box.offset + (isLong ? long : short)
    value = isLong ? box.word(long) << 32 | box.word(long + 4) : box.word(short)
  }

  /// Writes another one in its place.
  func write(
    _ number: Int, to path: String, after position: Int
  ) throws(ElementError) {
    let bytes = (0..<(isLong ? 8 : 4)).reversed().map {
      UInt8(truncatingIfNeeded: number >> (8 * $0))
    }
    try overwrite(path, at: [position + offset], with: bytes)
  }
}
