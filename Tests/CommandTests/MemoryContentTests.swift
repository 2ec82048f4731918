import Foundation
import TestSupport
import Testing

/// Exports in processes whose memory contains other bytes when it is allocated.
@Suite struct MemoryContentTests {
  @Test(arguments: ["h264", "hevc", "vp9"])
  func `the bytes of a film do not depend on what the memory contained`(codec: String) async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    // Its height is no multiple of the blocks of the codecs, whose encoders add lines.
    let media = try await TestMedia(video: .init(width: 320, height: 180, frameCount: 60, clip: 93))
      .file()
    try Data("cutaway: 1\nsequence: ['\(media.path)']\n".utf8).write(
      to: folder.file("edit.yaml"))
    var films: Set<Data> = []
    for byte in [0, 1, 85] {
      _ = try await ChildProcess(
        TestedPackage.command,
        ["export", "edit.yaml", "-o", "\(byte).mkv", "-q", "--video-codec", codec],
        environment: ["MALLOC_PERTURB_": "\(byte)"], directory: folder.url
      ).check()
      films.insert(try Data(contentsOf: folder.file("\(byte).mkv")))
    }
    #expect(films.count == 1)
  }
}
