import CutawayContainers
import Foundation
import TestSupport
import Testing

@Suite struct MatroskaHeaderTests {
  /// An element with a size of two bytes.
  private func element(_ name: UInt32, _ body: [UInt8]) -> [UInt8] {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: name >> (24 - 8 * $0)) }
    return bytes.drop { $0 == 0 } + [0x40 | UInt8(body.count >> 8), UInt8(body.count & 255)] + body
  }

  private func track(_ type: UInt8, _ codec: String, delay: UInt32?) -> [UInt8] {
    let delayBytes = delay.map { delay in
      element(0x56AA, (0..<4).map { UInt8(truncatingIfNeeded: delay >> (24 - 8 * $0)) })
    }
    return element(
      0xAE, element(0x83, [type]) + element(0x86, Array(codec.utf8)) + (delayBytes ?? []))
  }

  private func header(information: [UInt8], tracks: [UInt8]) throws -> MatroskaHeader? {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("a.mkv")
    let segment = element(0x1549_A966, information) + element(0x1654_AE6B, tracks)
    try Data(element(0x1A45_DFA3, []) + element(0x1853_8067, segment)).write(to: file)
    return MatroskaHeader(path: file.path)
  }

  @Test func `the delay of each audio track is read, except that of Opus`() throws {
    let tracks =
      track(1, "V_VP9", delay: 5) + track(2, "A_AAC", delay: 21_333_333)
      + track(2, "A_OPUS", delay: 6_500_000) + track(2, "A_FLAC", delay: nil)
      + track(2, "A_AC3", delay: 4_000_000_000)
    // The last one is longer than any codec's.
    #expect(
      try header(information: [], tracks: tracks)?.unappliedDelays == [21_333_333, 0, 0, 0])
  }
}
