import Cutaway
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Segments that extend past the end of their media, as in AVFoundation's editing guide, which
/// inserts a song under two videos without a check of its duration.
@Suite struct ClampingTests {
  private func range(_ start: Int64, _ end: Int64) -> TimeRange {
    TimeRange(start: MediaTime(start), end: MediaTime(end))
  }

  private func composition(_ segments: [Segment]) async throws -> Composition {
    // Two seconds, with every sample's number in it.
    let media = TestMedia(
      .wav, video: nil,
      audio: .init(
        codec: .pcm, sampleRate: 48_000, sound: .indexed, duration: MediaTime(2), clip: 3))
    return Composition(
      assets: [Asset(id: "song", location: try await media.file().path)],
      tracks: [try Track(id: "s", mediaType: .audio, segments: segments)])
  }

  private func song(_ target: TimeRange, _ source: TimeRange) -> Segment {
    Segment(target: target, media: .init(asset: "song", source: source))
  }

  @Test func `media past the end are silent if requested, else a fault`()
    async throws
  {
    let long = try await composition([
      song(range(0, 3), range(1, 4)), song(range(3, 4), range(0, 1)),
      song(range(4, 9), range(0, 5)),
    ])
    let media = await MediaCatalog(of: long).descriptions
    #expect(throws: (any Error).self) { try ResolvedComposition(long, media: media) }

    let clamped = try long.clampingSources(to: media)
    #expect(clamped.duration == MediaTime(6))
    let sound = try await Rendering(clamped).sound
    #expect(
      sound.sampleRuns == [
        SampleRun(clip: 3, output: 0..<48_000, source: 48_000),
        SampleRun(clip: 3, output: 144_000..<192_000, source: 0),
        SampleRun(clip: 3, output: 192_000..<288_000, source: 0),
      ])
    let gap = sound.channels[0][48_000..<144_000]
    #expect(gap.allSatisfy { $0 == 0 })
  }
}
