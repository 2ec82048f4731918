import Cutaway
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Layers on blurred enlargements of themselves, in running pipelines.
@Suite(.serialized) struct BackgroundTests {
  private static let frame = MediaTime(1, over: 30)
  private static let size = PixelSize(width: 320, height: 180)
  private static let media = [
    TestMedia(
      video: .init(width: 180, height: 320, frameCount: 120, keyFrameInterval: 40, clip: 81)),
    TestMedia(
      .mkv, video: .init(frameRate: .pal25, frameCount: 100, keyFrameInterval: 50, clip: 82)),
    TestMedia(
      video: .init(
        width: 160, height: 320, frameRate: .pal25, frameCount: 100, keyFrameInterval: 25, clip: 83)
    ),
  ]

  private static func range(_ start: Int, _ end: Int) -> TimeRange {
    TimeRange(start: frame * start, end: frame * end)
  }

  private func composition(_ tracks: [Track], _ background: BlurredBackground?) async throws
    -> Composition
  {
    var composition = Composition(
      render: RenderSettings(
        size: Self.size, frameDuration: Self.frame, blurredBackground: background),
      tracks: tracks)
    for (index, file) in Self.media.enumerated() {
      composition.assets.append(Asset(id: "\(index)", location: try await file.file().path))
    }
    composition.instructions = [
      Instruction(
        range: TimeRange(start: .zero, duration: composition.duration),
        layers: tracks.reversed().map { track in
          Layer(track: track.id, transform: AnimatedValue(LayerTransform(.fit)))
        })
    ]
    return composition
  }

  private func track(_ id: Track.ID, _ parts: (Int, Int, Asset.ID)...) throws -> Track {
    var segments: [Segment] = [], end = 0
    for (start, last, asset) in parts {
      if start > end { segments.append(Segment(target: Self.range(end, start))) }
      let range = Self.range(start, last)
      segments.append(Segment(target: range, media: .init(asset: asset, source: range)))
      end = last
    }
    return try Track(id: id, mediaType: .video, segments: segments)
  }

  /// A frame after a Gaussian blur of the whole picture with repeated edges, computed plainly.
  private func blurred(_ plane: Plane, sigma: Double) -> [Double] {
    let reach = Int((sigma * 4).rounded(.up))
    let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = weights.reduce(0, +)
    func pass(_ values: [Double], _ count: Int, _ place: (Int, Int) -> Int, _ lines: Int)
      -> [Double]
    {
      var result = values
      for line in 0..<lines {
        for at in 0..<count {
          var value = 0.0
          for offset in -reach...reach {
            let other = min(max(at + offset, 0), count - 1)
            value += values[place(line, other)] * weights[offset + reach]
          }
          result[place(line, at)] = value / sum
        }
      }
      return result
    }
    let values = (0..<plane.width * plane.height).map {
      Double(plane[$0 % plane.width, $0 / plane.width])
    }
    let rows = pass(values, plane.width, { $0 * plane.width + $1 }, plane.height)
    return pass(rows, plane.height, { $1 * plane.width + $0 }, plane.width)
  }

  @Test func `the clip lies unchanged on its blurred enlargement`() async throws {
    let clip = try track("a", (0, 12, "0"))
    let (plain, found) = (
      try await Rendering(composition([clip], nil)).frames,
      try await Rendering(composition([clip], BlurredBackground(blur: 0.06))).frames
    )
    var filled = try await composition([clip], nil)
    filled.instructions[0].layers[0].transform = AnimatedValue(LayerTransform(.fill))
    let large = try await Rendering(filled).frames
    #expect(found.count == 12 && large.count == 12)
    // 180×320 fits as 101.25×180, from x = 109.4 to 210.6.
    let (left, right) = (109, 211)
    for index in found.indices {
      let (luma, expected) = (found[index].planes[0], plain[index].planes[0])
      for y in 0..<180 {
        for x in left + 2..<right - 2 {
          #expect(luma[x, y] == expected[x, y], "\(index): \(x) \(y)")
        }
      }
      let reference = blurred(large[index].planes[0], sigma: 0.06 * 180)
      var (sum, worst, count) = (0.0, 0.0, 0)
      // At its edges, the picture continues with its last row, which fine patterns do not resemble.
      for y in 22..<180 - 22 {
        for x in (22..<320 - 22) where !(left - 2..<right + 2).contains(x) {
          let difference = abs(Double(luma[x, y]) - reference[y * 320 + x])
          (sum, worst, count) = (sum + difference, max(worst, difference), count + 1)
        }
      }
      #expect(
        sum / Double(count) < 1.5 && worst < 6, "frame \(index): \(sum / Double(count)), \(worst)")
    }
  }

  @Test func `lower layers are visible where a layer with a background has a gap`() async throws {
    let lower = try track("a", (0, 40, "1")), upper = try track("b", (10, 20, "0"), (30, 40, "2"))
    var edit = try await composition([lower, upper], nil)
    let plain = try await Rendering(composition([lower], nil)).frames
    edit.instructions[0].layers[0].blurredBackground = BlurredBackground()
    let found = try await Rendering(edit).frames
    #expect(found.count == 40)
    for index in found.indices {
      let isCovered = (10..<20).contains(index) || index >= 30
      #expect((found[index].bytes == plain[index].bytes) == !isCovered, "frame \(index)")
    }
  }

  @Test(arguments: UInt64(0)..<4)
  func `seeks, ranges and transitions show what plays`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let names = Transition.names.filter { $0 != "luma" }
    var edit = try await composition([Track(id: "v", mediaType: .video)], nil)
    var segments: [Segment] = [], transitions: [Int: Transition] = [:], end = 0
    for index in 0..<5 {
      let length = Int.random(in: 14...26, using: &random)
      if index > 0, Bool.random(using: &random) {
        transitions[index] = Transition(
          named: names.randomElement(using: &random) ?? "dissolve", duration: Self.frame * 5)
        end -= 5
      }
      let from = Int.random(in: 0...40, using: &random)
      segments.append(
        Segment(
          target: Self.range(end, end + length),
          media: .init(
            asset: Asset.ID("\(Int.random(in: 0...2, using: &random))"),
            source: Self.range(from, from + length))))
      end += length
    }
    edit.render.blurredBackground = BlurredBackground()
    edit.instructions = [
      Instruction(
        range: Self.range(0, end),
        layers: [Layer(track: "v", transform: AnimatedValue(LayerTransform(.fit)))])
    ]
    try edit.setSegments(segments, transitions: transitions, of: "v")
    let catalog = await MediaCatalog(of: edit)
    let resolved = try ResolvedComposition.knowing(edit, catalog.descriptions)
    let linear = try await Rendering(Translation(resolved)).frames
    #expect(linear.count == end)
    let again = try await Rendering(Translation(resolved)).frames
    #expect(digests(again) == digests(linear))
    // No background is black anywhere.
    for (index, frame) in linear.enumerated() {
      #expect(frame.planes[0].bytes.contains { $0 > 16 }, "frame \(index)")
    }
    let middle = end / 3
    let part = try await Rendering(
      Translation(resolved, range: Self.range(middle, middle + 20))
    ).frames
    #expect(digests(part) == Array(digests(linear)[middle..<middle + 20]))
    try await expectRandomSeeks(
      8, ofAtMost: 10, in: Translation(resolved), frame: Self.frame, seed: seed,
      toShow: digests(linear))
  }
}
