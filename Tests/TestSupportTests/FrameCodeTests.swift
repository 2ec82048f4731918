import TestSupport
import Testing

@Suite struct FrameCodeTests {
  @Test(arguments: [
    (width: 160, height: 90), (width: 320, height: 180), (width: 90, height: 160),
    (width: 1920, height: 1080),
  ])
  func `a code reads back at any usual size`(size: (width: Int, height: Int)) {
    let chart = TestChart(clip: 201, width: size.width, height: size.height)
    #expect(chart.frame(4711).code() == FrameCode(clip: 201, frame: 4711))
  }

  @Test func `every frame number reads back`() {
    var luma = Array(repeating: UInt8(128), count: 64 * 64)
    for number in stride(from: UInt16(0), through: 65500, by: 89) {
      let code = FrameCode(clip: UInt8(truncatingIfNeeded: number), frame: number)
      code.draw(luma: &luma, width: 64, height: 64, stride: 64)
      #expect(FrameCode.read(luma: luma, width: 64, height: 64, stride: 64) == code)
    }
  }

  @Test(arguments: [UInt8(0), 16, 128, 255])
  func `a flat picture has no code`(level: UInt8) {
    let luma = Array(repeating: level, count: 64 * 64)
    #expect(FrameCode.read(luma: luma, width: 64, height: 64, stride: 64) == nil)
  }

  @Test func `noise has no code`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<100 {
      let luma = (0..<36 * 36).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(FrameCode.read(luma: luma, width: 36, height: 36, stride: 36) == nil)
    }
  }

  @Test func `the code is readable at opacity 0.1 and with raised black`() {
    let frame = TestChart(clip: 9, width: 320, height: 180).frame(77)
    let faint = frame.luma.bytes.map { UInt8(60 + Int($0) / 10) }
    let code = FrameCode.read(luma: faint, width: 320, height: 180, stride: 320)
    #expect(code == FrameCode(clip: 9, frame: 77))
  }

  @Test func `two frames blended in equal parts are unreadable`() {
    let chart = TestChart(clip: 9, width: 320, height: 180)
    let blend = zip(chart.frame(10).luma.bytes, chart.frame(11).luma.bytes)
      .map { UInt8((Int($0) + Int($1)) / 2) }
    #expect(FrameCode.read(luma: blend, width: 320, height: 180, stride: 320) == nil)
  }

  @Test(arguments: PictureOrientation.allCases)
  func `a rotated frame reads back, and its rotation is detected`(
    orientation: PictureOrientation
  ) throws {
    let frame = TestChart(clip: 3, width: 320, height: 180).frame(1234)
    let turned = frame.luma.turned(orientation)
    #expect(FrameCode.read(turned, orientation: orientation) == FrameCode(clip: 3, frame: 1234))
    let found = try #require(FrameCode.detect(turned))
    #expect(found.orientation == orientation)
  }

  @Test(arguments: PictureOrientation.allCases)
  func `rotating forth and back changes nothing`(orientation: PictureOrientation) {
    let plane = TestChart(clip: 3, width: 64, height: 48).frame(5).luma
    #expect(plane.turned(orientation).turned(orientation.inverse).bytes == plane.bytes)
  }

  @Test func `a frame inside a larger picture is read from its rectangle`() {
    let inner = TestChart(clip: 8, width: 160, height: 90).frame(99).luma
    var luma = Array(repeating: UInt8(90), count: 640 * 360)
    for (line, row) in inner.rows.enumerated() {
      let start = (line + 201) * 640 + 333
      luma.replaceSubrange(start..<start + 160, with: row)
    }
    let region = PictureRegion(x: 333, y: 201, width: 160, height: 90)
    let code = FrameCode.read(luma: luma, width: 640, height: 360, stride: 640, region: region)
    #expect(code == FrameCode(clip: 8, frame: 99))
  }

  @Test func `a rectangle outside the picture has no code`() {
    let frame = TestChart(clip: 8, width: 160, height: 90).frame(99)
    #expect(frame.code(in: PictureRegion(x: 80, y: 0, width: 160, height: 90)) == nil)
  }
}
