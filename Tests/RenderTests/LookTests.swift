import Cutaway
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Looks on a film.
@Suite(.serialized) struct LookTests {
  private static let media = TestMedia(video: .init(frameCount: 3, clip: 83))

  private func frames(_ effects: [Effect]) async throws -> [RawFrame] {
    let source = TimeRange(start: .zero, duration: MediaTime(1, over: 10))
    var edit = Composition(
      render: RenderSettings(
        size: PixelSize(width: 320, height: 180), frameDuration: MediaTime(1, over: 30)),
      assets: [Asset(id: "film", location: try await Self.media.file().path)],
      tracks: [
        try Track(
          id: "film", mediaType: .video,
          segments: [Segment(target: source, media: .init(asset: "film", source: source))])
      ])
    edit.effects = effects
    return try await Rendering(edit).frames
  }

  @Test(arguments: Look.allCases)
  func `a look without strength changes nothing, and a whole one does`(look: Look) async throws {
    let plain = try await frames([])
    #expect(plain.count == 3)
    let (none, whole) = (
      try await frames(look.effects(strength: 0)), try await frames(look.effects())
    )
    for index in plain.indices {
      #expect(psnr(none[index], plain[index]) > 38)
      #expect(psnr(whole[index], plain[index]) < 36)
    }
  }
}
