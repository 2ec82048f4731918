import Cutaway
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Exports in another render size than that of the composition.
@Suite(.serialized) struct RenderSizeTests {
  private let folder: TemporaryDirectory
  init() throws { folder = try TemporaryDirectory() }

  /// A film of 320×180 with a white square whose middle lies at (290, 160).
  private func edit() async throws -> Composition {
    let film = try await TestMedia(video: .init(width: 320, height: 180, clip: 91)).file()
    let range = TimeRange(start: .zero, duration: MediaTime(1, over: 10))
    var edit = Composition(
      assets: [Asset(id: "film", location: film.path)],
      tracks: [
        try Track(
          id: "v", mediaType: .video,
          segments: [Segment(target: range, media: .init(asset: "film", source: range))])
      ])
    var square = OverlayLayer(
      width: .pixels(20), height: .pixels(20), position: .corner(x: .pixels(280), y: .pixels(150)))
    square.background = .white
    edit.overlays = [square]
    return edit
  }

  private func frames(
    _ edit: Composition, _ size: PixelSize?, _ placement: PicturePlacement
  ) async throws -> [RawFrame] {
    var settings = ExportSession.Settings()
    settings.renderSize = size
    settings.placement = placement
    settings.overwrites = true
    let file = folder.file("film.mkv")
    try await ExportSession(edit, preset: .lossless, settings: settings)
      .export(to: file.path, as: .mkv)
    return Array(try await RawVideo.read(file))
  }

  @Test func `an upright picture is filled by the middle of the film`() async throws {
    defer { folder.remove() }
    let found = try await frames(edit(), PixelSize(width: 180, height: 320), .fill)
    #expect(found.count == 3)
    #expect(found[0].width == 180 && found[0].height == 320)
    // The same crop of the film by hand: 320 / 180 times as large, centred.
    let scale = 320.0 / 180
    var expected = try await edit()
    expected.overlays = []
    expected.render.size = PixelSize(width: 180, height: 320)
    let place = TransformMatrix(
      a: scale, b: 0, c: 0, d: scale, tx: (180 - 320 * scale) / 2, ty: 0)
    expected.instructions = [
      Instruction(
        range: TimeRange(start: .zero, duration: MediaTime(1, over: 10)),
        layers: [
          Layer(track: "v", transform: AnimatedValue(LayerTransform(.preferred, then: place)))
        ])
    ]
    let wanted = try await frames(expected, nil, .fit)
    for (index, frame) in found.enumerated() {
      for y in 0..<270 {
        for x in 0..<180 {
          #expect(frame.planes[0][x, y] == wanted[index].planes[0][x, y], "\(x) \(y)")
        }
      }
      // (290, 160) of 320×180 becomes (163, 284) of 180×320, at 9/16 of the size.
      let luma = frame.planes[0]
      #expect((159...167).allSatisfy { luma[$0, 284] == 235 } && luma[163, 280] == 235)
      #expect(luma[155, 284] == wanted[index].planes[0][155, 284])
      #expect(luma[163, 294] == wanted[index].planes[0][163, 294])
    }
  }

  @Test func `all of the film fits into a square, between black bars`() async throws {
    defer { folder.remove() }
    let found = try await frames(edit(), PixelSize(width: 320, height: 320), .fit)
    let whole = try await frames(edit(), nil, .fit)
    for (index, frame) in found.enumerated() {
      #expect(frame.planes[0][160, 60] == 16 && frame.planes[0][160, 260] == 16)
      for y in 0..<140 {
        #expect(
          frame.planes[0][100, y + 70] == whole[index].planes[0][100, y], "\(index) \(y)")
      }
      // Its middle is at 160 of 180 rows, and so at 284 of 320.
      #expect(frame.planes[0][290, 284] == 235)
    }
  }

  @Test func `captions with a style are laid out for the new size`() async throws {
    defer { folder.remove() }
    let texts = folder.file("a.srt")
    try Data("1\n00:00:00,000 --> 00:00:09,000\nHello there\n".utf8).write(to: texts)
    let range = TimeRange(start: .zero, duration: MediaTime(1, over: 10))
    let (wide, tall) = (PixelSize(width: 640, height: 360), PixelSize(width: 360, height: 640))
    var edit = Composition(
      render: RenderSettings(size: wide, frameDuration: MediaTime(1, over: 10)),
      assets: [Asset(id: "grey", generator: .color(.black)), Asset(id: "a", location: texts.path)])
    edit.tracks = [
      try Track(
        id: "v", mediaType: .video,
        segments: [Segment(target: range, media: .init(asset: "grey", source: range))])
    ]
    edit.overlays = [
      OverlayLayer(.text(LayerText(.captions(LayerCaptions(asset: "a", style: .boldBox)))))
    ]
    /// The area of the letters.
    func letters(_ frame: RawFrame) throws -> [Int] {
      let luma = frame.planes[0]
      let rows = (0..<frame.height).filter { y in (0..<frame.width).contains { luma[$0, y] > 180 } }
      let columns = (0..<frame.width).filter { x in
        (0..<frame.height).contains { luma[x, $0] > 180 }
      }
      return [rows.first, rows.last, columns.first, columns.last].map { $0 ?? -99 }
    }
    let changed = try await letters(frames(edit, tall, .fill)[0])
    edit.render.size = tall
    let stated = try await letters(frames(edit, nil, .fit)[0])
    #expect(zip(changed, stated).allSatisfy { abs($0 - $1) <= 2 }, "\(changed) \(stated)")
    #expect(stated[1] - stated[0] > 15)
  }

  @Test func `a purpose is a bundle of settings`() {
    var settings = ExportSession.Settings()
    ExportPurpose.shorts.apply(to: &settings)
    #expect(settings.renderSize == PixelSize(width: 1080, height: 1920))
    #expect(settings.placement == .fill && settings.shouldOptimizeForNetworkUse)
    #expect(settings.encoding.fixedKeyFrames == MediaTime(1, over: 2))
    for purpose in ExportPurpose.allCases {
      #expect(ExportPreset(rawValue: purpose.rawValue) == nil)
    }
  }
}
