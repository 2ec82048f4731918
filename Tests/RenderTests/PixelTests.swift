import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// The pixels of layers.
@Suite(.serialized) struct PixelTests {
  private func composition(
    _ instruction: Instruction, of video: TestMedia.Video = .init(frameCount: 45),
    tracks: Int = 2, frameDuration: MediaTime = MediaTime(1, over: 30)
  ) async throws -> Composition {
    let path = try await TestMedia(video: video).file().path
    let range = TimeRange(start: .zero, duration: MediaTime(1))
    return Composition(
      render: RenderSettings(
        size: PixelSize(width: 320, height: 180), frameDuration: frameDuration),
      assets: [Asset(id: "a", location: path)],
      tracks: try (0..<tracks).map { index in
        try Track(
          id: "\(index)", mediaType: .video,
          segments: [Segment(target: range, media: .init(asset: "a", source: range))])
      }, instructions: [instruction])
  }

  private let second = TimeRange(start: .zero, duration: MediaTime(1))

  /// The clip as a decoder gives it.
  private func plainFrames(_ video: TestMedia.Video = .init(frameCount: 45)) async throws
    -> [RawFrame]
  {
    Array(try await RawVideo.read(try await TestMedia(video: video).file()).prefix(30))
  }

  @Test func `an unmoved layer of opacity 1 equals the clip bit for bit`() async throws {
    let shown = try await Rendering(
      composition(Instruction(range: second, layers: [Layer(track: "0")]))
    ).frames
    let plain = try await plainFrames()
    #expect(shown.map(\.bytes) == plain.map(\.bytes))
  }

  @Test func `a layer of opacity 0 shows the lower layer bit for bit`() async throws {
    let shown = try await Rendering(
      composition(
        Instruction(
          range: second,
          layers: [
            Layer(
              track: "1", transform: AnimatedValue(LayerTransform(.scale(x: 0.5, y: 0.5))),
              opacity: AnimatedValue(0)), Layer(track: "0"),
          ]))
    ).frames
    let plain = try await plainFrames()
    #expect(shown.map(\.bytes) == plain.map(\.bytes))
  }

  @Test func `a clip dissolved into itself is the clip`() async throws {
    let opacity = try AnimatedValue<Double>(entries: [
      .ramp(.init(over: second, from: 1, to: 0))
    ])
    let shown = try await Rendering(
      composition(
        Instruction(
          range: second, layers: [Layer(track: "1", opacity: opacity), Layer(track: "0")]))
    ).frames
    let plain = try await plainFrames()
    #expect(shown.map(\.bytes) == plain.map(\.bytes))
  }

  @Test func `before the first transform entry a layer has its default size at any render scale`()
    async throws
  {
    let late = try AnimatedValue<LayerTransform>(entries: [
      .instant(at: MediaTime(1, over: 2), value: LayerTransform(.scale(x: 0.5, y: 0.5)))
    ])
    var frames: [[RawFrame]] = []
    for transform in [late, AnimatedValue()] {
      var composition = try await composition(
        Instruction(range: second, layers: [Layer(track: "0", transform: transform)]), tracks: 1)
      composition.render.scale = MediaTime(1, over: 2)
      frames.append(try await Rendering(composition).frames)
    }
    #expect(frames[0].prefix(15).map(\.bytes) == frames[1].prefix(15).map(\.bytes))
    #expect(frames[0][15].bytes != frames[1][15].bytes)
  }

  /// A move in one second.
  private func movement(x: Double, y: Double) throws -> AnimatedValue<LayerTransform> {
    try AnimatedValue(entries: [
      .ramp(
        .init(
          over: second, from: LayerTransform(.identity),
          to: LayerTransform(.translation(x: x, y: y))))
    ])
  }

  @Test func `a ramp has the same values for any start of the range`() async throws {
    // Values that lie halfway between two that bytes can hold.
    let opacity = try AnimatedValue<Double>(entries: [
      .ramp(.init(over: second, from: 0, to: 1))
    ])
    let transform = try movement(x: 30, y: 15)
    let composition = try await composition(
      Instruction(
        range: second,
        layers: [Layer(track: "1", transform: transform, opacity: opacity), Layer(track: "0")]))
    let whole = try await Rendering(composition).frames
    for first in [1, 7, 13, 22] {
      let range = TimeRange(start: MediaTime(Int64(first), over: 30), end: MediaTime(1))
      let part = try await Rendering(composition, range: range).frames
      #expect(part.map(\.bytes) == whole.dropFirst(first).map(\.bytes))
    }
  }

  @Test func `a ramp on a clip of 24 fps moves at the output's rate`() async throws {
    let video = TestMedia.Video(frameRate: .film24, frameCount: 36)
    let opacity = try AnimatedValue<Double>(entries: [.ramp(.init(over: second, from: 0, to: 1))])
    let shown = try await Rendering(
      composition(
        Instruction(range: second, layers: [Layer(track: "0", opacity: opacity)]), of: video,
        tracks: 1, frameDuration: MediaTime(1, over: 60))
    ).frames
    #expect(shown.count == 60)
    #expect(shown[0].isBlack)
    // The white corner block of the code brightens with every frame.
    let levels = shown.map { Int($0.planes[0][4, 4]) }
    for (index, level) in levels.enumerated() {
      let ideal = 16 + Double(levels[59] - 16) * Double(index) / 59
      #expect(abs(Double(level) - ideal) <= 2.5, "frame \(index)")
    }
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `the first frame of a clip with B-frames has the ramp's value at 0`() async throws {
    let transform = try movement(x: 300, y: 0)
    let shown = try await Rendering(
      composition(
        Instruction(range: second, layers: [Layer(track: "0", transform: transform)]), tracks: 1)
    ).frames
    let plain = try await plainFrames()
    #expect(shown[0].bytes == plain[0].bytes)
    // After six frames it has moved by 60 pixels, and its old area is black.
    let (luma, expected) = (shown[6].planes[0], plain[6].planes[0])
    for (row, original) in zip(luma.rows, expected.rows) {
      #expect(row.prefix(60).allSatisfy { $0 == 16 })
      #expect(row.dropFirst(60).elementsEqual(original.prefix(260)))
    }
  }

  @Test func `instructions can stack the same layers in opposite order`() async throws {
    let half = LayerTransform(.scale(x: 0.5, y: 0.5))
    let first = TimeRange(start: .zero, duration: MediaTime(1, over: 2))
    let second = TimeRange(start: first.end, duration: first.duration)
    var composition = try await composition(
      Instruction(
        range: first,
        layers: [Layer(track: "0", transform: AnimatedValue(half)), Layer(track: "1")]))
    composition.instructions.append(
      Instruction(
        range: second,
        layers: [Layer(track: "1"), Layer(track: "0", transform: AnimatedValue(half))]))
    let shown = try await Rendering(composition).frames
    let plain = try await plainFrames()
    let inset = PictureRegion(x: 0, y: 0, width: 160, height: 90)
    for index in 0..<15 { #expect(shown[index].code(in: inset)?.frame == UInt16(index)) }
    for index in 15..<30 { #expect(shown[index].bytes == plain[index].bytes) }
  }

  @Test func `the background is visible where no layer is`() async throws {
    let red = Color(red: 255, green: 0, blue: 0)
    let shown = try await Rendering(
      composition(
        Instruction(
          range: second, background: red,
          layers: [
            Layer(
              track: "0",
              transform: AnimatedValue(LayerTransform(.translation(x: 160, y: 0))))
          ]), tracks: 1)
    ).frames
    let frame = try #require(shown.first)
    // Red in BT.709, limited range.
    #expect(abs(Int(frame.planes[0][20, 20]) - 63) <= 1)
    #expect(abs(Int(frame.planes[1][20, 20]) - 102) <= 1)
    #expect(abs(Int(frame.planes[2][20, 20]) - 240) <= 1)
  }

  @Test(arguments: [
    (PictureOrientation.rotate90, 180, 320), (.rotate180, 320, 180), (.rotate270, 180, 320),
    (.flip, 320, 180),
  ])
  func `a rotated clip is shown upright by default, in its native size`(
    orientation: PictureOrientation, width: Int, height: Int
  ) async throws {
    let swaps = orientation.swapsSides
    let video = TestMedia.Video(
      width: swaps ? 320 : 320, height: 180, frameCount: 30, orientation: orientation)
    let path = try await TestMedia(video: video).file().path
    let composition = Composition(
      assets: [Asset(id: "a", location: path)],
      tracks: [
        try Track(
          id: "v", mediaType: .video,
          segments: [Segment(target: second, media: .init(asset: "a", source: second))])
      ])
    let shown = try await Rendering(composition).frames
    #expect(shown.count == 30)
    for (index, frame) in shown.enumerated() {
      #expect(frame.width == width && frame.height == height)
      #expect(frame.code()?.frame == UInt16(index))
    }
  }
}
