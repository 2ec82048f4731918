import CutawayTime

extension Box {
  /// Moves the end of a track, with its edit list (ISO/IEC 14496-12, 8.6.6).
  ///
  /// The last sample lasts until then, because edits may not pass the end of the media.
  ///
  /// - Parameters:
  ///   - end: The end.
  ///   - timescale: The ticks per second of the movie.
  /// - Throws: ``ContainerErrorCode/malformed`` if the track has no headers.
  mutating func setPlayedEnd(
    _ end: MediaTime, movieTimescale timescale: Int64
  ) throws(ContainerError) {
    let ticks = end.rounded(in: MediaTime(1, over: timescale))
    let old = descendant("edts", "elst")?.bytes ?? []
    // Muxers write the long form where times need it.
    let isLong = old.first == 1, width = isLong ? 8 : 4
    guard ticks > 0, isLong || ticks <= Int64(UInt32.max) else { return }
    // One edit from the start at normal speed.
    let whole: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]
    var list = old.count >= 8 + 2 * width + 4 ? old : whole
    let places = Array(stride(from: 8, through: list.count - 2 * width - 4, by: 2 * width + 4))
    guard let last = places.last else { return }
    let before = places.dropLast().reduce(0) { $0 + list.integer(width, at: $1) }
    let length = max(0, ticks - before)
    list.replaceSubrange(last..<last + width, with: bigEndian(length, width))
    self["edts"] = nil
    let header = boxes.firstIndex { $0.kind == "tkhd" } ?? -1
    boxes.insert(Box("edts", boxes: [Box("elst", list)]), at: header + 1)
    trackDuration = ticks
    let media = try mediaTimes()
    guard let duration = media.duration else { return }
    let start = MediaTime(list.integer(width, at: last + width), over: media.timescale)
    let needed = start + MediaTime(length, over: timescale)
    let missing = (needed - duration).ceiled(in: MediaTime(1, over: media.timescale))
    if missing > 0 { extendLastSample(by: missing) }
  }

  /// Lets the last sample in decoding order last longer.
  private mutating func extendLastSample(by ticks: Int64) {
    guard var media = self["mdia"], var information = media["minf"],
      var tables = information["stbl"], var times = tables["stts"]?.bytes, times.count >= 16,
      var header = media["mdhd"]?.bytes
    else { return }
    let last = times.count - 8
    let count = times.integer(4, at: last), delta = times.integer(4, at: last + 4)
    if count > 1 {
      times.replaceSubrange(last..<last + 4, with: bigEndian(count - 1, 4))
      times += bigEndian(1, 4) + bigEndian(delta + ticks, 4)
      times.replaceSubrange(4..<8, with: bigEndian(times.integer(4, at: 4) + 1, 4))
    } else {
      times.replaceSubrange(last + 4..<last + 8, with: bigEndian(delta + ticks, 4))
    }
    let isLong = header.first == 1, place = isLong ? 24 : 16, width = isLong ? 8 : 4
    let whole = header.integer(width, at: place) + ticks
    guard delta + ticks <= Int64(UInt32.max), isLong || whole <= Int64(UInt32.max) else { return }
    header.replaceSubrange(place..<place + width, with: bigEndian(whole, width))
    tables["stts"] = Box("stts", times)
    information["stbl"] = tables
    media["minf"] = information
    media["mdhd"] = Box("mdhd", header)
    self["mdia"] = media
  }
}

extension [UInt8] {
  /// A number of some bytes; 0 past the end.
  fileprivate func integer(_ width: Int, at place: Int) -> Int64 {
    width == 8
      ? Int64(clamping: number(UInt64.self, at: place) ?? 0)
      : Int64(number(UInt32.self, at: place) ?? 0)
  }
}

private func bigEndian(_ value: Int64, _ width: Int) -> [UInt8] {
  (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
