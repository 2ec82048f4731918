import CutawayMedia
import CutawayModel
import CutawayRuntime
import Foundation
import TestSupport
import Testing

/// Files that GStreamer cannot decode although it has a decoder.
@Suite struct UnknownPixelTests {
  // Before a work-around, such a file ended the program, in some runs only.
  @Test(arguments: ["yuv420p16le", "yuva444p16le", "yuv440p"])
  func `a format of pixels that GStreamer does not know is an error`(format: String) async throws {
    let media = FFmpegMedia(
      "mkv", ["-c:v", "ffv1", "-pix_fmt", format], video: .init(frameCount: 10))
    let path = try await media.file().path
    for _ in 0..<5 {
      await #expect(throws: PipelineError.self) { try await MediaProbe.describe(path) }
    }
  }
}
