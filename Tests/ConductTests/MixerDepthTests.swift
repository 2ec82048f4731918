import CCutawayGStreamer
import CutawayElementBridge
import CutawayElementKit
import CutawayRampsPlugin
import Foundation
import TestSupport
import Testing

/// Conversions of depth, through a mixer in a pipeline.
@Suite struct MixerDepthTests {
  private func bytes(_ line: String) throws -> [UInt8] { try LaunchedMixer.firstFrame(line) }

  /// The samples of 16 bits, in the byte order of the format.
  private func words(_ line: String) throws -> [Int] {
    let bytes = try bytes(line)
    return stride(from: 0, to: bytes.count - 1, by: 2).map {
      Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8
    }
  }

  private static let size = "width=64,height=32,framerate=25/1"

  @Test(arguments: [("I420", "I420_10LE", 2), ("Y42B", "I422_12LE", 4), ("Y444", "Y444_16LE", 8)])
  func `8 bits are widened by a shift`(from: String, to: String, shift: Int) throws {
    let source =
      "videotestsrc num-buffers=1 pattern=smpte75 ! video/x-raw,format=\(from),\(Self.size)"
    let narrow = try bytes(source)
    let wide = try words("\(source) ! layermixer ! video/x-raw,format=\(to)")
    #expect(wide == narrow.map { Int($0) << shift })
  }

  @Test(arguments: ["NV12", "I420", "BGRx"])
  func `colours of 8 bits are converted with the depth of the output`(format: String) throws {
    // Luma and the colour differences of R′G′B′ from 0 to 1 (ITU-R BT.601 and BT.709).
    func coded(_ rgb: [Double], kr: Double, kb: Double) -> [Double] {
      let luma = kr * rgb[0] + (1 - kr - kb) * rgb[1] + kb * rgb[2]
      return [luma, (rgb[2] - luma) / (2 * (1 - kb)), (rgb[0] - luma) / (2 * (1 - kr))]
    }
    for color in [0x9C_3A51, 0x10_8870, 0x77_76C8, 0x81_8182] {
      let source =
        "videotestsrc num-buffers=1 pattern=solid-color foreground-color=\(0xFF00_0000 | color) "
        + "! video/x-raw,format=\(format),\(Self.size)"
        + (format == "BGRx" ? "" : ",colorimetry=bt709")
      let frame = try bytes(source)
      var rgb = (0..<3).map { Double(color >> (16 - 8 * $0) & 255) / 255 }
      if format != "BGRx" {
        // The colour that the rounded samples have.
        let red = format == "NV12" ? 1 : 64 * 32 / 4
        let luma = (Double(frame[0]) - 16) / 219
        let blue = (Double(frame[64 * 32]) - 128) / 224
        let other = (Double(frame[64 * 32 + red]) - 128) / 224
        let (r, b) = (luma + 1.5748 * other, luma + 1.8556 * blue)
        rgb = [r, (luma - 0.2126 * r - 0.0722 * b) / 0.7152, b]
      }
      let expected = coded(rgb, kr: 0.299, kb: 0.114)
      let mixed = try words(
        "\(source) ! layermixer ! video/x-raw,format=I420_10LE,\(Self.size),colorimetry=bt601")
      let found = [mixed[0], mixed[64 * 32], mixed[64 * 32 * 5 / 4]].map(Double.init)
      let levels = [64 + 876 * expected[0], 512 + 896 * expected[1], 512 + 896 * expected[2]]
      // GStreamer truncates. With 8 bits, levels would be multiples of 4.
      for (found, level) in zip(found, levels) {
        #expect(abs(found - level) < 1.5, "\(format) \(String(color, radix: 16))")
      }
    }
  }

  @Test func `a stream of 10 bits is narrowed to the nearest level`() throws {
    let source =
      "videotestsrc num-buffers=1 pattern=smpte75 ! video/x-raw,format=I420_10LE,\(Self.size)"
    let wide = try words(source)
    let narrow = try bytes("\(source) ! layermixer ! video/x-raw,format=I420")
    #expect(narrow.map(Int.init) == wide.map { min(($0 + 2) >> 2, 255) })
  }

  @Test func `the deepest input determines the depth of an output that is left open`() throws {
    let deep = "videotestsrc num-buffers=1 ! video/x-raw,format=I420_10LE,\(Self.size) ! m.sink_1"
    let plain = "videotestsrc num-buffers=1 ! video/x-raw,format=I420,\(Self.size) ! m.sink_0"
    let open = "layermixer name=m \(deep) \(plain) m."
    #expect(try bytes(open).count == 64 * 32 * 3)
    #expect(try bytes("layermixer name=m \(plain) m.").count == 64 * 32 * 3 / 2)
  }

  @Test(arguments: ["BGRA", "RGBA", "ARGB", "ABGR"])
  func `frames of a format with alpha are drawn as opaque ones if all pixels are`(
    format: String
  ) throws {
    let opaque = String(format.map { $0 == "A" ? "x" : $0 })
    func mixed(_ format: String, _ position: String = "") throws -> [UInt8] {
      try bytes(
        "layermixer name=m \(position) "
          + "videotestsrc num-buffers=1 pattern=smpte75 ! video/x-raw,format=\(format),\(Self.size) "
          + "! m.sink_0 m. ! video/x-raw,format=I420,\(Self.size)")
    }
    #expect(try mixed(format) == mixed(opaque))
    let half = "sink_0::alpha=0.5 sink_0::xpos=6 sink_0::ypos=4"
    #expect(try mixed(format, half) == mixed(opaque, half))
  }

  @Test(arguments: [0, 1000, 64 * 32 - 1])
  func `one transparent pixel shows the background`(place: Int) throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    var pixels = [UInt8](repeating: 255, count: 64 * 32 * 4)
    pixels[place * 4 + 3] = 0
    let file = directory.file("frame.rgba")
    try Data(pixels).write(to: file)
    let mixed = try bytes(
      "filesrc location=\(file.path) blocksize=\(pixels.count) "
        + "! rawvideoparse format=rgba width=64 height=32 "
        + "! layermixer ! video/x-raw,format=I420,width=64,height=32")
    #expect(mixed.prefix(64 * 32).indices.filter { mixed[$0] < 200 } == [place])
  }

  @Test func `a transparent background makes alpha the preferred format`() throws {
    let source = "videotestsrc num-buffers=1 ! video/x-raw,format=I420,\(Self.size) ! m.sink_0"
    let output = "video/x-raw,width=80,height=32"
    let frame = try bytes("layermixer name=m background=transparent \(source) m. ! \(output)")
    #expect(frame.count == 80 * 32 * 4)
    // Alpha of the first row: opaque where the layer is.
    #expect((0..<80).allSatisfy { frame[$0 * 4] == ($0 < 64 ? 255 : 0) })
  }
}
