import CutawayDiagnostics
import CutawayElementBridge
import CutawayElementKit
import CutawayGraph
import CutawayRuntime
import CutawaySystem
import CutawayTranslation
import Synchronization
import TestSupport
import Testing

/// Paints every pixel with its properties, or fails on request.
private struct Paint: VideoFilter {
  static let name = "testpaint"
  static let summary = "Paints frames with one level"

  @Property(in: 0...255, "The level") var level = 7
  @Property("Whether to give up") var fails = false
  @Property("What it is for") var label = "none"

  func apply(to frame: inout VideoFrame) throws(ElementError) {
    if fails { throw ElementError("told to fail by \(label)") }
    let pixel = Pixel(repeating: UInt8(level))
    frame.mapPixels { _, _, _ in pixel }
  }
}

/// Fails unless every pixel has one level.
private struct Check: VideoFilter {
  static let name = "testcheck"
  static let summary = "Fails where a pixel is not of a level"

  @Property(in: 0...255, "The level") var level = 7

  func apply(to frame: inout VideoFrame) throws(ElementError) {
    let expected = Pixel(repeating: UInt8(level))
    var isRight = true
    frame.mapPixels { pixel, _, _ in
      isRight = isRight && pixel == expected
      return pixel
    }
    if !isRight { throw ElementError("another level than \(level)") }
  }
}

/// Paints each pixel by its position, or checks that each has the value of the vertically flipped
/// position.
private struct Slope: VideoFilter {
  static let name = "testslope"
  static let summary = "Paints frames with a slope, or checks that it is upside down"

  @Property("Whether to check") var checks = false

  func apply(to frame: inout VideoFrame) throws(ElementError) {
    let last = frame.format.height - 1
    var isRight = true
    frame.mapPixels { pixel, x, y in
      func slope(_ y: Int) -> Pixel {
        Pixel(UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: y), UInt8(x / 256), 200)
      }
      isRight = isRight && pixel == slope(last - y)
      return checks ? pixel : slope(y)
    }
    if checks, !isRight { throw ElementError("not upside down") }
  }
}

/// Paints what `Slope` expects, in parts.
private struct Parts: VideoFilter {
  static let name = "testparts"
  static let summary = "Paints frames with a slope upside down, in parts"
  static let traits: ElementTraits = [.stateless, .keepsPace, .pointwise]
  /// The most rows of a part.
  static let most = Atomic(0)

  @Property("Whether the part with row 200 gives up") var fails = false

  func apply(to frame: inout VideoFrame) throws(ElementError) {
    Self.most.max(frame.rows.count, ordering: .relaxed)
    if fails, frame.rows.contains(200) { throw ElementError("row 200 fails") }
    let last = frame.format.height - 1
    frame.mapPixels { _, x, y in
      Pixel(UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: last - y), UInt8(x / 256), 200)
    }
  }
}

/// Draws a new frame with the rows in reverse order.
private struct Turn: FrameRenderer {
  static let name = "testturn"
  static let summary = "Turns frames upside down"
  static let layouts: [PixelLayout] = [.bgra]

  init() {}

  func makeState(from input: VideoFormat, to output: VideoFormat) throws(ElementError)
    -> VideoFormat
  {
    input
  }

  func plan(at time: Duration, state: inout VideoFormat) throws(ElementError) -> VideoFormat? {
    state
  }

  static func render(
    _ source: FrameView, into band: inout VideoFrame, firstRow: Int, plan: VideoFormat
  ) {
    for row in 0..<band.format.height {
      var pixels = band[row: row]
      for x in pixels.indices {
        pixels[x] =
          source[min(x, plan.width - 1), plan.height - 1 - min(firstRow + row, plan.height - 1)]
      }
    }
  }
}

/// Adds a colour to the pixels of any depth, or checks that they have it.
private struct Tint: PixelFilter {
  static let name = "testtint"
  static let summary = "Paints frames with a colour, or checks it"
  static let layouts: [PixelLayout] = PixelLayout.rgb

  @Property(color: "The colour") var color: UInt32 = 0
  @Property("Whether to check") var checks = false
  @Property(in: 8...16, "The expected number of bits per component") var bits = 8

  func apply<Component>(to frame: inout PixelFrame<Component>) throws(ElementError) {
    if Component.bitWidth != bits { throw ElementError("\(Component.bitWidth) bits") }
    let parts = SIMD4<UInt32>(color >> 16, color >> 8, color, color >> 24) & 255
    let expected = SIMD4<Component>(truncatingIfNeeded: parts &* UInt32(Component.max / 255))
    var isRight = true
    frame.mapColors { color, _, _ in
      isRight = isRight && color == expected
      return expected
    }
    if checks, !isRight { throw ElementError("another colour") }
  }
}

/// Counts frames.
private struct Tally: VideoFilter {
  static let name = "testtally"
  static let summary = "Counts frames"
  static let count = Atomic(0)

  func apply(to frame: inout VideoFrame) { Self.count.add(1, ordering: .relaxed) }
}

private let plugin = Plugin(
  "bridgetest", "Elements of the bridge's tests",
  elements: .filter(Paint.self), .filter(Check.self), .filter(Slope.self), .filter(Tint.self),
  .filter(Tally.self), .filter(Parts.self), .renderer(Turn.self))

private let isRegistered = plugin.register()

@Suite struct FilterTests {
  init() throws { try #require(isRegistered) }

  /// Runs a launch line to its end.
  private func run(_ description: String) async throws {
    var graph = PipelineGraph()
    _ = graph.add(description: description, name: "line")
    try await withPipeline(graph) { pipeline in
      try pipeline.play()
      try await pipeline.waitForEnd()
    }
  }

  private func failure(of description: String) async -> PipelineError? {
    do {
      try await run(description)
      return nil
    } catch {
      return error as? PipelineError
    }
  }

  @Test(arguments: [("", 7), ("level=200", 200), ("level=0 label=\"a b\"", 0)])
  func `properties reach the pixels`(settings: String, level: Int) async throws {
    try await run(
      "videotestsrc num-buffers=3 ! testpaint \(settings) ! testcheck level=\(level) ! fakesink")
    let other = await failure(
      of: "videotestsrc num-buffers=3 ! testpaint \(settings) ! testcheck level=9 ! fakesink")
    #expect(other?.message == "another level than 9")
  }

  @Test func `a thrown error reaches the application with its element`() async throws {
    let error = await failure(
      of: "videotestsrc ! testpaint name=painter fails=true label=me ! fakesink")
    #expect(error?.message == "told to fail by me")
    #expect(error?.element == "painter")
    #expect(error?.code == .elementFailed)
  }

  @Test(arguments: [(1, 1), (3, 5), (17, 2), (640, 361)])
  func `frames of any size keep the position of each pixel`(width: Int, height: Int) async throws {
    let source = """
      videotestsrc num-buffers=3 ! video/x-raw,format=BGRA,width=\(width),height=\(height) ! \
      testslope
      """
    try await run("\(source) ! testturn ! testslope checks=true ! fakesink")
    // One row is the same upside down.
    guard height > 1 else { return }
    let error = await failure(of: "\(source) ! testslope checks=true ! fakesink")
    #expect(error?.message == "not upside down")
  }

  @Test func `a pointwise filter gets all rows of a large frame, in parts`() async throws {
    let source = "videotestsrc num-buffers=3 ! video/x-raw,format=BGRA,width=400,height=301"
    try await run("\(source) ! testparts ! testslope checks=true ! fakesink")
    let most = Parts.most.load(ordering: .relaxed)
    #expect(CurrentProcess.processorCount == 1 || most < 301, "\(most) rows")
    let error = await failure(of: "\(source) ! testparts fails=true ! fakesink")
    #expect(error?.message == "row 200 fails")
  }

  @Test(arguments: PixelLayout.rgb)
  func `a filter for any depth gets the depth of the stream`(layout: PixelLayout) async throws {
    let bits = layout.bitsPerComponent
    func line(_ expected: UInt32) -> String {
      """
      videotestsrc num-buffers=2 ! video/x-raw,format=\(layout.rawValue),width=19,height=7 ! \
      testtint color=0xff336699 bits=\(bits) ! videoconvert ! video/x-raw,format=RGBA ! \
      testtint checks=true color=\(expected) ! fakesink
      """
    }
    try await run(line(0xFF33_6699))
    #expect(await failure(of: line(0xFF33_6699 + 1))?.message == "another colour")
  }

  @Test func `a filter for any depth keeps the depth of its source`() async throws {
    try await run(
      """
      videotestsrc num-buffers=2 ! video/x-raw,format=I420_10LE ! videoconvert ! \
      testtint bits=16 ! fakesink
      """)
    try await run(
      """
      videotestsrc num-buffers=2 ! video/x-raw,format=I420 ! videoconvert ! \
      testtint bits=8 ! fakesink
      """)
  }

  @Test func `a filter follows a format change in the stream`() async throws {
    try await run(
      """
      concat name=c ! testpaint ! testcheck ! fakesink \
      videotestsrc num-buffers=3 ! video/x-raw,format=BGRA,width=32,height=20 ! c. \
      videotestsrc num-buffers=3 ! video/x-raw,format=RGBA,width=20,height=64 ! c.
      """)
  }

  @Test func `a second registration succeeds, and the first class stays`() async throws {
    #expect(plugin.register())
    try await run("videotestsrc num-buffers=1 ! testpaint ! testcheck ! fakesink")
  }

  @Test(arguments: ["nosuchelement ! fakesink", "testpaint nosuch=1 ! fakesink", "! !"])
  func `an invalid launch line is an error`(line: String) async throws {
    #expect(await failure(of: line)?.code == .invalidDescription)
  }

  @Test func `many pipelines run and stop at the same time`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for level in 0..<40 {
        group.addTask {
          try await run(
            """
            videotestsrc num-buffers=20 ! video/x-raw,width=64,height=36 ! \
            testpaint level=\(level) ! testturn ! testcheck level=\(level) ! fakesink
            """)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `cancelling stops an endless pipeline`() async throws {
    let before = Tally.count.load(ordering: .relaxed)
    let task = Task {
      try await run("videotestsrc is-live=true ! testtally ! fakesink")
    }
    try await waitUntil("frames pass") { Tally.count.load(ordering: .relaxed) > before + 2 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
