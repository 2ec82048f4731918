import CutawayContainers
import Foundation
import TestSupport
import Testing

@Suite struct LightTests {
  private func light(_ content: [UInt16]?) throws -> MovieLight {
    try #require(
      MovieLight(
        chromaticities: [35_400, 14_600, 8_500, 39_850, 6_550, 2_300, 15_635, 16_450],
        luminances: [10_000_000, 50], contentLight: content))
  }

  @Test func `a sample entry states the mastering display once, and the content light`()
    async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = try await Movies.film(in: folder)
    let light = try light([1_000, 400])
    for _ in 0..<2 { try finish(file) { $0.lights = [0: light] } }
    let bytes = Array(try Data(contentsOf: file))
    // Green, blue, red, white, then the luminances (ISO/IEC 14496-12 and HEVC's D.3.28).
    let display: [UInt8] =
      [0, 0, 0, 32] + Array("mdcv".utf8)
      + [8_500, 39_850, 6_550, 2_300, 35_400, 14_600, 15_635, 16_450].flatMap { (value: Int) in
        [UInt8(value >> 8), UInt8(value & 255)]
      } + [0, 0x98, 0x96, 0x80, 0, 0, 0, 50]
    let level: [UInt8] = [0, 0, 0, 12] + Array("clli".utf8) + [3, 232, 1, 144]
    #expect(count(of: display, in: bytes) == 1)
    #expect(count(of: level, in: bytes) == 1)
    #expect(MovieHeader(path: file.path)?.tracks.first { $0.handler == "vide" }?.light == light)
    // The sizes of the boxes around them are right: an independent parser reads the whole file.
    let outcome = try await ChildProcess(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "stream_side_data", "-of",
        "compact", file.path,
      ]
    ).check()
    #expect(outcome.outputText.contains("max_content=1000"))
    #expect(outcome.outputText.contains("max_luminance=10000000/10000"))
  }

  @Test func `other numbers of values are refused`() {
    #expect(MovieLight(chromaticities: [1], luminances: [1, 2]) == nil)
    #expect(
      MovieLight(chromaticities: Array(repeating: 1, count: 8), luminances: [1]) == nil)
    #expect(
      MovieLight(
        chromaticities: Array(repeating: 1, count: 8), luminances: [1, 2], contentLight: [1])
        == nil)
  }

  private func count(of part: [UInt8], in bytes: [UInt8]) -> Int {
    (0...(bytes.count - part.count)).filter { bytes[$0..<$0 + part.count].elementsEqual(part) }
      .count
  }
}
