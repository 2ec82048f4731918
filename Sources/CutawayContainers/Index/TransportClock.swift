/// The clock references (PCR) of an MPEG transport stream.
///
/// tsdemux takes references that are more than half a second apart for a jump of the clock: it estimates when
/// what follows is presented, by its place in the file. Low frame rates and pauses without padding have such
/// references. Only their differences matter to tsdemux, because PES packets state the times of presentation.
package enum TransportClock {
  /// The distance of two references, in ticks of 27 MHz, from which tsdemux assumes a jump.
  private static let jump: Int64 = 27_000_000 / 2
  /// The distance that references get instead.
  private static let step: Int64 = 27_000_000 * 2 / 5
  /// A greater distance is no pause.
  private static let longest: Int64 = 27_000_000 * 3_600
  /// The number of packets that are read at a time; greater blocks of memory cost a system call each.
  private static let chunk = 600

  fileprivate struct Reference {
    /// The place of its six bytes in the file.
    var position: Int
    /// The time in ticks of 27 MHz.
    var time: Int64
    /// The reserved bits between its parts.
    var reserved: UInt8
  }

  /// Replaces references so that none is far from the one before.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The patches in order of position; empty if there is nothing to replace, or if the clock
  ///   jumps or turns over, or the file is damaged.
  package static func patches(path: String) -> [FilePatch] {
    // A file that cannot be read has no references: GStreamer reports why it cannot be opened.
    guard let file = try? DiskFile(path: path, isWritable: false),
      let head = try? file.read(1_024, at: 0), let (size, start) = StreamContainer.packets(in: head)
    else { return [] }
    var clocks: [Int: [Reference]] = [:]
    var position = start
    while let bytes = try? file.read(size * chunk, at: position), bytes.count >= 188 {
      for place in stride(from: 0, through: bytes.count - 188, by: size) {
        if bytes[place] != 0x47 { return [] }
        // An adaptation field with a reference (ISO/IEC 13818-1, 2.4.3.4).
        guard bytes[place + 3] & 0x20 != 0, bytes[place + 4] >= 7, bytes[place + 5] & 0x10 != 0
        else { continue }
        if bytes[place + 5] & 0x80 != 0 { return [] }
        let base = bytes[place + 6..<place + 10].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        let low = bytes[place + 10]
        let time =
          (base << 1 | Int64(low >> 7)) * 300 + Int64(low & 1) << 8 + Int64(bytes[place + 11])
        let pid = Int(bytes[place + 1] & 0x1F) << 8 | Int(bytes[place + 2])
        clocks[pid, default: []].append(
          Reference(position: position + place + 6, time: time, reserved: low & 0x7E))
      }
      position += bytes.count - bytes.count % size
      if bytes.count < size { break }
    }
    return patches(Array(clocks.values))
  }

  private static func patches(_ clocks: [[Reference]]) -> [FilePatch] {
    let distances = clocks.flatMap { zip($0, $0.dropFirst()).map { $1.time - $0.time } }
    guard distances.contains(where: { $0 > jump }),
      distances.allSatisfy({ (0...longest).contains($0) })
    else { return [] }
    var patches: [FilePatch] = []
    for clock in clocks {
      var saved: Int64 = 0
      for (last, reference) in zip(clock, clock.dropFirst()) {
        saved += max(0, reference.time - last.time - step)
        if saved > 0 { patches.append(reference.patch(earlierBy: saved)) }
      }
    }
    return patches.sorted { $0.position < $1.position }
  }
}

extension TransportClock.Reference {
  /// The bytes of an earlier reference.
  fileprivate func patch(earlierBy ticks: Int64) -> FilePatch {
    let time = time - ticks, (base, rest) = (time / 300, time % 300)
    let words = [25, 17, 9, 1].map { UInt8(truncatingIfNeeded: base >> $0) }
    let low = UInt8(truncatingIfNeeded: base << 7) & 0x80 | reserved | UInt8(rest >> 8)
    return FilePatch(
      position: position, bytes: words + [low, UInt8(truncatingIfNeeded: rest)])
  }
}
