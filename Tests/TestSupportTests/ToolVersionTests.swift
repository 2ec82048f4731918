import TestSupport
import Testing

@Suite struct ToolVersionTests {
  @Test func `versions are ordered by all three numbers`() {
    let ascending = [
      ToolVersion(1, 22), ToolVersion(1, 22, 12), ToolVersion(1, 24, 3), ToolVersion(1, 26, 0),
      ToolVersion(1, 26, 10), ToolVersion(2, 0),
    ]
    #expect(ascending.shuffled().sorted() == ascending)
  }

  @Test func `the version is read from the line of a tool`() {
    #expect(ToolVersion(in: "GStreamer 1.26.2") == ToolVersion(1, 26, 2))
    #expect(ToolVersion(in: "ffmpeg version 7.1-3ubuntu1 Copyright") == ToolVersion(7, 1))
    #expect(ToolVersion(in: "command not found") == nil)
  }

  @Test func `the tools of this machine report the versions that the tests need`() async throws {
    #expect(try await ToolVersion.gstreamer >= ToolVersion(1, 22))
    #expect(try await ToolVersion.ffmpeg >= ToolVersion(5, 1))
  }
}
