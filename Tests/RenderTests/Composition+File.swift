import CutawayModel
import CutawayTime
import Foundation
import TestSupport

extension Composition {
  /// Parts of a file, one after the other, with a track for each type of media.
  init(
    of path: String, _ parts: [TimeRange], _ types: [Track.MediaType] = [.video],
    render: RenderSettings = RenderSettings()
  ) throws {
    var segments: [Segment] = [], end = MediaTime.zero
    for part in parts {
      let target = TimeRange(start: end, duration: part.duration)
      segments.append(Segment(target: target, media: .init(asset: "a", source: part)))
      end = target.end
    }
    self.init(
      render: render, assets: [Asset(id: "a", location: path)],
      tracks: try types.map { type in
        try Track(id: Track.ID(type.rawValue), mediaType: type, segments: segments)
      })
  }
}

extension RenderSettings {
  /// The settings of a film of the tests: 320 × 180 pixels.
  static func film(_ frameDuration: MediaTime) -> RenderSettings {
    RenderSettings(size: PixelSize(width: 320, height: 180), frameDuration: frameDuration)
  }
}
