import CutawayModel
import CutawayTime
import Testing

/// The layers of clips in transitions.
@Suite struct ClipOverlayTests {
  /// The horizontal place and the opacity of what the clips show over them, in a picture of 100 pixels.
  private func overlays(
    at time: MediaTime, _ transition: String, _ properties: [String: Effect.Value] = [:]
  ) throws -> [String: [Double]] {
    var clips = [ClipSequence.Clip("a"), .init("b")]
    clips[1].transition = Transition(
      named: transition, duration: MediaTime(1), easing: .linear, properties: properties)
    for (index, name) in ["out", "in"].enumerated() {
      var layer = OverlayLayer(
        id: name, width: .pixels(10), height: .pixels(10),
        position: .corner(x: .pixels(0), y: .pixels(0)))
      layer.background = .white
      clips[index].overlays = [layer]
    }
    var composition = Composition(
      render: RenderSettings(size: PixelSize(width: 200, height: 100)),
      assets: ["a", "b"].map { Asset(id: $0, location: "x") })
    // Each clip takes 4 s.
    let film = MediaDescription(
      duration: MediaTime(4),
      videoTracks: [
        .init(size: PixelSize(width: 400, height: 300), frameDuration: MediaTime(1, over: 25))
      ])
    try composition.append(ClipSequence(clips), media: ["a": film, "b": film])
    let tree = LayerTree(size: PixelSize(width: 100, height: 100), layers: composition.overlays)
    var found: [String: [Double]] = [:]
    for group in tree.presentation(at: time, measuring: NoSizes()) {
      let isOutgoing = group.path.first?.index == 0
      found[isOutgoing ? "out" : "in"] = [group.matrix.tx, group.opacity]
    }
    return found
  }

  private struct NoSizes: LayerMeasuring {
    func size(of content: LayerContent, width: Double?) -> LayerSize? { nil }
  }

  @Test(
    arguments: [
      ("push", "left", [-25, 1], [75, 1]), ("push", "right", [25, 1], [-75, 1]),
      ("whip", "left", [-25, 1], [75, 1]), ("slide", "left", [0, 0.75], [75, 1]),
      ("dissolve", "", [0, 0.75], [0, 0.25]), ("wipe", "left", [0, 0.75], [0, 0.25]),
      ("fadeThroughColor", "", [0, 0.5], nil),
    ] as [(String, String, [Double], [Double]?)])
  func `the layers of a clip follow its transition`(
    name: String, direction: String, outgoing: [Double], incoming: [Double]?
  ) throws {
    let found = try overlays(
      at: MediaTime(13, over: 4), name, direction.isEmpty ? [:] : ["direction": .string(direction)])
    #expect(found["out"] == outgoing && found["in"] == incoming)
    #expect(try overlays(at: MediaTime(2), name) == ["out": [0, 1]])
    #expect(try overlays(at: MediaTime(5), name) == ["in": [0, 1]])
  }
}
