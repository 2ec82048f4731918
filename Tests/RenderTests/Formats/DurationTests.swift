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
    ("mkv", ["-live", "1"], false), ("mkv", [], false), ("h264", [], false), ("mp4", [], false),
    ("mp4", ["-movflags", "frag_keyframe+empty_moov"], false), ("avi", [], false),
  ])
  func `a duration that neither the header nor the packets state is an estimate`(
    fileExtension: String, arguments: [String], isEstimated: Bool
  ) async throws {
    let media = FFmpegMedia(
      fileExtension, Self.codec + arguments, video: .init(frameCount: 60))
    let description = try await MediaProbe.describe(try await media.file().path)
    #expect(description.isDurationEstimated == isEstimated)
    #expect(isEstimated || description.duration?.seconds == 2)
  }

  @Test(arguments: VideoFormats.all.filter { $0.isTransportStream })
  func `the tracks of a transport stream last until their last frames`(
    format: VideoFormat
  ) async throws {
    let description = try await MediaProbe.describe(try await format.file().path)
    #expect(!description.isDurationEstimated)
    let video = try #require(description.videoTracks.first)
    let length = try #require(video.duration)
    #expect(
      length.ceiled(in: format.video.frameRate.frameDuration) == Int64(format.video.frameCount))
    for track in description.audioTracks {
      // The packet in which the sound ends, and the priming.
      let rest = try #require(track.duration).seconds - length.seconds
      #expect(abs(rest) < 0.05)
    }
  }

  @Test(arguments: [1, 30, 150])
  func `a short transport stream has the length of its frames`(count: Int) async throws {
    let media = TestMedia(.ts, video: .init(frameCount: count))
    let description = try await MediaProbe.describe(try await media.file().path)
    #expect(description.duration?.ceiled(in: MediaTime(1, over: 30)) == Int64(count))
  }

  @Test(arguments: [("aac", false), ("wav", false), ("flac", false), ("mka", false)])
  func `a duration of sound that the file does not state is measured`(
    fileExtension: String, isEstimated: Bool
  ) async throws {
    let media = FFmpegMedia(fileExtension, [], audio: .init(duration: MediaTime(2)))
    let description = try await MediaProbe.describe(try await media.file().path)
    #expect(description.isDurationEstimated == isEstimated)
  }
}
