import CutawayModel
import CutawayTime
import Testing

/// Compositions in another render size.
@Suite struct ResizingTests {
  private static let wide = PixelSize(width: 1920, height: 1080)
  private static let upright = PixelSize(width: 1080, height: 1920)

  private func edit(_ transform: LayerTransform?) throws -> Composition {
    let range = TimeRange(start: .zero, duration: MediaTime(2))
    return Composition(
      assets: [Asset(id: "film", location: "film.mp4")],
      tracks: [
        try Track(
          id: "v", mediaType: .video,
          segments: [Segment(target: range, media: .init(asset: "film", source: range))])
      ],
      instructions: transform.map { transform in
        [
          Instruction(
            range: range, layers: [Layer(track: "v", transform: AnimatedValue(transform))])
        ]
      } ?? [])
  }

  private func resized(
    _ transform: LayerTransform?, _ placement: PicturePlacement
  ) throws -> LayerTransform? {
    let edit = try edit(transform).resized(to: Self.upright, from: Self.wide, placement)
    #expect(edit.render.size == Self.upright)
    return edit.instructions.first?.layers.first?.transform.entries.first.map { entry in
      switch entry {
      case .instant(_, let value): value
      case .ramp(let ramp): ramp.from
      }
    }
  }

  private func near(_ a: TransformMatrix, _ b: TransformMatrix) -> Bool {
    zip([a.a, a.b, a.c, a.d, a.tx, a.ty], [b.a, b.b, b.c, b.d, b.tx, b.ty])
      .allSatisfy { abs($0 - $1) < 1e-6 }
  }

  /// The old picture in the middle of the new one.
  private func place(_ scale: Double) -> TransformMatrix {
    TransformMatrix(
      a: scale, b: 0, c: 0, d: scale, tx: (1080 - 1920 * scale) / 2, ty: (1920 - 1080 * scale) / 2)
  }

  @Test func `a placement adapts to the size`() throws {
    #expect(try resized(LayerTransform(.fit), .fit) == LayerTransform(.fit))
    #expect(try resized(LayerTransform(.fit), .fill) == LayerTransform(.fill))
    #expect(try resized(LayerTransform(.fill), .fit) == LayerTransform(.fill))
    #expect(try resized(LayerTransform(.stretch), .fill) == LayerTransform(.stretch))
  }

  @Test(arguments: [(PicturePlacement.fit, 0.5625), (.fill, 16.0 / 9)])
  func `a clip in pixels moves with the picture`(placement: PicturePlacement, scale: Double) throws
  {
    let plain = try #require(try resized(nil, placement))
    #expect(plain.base == .preferred)
    #expect(near(plain.matrix, place(scale)))
    let moved = TransformMatrix.translation(x: 100, y: 40)
    let own = try #require(try resized(LayerTransform(.identity, then: moved), placement))
    #expect(near(own.matrix, moved.concatenating(place(scale))))
    // The middle of the old picture stays in the middle, at another size.
    let zoom = TransformMatrix.scale(x: 1.5, y: 1.5).about(x: 960, y: 540)
    let zoomed = try #require(try resized(LayerTransform(.fill, then: zoom), placement))
    #expect(near(zoomed.matrix, TransformMatrix.scale(x: 1.5, y: 1.5).about(x: 540, y: 960)))
  }

  @Test func `an overlay keeps its size and the place of its middle`() throws {
    var edit = try edit(nil)
    var badge = OverlayLayer(width: .pixels(100), height: .pixels(60))
    badge.position = .corner(x: .pixels(1720), y: .pixels(960))
    var corner = OverlayLayer(width: .pixels(10), height: .pixels(10))
    corner.position = .place(.bottomRight, marginX: 20, marginY: 20)
    edit.overlays = [badge, corner]
    let overlays = edit.resized(to: Self.upright, from: Self.wide, .fill).overlays
    #expect(overlays.count == 2)
    #expect(overlays.allSatisfy { $0.transform == .scale(x: 0.5625, y: 0.5625) })
    // 1080 / 1920 of the size; 1770 of 1920 and 990 of 1080 in parts of the sides.
    let height = 1920 / 0.5625
    #expect(
      overlays[0].layers[0].position
        == .corner(x: .pixels(1720), y: .pixels(990 * (height / 1080) - 30)))
    #expect(overlays[1].layers[0] == corner)
  }

  @Test func `a track of generated pictures fills the picture`() throws {
    var edit = try edit(nil)
    edit.assets = [Asset(id: "film", generator: .noise(seed: 1))]
    let layer = edit.resized(to: Self.upright, from: Self.wide, .fit).instructions[0].layers[0]
    #expect(layer.transform.entries == AnimatedValue(LayerTransform(.stretch)).entries)
  }
}
