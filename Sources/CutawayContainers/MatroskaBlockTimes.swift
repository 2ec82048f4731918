/// When the first blocks of a track of sound in a Matroska or WebM file are stamped.
///
/// Source: RFC 9559.
public struct MatroskaBlockTimes: Sendable, Hashable {
  /// In nanoseconds, in the order of the file.
  public private(set) var times: [Int64] = []

  private enum Name {
    static let segment: UInt64 = 0x1853_8067, information: UInt64 = 0x1549_A966
    static let timestampScale: UInt64 = 0x2A_D7B1
    static let tracks: UInt64 = 0x1654_AE6B, track: UInt64 = 0xAE
    static let trackNumber: UInt64 = 0xD7, trackType: UInt64 = 0x83
    static let cluster: UInt64 = 0x1F43_B675, timestamp: UInt64 = 0xE7
    static let simpleBlock: UInt64 = 0xA3, blockGroup: UInt64 = 0xA0, block: UInt64 = 0xA1
    /// Those whose content is looked at.
    static let parents: Set = [segment, information, tracks, track, cluster, blockGroup]
  }

  /// More than any file has before its first blocks of sound.
  private static let longestSearch = 20_000

  /// Reads the start of a file; `nil` where it has fewer blocks, or where a block holds several packets.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - trackIndex: Which of its tracks of sound, from 0.
  ///   - count: How many blocks.
  public init?(path: String, trackIndex: Int, count: Int) {
    guard let file = EBMLFile(path: path) else { return nil }
    var soundTracks: [UInt64] = [], number: UInt64 = 0
    var scale: Int64 = 1_000_000, clusterTime: Int64 = 0
    var position = 0
    for _ in 0..<Self.longestSearch {
      guard let part = file.element(at: position) else { return nil }
      position = Name.parents.contains(part.name) ? part.start : part.end
      switch part.name {
      case Name.timestampScale: scale = Int64(clamping: file.integer(part))
      case Name.track: number = 0
      case Name.trackNumber:
        // A track's type may come before its number.
        if number == .max { soundTracks.append(file.integer(part)) }
        number = file.integer(part)
      case Name.trackType where file.integer(part) == 2:
        if number == 0 { number = .max } else { soundTracks.append(number) }
      case Name.timestamp: clusterTime = Int64(clamping: file.integer(part))
      case Name.simpleBlock, Name.block:
        let head = file.bytes(12, at: part.start)
        guard soundTracks.indices.contains(trackIndex),
          let track = EBMLFile.variableInteger(head[...]), head.count >= track.length + 3
        else { return nil }
        guard track.value == soundTracks[trackIndex] else { continue }
        let (high, low) = (head[track.length], head[track.length + 1])
        // Flags: lacing, several packets in a block.
        guard head[track.length + 2] & 0x06 == 0 else { return nil }
        let relative = Int64(Int16(truncatingIfNeeded: Int(high) << 8 | Int(low)))
        times.append((clusterTime &+ relative) &* scale)
        if times.count == count { return }
      default: break
      }
    }
    return nil
  }
}
