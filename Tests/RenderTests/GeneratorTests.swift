import Cutaway
import CutawayFile
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Generated pictures, in running pipelines.
@Suite(.serialized) struct GeneratorTests {
  private static let frame = MediaTime(1, over: 30)

  private func read(_ text: String) throws -> Composition {
    try CompositionDocument(reading: text, file: "f", directory: "").composition
  }

  /// A composition with one asset, called `a`, from its start on.
  private func edit(_ asset: String, seconds: String, size: (Int, Int) = (160, 90)) throws
    -> Composition
  {
    try read(
      """
      cutaway: 1
      render: {size: [\(size.0), \(size.1)], frameRate: 30}
      assets: {a: {\(asset)}}
      tracks: [{id: v, type: video, segments: [{asset: a, duration: \(seconds)}]}]
      """)
  }

  private func luma(_ red: Int, _ green: Int, _ blue: Int) -> Double {
    16 + 219 * (0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue)) / 255
  }

  /// Whether luma and chroma are those of a colour in BT.709, with a rounding error of 1.
  private func shows(_ frame: RawFrame, _ x: Int, _ y: Int, _ red: Int, _ green: Int, _ blue: Int)
    -> Bool
  {
    let light = luma(red, green, blue), base = (light - 16) * 255 / 219
    let cb = 128 + 224 * (Double(blue) - base) / 1.8556 / 255
    let cr = 128 + 224 * (Double(red) - base) / 1.5748 / 255
    return zip(
      [frame.planes[0][x, y], frame.planes[1][x / 2, y / 2], frame.planes[2][x / 2, y / 2]],
      [light, cb, cr]
    ).allSatisfy { abs(Double($0) - $1) <= 1.01 }
  }

  /// The noise of a pixel, 0…255.
  private func noise(seed: UInt32, frame: Int, _ x: Int, _ y: Int) -> Int {
    func scrambled(_ value: UInt32) -> UInt32 {
      var hash = (value ^ value >> 16) &* 0x85EB_CA6B
      hash = (hash ^ hash >> 13) &* 0xC2B2_AE35
      return hash ^ hash >> 16
    }
    let time = UInt64(frame) * 1_000_000_000 / 30
    let low = UInt32(truncatingIfNeeded: time), high = UInt32(time >> 32)
    let key = scrambled(scrambled(scrambled(seed) ^ low) ^ high)
    return Int(scrambled(key ^ UInt32(y << 16 ^ x)) >> 24)
  }

  @Test func `noise follows from its seed, the frame and the pixel`() async throws {
    let frames = try await Rendering(edit("noise: 7", seconds: "1/2")).frames
    #expect(frames.count == 15)
    for (index, frame) in frames.enumerated() {
      for y in 0..<90 {
        for x in 0..<160 {
          let grey = noise(seed: 7, frame: index, x, y)
          #expect(abs(Double(frame.planes[0][x, y]) - luma(grey, grey, grey)) <= 1.01)
        }
      }
      #expect(frame.planes[1].bytes.allSatisfy { $0 == 128 })
    }
  }

  @Test(arguments: ["noise: 7", "countdown: 2"])
  func `a seek shows the frames that playback shows`(asset: String) async throws {
    let edit = try edit(asset, seconds: "2")
    let all = digests(try await Rendering(edit).frames)
    #expect(Set(all).count == 60)
    for (start, end) in [(1, 3), (29, 32), (58, 60)] {
      let range = TimeRange(start: Self.frame * start, end: Self.frame * end)
      #expect(digests(try await Rendering(edit, range: range).frames) == Array(all[start..<end]))
    }
    var backwards = edit
    var segment = backwards.tracks[0].segments[0]
    segment.media?.isReversed = true
    try backwards.tracks[0].setSegments([segment])
    #expect(digests(try await Rendering(backwards).frames) == all.reversed())
  }

  @Test func `a colour lasts as long as its segment`() async throws {
    let frames = try await Rendering(edit("color: \"#204060\"", seconds: "1/3")).frames
    #expect(frames.count == 10)
    for frame in frames { #expect(shows(frame, 80, 45, 0x20, 0x40, 0x60)) }
    #expect(Set(digests(frames)).count == 1)
  }

  @Test(arguments: [255, 100])
  func `an image in memory is shown as its file is`(alpha: UInt8) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var pixels: [UInt8] = []
    for y in 0..<30 as Range<UInt8> {
      for x in 0..<48 as Range<UInt8> { pixels += [x * 5, y * 8, 90, x < 24 ? alpha : 255] }
    }
    let image = StillImage(size: PixelSize(width: 48, height: 30), pixels: pixels)
    let raw = folder.file("image.raw"), file = folder.file("image.png")
    try Data(image.pixels).write(to: raw)
    _ = try await ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgba", "-s", "48x30", "-i", raw.path,
        file.path,
      ]
    ).check()
    // In a track over a colour.
    var edit = try read(
      """
      cutaway: 1
      render: {size: [64, 36], frameRate: 30, background: "#204060"}
      assets: {a: {uri: '\(file.path)'}}
      tracks: [{id: v, type: video, segments: [{asset: a, duration: 2}]}]
      """)
    let expected = digests(try await Rendering(edit).frames)
    edit.assets = [Asset(id: "a", image: image)]
    #expect(digests(try await Rendering(edit).frames) == expected)
    #expect(expected.count == 60)
    let range = TimeRange(start: Self.frame * 40, end: Self.frame * 45)
    #expect(digests(try await Rendering(edit, range: range).frames) == Array(expected[40..<45]))
    // A file of the composition contains the pixels.
    #expect(try read(edit.yaml()) == edit)
    // A layer shows its colours; the chroma of the output has half the resolution.
    var layered = try self.edit("color: black", seconds: "1/30", size: (64, 36))
    layered.assets.append(Asset(id: "badge", image: image))
    var badge = OverlayLayer(.image(LayerImage(asset: "badge")))
    badge.position = .corner(x: .pixels(8), y: .pixels(2))
    layered.overlays = [badge]
    let layer = try await Rendering(layered).frames[0].planes[0]
    for x in 24..<48 {
      let light = luma(x * 5, 80, 90)
      #expect(abs(Double(layer[8 + x, 12]) - light) <= 1.01, "\(x)")
    }
    #expect(abs(Double(layer[12, 12]) - 16 - (luma(20, 80, 90) - 16) * Double(alpha) / 255) <= 1.5)
    // Without a size, the output has that of the image.
    edit.render.size = nil
    let frames = try await Rendering(edit).frames
    #expect(frames.first?.width == 48 && frames.first?.height == 30)
  }

  @Test func `a gradient runs evenly from the top to the bottom`() async throws {
    let edit = try edit("gradient: {colors: [black, white]}", seconds: "1/30")
    let picture = try await Rendering(edit).frames[0].planes[0]
    for y in 0..<90 {
      let grey = 255 * (Double(y) + 0.5) / 90
      #expect(abs(Double(picture[80, y]) - (16 + 219 * grey / 255)) <= 2, "\(y)")
    }
  }

  @Test func `bars have their colours`() async throws {
    let smpte = try await Rendering(edit("bars: smpte", seconds: "1/30", size: (336, 192))).frames
    let ebu = try await Rendering(edit("bars: ebu", seconds: "1/30", size: (336, 192))).frames
    let on = 191
    let bars = [
      (on, on, on), (on, on, 0), (0, on, on), (0, on, 0), (on, 0, on), (on, 0, 0), (0, 0, on),
    ]
    for (index, bar) in bars.enumerated() {
      #expect(shows(smpte[0], 48 * index + 24, 60, bar.0, bar.1, bar.2), "\(index)")
    }
    #expect(shows(smpte[0], 24, 136, 0, 0, on))
    #expect(shows(smpte[0], 30, 170, 0, 33, 76))
    #expect(shows(smpte[0], 90, 170, 255, 255, 255))
    #expect(shows(smpte[0], 280, 170, 10, 10, 10))
    for (index, bar) in ([(255, 255, 255)] + bars.dropFirst() + [(0, 0, 0)]).enumerated() {
      #expect(shows(ebu[0], 42 * index + 20, 100, bar.0, bar.1, bar.2), "\(index)")
    }
  }

  @Test func `a hand sweeps once in each second of a countdown`() async throws {
    let edit = try edit("countdown: 2", seconds: "2", size: (200, 200))
    let frames = try await Rendering(edit).frames
    for (index, frame) in frames.enumerated() {
      for eighth in 0..<8 {
        let part = (Double(eighth) + 0.5) / 8, angle = part * 2 * .pi
        let (x, y) = (100 + 78 * sin(angle), 100 - 78 * cos(angle))
        let now = Double(index % 30) / 30
        if abs(now - part) < 0.02 { continue }
        let grey = now > part ? 96 : 48
        let found = frame.planes[0][Int(x), Int(y)]
        #expect(abs(Double(found) - luma(grey, grey, grey)) <= 2, "\(index) \(eighth)")
      }
    }
    // The numbers differ.
    let middles = [0, 30].map { index in
      (60..<140).flatMap { y in (60..<140).map { frames[index].planes[0][$0, y] } }
    }
    #expect(middles[0] != middles[1])
  }

  @Test func `a generated picture has the size and the rate of the others`() async throws {
    let film = try await TestMedia(video: .init(width: 320, height: 180, frameRate: .pal25)).file()
    let edit = try read(
      """
      cutaway: 1
      assets: {n: {noise: 1}, c: {countdown: 1}, film: \(film.path)}
      sequence: [c, {asset: n, duration: 0.4}, {asset: film, source: [0, 0.4]}]
      """, media: film.path)
    let resolved = try ResolvedComposition(
      edit, media: await MediaCatalog(of: edit).descriptions)
    #expect(resolved.renderSize == PixelSize(width: 320, height: 180))
    #expect(resolved.frameDuration == MediaTime(1, over: 25))
    #expect(resolved.duration == MediaTime(9, over: 5))
    let frames = try await Rendering(edit).frames
    #expect(frames.count == 45)
    #expect(frames[35].code()?.frame == 0)
    #expect(Set(digests(frames[25..<35])).count == 10)
  }

  private func read(_ text: String, media: String) throws -> Composition {
    let parsed = try CompositionText(text, file: "f", directory: "")
    let film = MediaDescription(
      duration: MediaTime(2),
      videoTracks: [
        .init(size: PixelSize(width: 320, height: 180), frameDuration: MediaTime(1, over: 25))
      ])
    return try parsed.document(media: ["film": film]).composition
  }
}
