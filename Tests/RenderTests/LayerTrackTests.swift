import Cutaway
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Tracks that show a layer, and instructions without overlays.
@Suite(.serialized) struct LayerTrackTests {
  private static let frame = MediaTime(1, over: 30)
  private static let media = TestMedia(
    video: .init(frameCount: 60, keyFrameInterval: 20, clip: 81))

  private var badge: OverlayLayer {
    var layer = OverlayLayer(
      .shape(LayerShape(.ellipse, fill: Color(red: 255, green: 200, blue: 0))),
      width: .pixels(80), height: .pixels(60))
    layer.layers = [OverlayLayer(width: .pixels(30), height: .pixels(20))]
    layer.layers[0].background = Color(red: 0, green: 0, blue: 255, alpha: 128)
    layer.animations = [
      LayerAnimation(
        .positionX, .basic(from: .number(60), to: .number(250), by: nil), duration: MediaTime(2))
    ]
    return layer
  }

  /// A film of two seconds.
  private func film() async throws -> Composition {
    let source = TimeRange(start: .zero, duration: Self.frame * 60)
    return Composition(
      render: RenderSettings(
        size: PixelSize(width: 320, height: 180), frameDuration: Self.frame),
      assets: [Asset(id: "film", location: try await Self.media.file().path)],
      tracks: [
        try Track(
          id: "film", mediaType: .video,
          segments: [Segment(target: source, media: .init(asset: "film", source: source))])
      ])
  }

  @Test func `a layer track at the top looks as the same overlay`() async throws {
    var over = try await film(), track = over
    over.overlays = [badge]
    track.tracks.append(Track(id: "badge", layer: badge))
    let plain = try await Rendering(film()).frames
    let (expected, found) = (try await Rendering(over).frames, try await Rendering(track).frames)
    #expect(found.count == 60)
    for index in found.indices {
      #expect(psnr(found[index], expected[index]) > 44, "frame \(index)")
      #expect(found[index].bytes != plain[index].bytes)
    }
  }

  @Test(arguments: [ColorBlending.multiply, .screen, .softLight, .difference])
  func `a blended layer track looks as the same overlay`(mode: ColorBlending) async throws {
    var over = try await film(), track = over, blended = badge
    track.tracks.append(Track(id: "badge", layer: badge))
    let whole = TimeRange(start: .zero, duration: Self.frame * 60)
    track.instructions = [
      Instruction(
        range: whole, layers: [Layer(track: "badge", blending: mode), Layer(track: "film")])
    ]
    blended.blending = mode
    over.overlays = [blended]
    let plain = try await Rendering(film()).frames
    let (expected, found) = (try await Rendering(over).frames, try await Rendering(track).frames)
    for index in stride(from: 0, to: found.count, by: 9) {
      #expect(psnr(found[index], expected[index]) > 40, "frame \(index)")
      #expect(found[index].bytes != plain[index].bytes)
    }
  }

  @Test func `a film that is blended with itself is black, or as it was`() async throws {
    var edit = try await film()
    edit.tracks.append(
      try Track(id: "again", mediaType: .video, segments: edit.tracks[0].segments))
    let whole = TimeRange(start: .zero, duration: Self.frame * 60)
    func rendered(_ mode: ColorBlending) async throws -> [RawFrame] {
      edit.instructions = [
        Instruction(
          range: whole, layers: [Layer(track: "again", blending: mode), Layer(track: "film")])
      ]
      return try await Rendering(edit).frames
    }
    let plain = try await Rendering(film()).frames
    let dark = try await rendered(.difference)
    #expect(dark.count == 60)
    for frame in dark {
      let luma = frame.planes[0]
      #expect(
        (0..<frame.height).allSatisfy { y in
          (0..<frame.width).allSatisfy { abs(Int(luma[$0, y]) - 16) <= 2 }
        })
    }
    for (frame, same) in zip(try await rendered(.lighten), plain) {
      #expect(psnr(frame, same) > 44)
    }
  }

  @Test func `a layer track lies between others, with opacity and transform`() async throws {
    var edit = try await film()
    edit.tracks.append(Track(id: "badge", layer: badge))
    let whole = TimeRange(start: .zero, duration: Self.frame * 60)
    func rendered(_ layers: [Layer]) async throws -> [RawFrame] {
      edit.instructions = [Instruction(range: whole, layers: layers)]
      return try await Rendering(edit).frames
    }
    let film = Layer(track: "film")
    let plain = try await rendered([film])
    // Below an opaque film, nothing of it is visible.
    #expect(try await digests(rendered([film, Layer(track: "badge")])) == digests(plain))
    #expect(
      try await digests(rendered([Layer(track: "badge", opacity: AnimatedValue(0)), film]))
        == digests(plain))
    let away = LayerTransform(TransformMatrix.translation(x: 400, y: 0))
    #expect(
      try await digests(rendered([Layer(track: "badge", transform: AnimatedValue(away)), film]))
        == digests(plain))
  }

  @Test func `a layer track with a range lasts until its end, without any media`() async throws {
    var layer = badge
    layer.range = TimeRange(start: Self.frame * 10, duration: Self.frame * 20)
    let edit = Composition(
      render: RenderSettings(
        size: PixelSize(width: 320, height: 180), frameDuration: Self.frame),
      tracks: [Track(id: "badge", layer: layer)])
    let frames = try await Rendering(edit).frames
    #expect(frames.count == 30)
    let black = frames[0].planes[0]
    #expect(black.bytes.allSatisfy { $0 == 16 })
    #expect(frames[9].bytes == frames[0].bytes)
    #expect(frames[10].bytes != frames[0].bytes)
    let part = try await Rendering(
      edit, range: TimeRange(start: Self.frame * 15, duration: Self.frame * 5)
    ).frames
    #expect(digests(part) == digests(frames[15..<20]))
  }

  @Test func `an instruction may leave out the overlays`() async throws {
    let plain = try await film()
    var edit = plain
    edit.overlays = [badge]
    let all = try await Rendering(edit).frames
    edit.instructions = [(0, 20, true), (20, 45, false), (45, 60, true)].map { start, end, shows in
      Instruction(
        range: TimeRange(start: Self.frame * start, end: Self.frame * end),
        layers: [Layer(track: "film")], showsOverlays: shows)
    }
    let without = digests(try await Rendering(plain).frames), with = digests(all)
    let expected = with[0..<20] + without[20..<45] + with[45...]
    #expect(digests(try await Rendering(edit).frames) == Array(expected))
    let hidden = TimeRange(start: Self.frame * 30, duration: Self.frame)
    #expect(digests(try await Rendering(edit, range: hidden).frames) == [without[30]])
  }
}
