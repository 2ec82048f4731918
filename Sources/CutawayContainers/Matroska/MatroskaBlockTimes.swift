/// The time stamps of the first blocks of an audio track in a Matroska or WebM file.
package struct MatroskaBlockTimes: Sendable, Hashable {
  /// The time stamps in nanoseconds, in the order of the file.
  package private(set) var times: [Int64] = []

  /// The elements whose contents are searched.
  private static let parents: Set = [
    MatroskaName.segment, MatroskaName.information, MatroskaName.tracks, MatroskaName.track,
    MatroskaName.cluster, MatroskaName.blockGroup,
  ]

  /// The maximum number of elements to search: more than any file has before its first blocks of
  /// sound.
  private static let longestSearch = 20_000

  /// Reads the start of a file; `nil` if the track has fewer blocks, or if a block contains several
  /// packets.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - trackIndex: The index among the audio tracks, from 0.
  ///   - count: The number of blocks.
  package init?(path: String, trackIndex: Int, count: Int) {
    // An unreadable file has no blocks: GStreamer reports why the file cannot be opened.
    guard let file = try? EBMLFile(path: path),
      (try? read(file, trackIndex: trackIndex, count: count)) == true
    else { return nil }
  }

  /// Reads the time stamps.
  ///
  /// - Returns: Whether all of them were found.
  private mutating func read(
    _ file: borrowing EBMLFile, trackIndex: Int, count: Int
  ) throws(ContainerError) -> Bool {
    var soundTracks: [UInt64] = [], number: UInt64 = 0
    var scale: Int64 = 1_000_000, clusterTime: Int64 = 0
    var position = 0
    for _ in 0..<Self.longestSearch {
      guard let part = try file.element(at: position, in: 0..<file.size) else { return false }
      position = Self.parents.contains(part.name) ? part.body.lowerBound : part.body.upperBound
      switch part.name {
      case MatroskaName.timestampScale: scale = Int64(clamping: try file.integer(part))
      case MatroskaName.track: number = 0
      case MatroskaName.trackNumber:
        // The type of a track may precede its number.
        let own = try file.integer(part)
        if number == .max { soundTracks.append(own) }
        number = own
      case MatroskaName.trackType:
        if try file.integer(part) != MatroskaName.sound { continue }
        if number == 0 { number = .max } else { soundTracks.append(number) }
      case MatroskaName.timestamp: clusterTime = Int64(clamping: try file.integer(part))
      case MatroskaName.simpleBlock, MatroskaName.block:
        guard soundTracks.indices.contains(trackIndex),
          let block = MatroskaBlock(try file.file.read(12, at: part.body.lowerBound))
        else { return false }
        guard block.track == soundTracks[trackIndex] else { continue }
        guard !block.isLaced else { return false }
        times.append((clusterTime &+ block.time) &* scale)
        if times.count == count { return true }
      default: break
      }
    }
    return false
  }
}

/// The header of a block: its track, its time relative to its cluster, and its flags.
struct MatroskaBlock {
  let track: UInt64
  let time: Int64
  let flags: UInt8
  /// The position of the flags in the block.
  let flagsOffset: Int

  /// Whether the block contains several packets.
  var isLaced: Bool { flags & 0x06 != 0 }

  /// Whether decoding can start at the block.
  ///
  /// The flag exists only in a simple block.
  var isKeyFrame: Bool { flags & 0x80 != 0 }

  init?(_ bytes: [UInt8]) {
    guard let number = EBMLNumber(bytes[...]), let track = number.value,
      let time: Int16 = bytes.number(at: number.length),
      let flags: UInt8 = bytes.number(at: number.length + 2)
    else { return nil }
    self.track = UInt64(track)
    self.time = Int64(time)
    self.flags = flags
    flagsOffset = number.length + 2
  }
}
