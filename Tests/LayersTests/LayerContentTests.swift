import CutawayElementKit
import CutawayOverlays
import Foundation
import TestSupport
import Testing

/// Images, gradients and shapes as `layertree` draws them; the numbers Q… are those of the rules.
@Suite struct LayerContentTests {
  private static let red = SIMD3<Double>(1, 0, 0), lime = SIMD3<Double>(0, 1, 0)
  private static let blue = SIMD3<Double>(0, 0, 1), white = SIMD3<Double>(1, 1, 1)

  private func isClose(
    _ image: PlanarImage, _ x: Int, _ y: Int, _ color: SIMD3<Double>, within limit: Double = 4
  ) -> Bool {
    let expected = TreeImage.components(color)
    return (0..<3).allSatisfy { abs(Double(image[$0, x, y]) - expected[$0]) <= limit }
  }

  /// An image of 20 × 20 pixels: red and lime above, blue and white below.
  private func withImage(_ body: (String) throws -> Void) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (source, file) = (folder.file("four.ppm"), folder.file("four.png"))
    var pixels: [UInt8] = []
    for y in 0..<20 {
      for x in 0..<20 {
        let color: [UInt8] =
          switch (x < 10, y < 10) {
          case (true, true): [255, 0, 0]
          case (false, true): [0, 255, 0]
          case (true, false): [0, 0, 255]
          case (false, false): [255, 255, 255]
          }
        pixels += color
      }
    }
    try (Data("P6 20 20 255\n".utf8) + Data(pixels)).write(to: source)
    _ = try await ChildProcess("ffmpeg", ["-v", "error", "-i", source.path, file.path]).check()
    try body(file.path)
  }

  @Test func `Q15: without a scale, an image lies where its gravity says`() async throws {
    try await withImage { file in
      let places = [
        ("topLeft", 10, 4), ("top", 38, 4), ("topRight", 66, 4), ("left", 10, 22),
        ("center", 38, 22), ("right", 66, 22), ("bottomLeft", 10, 40), ("bottom", 38, 40),
        ("bottomRight", 66, 40),
      ]
      for (gravity, x, y) in places {
        let image = try TreeImage.drawn(
          "[{image: '\(file)', frame: [10, 4, 76, 56], gravity: \(gravity)}]")
        #expect(isClose(image, x + 1, y + 1, Self.red), "\(gravity)")
        #expect(isClose(image, x + 18, y + 18, Self.white), "\(gravity)")
        let outside = x > 10 ? (x - 3, y + 10) : (x + 23, y + 10)
        #expect(image[0, outside.0, outside.1] == 100, "\(gravity)")
      }
      let scaled = try TreeImage.drawn(
        "[{image: '\(file)', frame: [10, 4, 76, 56], gravity: topLeft, contentsScale: 2}]")
      #expect(isClose(scaled, 11, 5, Self.red) && isClose(scaled, 18, 12, Self.white))
      #expect(scaled[0, 21, 8] == 100)
    }
  }

  @Test func `Q16: a part of an image fills the layer, and its edges repeat outside`() async throws
  {
    try await withImage { file in
      let part = try TreeImage.drawn(
        "[{image: '\(file)', frame: [0, 0, 96, 64], contentsRect: [0.5, 0, 0.5, 1]}]")
      #expect(isClose(part, 16, 8, Self.lime) && isClose(part, 80, 56, Self.white))
      let around = try TreeImage.drawn(
        "[{image: '\(file)', frame: [0, 0, 96, 64], contentsRect: [-1, 0, 2, 1]}]")
      #expect(isClose(around, 4, 4, Self.red) && isClose(around, 4, 60, Self.blue))
      #expect(isClose(around, 90, 4, Self.lime))
      // Its own size is that of the part.
      let own = try TreeImage.drawn(
        "[{image: '\(file)', place: topLeft, contentsRect: [0.5, 0, 0.5, 0.5]}]")
      #expect(isClose(own, 5, 5, Self.lime) && own[0, 13, 5] == 100 && own[0, 5, 13] == 100)
    }
  }

  @Test func `Q17: the corners around the stretched part keep their size`() async throws {
    try await withImage { file in
      // The middle tenth is stretched: the borders of colours lie in its middle.
      let image = try TreeImage.drawn(
        "[{image: '\(file)', frame: [0, 0, 96, 64], contentsCenter: [0.8, 0.9, 0.1, 0.05]}]")
      // 16 pixels before the cut keep their size, so the colours meet at 10 of 20 as in the image.
      for (x, y, color) in [
        (8, 8, Self.red), (12, 8, Self.lime), (8, 12, Self.blue), (12, 12, Self.white),
        (94, 2, Self.lime), (2, 62, Self.blue), (60, 30, Self.white),
      ] {
        #expect(isClose(image, x, y, color), "\(x), \(y)")
      }
      // No seam shows the picture.
      for x in 0..<96 { for y in 0..<64 { #expect(image[0, x, y] != 100) } }
    }
  }

  @Test func `Q6: in flipped geometry, images stay upright, and shapes and shadows turn`()
    async throws
  {
    try await withImage { file in
      let image = try TreeImage.drawn(
        """
        [{frame: [0, 0, 96, 64], geometryFlipped: true,
        layers: [{image: '\(file)', frame: [10, 0, 20, 20]},
        {shape: {path: M 0 0 L 20 0 L 20 10 L 0 10 Z}, fill: red, frame: [40, 20, 20, 20]},
        {frame: [70, 40, 10, 10], background: white,
        shadow: {offset: [0, -20], radius: 0, opacity: 1}}]}]
        """)
      #expect(isClose(image, 12, 46, Self.red) && isClose(image, 28, 62, Self.white))
      // The shape lies in the lower half of its layer, which is 20 pixels above the lower edge.
      #expect(isClose(image, 50, 40, Self.red) && image[0, 50, 28] == 100)
      // A negative offset is downwards.
      #expect(isClose(image, 75, 19, Self.white) && image[0, 75, 39] <= 18)
    }
  }

  @Test func `Q6: a text and the picture stay upright in flipped geometry`() throws {
    let text =
      "text: L, font: {family: DejaVu Sans, size: 40}, color: white, frame: [20, 10, 40, 50]"
    let flipped = try TreeImage.drawn(
      "[{geometryFlipped: true, layers: [{\(text.replacing("10, 40", with: "4, 40"))}]}]")
    #expect(flipped == (try TreeImage.drawn("[{\(text)}]")))
    #expect(flipped != TreeImage.grey)
    let picture =
      "video: true, frame: [8, 8, 48, 32], gravity: resizeAspectFill, masksToBounds: true"
    #expect(
      try TreeImage.drawn(
        "[{geometryFlipped: true, layers: [{\(picture.replacing("8, 8", with: "8, 24"))}]}]",
        over: TreeImage.slope) == TreeImage.drawn("[{\(picture)}]", over: TreeImage.slope))
  }

  @Test func `Q64: a conic gradient starts in the direction of its end, and turns from x to y`()
    throws
  {
    let image = try TreeImage.drawn(
      """
      [{frame: [16, 0, 64, 64], gradient: {type: conic, colors: [black, white],
      from: [0.5, 0.5], to: [1, 0.5]}}]
      """)
    for (x, y) in [(70, 40), (48, 60), (20, 40), (30, 10), (60, 12), (75, 62), (17, 1)] {
      var angle = atan2(Double(y) + 0.5 - 32, Double(x) + 0.5 - 48)
      if angle < 0 { angle += 2 * .pi }
      let grey = angle / (2 * .pi)
      #expect(isClose(image, x, y, SIMD3(repeating: grey), within: 2), "\(x), \(y)")
    }
    // Every pixel of the layer is drawn.
    for y in 0..<64 { for x in 16..<80 { #expect(image[1, x, y] == 128, "\(x), \(y)") } }
    #expect(image[0, 15, 10] == 100 && image[0, 80, 10] == 100)
  }

  @Test func `what a path surrounds twice is outside by the even-odd rule`() throws {
    let path = "M 0 0 L 60 0 L 60 60 L 0 60 Z M 20 20 L 40 20 L 40 40 L 20 40 Z"
    for (key, isFilled) in [("", true), (", evenOdd: true", false)] {
      let image = try TreeImage.drawn(
        "[{shape: {path: \(path)}, fill: red, position: [0, 0], anchorPoint: [0, 0]\(key)}]")
      #expect(isClose(image, 10, 10, Self.red))
      #expect(isClose(image, 30, 30, Self.red) == isFilled)
    }
  }

  @Test func `dashes start at their phase`() throws {
    let line =
      "shape: {path: M 0 32 L 96 32}, fill: '#00000000', position: [0, 0], anchorPoint: [0, 0]"
    func isDrawn(_ phase: Int, _ x: Int) throws -> Bool {
      let image = try TreeImage.drawn(
        "[{\(line), stroke: {color: white, width: 8, dash: [8, 8], dashPhase: \(phase)}}]")
      return isClose(image, x, 32, Self.white)
    }
    #expect(try isDrawn(0, 4) && !isDrawn(0, 12))
    #expect(try !isDrawn(8, 4) && isDrawn(8, 12))
  }

  @Test func `a corner over the miter limit is bevelled`() throws {
    // Two lines that meet at 60°, whose mitre has twice the thickness.
    let path = "M 28 60 L 48 25.36 L 68 60"
    for (limit, isSharp) in [(3, true), (1, false)] {
      let image = try TreeImage.drawn(
        """
        [{shape: {path: \(path)}, fill: '#00000000', position: [0, 0], anchorPoint: [0, 0],
        stroke: {color: white, width: 16, miterLimit: \(limit)}}]
        """)
      #expect(isClose(image, 47, 14, Self.white) == isSharp)
    }
  }

  @Test func `a path of a layer scrolls with its origin`() throws {
    let image = try TreeImage.drawn(
      """
      [{shape: {path: M 30 10 L 50 10 L 50 30 L 30 30 Z}, fill: red, frame: [0, 0, 96, 64],
      origin: [20, 0]}]
      """)
    #expect(isClose(image, 20, 20, Self.red) && image[0, 40, 20] == 100)
  }

  @Test func `justified lines reach both edges, but for the last`() throws {
    let image = try TreeImage.drawn(
      """
      [{text: iiii iiii iii iiii iiii ii, font: {family: DejaVu Sans, size: 14}, color: white,
      frame: [4, 0, 88, 64], alignment: justified}]
      """)
    func last(_ rows: Range<Int>) -> Int {
      (0..<96).last { x in rows.contains { image[0, x, $0] != 100 } } ?? 0
    }
    let plain = try TreeImage.drawn(
      """
      [{text: iiii iiii iii iiii iiii ii, font: {family: DejaVu Sans, size: 14}, color: white,
      frame: [4, 0, 88, 64]}]
      """)
    #expect(last(0..<16) >= 89 && image != plain)
    #expect(last(17..<64) < 80)
  }
}
