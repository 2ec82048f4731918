import Foundation
import TestSupport
import Testing

/// Files from a web server.
@Suite(.serialized) struct NetworkTests {
  private static let formats = VideoFormats.all.filter {
    [
      "H.264, B-frames, MP4", "MP4 with the index first", "H.264, B-frames, MKV",
      "H.264, B-frames and sound, MPEG-TS", "VP9, WebM", "MPEG-4, AVI",
      // Several megabytes, with the index at the end.
      "ProRes, MOV", "raw, AVI",
    ].contains($0.name)
  }

  @Test(arguments: formats, [MediaServer.Manner.ranges, .whole, .chunked])
  func `cuts in files from a web server are exact`(
    format: VideoFormat, manner: MediaServer.Manner
  ) async throws {
    let file = try await format.file()
    let server = try MediaServer(file.deletingLastPathComponent(), manner)
    defer { server.stop() }
    try await expecting("\(format.name), \(manner.rawValue)") {
      try await expectCuts(in: format, at: server.uri(of: file.lastPathComponent))
    }
  }
}
