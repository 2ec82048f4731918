import CutawayModel
import CutawayTime
import TestSupport

extension HiddenTimeTests {
  /// A random edit of three tracks, whose layers often fill the picture.
  func randomEdit(_ random: inout SeededGenerator) throws -> Composition {
    func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
    let tracks = try (0..<3).map { index in
      var segments: [Segment] = [], end = MediaTime.zero
      for _ in 0..<4 {
        let target = TimeRange(
          start: end, duration: MediaTime(Int64.random(in: 5...90, using: &random), over: 10))
        let source = TimeRange(
          start: MediaTime(Int64.random(in: 0...31, using: &random)), duration: target.duration)
        let asset: Asset.ID = pick(["wide", "large", "small", "photo", "logo", "upsideDown"])
        let media = Segment.Media(asset: asset, source: source)
        segments.append(
          Segment(target: target, media: Bool.random(using: &random) || index == 0 ? media : nil))
        end = target.end
      }
      return try Track(id: "\(index)", mediaType: .video, segments: segments)
    }
    let transforms: [LayerTransform] = [
      .init(), .init(.fill), .init(.stretch), .init(.fit), .init(.scale(x: 2, y: 2)),
      .init(.translation(x: 1, y: 0)),
      .init(.scale(x: 1.5, y: 1.5).concatenating(.translation(x: -500, y: -200))),
    ]
    var instructions: [Instruction] = [], end = MediaTime.zero
    for _ in 0..<4 {
      let range = TimeRange(
        start: end, duration: MediaTime(Int64.random(in: 20...120, using: &random), over: 10))
      end = range.end
      let layers = try ["0", "1", "2"].shuffled(using: &random).map { id in
        var layer = Layer(track: Track.ID(id))
        let ramp = TimeRange(start: range.start, duration: MediaTime(1))
        switch Int.random(in: 0..<8, using: &random) {
        case 0: layer.opacity = AnimatedValue(pick([1, 0.5, 0]))
        case 1:
          layer.opacity = try AnimatedValue(entries: [.ramp(.init(over: ramp, from: 0, to: 1))])
        case 2: layer.transform = AnimatedValue(pick(transforms))
        case 3:
          layer.transform = try AnimatedValue(entries: [
            .ramp(.init(over: ramp, from: pick(transforms), to: pick(transforms)))
          ])
        case 4: layer.effects = pick([[], [Effect(element: "vignette")]])
        case 5: layer.crop = AnimatedValue(Rectangle(x: 0, y: 0, width: 1280, height: 700))
        default: break
        }
        return layer
      }
      instructions.append(Instruction(range: range, layers: layers))
    }
    return composition(tracks, instructions)
  }
}
