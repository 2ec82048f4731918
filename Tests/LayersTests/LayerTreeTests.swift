import CutawayElementKit
import CutawayFile
import CutawayLayers
import CutawayOverlays
import Foundation
import TestSupport
import Testing

/// What `layertree` draws, and what it refuses.
@Suite struct LayerTreeTests {
  private func isClose(_ image: PlanarImage, _ x: Int, _ y: Int, _ color: SIMD3<Double>) -> Bool {
    let expected = TreeImage.components(color)
    return (0..<3).allSatisfy { abs(Double(image[$0, x, y]) - expected[$0]) <= 1 }
  }

  @Test func `a box at whole pixels replaces exactly its pixels`() throws {
    let image = try TreeImage.drawn("[{frame: [10, 20, 30, 16], background: '#ff8000'}]")
    for y in 0..<TreeImage.height {
      for x in 0..<TreeImage.width {
        if (10..<40).contains(x), (20..<36).contains(y) {
          #expect(isClose(image, x, y, SIMD3(1, 128.0 / 255, 0)))
        } else {
          #expect((0..<3).allSatisfy { image[$0, x, y] == TreeImage.grey[$0, x, y] })
        }
      }
    }
  }

  @Test func `what clips a picture does not hide other pictures`() throws {
    for corner in [0, 6] {
      let image = try TreeImage.drawn(
        """
        [{video: true, frame: [0, 0, 40, 64]},
        {frame: [50, 10, 30, 30], masksToBounds: true, cornerRadius: \(corner),
        layers: [{video: true, frame: [-50, -10, 96, 64]}]}]
        """)
      for (x, y) in [(2, 2), (30, 20), (38, 60), (65, 25)] {
        #expect(abs(Int(image[0, x, y]) - 100) <= 1, "\(x), \(y)")
      }
      #expect(image[0, 45, 20] == 16)
      #expect(image[0, 65, 50] == 16)
    }
  }

  @Test func `the background of a picture lies below it`() throws {
    let image = try TreeImage.drawn(
      "[{video: true, gravity: resizeAspect, frame: [0, 0, 96, 32], background: red}]")
    #expect(isClose(image, 5, 16, SIMD3(1, 0, 0)))
    #expect(abs(Int(image[0, 48, 16]) - 100) <= 1)
  }

  @Test func `a shadow does not depend on where the picture ends`() throws {
    func shadow(_ left: Int) throws -> [Int] {
      let image = try TreeImage.drawn(
        """
        [{frame: [\(left), -20, 40, 104], background: white,
        shadow: {offset: [0, 0], radius: 5, opacity: 1}}]
        """)
      return (0..<12).map { Int(image[0, left + 40 + $0, 30]) }
    }
    let (inside, across) = (try shadow(20), try shadow(-30))
    #expect(inside.first.map { $0 < 90 } == true)
    for (one, other) in zip(inside, across) { #expect(abs(one - other) <= 1) }
  }

  private static let copies: OverlayLayer = {
    var inner = OverlayLayer(), layer = OverlayLayer()
    inner.copies = LayerCopies(count: 3)
    (layer.copies, layer.layers) = (LayerCopies(count: 4_000), [inner])
    return layer
  }()

  private static let particles = OverlayLayer(
    .emitter(LayerEmitter(cells: [.init(OverlayLayer(), rate: 10_000, lifetime: 3...3)])))

  @Test(arguments: [
    (copies, "at most 10000 layers"), (particles, "at most 20000 particles at once"),
  ])
  func `a tree with too much is an error`(layer: OverlayLayer, message: String) {
    let error = #expect(throws: ElementError.self) { try TreeImage.drawn([layer]) }
    #expect(error.map { "\($0)".contains(message) } == true)
  }

  @Test func `a frame has a limit of memory`() {
    // A layer that turns is drawn whole: each takes 61 MiB.
    let layers = (0..<40).map { index in
      "{size: [4000, 4000], gradient: {colors: ['#0000\(10 + index)', red]}, scale: [1, 1], "
        + "animations: [{property: rotation, by: 1}]}"
    }
    let error = #expect(throws: ElementError.self) {
      try TreeImage.drawn("[" + layers.joined(separator: ", ") + "]")
    }
    #expect(error.map { "\($0)".contains("512 MiB") } == true)
  }

  @Test func `without a visible layer, the picture passes unchanged`() throws {
    for tree in ["[]", "[{background: red, range: [1, 2]}]", "[{background: red, opacity: 0}]"] {
      #expect(try TreeImage.drawn(tree) == TreeImage.grey)
    }
  }

  @Test func `Q18: overlapping layers do not show through each other in a transparent group`()
    throws
  {
    let boxes = """
      layers: [{frame: [10, 10, 30, 30], background: red},
      {frame: [20, 20, 30, 30], background: blue}]
      """
    let group = try TreeImage.drawn("[{opacity: 0.5, \(boxes)}]")
    let single = try TreeImage.drawn("[{frame: [20, 20, 30, 30], background: blue, opacity: 0.5}]")
    for plane in 0..<3 {
      #expect(abs(Int(group[plane, 30, 30]) - Int(single[plane, 30, 30])) <= 1)
    }
  }

  @Test func `Q14: the border lies above the layers, which lie above the content`() throws {
    let image = try TreeImage.drawn(
      """
      [{frame: [8, 8, 64, 48], background: red, border: {width: 8, color: blue},
      layers: [{frame: [0, 0, 32, 48], background: lime}]}]
      """)
    #expect(isClose(image, 10, 30, SIMD3(0, 0, 1)))
    #expect(isClose(image, 24, 30, SIMD3(0, 1, 0)))
    #expect(isClose(image, 50, 30, SIMD3(1, 0, 0)))
  }

  @Test func `Q10, Q11: a mask and the bounds limit what is visible`() throws {
    let masked = try TreeImage.drawn(
      """
      [{frame: [0, 0, 96, 64], background: red,
      mask: {frame: [0, 0, 48, 64], background: black}}]
      """)
    #expect(isClose(masked, 20, 30, SIMD3(1, 0, 0)))
    #expect(masked[0, 70, 30] == 100)
    let clipped = try TreeImage.drawn(
      """
      [{frame: [0, 0, 48, 64], masksToBounds: true,
      layers: [{frame: [0, 0, 96, 64], background: red}]}]
      """)
    #expect(isClose(clipped, 20, 30, SIMD3(1, 0, 0)))
    #expect(clipped[0, 70, 30] == 100)
  }

  @Test func `Q20: a shadow is the blurred alpha, below the layer`() throws {
    let image = try TreeImage.drawn(
      """
      [{frame: [20, 20, 40, 20], background: white,
      shadow: {offset: [0, 10], radius: 2, opacity: 1}}]
      """)
    #expect(isClose(image, 40, 30, SIMD3(1, 1, 1)))
    // In its middle the shadow is black; at its edge, half of it.
    #expect(image[0, 40, 44] <= 18)
    #expect((50...66).contains(image[0, 40, 50]))
    #expect(image[0, 40, 59] == 100)
  }

  @Test func `a layer that has slid in is as sharp as one that stands`() throws {
    let text = "text: Ag, font: {family: DejaVu Sans, size: 30}, position: [48.3, 30.7]"
    let still = try TreeImage.drawn("[{\(text)}]")
    let moved = try TreeImage.drawn(
      "[{\(text), enter: {slide: up, by: 20.5, duration: 0.5}}]", frame: 20)
    #expect(still == moved)
    #expect(still != TreeImage.grey)
  }

  @Test func `one and three bands, and frames in any order, give the same bytes`() throws {
    let tree = """
      [{text: Title, font: {family: DejaVu Sans, size: 20}, rotation: [{range: [0, 2], from: 0, to: 90}]},
      {frame: [5, 5, 40, 20], shape: ellipse, fill: '#20c0ff80', offset: [{range: [0, 2], from: [0, 0], to: [30, 7]}]}]
      """
    for frame in [0, 3, 7, 19] as [Int64] {
      let once = try TreeImage.drawn(tree, frame: frame)
      #expect(once == (try TreeImage.drawn(tree, frame: frame, bands: 3)))
      #expect(once != TreeImage.grey)
    }
  }

  @Test func `a tree in other coordinates is scaled to the picture`() throws {
    let image = try TreeImage.drawn(
      "[{frame: [20, 40, 60, 32], background: '#ff8000'}]", size: (192, 128))
    #expect(
      image == (try TreeImage.drawn("[{frame: [10, 20, 30, 16], background: '#ff8000'}]")))
  }

  @Test func `an image has its own size, and fills another as its gravity says`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("red.png")
    // 20 × 10 pixels of red.
    _ = try await ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "color=c=0xff0000:s=20x10:r=1,format=rgb24",
        "-frames:v", "1",
        file.path,
      ]
    ).check()
    let red = SIMD3<Double>(1, 0, 0)
    let own = try TreeImage.drawn("[{image: '\(file.path)', place: topLeft}]")
    #expect(isClose(own, 18, 8, red) && own[0, 22, 5] == 100 && own[0, 5, 12] == 100)
    let fitted = try TreeImage.drawn(
      "[{image: '\(file.path)', frame: [0, 0, 40, 40], gravity: resizeAspect}]")
    #expect(isClose(fitted, 20, 20, red) && fitted[0, 20, 5] == 100)
    let filled = try TreeImage.drawn(
      "[{image: '\(file.path)', frame: [30, 0, 40, 40], gravity: resizeAspectFill, masksToBounds: true}]"
    )
    #expect(isClose(filled, 32, 3, red) && filled[0, 28, 20] == 100)
  }

  @Test func `images in memory are drawn, given by value and by text`() throws {
    // Random colours; every third pixel is transparent, every third half so.
    var random = SeededGenerator(seed: 5)
    var pixels: [UInt8] = []
    for index in 0..<84 {
      for _ in 0..<3 { pixels.append(UInt8(truncatingIfNeeded: random.next())) }
      pixels.append([0, 128, 255][index % 3])
    }
    let image = StillImage(size: PixelSize(width: 12, height: 7), pixels: pixels)
    var layer = OverlayLayer(.image(LayerImage(asset: "logo")))
    layer.position = .corner(x: .pixels(20), y: .pixels(10))
    let value = SharedLayers([layer], images: ["logo": image])
    let drawn = try TreeImage.drawn(Shared(value))
    for (index, color) in stride(from: 0, to: pixels.count, by: 4).enumerated() {
      let alpha = Double(pixels[color + 3]) / 255
      let own = TreeImage.components(
        SIMD3(
          Double(pixels[color]), Double(pixels[color + 1]), Double(pixels[color + 2])) / 255)
      let expected = SIMD3(100.0, 128, 128) * (1 - alpha) + own * alpha
      for plane in 0..<3 {
        let shown = Double(drawn[plane, 20 + index % 12, 10 + index / 12])
        #expect(abs(shown - expected[plane]) <= 1.5, "plane \(plane), pixel \(index)")
      }
    }
    let parsed = try SharedLayers(text: value.text)
    #expect(parsed == value)
    #expect(try TreeImage.drawn(Shared(parsed)) == drawn)
  }

  @Test(arguments: [
    (#"[{"content":{"texts":{}}}]"#, "tree: [0].content: "),
    (#"{"layers":[],"images":{"a":"2x1:AAAA"}}"#, "tree: .images.a: expected an image"),
    ("5", "tree: "),
    (#"[{"speed":"fast"}]"#, "tree: [0].speed: "), (#"[{"content":"#, "tree: "),
    (#"[{"content":{"image":{"_0":{"asset":"/no/such.png"}}}}]"#, "/no/such.png"),
  ])
  func `an unusable tree is an error that says why`(tree: String, part: String) {
    let error = #expect(throws: ElementError.self) {
      try TreeImage.drawn(Shared<SharedLayers>(text: tree))
    }
    #expect(error?.description.contains(part) == true, "\(String(describing: error))")
  }
}
