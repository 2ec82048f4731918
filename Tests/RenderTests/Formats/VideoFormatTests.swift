import CutawayDiagnostics
import CutawayMedia
import CutawayRuntime
import Foundation
import TestSupport
import Testing

/// Cuts in all kinds of video files.
@Suite(.serialized) struct VideoFormatTests {
  @Test(arguments: VideoFormats.all)
  func `cuts at any time show the specified frames`(
    format: VideoFormat
  ) async throws {
    try await expecting(format.name) {
      try await expectCuts(in: format, at: try await format.file().path)
    }
  }

  @Test(arguments: VideoFormats.refused.indices)
  func `a film that GStreamer cannot read is refused, with the reason`(index: Int) async throws {
    let (format, end, message) = VideoFormats.refused[index]
    let location = try await format.file().path
    guard try await ToolVersion.gstreamer < end else {
      return try await expectCuts(in: format, at: location)
    }
    let error = await #expect(throws: PipelineError.self) {
      try await MediaProbe.describe(location)
    }
    #expect(error?.message == message)
  }
}
