import CutawayContainers
import Foundation
import TestSupport
import Testing

/// Clock references of transport streams.
@Suite struct TransportClockTests {
  /// A packet with a reference in ticks of 27 MHz.
  private func packet(_ time: Int64, pid: Int = 256, jumps: Bool = false) -> [UInt8] {
    let (base, rest) = (time / 300, time % 300)
    let words = [25, 17, 9, 1].map { UInt8(truncatingIfNeeded: base >> $0) }
    let low = UInt8(base & 1) << 7 | 0x7E | UInt8(rest >> 8)
    let head: [UInt8] = [
      0x47, UInt8(pid >> 8), UInt8(pid & 255), 0x30, 7, 0x10 | (jumps ? 0x80 : 0),
    ]
    let bytes = head + words + [low, UInt8(rest & 255)]
    return bytes + [UInt8](repeating: 0xFF, count: 188 - bytes.count)
  }

  /// The references of a file after its patches.
  private func times(_ packets: [[UInt8]], gap: Int = 0) throws -> [Int64] {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("a.ts")
    let prefix = [UInt8](repeating: 0, count: gap)
    var bytes = packets.flatMap { prefix + $0 }
    try Data(bytes).write(to: file)
    for patch in TransportClock.patches(path: file.path) {
      bytes.replaceSubrange(patch.position..<patch.position + patch.bytes.count, with: patch.bytes)
    }
    return packets.indices.map { index in
      let place = index * (188 + gap) + gap + 6
      let base = bytes[place..<place + 4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
      let (low, last) = (bytes[place + 4], bytes[place + 5])
      #expect(low & 0x7E == 0x7E)
      return (base << 1 | Int64(low >> 7)) * 300 + Int64(low & 1) << 8 + Int64(last)
    }
  }

  private static let second: Int64 = 27_000_000

  @Test(arguments: [0, 4]) func `references after a pause come earlier`(gap: Int) throws {
    let unit = Self.second / 10
    let given = [0, 1, 2, 12, 13, 30, 31, 32].map { $0 * unit + 4_321_987 }
    let expected = [0, 1, 2, 6, 7, 11, 12, 13].map { $0 * unit + 4_321_987 }
    #expect(try times(given.map { packet($0) }, gap: gap) == expected)
  }

  @Test func `other clocks stay as they are`() throws {
    let unit = Self.second / 10
    let regular = (0..<20).map { Int64($0) * unit }
    #expect(try times(regular.map { packet($0) }) == regular)
    // A clock that turns over, or whose jump is stated.
    let back = [0, 20, 5, 6, 7, 8].map { $0 * unit }
    #expect(try times(back.map { packet($0) }) == back)
    let stated = [0, 1, 30, 31, 32].map { $0 * unit }
    #expect(try times(stated.map { packet($0, jumps: $0 == 30 * unit) }) == stated)
  }

  @Test func `each program has its own clock`() throws {
    let unit = Self.second / 10
    let given: [(Int64, Int)] = [(0, 256), (500, 512), (1, 256), (530, 512), (2, 256), (531, 512)]
    let expected = [0, 500, 1, 504, 2, 505].map { $0 * unit }
    #expect(try times(given.map { packet($0.0 * unit, pid: $0.1) }) == expected)
  }

  @Test func `a file that is damaged or no transport stream has no patches`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("a.ts")
    var bytes = [0, 1, 2, 12, 13, 30].flatMap { packet(Int64($0) * Self.second) }
    bytes[188 * 5] = 0
    for length in [0, 100, 188, 700, bytes.count] {
      try Data(bytes.prefix(length)).write(to: file)
      #expect(TransportClock.patches(path: file.path).isEmpty)
    }
    #expect(TransportClock.patches(path: folder.file("none").path).isEmpty)
  }
}
