import CutawayDiagnostics
import CutawayElementBridge
import CutawayElementKit
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Paints every pixel with settings that are animated.
private struct Painter: VideoFilter {
  static let name = "testanimatedpaint"
  static let summary = "Paints frames with its settings"
  static let layouts: [PixelLayout] = [.bgra]

  @Property(in: 0...255, "Blue") var level = 7
  @Property(in: 0...1, "Green, from 0 to 1") var share = 0.0
  @Property(in: 0...0xFFFF_FFFF, "0xAARRGGBB, of which red is used") var tint = 0
  @Property(in: 0...255, "Blue, too") var placeX = 0
  @Property(in: 0...255, "Alpha") var placeY = 0
  @Property("Text") var label = ""
  @Property("Switch") var flag = false

  func apply(to frame: inout VideoFrame) {
    let pixel = Pixel(
      UInt8(placeX > 0 ? placeX : level), UInt8((share * 255).rounded()),
      UInt8(truncatingIfNeeded: tint >> 16), UInt8(placeY))
    frame.mapPixels { _, _, _ in pixel }
  }
}

/// Writes the gain to each sample, as text would.
private struct Leveller: AudioFilter {
  static let name = "testanimatedgain"
  static let summary = "Replaces samples by a setting"

  @Property(in: -1000...1000, "The value of all samples") var gain = -1.0

  func makeState(for format: AudioFormat) {}
  func isIdle(from time: Duration, count: Int, state: inout Void) -> Bool { false }
  func apply(to samples: inout AudioBlock, state: inout Void) {
    for index in samples.samples.indices { samples.samples[index] = Float(gain) }
  }
}

/// Sets properties from lines `NAME KIND FIRST`: from frame or sample `FIRST` on, the number of the
/// frame or of the 10 ms, plus the index of the component.
private struct Counter: PropertyAnimator {
  static let name = "testcounter"
  static let summary = "Counts frames in properties"

  @Property("Lines with commas between") var lines = ""

  func makePlan() throws(ElementError) -> [PropertyPlan] {
    try lines.split(separator: ",").map { line throws(ElementError) in
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3, let first = Int64(words[2]) else {
        throw ElementError("'\(line)' is not a plan")
      }
      let name = words[0]
      let targets = words[1] == "pair" ? [["\(name)-x", "\(name)-y"]] : [[name]]
      return PropertyPlan(
        name, targets: targets, kind: words[1] == "color" ? .color : .numbers
      ) { time in
        guard case .exact(let instant) = time, instant.index >= first else { return nil }
        let isSound = instant.frames >= 8_000 && instant.seconds == 1
        let number = Double(isSound ? instant.index * 100 / instant.frames : instant.index)
        return SIMD4(number, number + 1, number + 2, number + 3) / (words[1] == "share" ? 255 : 1)
      }
    }
  }
}

private let plugin = Plugin(
  "animatortest", "Elements of the tests of animators", elements: .filter(Painter.self),
  .audioFilter(Leveller.self), .animator(Counter.self))

private let isRegistered = plugin.register()

@Suite(.timeLimit(.minutes(2))) struct PropertyAnimatorTests {
  init() throws { try #require(isRegistered) }

  /// The pixels at the top left of the frames: 30000/1001 per second.
  private func pixels(
    _ lines: String, _ target: String = "testanimatedpaint", count: Int = 60
  ) async throws -> [[UInt8]] {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let path = folder.file("frames").path
    var graph = PipelineGraph()
    _ = graph.add(
      description: """
        videotestsrc pattern=black num-buffers=\(count) ! \
        video/x-raw,format=BGRA,width=16,height=16,framerate=30000/1001 ! \
        testcounter name=counter lines=\"\(lines)\" ! \(target) name=target ! \
        filesink location=\(path)
        """, name: "line")
    try await withPipeline(graph) { pipeline in
      try pipeline.play()
      try await pipeline.waitForEnd()
    }
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    return stride(from: 0, to: bytes.count, by: 1024).map { Array(bytes[$0..<$0 + 4]) }
  }

  @Test func `each frame has the values of its own time`() async throws {
    let found = try await pixels("level number 0,share share 0,tint color 0")
    #expect(found == (0..<60).map { (frame: UInt8) in [frame, frame, frame, 0] })
  }

  @Test func `before its first value a property keeps what the element had`() async throws {
    let found = try await pixels("level number 20", "testanimatedpaint level=99", count: 30)
    #expect(found.map { $0[0] } == (0..<30).map { (frame: UInt8) in frame < 20 ? 99 : frame })
  }

  @Test func `a pair sets two properties`() async throws {
    let found = try await pixels("place pair 1", count: 30)
    #expect(found.map { $0[0] } == [7] + [UInt8](1..<30))
    #expect(found.map { $0[3] } == [0] + [UInt8](2..<31))
  }

  @Test func `values out of range are limited to it`() async throws {
    let found = try await pixels("share number 0", count: 5)
    #expect(found.map { $0[1] } == [0, 255, 255, 255, 255])
  }

  /// The pixels from 0 to 1 s, after those from `first` on have passed and `change` was called.
  private func pixels(
    _ lines: String, after first: MediaTime, _ change: (Pipeline) -> Void = { _ in }
  ) async throws -> [[UInt8]] {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let path = folder.file("frames").path
    var graph = PipelineGraph()
    _ = graph.add(
      description: """
        videotestsrc pattern=black ! video/x-raw,format=BGRA,width=16,height=16,framerate=30/1 ! \
        testcounter name=counter lines=\"\(lines)\" ! testanimatedpaint level=99 ! \
        filesink location=\(path)
        """, name: "line")
    try await withPipeline(graph) { pipeline in
      try pipeline.pause()
      pipeline.seek(to: first, until: first + MediaTime(1))
      try pipeline.play()
      try await pipeline.waitForEnd()
      change(pipeline)
      pipeline.seek(to: .zero, until: MediaTime(1))
      try await pipeline.waitForEnd()
    }
    // A seek truncates the file.
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    return stride(from: 0, to: bytes.count, by: 1024).map { Array(bytes[$0..<$0 + 4]) }
  }

  @Test func `after a seek back, frames before the first value have the original one`()
    async throws
  {
    let found = try await pixels("level number 20", after: MediaTime(1))
    #expect(found.map { $0[0] } == (0..<30).map { (frame: UInt8) in frame < 20 ? 99 : frame })
  }

  @Test func `new settings give other properties their original values`() async throws {
    let found = try await pixels("level number 0,share share 0", after: MediaTime(1)) { pipeline in
      pipeline.apply([.init(element: "counter", property: "lines", value: "tint color 0")])
    }
    #expect(found == (0..<30).map { [99, 0, UInt8($0), 0] })
  }

  @Test(arguments: [
    ("nosuch number 0", "'testanimatedpaint' has no property nosuch"),
    ("level pair 0", "has no property level-x and level-y"),
    ("label number 0", "label of 'testanimatedpaint' is not a number"),
    ("flag number 0", "flag of 'testanimatedpaint' is not a number"),
  ])
  func `a property that cannot be set is an error of the pipeline`(
    lines: String, part: String
  ) async throws {
    let error = await #expect(throws: PipelineError.self) { _ = try await pixels(lines) }
    #expect(error?.message.contains(part) == true, "\(String(describing: error))")
    #expect(error?.element == "counter")
  }

  @Test func `a property that is not controllable is an error`() async throws {
    let error = await #expect(throws: PipelineError.self) {
      _ = try await pixels("sleep-time number 0", "identity")
    }
    #expect(error?.message.contains("sleep-time of 'identity' is not controllable") == true)
  }

  @Test func `an invalid plan is an error before playback`() async throws {
    let error = await #expect(throws: PipelineError.self) { _ = try await pixels("level") }
    #expect(error?.message.contains("'level' is not a plan") == true)
  }

  @Test(arguments: [44_100, 48_000, 8_000], [1_024, 441, 4_800, 7])
  func `sound has the values of each 10 ms, whatever the sizes of buffers`(
    rate: Int, size: Int
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let path = folder.file("samples").path
    let buffers = (rate / 5 + size - 1) / size
    var graph = PipelineGraph()
    _ = graph.add(
      description: """
        audiotestsrc num-buffers=\(buffers) samplesperbuffer=\(size) ! \
        audio/x-raw,format=F32LE,rate=\(rate),channels=2,layout=interleaved ! \
        testcounter lines=\"gain number \(rate / 20)\" ! testanimatedgain ! \
        filesink location=\(path)
        """, name: "line")
    try await withPipeline(graph) { pipeline in
      try pipeline.play()
      try await pipeline.waitForEnd()
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes.count == buffers * size * 8)
    let cell = rate / 100
    for sample in 0..<buffers * size {
      let start = sample * 8
      let word = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << UInt32($1 * 8) }
      // The first value applies from sample rate / 20 on, which begins a cell.
      let first = sample / cell * cell
      let expected = first < rate / 20 ? -1 : Float(first * 100 / rate)
      #expect(Float(bitPattern: word) == expected, "sample \(sample)")
      if Float(bitPattern: word) != expected { break }
    }
  }
}
