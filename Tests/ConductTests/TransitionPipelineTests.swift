import CCutawayGStreamer
import CutawayElementBridge
import CutawayElementKit
import CutawayTransitionsPlugin
import Testing

/// Transitions and compositors in pipelines, as a foreign program makes them.
@Suite(.timeLimit(.minutes(5)))
struct TransitionPipelineTests {
  private static let sink = "video/x-raw,format=I420 ! appsink name=sink sync=false"

  private static func source(
    _ pattern: String, count: Int = 10, format: String = "I420",
    size: String = "width=32,height=16",
    rate: String = "10/1"
  ) -> String {
    "videotestsrc num-buffers=\(count) pattern=\(pattern) ! "
      + "video/x-raw,format=\(format),\(size),framerate=\(rate)"
  }

  private static func line(_ mixer: String, _ outgoing: String, _ incoming: String) -> String {
    "\(mixer) name=t ! \(sink) \(outgoing) ! t.sink_0 \(incoming) ! t.sink_1"
  }

  private func launch(_ line: String) throws -> LaunchedMixer {
    try #require(transitionsPlugin.register())
    return try LaunchedMixer(line, mixer: "")
  }

  private func frames(_ line: String) throws -> [Scenario.Frame] {
    let mixer = try launch(line)
    mixer.set(GST_STATE_PLAYING)
    return try mixer.frames()
  }

  @Test func `keyframes move the progress at the time of each output frame`() throws {
    let frames = try frames(
      Self.line(
        "dissolvetransition keyframes=\"progress{0.2..0.7=0>1}\"", Self.source("black"),
        Self.source("white")))
    // Video-range black and white: luma grows by a fifth of 219 from 0.2 s on.
    let levels = (0..<10).map { 16 + 219 * min(max((Double($0) - 2) / 5, 0), 1) }
    try #require(frames.count == levels.count)
    for (frame, level) in zip(frames, levels) {
      #expect(abs(Double(frame.luma[0]) - level) <= 1, "at \(frame.time)")
      #expect(Set(frame.luma).count == 1)
    }
  }

  @Test func `the exact time counts at rates that nanoseconds cannot express`() throws {
    // At 30000/1001, frame 30 is at 1.001 s: exactly the end of the keyframes.
    let frames = try frames(
      Self.line(
        "dissolvetransition keyframes=\"progress{0..1001/1000=0>1}\"",
        Self.source("black", count: 32, rate: "30000/1001"),
        Self.source("white", count: 32, rate: "30000/1001")))
    try #require(frames.count == 32)
    for (index, frame) in frames.enumerated() {
      let ideal = 16 + 219 * min(Double(index) / 30, 1)
      #expect(abs(Double(frame.luma[0]) - ideal) <= 1, "frame \(index)")
    }
    #expect(frames[30].luma[0] == 235)
  }

  @Test func `keyframes move any property, also after a flushing seek`() throws {
    let mixer = try launch(
      Self.line(
        "wipetransition progress=0.5 keyframes=\"softness{0..0.9=0>0.9}\"",
        Self.source("black", count: -1), Self.source("white", count: -1)))
    func run(from start: Int64) throws -> [Scenario.Frame] {
      mixer.set(GST_STATE_PAUSED)
      try mixer.waitForState()
      #expect(mixer.seek(from: start, to: 1_000_000_000, flags: GST_SEEK_FLAG_FLUSH))
      mixer.set(GST_STATE_PLAYING)
      return try mixer.frames()
    }
    let whole = try run(from: 0), end = try run(from: 600_000_000)
    try #require(whole.count == 10 && end.count == 4)
    #expect(end == Array(whole.suffix(4)))
    #expect(Set(whole[0].luma) == [16, 235])
    #expect(Set(whole[9].luma).count > 4)
  }

  @Test func `the centre of a circle is a point, also in keyframes`() throws {
    // A radius of half the largest one, in pictures of 32×16 pixels.
    let frames = try frames(
      Self.line(
        "circletransition progress=0.5 center-y=0 keyframes=\"center{0..0.9=0,0>1,0}\"",
        Self.source("black"), Self.source("white")))
    try #require(frames.count == 10)
    for (index, frame) in frames.enumerated() {
      let center = Double(index) / 9 * 32
      let radius = (max(center, 32 - center) * max(center, 32 - center) + 16 * 16).squareRoot() / 2
      for y in 0..<16 {
        for x in 0..<32 {
          let (dx, dy) = (Double(x) + 0.5 - center, Double(y) + 0.5)
          let distance = (dx * dx + dy * dy).squareRoot()
          // On the edge either is right.
          if abs(distance - radius) < 0.1 { continue }
          #expect(frame.luma[y * 32 + x] == (distance < radius ? 235 : 16), "\(index): \(x), \(y)")
        }
      }
    }
  }

  @Test func `a picture that is alone passes without a copy`() throws {
    let outgoing = Self.source("smpte", count: 4), incoming = Self.source("ball", count: 10)
    let alone = try frames(
      "\(incoming) ! appsink name=sink sync=false")
    let mixed = try frames(Self.line("pushtransition progress=0", outgoing, incoming))
    // After four frames, only the incoming picture is left.
    try #require(mixed.count == 10 && alone.count == 10)
    #expect(mixed.suffix(6).map(\.luma) == alone.suffix(6).map(\.luma))
  }

  @Test(arguments: [
    ("I420_10LE", "RGB", "width=47,height=23"), ("AYUV", "Y444", "width=64,height=64"),
  ])
  func `pictures of other formats and sizes are converted`(
    first: String, second: String, size: String
  ) throws {
    let frames = try frames(
      Self.line(
        "dissolvetransition progress=0.5", Self.source("black", count: 3, format: first),
        Self.source("white", count: 3, format: second, size: size))
    )
    try #require(frames.count == 3)
    for frame in frames { #expect(frame.luma.allSatisfy { abs(Int($0) - 126) <= 1 }) }
  }

  @Test(arguments: [
    ("dissolvetransition keyframes=\"progress{0..1\"", "keyframes"),
    ("dissolvetransition keyframes=\"strength{0..1=0>1}\"", "strength"),
    ("lumatransition progress=0.5 image=/nowhere/map.png", "/nowhere/map.png"),
    ("lumatransition progress=0.5", "image"),
  ])
  func `an invalid setting stops the stream with a message`(mixer: String, word: String) throws {
    let launched = try launch(
      Self.line(mixer, Self.source("black"), Self.source("white")))
    launched.set(GST_STATE_PLAYING)
    #expect(try launched.frames().isEmpty)
    #expect(launched.error?.contains(word) == true)
  }

  @Test func `a compositor gets the exact time of each frame`() throws {
    let plugin = Plugin("numbers", "A compositor for tests", elements: .mixer(FrameNumber.self))
    try #require(plugin.register())
    let frames = try frames(
      "framenumber name=t ! videoconvert ! \(Self.sink) "
        + "\(Self.source("black", count: 40, rate: "30000/1001")) ! t.sink_0")
    #expect(frames.map { $0.luma[0] } == (0..<40).map { 16 + $0 })
  }

  @Test func `a compositor draws inputs of any size and format`() throws {
    let plugin = Plugin(
      "corners", "A compositor for tests", elements: .mixer(CornerCompositor.self))
    try #require(plugin.register())
    let frames = try frames(
      "cornercompositor name=t keyframes=\"size{0..1=0>1}\" ! video/x-raw,width=40,height=20 ! "
        + "videoconvert ! \(Self.sink) "
        + "\(Self.source("black", size: "width=40,height=20")) ! t.sink_0 "
        + "\(Self.source("white", format: "RGB", size: "width=16,height=16")) ! t.sink_1")
    try #require(frames.count == 10)
    for (index, frame) in frames.enumerated() {
      // A corner of a tenth of the size for each frame.
      let white = frame.luma.filter { $0 > 200 }.count
      #expect(white == 4 * index * 2 * index)
    }
  }
}

/// Draws the number of the frame as its luma, if the frame rate is 30000/1001.
private struct FrameNumber: Compositor {
  static let name = "framenumber"
  static let summary = "Draws the number of the frame"
  static var layouts: [PixelLayout] { [.ayuv] }

  func compose<Component: PixelComponent>(
    _ sources: borrowing MixerFrames, into output: inout PackedBand<Component>,
    at time: FrameInstant
  ) {
    let isExact = time.frames * 1001 == time.seconds * 30000
    let luma = isExact ? Component(truncatingIfNeeded: 16 + time.index) : 0
    output.draw { _, _ in SIMD4(.max, luma, 128, 128) }
  }
}

/// Draws the second picture in the upper left corner of the first one.
private struct CornerCompositor: Compositor {
  static let name = "cornercompositor"
  static let summary = "Draws a picture in the corner of another"

  @Property(in: 0...1, "The size of the corner, as a fraction of the frame") var size = 0.5

  func compose<Component: PixelComponent>(
    _ sources: borrowing MixerFrames, into output: inout PackedBand<Component>,
    at time: FrameInstant
  ) {
    guard sources.contains(0), sources.contains(1) else { return output.clear() }
    let (below, above) = (sources.pixels(of: 0), sources.pixels(of: 1))
    let width = Int((size * Double(output.format.width)).rounded())
    let height = Int((size * Double(output.format.height)).rounded())
    output.draw { x, y in
      x < width && y < height
        ? above.pixel(x * above.format.width / width, y * above.format.height / height)
        : below.pixel(x, y)
    }
  }
}
