import Foundation
import TestSupport
import Testing

/// Cuts in films of every kind.
@Suite(.serialized) struct VideoFormatTests {
  @Test(arguments: VideoFormats.all)
  func `cuts that start anywhere show the frames that semantics names`(
    format: VideoFormat
  ) async throws {
    try await expecting(format.name) {
      try await expectCuts(in: format, at: try await format.file().path)
    }
  }
}
