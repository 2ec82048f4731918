import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime
import Foundation
import TestSupport
import Testing

/// The durations that files state.
@Suite struct DurationTests {
  private static let codec = ["-c:v", "libx264", "-preset", "veryfast", "-g", "30"]

  @Test(arguments: [
    ("mkv", ["-live", "1"], true), ("mkv", [], false), ("h264", [], true), ("mp4", [], false),
    ("mp4", ["-movflags", "frag_keyframe+empty_moov"], true), ("ts", [], true), ("avi", [], false),
  ])
  func `a duration that the file does not state is marked as an estimate`(
    fileExtension: String, arguments: [String], isEstimated: Bool
  ) async throws {
    let media = FFmpegMedia(
      fileExtension, Self.codec + arguments, video: .init(frameCount: 60))
    let description = try await MediaProbe.describe(try await media.file().path)
    #expect(description.isDurationEstimated == isEstimated)
    #expect(isEstimated || description.duration?.seconds == 2)
  }

  @Test(arguments: [("aac", true), ("wav", false), ("flac", false), ("mka", false)])
  func `an audio duration that the file does not state is marked as an estimate`(
    fileExtension: String, isEstimated: Bool
  ) async throws {
    let media = FFmpegMedia(fileExtension, [], audio: .init(duration: MediaTime(2)))
    let description = try await MediaProbe.describe(try await media.file().path)
    #expect(description.isDurationEstimated == isEstimated)
  }
}
