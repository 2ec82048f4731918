package import CutawayQuirks

extension Quirk {
  /// qtmux leaves out sound before time 0.
  ///
  /// So packetsrc gives such sound the time 0, and states in the decode time how much earlier it
  /// is. From that, qtmux writes the right edit list, but also an offset between presentation and
  /// decode time (`ctts`), which has no meaning for sound.
  package static let soundDelays = Quirk(
    "qtmux writes offsets between the times of sound packets",
    versions: [.all],
    test: "a copy of a whole file has the times and samples of the source")
}

extension MovieHeader {
  /// Patches that make the presentation times of sound equal to its decode times.
  ///
  /// Apply them when the file is complete.
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
}
