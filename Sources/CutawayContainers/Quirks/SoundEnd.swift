package import CutawayQuirks

extension Quirk {
  /// qtmux writes an edit as long as all packets together, even if it leaves out those before time
  /// 0.
  ///
  /// The sound would then continue past the last packet.
  package static let soundEnd = Quirk(
    "qtmux writes an edit of sound that ends after the last packet",
    versions: [.all],
    test: "the sound of a copy ends with that of its source")
}

extension MovieHeader {
  /// Patches that make the sound of a complete file end with its packets.
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
}
