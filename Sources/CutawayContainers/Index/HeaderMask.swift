/// Numbers of a movie's header that a demuxer must not see, because the index has better ones.
///
/// - The movie's duration: demuxers end there, but it counts what edit lists show, is rounded to ticks of
///   the movie, and can be wrong. Demuxers also leave out tracks that are much shorter. 0 is unknown.
/// - The edit list of a track of pictures: demuxers then deliver all packets in the time of the media.
/// - The duration of the media where it is shorter than its packets.
package struct HeaderMask: Sendable, Hashable {
  private var durations: [FilePatch] = []
  private var edits: [FilePatch] = []

  /// Finds the numbers in a header.
  ///
  /// - Parameters:
  ///   - header: The header.
  ///   - lists: The tables of its tracks.
  package init(_ header: MovieHeader, _ lists: [PacketList]) {
    guard let clock = header.movie.box("mvhd") else { return }
    durations.append(HeaderNumber(clock, at: 16, long: 24).patch(0, in: header))
    if let length = header.movie.box("mvex")?.box("mehd") {
      durations.append(HeaderNumber(length, at: 4, long: 4).patch(0, in: header))
    }
    for (track, list) in zip(header.movie.boxes("trak"), lists) {
      guard let media = track.box("mdia"), let clock = media.box("mdhd") else { continue }
      let stated = HeaderNumber(clock, at: 16, long: 24)
      let length = Int(list.mediaEnd)
      if !header.isFragmented, stated.value > 0, length > stated.value, length < 1 << 31 {
        durations.append(stated.patch(length, in: header))
      }
      if list.media == .video, let table = track.box("edts")?.box("elst") {
        // No entries.
        edits.append(FilePatch(position: header.place(of: table, 4), bytes: [0, 0, 0, 0]))
      }
    }
  }

  /// The replaced bytes, in ascending order.
  ///
  /// - Parameter hidesEdits: Whether edit lists of pictures are hidden.
  /// - Returns: The bytes with their positions in the file.
  package func patches(hidesEdits: Bool) -> [FilePatch] {
    (durations + (hidesEdits ? edits : [])).sorted { $0.position < $1.position }
  }
}
