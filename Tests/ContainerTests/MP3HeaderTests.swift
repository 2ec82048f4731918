import CutawayContainers
import CutawayTime
import Foundation
import TestSupport
import Testing

/// The header in the first frame of an MP3 file, valid and damaged.
@Suite struct MP3HeaderTests {
  @Test(arguments: [
    (["-ar", "44100", "-b:a", "128k"], 44_100),
    (["-ar", "48000", "-ac", "1", "-q:a", "4"], 48_000),
    (["-ar", "22050", "-ac", "1", "-b:a", "48k"], 22_050), (["-ar", "16000", "-q:a", "5"], 16_000),
    (["-ar", "11025", "-ac", "1", "-b:a", "32k"], 11_025), (["-id3v2_version", "3"], 48_000),
  ])
  func `delay and length in the header are those of the encoded sound`(options: [String], rate: Int)
    async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let path = folder.file("a.mp3").path
    try await ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "sine=f=440:r=48000:d=3.21,aformat=channel_layouts=stereo",
      ]
        + options + ["-metadata", "title=x", path]
    ).check()
    let header = try #require(MP3Header(path: path))
    #expect(header.sampleRate == rate)
    #expect(header.lead == 576 + 529)
    #expect(abs((header.duration - MediaTime(321, over: 100)).seconds) < 2 / Double(rate))
  }

  @Test func `a file without an encoder header has no delay and length`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let path = folder.file("a.mp3").path
    try await ChildProcess(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-write_xing", "0", path]
    ).check()
    #expect(MP3Header(path: path) == nil)
    #expect(MP3Header(path: folder.file("none").path) == nil)
    #expect(MP3Header(path: folder.url.path) == nil)
  }

  @Test func `appended files are as long as all their frames`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let path = folder.file("a.mp3").path
    try await ChildProcess(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=r=44100:d=3", "-q:a", "2", path]
    ).check()
    let one = try #require(MP3Header(path: path)), data = try Data(contentsOf: URL(filePath: path))
    // Each part has a tag and a first frame without sound, which a decoder plays as silence.
    try (data + data + Data("TAG".utf8) + Data(count: 125)).write(to: URL(filePath: path))
    let both = try #require(MP3Header(path: path))
    #expect(both.start == one.start)
    #expect((both.duration - one.duration - one.duration).seconds < 0.15)
    #expect(both.duration > one.duration + one.duration)
    try (data + Data(count: 3_000)).write(to: URL(filePath: path))
    #expect(MP3Header(path: path) == one)
    // Random bytes contain headers, but none at the end of another one's frame.
    var random = SeededGenerator(seed: 8)
    for _ in 0..<8 {
      let rest = (0..<60_000).map { _ in UInt8.random(in: 0...255, using: &random) }
      try (data + rest).write(to: URL(filePath: path))
      #expect(MP3Header(path: path) == one)
    }
  }

  @Test func `arbitrary bytes do not crash the parser`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      var bytes = (0..<Int.random(in: 0...220, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      // Half of them start like a valid header.
      let start: [UInt8] = [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 32)
      let tag = start + Array("Info".utf8) + [0, 0, 0, 15]
      if bytes.count > tag.count, Bool.random(using: &random) {
        bytes.replaceSubrange(0..<tag.count, with: tag)
      }
      if let header = MP3Header(firstFrame: bytes) {
        #expect(header.lead >= 529 && header.sampleCount > 0 && header.sampleRate > 0)
      }
    }
  }
}
