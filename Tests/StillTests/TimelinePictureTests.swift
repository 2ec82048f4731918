import Cutaway
import CutawayModel
import CutawayTime
import CutawayTimeline
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// The drawing, with data from the media.
@Suite(.serialized) struct TimelinePictureTests {
  /// A second of silence, then a second of a clip's sound, with its video all the time.
  private func composition() async throws -> Composition {
    let clip = TestMedia(
      .mov, video: .init(frameCount: 60), audio: .init(codec: .pcm, sound: .sine(hertz: 500)))
    func range(_ start: Int64, _ end: Int64) -> TimeRange {
      TimeRange(start: MediaTime(start), end: MediaTime(end))
    }
    let picture = try Track(
      id: "v", mediaType: .video,
      segments: [Segment(target: range(0, 2), media: .init(asset: "a", source: range(0, 2)))])
    let sound = try Track(
      id: "s", mediaType: .audio,
      segments: [
        Segment(target: range(0, 1)),
        Segment(target: range(1, 2), media: .init(asset: "a", source: range(0, 1))),
      ])
    return Composition(
      assets: [Asset(id: "a", location: try await clip.file().path)], tracks: [picture, sound])
  }

  @Test func `thumbnails show the frames of their times`() async throws {
    let resolved = try await composition().prepared()
    let layout = TimelineLayout(resolved.composition, media: resolved.media, width: 800)
    let drawing = try await drawing(of: resolved, frames: 0)
    let pictures = drawing.shapes.flatMap(\.pictures)
    let places = layout.rows[0].clips.flatMap(\.thumbnails)
    #expect(pictures.count == places.count && places.count > 3)
    for (picture, place) in zip(pictures, places) {
      let frame = place.time.floored(in: MediaTime(1, over: 30))
      #expect(picture.code?.frame == UInt16(frame))
    }
  }

  @Test func `a waveform is high where there is sound, and flat before`() async throws {
    let resolved = try await composition().prepared()
    let drawing = try await drawing(of: resolved, frames: 0)
    let layout = TimelineLayout(resolved.composition, media: resolved.media, width: 800)
    let clip = layout.rows[1].clips[0].frame
    let waves = drawing.shapes.flatMap(\.polygons).filter { points in
      points.count > 100 && points.allSatisfy { $0.y >= clip.y && $0.y <= clip.y + clip.height }
    }
    #expect(waves.count == 1)
    let points = try #require(waves.first)
    #expect(points.allSatisfy { $0.x >= clip.x - 2 })
    let heights = points.map(\.y)
    // The sine has half of full scale. The name is above, with 3 pixels of margin at both ends.
    let height = (heights.max() ?? 0) - (heights.min() ?? 0)
    #expect(abs(height / (clip.height - 26) - 0.5) < 0.05)
  }

  @Test func `a sheet shows frames of its times above the timeline`() async throws {
    let resolved = try await composition().prepared()
    let drawing = try await drawing(of: resolved, frames: 4)
    let pictures = drawing.shapes.flatMap(\.pictures)
    // The middles of four parts of sixty frames.
    #expect(pictures.prefix(4).map { $0.code?.frame } == [7, 22, 37, 52])
    let image = try #require(StillImage(drawing))
    #expect(image.size.width == 800)
    #expect(image.size.height == Int(drawing.height.rounded(.up)))
  }

  @Test func `a safe zone tints what an app covers, in the frames alone`() async throws {
    var edit = Composition(
      render: RenderSettings(
        size: PixelSize(width: 90, height: 160), frameDuration: MediaTime(1, over: 25)),
      assets: [Asset(id: "grey", generator: .color(Color(red: 128, green: 128, blue: 128)))])
    edit.tracks = [
      try Track(
        id: "v", mediaType: .video,
        segments: [
          Segment(
            target: TimeRange(start: .zero, duration: MediaTime(1)),
            media: .init(
              asset: "grey", source: TimeRange(start: .zero, duration: MediaTime(1))))
        ])
    ]
    var picture = TimelinePicture(try await edit.prepared())
    (picture.width, picture.frameCount, picture.columns) = (400, 1, 4)
    picture.safeZone = .reels
    let pictures = try await picture.drawing().shapes.flatMap(\.pictures)
    let frame = try #require(pictures.first), thumbnail = try #require(pictures.last)
    /// How much redder than green a place is, in parts of the picture.
    func red(_ picture: Drawing.Picture, _ x: Double, _ y: Double) -> Int {
      let column = Int(x * Double(picture.size.width)), row = Int(y * Double(picture.size.height))
      let index = 4 * (row * picture.size.width + column)
      return Int(picture.pixels[index]) - Int(picture.pixels[index + 1])
    }
    let covered = [(0.5, 0.07), (0.5, 0.12), (0.03, 0.4), (0.97, 0.4), (0.5, 0.68), (0.5, 0.95)]
    #expect(covered.allSatisfy { red(frame, $0.0, $0.1) > 40 })
    #expect([(0.1, 0.2), (0.9, 0.2), (0.5, 0.6)].allSatisfy { abs(red(frame, $0.0, $0.1)) < 8 })
    #expect(covered.allSatisfy { abs(red(thumbnail, $0.0, $0.1)) < 8 })
  }

  @Test func `an audio-only composition is drawn without frames`() async throws {
    var composition = try await composition()
    composition.tracks.removeFirst()
    let drawing = try await drawing(of: try await composition.prepared(), frames: 4)
    #expect(drawing.shapes.flatMap(\.pictures).isEmpty)
    #expect(drawing.height < 200)
  }

  @Test func `an SVG's pictures are JPEG files`() async throws {
    var picture = TimelinePicture(try await composition().prepared())
    picture.embedsFiles = true
    let svg = try await picture.drawing().svg
    #expect(svg.contains("data:image/jpeg;base64,/9j/"))
  }

  private func drawing(of resolved: ResolvedComposition, frames: Int) async throws -> Drawing {
    var picture = TimelinePicture(resolved)
    picture.width = 800
    picture.frameCount = frames
    picture.onWarning = { Issue.record("\($0)") }
    return try await picture.drawing()
  }
}

extension Drawing.Shape {
  fileprivate var pictures: [Drawing.Picture] {
    switch self {
    case .picture(let picture, _): [picture]
    case .clipped(_, _, let shapes): shapes.flatMap(\.pictures)
    default: []
    }
  }

  fileprivate var polygons: [[Drawing.Point]] {
    switch self {
    case .polygon(let points, _, _): [points]
    case .clipped(_, _, let shapes): shapes.flatMap(\.polygons)
    default: []
    }
  }
}

extension Drawing.Picture {
  fileprivate var code: FrameCode? {
    RawFrame(format: .rgba, width: size.width, height: size.height, bytes: pixels).code()
  }
}
