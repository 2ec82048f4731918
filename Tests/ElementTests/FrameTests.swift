import CutawayElementKit
import Testing

/// Frames, images and the elements that process them, without a pipeline.
@Suite struct FrameTests {
  /// Sets each pixel to its place.
  private struct Place: VideoFilter {
    static let name = "place"
    static let summary = "Sets each pixel to its place"

    func apply(to frame: inout VideoFrame) {
      frame.mapPixels { pixel, x, y in Pixel(UInt8(x), UInt8(y), pixel.z, pixel.w) }
    }
  }

  /// Inverts the components, four pixels at a time.
  private struct Negative: VideoFilter {
    static let name = "negative"
    static let summary = "Inverts each component"

    func apply(to frame: inout VideoFrame) { frame.mapBlocks { ~$0 } }
  }

  /// Counts the frames of a stream in the first component.
  private struct Counter: StatefulVideoFilter {
    static let name = "counter"
    static let summary = "Counts frames"
    @Property(in: 0...10, "The number of frames after which it fails") var limit = 10

    func makeState(for format: VideoFormat) -> UInt8 { UInt8(format.width) }

    func apply(to frame: inout VideoFrame, state: inout UInt8) throws(ElementError) {
      state += 1
      if Int(state) > limit { throw ElementError("frame \(state) is too many") }
      let count = state
      frame.mapPixels { _, _, _ in Pixel(count, 0, 0, 0) }
    }
  }

  /// Clears some columns of a row.
  private struct Eraser: VideoFilter {
    static let name = "eraser"
    static let summary = "Clears some columns of the second row"

    func apply(to frame: inout VideoFrame) { frame.clear(1..<3, row: 1) }
  }

  private let grey = Pixel(10, 20, 30, 40)

  @Test(arguments: [(1, 1), (3, 2), (4, 4), (7, 3), (64, 5)])
  func `each pixel of a frame is processed once, at its place`(width: Int, height: Int) throws {
    let image = try Image(width: width, height: height, filledWith: grey).filtered(by: Place())
    for y in 0..<height {
      for x in 0..<width { #expect(image[x, y] == Pixel(UInt8(x), UInt8(y), 30, 40)) }
    }
  }

  @Test(arguments: 1...9)
  func `blocks of four pixels cover rows of any width`(width: Int) throws {
    let plain = try Image(width: width, height: 3, filledWith: grey).filtered(by: Place())
    let inverted = try plain.filtered(by: Negative())
    #expect(inverted.pixels == plain.pixels.map { ~$0 })
    #expect(try inverted.filtered(by: Negative()) == plain)
  }

  @Test func `a filter keeps its state from frame to frame of a stream`() throws {
    var image = Image(width: 5, height: 1, filledWith: grey)
    let filter = Counter()
    var state = filter.makeState(for: image.format)
    for count in 6...10 {
      try image.apply(filter, state: &state)
      #expect(image[0, 0].x == UInt8(count))
    }
    let error = #expect(throws: ElementError.self) { try image.apply(filter, state: &state) }
    #expect(error?.description == "frame 11 is too many")
    #expect(image[0, 0].x == 10)
  }

  @Test func `each stream starts with a state of its own`() throws {
    let image = Image(width: 2, height: 1, filledWith: grey)
    for _ in 0..<3 { #expect(try image.filtered(by: Counter())[0, 0].x == 3) }
  }

  @Test func `clearing leaves the other columns and rows as they are`() throws {
    let image = try Image(width: 4, height: 3, filledWith: grey).filtered(by: Eraser())
    for y in 0..<3 {
      for x in 0..<4 {
        #expect(image[x, y] == (y == 1 && (1..<3).contains(x) ? Pixel() : grey))
      }
    }
  }

  @Test func `a filter accepts BGRA and RGBA, and processes every frame, unless it says otherwise`()
    throws
  {
    #expect(Place.layouts == [.bgra, .rgba])
    var state: Void = Place().makeState(for: VideoFormat(width: 1, height: 1, layout: .bgra))
    #expect(try !Place().isIdle(at: .zero, state: &state))
  }

  @Test(arguments: PixelLayout.allCases)
  func `the name of a layout states where alpha is`(layout: PixelLayout) {
    let index = layout.rawValue.firstIndex(of: "A").map {
      layout.rawValue.distance(from: layout.rawValue.startIndex, to: $0)
    }
    #expect(layout.alphaIndex == index)
    #expect(layout.bytesPerPixel == (layout.rawValue.contains("64") ? 8 : 4))
  }

  @Test func `a gain of 256 keeps a pixel, and alpha stays as it is`() {
    for gain in [UInt16(0), 1, 128, 255, 256] {
      let pixel = Pixel(255, 128, 1, 77).scaled(by: gain)
      let expected = [255, 128, 1].map { UInt8(Int($0) * Int(gain) / 256) }
      #expect(pixel == Pixel(expected[0], expected[1], expected[2], 77))
    }
  }

  // MARK: Pixels of any depth

  /// Sets red and green to the position, and remembers the type of the components.
  private struct Position: StatefulPixelFilter {
    static let name = "position"
    static let summary = "Sets red and green to the position"
    static let layouts = PixelLayout.allCases

    func makeState(for format: VideoFormat) -> Int { 0 }

    func apply<Component>(to frame: inout PixelFrame<Component>, state: inout Int) {
      state = Component.bitWidth
      frame.mapColors { color, x, y in
        SIMD4(Component(x), Component(y), color.z, color.w)
      }
    }
  }

  /// Halves blue.
  private struct LessBlue: PixelFilter {
    static let name = "lessblue"
    static let summary = "Halves blue"

    func apply<Component>(to frame: inout PixelFrame<Component>) {
      frame.mapColorBlocks { block in block.blue *= 0.5 }
    }
  }

  /// Replaces colours by themselves, as floating-point numbers.
  private struct Unchanged: PixelFilter {
    static let name = "unchanged"
    static let summary = "Converts colours to numbers and back"
    static let layouts = PixelLayout.allCases

    func apply<Component>(to frame: inout PixelFrame<Component>) {
      frame.mapColorBlocks { _ in }
      frame.mapPixels { pixel, _, _ in SIMD4(clamping: pixel.numbers) }
    }
  }

  /// The letters of a layout's name are the components in memory.
  private func index(of letter: Character, in layout: PixelLayout) throws -> Int {
    try #require(Array(layout.rawValue).firstIndex(of: letter))
  }

  private func check<Component>(_ image: PixelImage<Component>) throws {
    let layout = image.format.layout
    let letters: [Character] = layout.hasChroma ? ["Y", "U", "V", "A"] : ["R", "G", "B", "A"]
    let places = try letters.map { try index(of: $0, in: layout) }
    var state = 0, moved = image
    try moved.apply(Position(), state: &state)
    #expect(state == Component.bitWidth)
    for y in 0..<image.format.height {
      for x in 0..<image.format.width {
        var expected = image[x, y]
        (expected[places[0]], expected[places[1]]) = (Component(x), Component(y))
        #expect(moved[x, y] == expected)
      }
    }
    #expect(try image.filtered(by: Unchanged()) == image)
    let dimmed = try image.filtered(by: LessBlue())
    for (old, new) in zip(image.pixels, dimmed.pixels) {
      // The half of an odd number may be rounded up or down.
      #expect(abs(2 * Int(new[places[2]]) - Int(old[places[2]])) <= 1)
      var expected = old
      expected[places[2]] = new[places[2]]
      #expect(new == expected)
    }
  }

  @Test(arguments: PixelLayout.allCases, 1...9)
  func `a filter for any depth gets each colour in one order`(
    layout: PixelLayout, width: Int
  ) throws {
    func component<Component: PixelComponent>(_ index: Int) -> Component {
      Component(truncatingIfNeeded: (index &* 40_503) &>> 3)
    }
    func pixels<Component: PixelComponent>() -> [SIMD4<Component>] {
      (0..<width * 3).map { pixel in SIMD4((0..<4).map { component(pixel * 4 + $0) }) }
    }
    if layout.bitsPerComponent == 8 {
      try check(Image(width: width, height: 3, layout: layout, pixels: pixels()))
    } else {
      try check(DeepImage(width: width, height: 3, layout: layout, pixels: pixels()))
    }
  }

  @Test func `each component survives the conversion to a number`() throws {
    let all = (0...UInt16.max).map { DeepPixel($0, ~$0, $0 &+ 17, $0 ^ 99) }
    let image = DeepImage(width: 256, height: 256, layout: .rgba64, pixels: all)
    #expect(try image.filtered(by: Unchanged()) == image)
    let bytes = (0...UInt8.max).map { Pixel($0, ~$0, $0 &+ 17, $0 ^ 99) }
    let small = Image(width: 256, height: 1, layout: .ayuv, pixels: bytes)
    #expect(try small.filtered(by: Unchanged()) == small)
  }

  @Test func `numbers are rounded to the nearest component, and clamped`() {
    #expect(Pixel(clamping: SIMD4(-3, 0.4, 254.6, 300)) == Pixel(0, 0, 255, 255))
    #expect(DeepPixel(clamping: SIMD4(-3, 0.6, 65_534.7, 1e9)) == DeepPixel(0, 1, 65_535, 65_535))
  }

  @Test func `a gain of 65,536 keeps a pixel of 16 bits, and alpha stays as it is`() {
    for gain in [UInt32(0), 1, 32_768, 65_535, 65_536] {
      let pixel = DeepPixel(65_535, 32_768, 1, 77).scaled(by: gain)
      let expected = [65_535, 32_768, 1].map { UInt16($0 * Int(gain) / 65_536) }
      #expect(pixel == DeepPixel(expected[0], expected[1], expected[2], 77))
    }
  }

  // MARK: Bands

  @Test(arguments: [(1, 1), (1, 4), (5, 2), (100, 3), (7, 7), (1080, 16)])
  func `bands cover every row once, and differ by one row at most`(height: Int, count: Int) {
    let bands = VideoFormat(width: 1, height: height, layout: .bgra).bands(count)
    #expect(bands.flatMap(Array.init) == Array(0..<height))
    #expect(bands.allSatisfy { !$0.isEmpty } && bands.count == min(height, count))
    let counts: [Int] = bands.map(\.count)
    #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
  }

  @Test(arguments: [(1, 1), (1, 4), (5, 2), (101, 3), (7, 7), (1080, 16)])
  func `planar bands cover every row once, and start with an even row`(height: Int, count: Int) {
    let bands = PlanarFormat(width: 2, height: height).bands(count)
    #expect(bands.flatMap(Array.init) == Array(0..<height))
    #expect(bands.allSatisfy { $0.lowerBound % 2 == 0 && !$0.isEmpty })
  }

  @Test func `chroma planes have half the size, rounded up`() {
    let format = PlanarFormat(width: 7, height: 4)
    #expect([0, 1, 2].map { format.width(of: $0) } == [7, 4, 4])
    #expect([0, 1, 2].map { format.height(of: $0) } == [4, 2, 2])
    let image = PlanarImage(width: 7, height: 4, y: 1, u: 2, v: 3)
    #expect(image.planes.map(\.count) == [28, 8, 8])
    #expect(image[0, 6, 3] == 1 && image[1, 3, 1] == 2 && image[2, 0, 0] == 3)
  }

  // MARK: Renderers

  /// Draws the input upside down.
  private struct Flip: FrameRenderer {
    static let name = "flip"
    static let summary = "Draws a frame upside down"
    static let layouts: [PixelLayout] = [.rgba]
    @Property("Whether to output the input unchanged") var isOff = false

    func makeState(from input: VideoFormat, to output: VideoFormat) -> Int { output.height }

    func plan(at time: Duration, state: inout Int) -> Int? { isOff ? nil : state }

    static func render(_ source: FrameView, into band: inout VideoFrame, firstRow: Int, plan: Int) {
      let height = source.format.height
      band.mapPixels { _, x, y in source[x, height - 1 - (firstRow + y) * height / plan] }
    }
  }

  @Test(arguments: [1, 2, 5])
  func `a renderer draws all rows, in any number of bands`(bands: Int) throws {
    let image = try Image(width: 3, height: 6, layout: .rgba, filledWith: grey).filtered(
      by: Place())
    let flipped = try image.rendered(by: Flip(), width: 3, height: 6, bands: bands)
    let rows = (0..<6).flatMap { row -> [UInt8] in Array(repeating: 5 - UInt8(row), count: 3) }
    #expect(flipped.pixels.map(\.y) == rows)
    let taller = try image.rendered(by: Flip(), width: 3, height: 12, bands: bands)
    #expect(taller[0, 11].y == 0 && taller[0, 0].y == 5 && taller.format.height == 12)
  }

  @Test func `a renderer without a plan outputs the input`() throws {
    let image = Image(width: 3, height: 2, filledWith: grey)
    #expect(try image.rendered(by: Flip { $0.isOff = true }, width: 3, height: 2) == image)
  }
}
