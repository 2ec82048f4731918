import CutawayModel
import CutawayTime
import TestSupport
import Testing

/// Expects that cuts at any time show the specified frames.
func expectCuts(in format: VideoFormat, at location: String) async throws {
  let segments = cuts(in: format), frame = MediaTime(1, over: 30)
  let composition = Composition(
    render: RenderSettings(size: PixelSize(width: 320, height: 180), frameDuration: frame),
    assets: [Asset(id: "a", location: location)],
    tracks: [try Track(id: "v", mediaType: .video, segments: segments)])
  let shown = try await Rendering(composition).frames.map { $0.code().map { Int($0.frame) } }
  let expected = (0..<Int(composition.duration.ceiled(in: frame))).map { index in
    let time = frame * index
    let mapping = segments.first { $0.target.contains(time) }?.mapping
    return mapping.map { format.frame(at: $0.sourceTime(at: time)) }
  }
  #expect(shown == expected)
}

/// The start, the end, and six positions between, of half a second each.
private func cuts(in format: VideoFormat) -> [Segment] {
  var random = SeededGenerator(seed: format.name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
  let length = MediaTime(1, over: 2), millisecond = MediaTime(1, over: 1_000)
  let last = format.duration - length
  let starts =
    [.zero]
    + (0..<6).map { _ in
      millisecond * Int.random(in: 0...Int(last.floored(in: millisecond)), using: &random)
    } + [last]
  return starts.enumerated().map { index, start in
    Segment(
      target: TimeRange(start: length * index, duration: length),
      media: .init(asset: "a", source: TimeRange(start: start, duration: length)))
  }
}
