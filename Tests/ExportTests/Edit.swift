import CutawayModel
import CutawayTime
import Foundation
import TestSupport

/// Compositions of one clip, with numbered frames and ticking sound.
enum Edit {
  /// Two seconds of a clip of three, from its frame 15 on, at 30 frames a second.
  static func twoSeconds(
    _ kinds: [Track.MediaType] = [.video, .audio], sampleRate: Int = 48_000,
    width: Int = 320, height: Int = 180
  ) async throws -> Composition {
    let range = TimeRange(start: MediaTime(1, over: 2), duration: MediaTime(2))
    return try await composition(
      of: TestMedia(
        .mov, video: .init(width: width, height: height, frameCount: 90),
        audio: .init(codec: .pcm, sound: .ticks)), range, kinds, sampleRate: sampleRate)
  }

  /// A part of a clip as a composition, repeated a number of times.
  static func composition(
    of media: TestMedia, _ range: TimeRange, _ kinds: [Track.MediaType], times: Int = 1,
    sampleRate: Int = 48_000
  ) async throws -> Composition {
    func track(_ type: Track.MediaType) throws -> Track {
      try Track(
        id: Track.ID(type.rawValue), mediaType: type,
        segments: (0..<times).map { index in
          Segment(
            target: TimeRange(start: range.duration * index, duration: range.duration),
            media: .init(asset: "a", source: range))
        })
    }
    return Composition(
      render: RenderSettings(sampleRate: sampleRate),
      assets: [Asset(id: "a", location: try await media.file().path)],
      tracks: try kinds.map { try track($0) })
  }
}

extension TemporaryDirectory {
  /// The names in the folder, including hidden files.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}
