import Testing

/// The formats of outputs and inputs that are not those in which mixers draw.
@Suite struct MixerFormatTests {
  /// A format with shared chroma, the planes of the same samples, and the sizes of both.
  struct Pair: Sendable, CustomTestStringConvertible {
    var shared: String
    var planes: String
    var bytes: Int
    var shift: Int
    /// The columns and rows of luma for one sample of chroma.
    var chroma: (x: Int, y: Int)

    var testDescription: String { shared }

    static let all = [
      Pair(shared: "NV12", planes: "I420", bytes: 1, shift: 0, chroma: (2, 2)),
      Pair(shared: "NV16", planes: "Y42B", bytes: 1, shift: 0, chroma: (2, 1)),
      Pair(shared: "NV24", planes: "Y444", bytes: 1, shift: 0, chroma: (1, 1)),
      Pair(shared: "P010_10LE", planes: "I420_10LE", bytes: 2, shift: 6, chroma: (2, 2)),
      Pair(shared: "P012_LE", planes: "I420_12LE", bytes: 2, shift: 4, chroma: (2, 2)),
    ]

    /// A frame of planes in the shared format, as GStreamer's page on raw video describes both.
    func packed(_ frame: [UInt8], width: Int, height: Int) -> [UInt8] {
      let columns = (width + chroma.x - 1) / chroma.x, rows = (height + chroma.y - 1) / chroma.y
      func padded(_ count: Int) -> Int { (count * bytes + 3) / 4 * 4 }
      // Without halved rows, planes have no more rows than the picture.
      let lumaRows = chroma.y == 2 ? (height + 1) / 2 * 2 : height
      let lumaStride = padded(width), chromaStride = padded(columns)
      let blue = lumaStride * lumaRows, red = blue + chromaStride * rows
      func sample(_ place: Int) -> [UInt8] {
        if bytes == 1 { return [frame[place]] }
        let word = (Int(frame[place]) | Int(frame[place + 1]) << 8) << shift
        return [UInt8(word & 255), UInt8(word >> 8)]
      }
      let sharedStride = chroma.x == 1 ? padded(2 * columns) : lumaStride
      var result = [UInt8](repeating: 0, count: lumaStride * lumaRows + sharedStride * rows)
      func write(_ bytes: [UInt8], _ place: Int) {
        for (index, byte) in bytes.enumerated() { result[place + index] = byte }
      }
      for y in 0..<height {
        for x in 0..<width {
          let place = y * lumaStride + x * bytes
          write(sample(place), place)
        }
      }
      for y in 0..<rows {
        for x in 0..<columns {
          let place = y * chromaStride + x * bytes
          write(
            sample(blue + place) + sample(red + place),
            lumaStride * lumaRows + y * sharedStride + 2 * x * bytes)
        }
      }
      return result
    }
  }

  /// Two layers, of which the upper one covers a part, or all.
  private func mixed(
    _ input: String, _ output: String, _ size: (Int, Int), _ pad: String,
    _ mixer: String = "layermixer"
  ) throws -> [UInt8] {
    let caps = "width=\(size.0),height=\(size.1),framerate=25/1"
    func source(_ pattern: String) -> String {
      "videotestsrc num-buffers=1 pattern=\(pattern) ! video/x-raw,format=\(input),\(caps)"
    }
    return try LaunchedMixer.firstFrame(
      "\(mixer) name=m \(pad) \(source("smpte75")) ! m.sink_0 \(source("circular")) ! m.sink_1 "
        + "m. ! video/x-raw,format=\(output),width=\(size.0),height=\(size.1)")
  }

  private static let sizes = [(64, 32), (61, 31), (5, 3)]
  /// The first ones resample; the others only shift by whole samples of chroma.
  private static let pads = [
    "sink_1::alpha=0.5 sink_1::xpos=1", "sink_1::width=20 sink_1::height=10", "sink_1::alpha=1",
    "sink_1::alpha=0.5", "sink_0::xpos=4 sink_1::alpha=0.3 sink_1::xpos=-2 sink_1::ypos=-4",
    "sink_0::alpha=0.8 sink_1::crop=0=2,2,30,20 sink_1::alpha=0.7",
  ]

  @Test(arguments: Pair.all)
  func `an output with shared chroma has the samples of planes`(pair: Pair) throws {
    for size in Self.sizes {
      for pad in Self.pads {
        let planes = try mixed(pair.planes, pair.planes, size, pad)
        let shared = try mixed(pair.planes, pair.shared, size, pad)
        let expected = pair.packed(planes, width: size.0, height: size.1)
        #expect(visible(shared, pair, size) == visible(expected, pair, size), "\(size) \(pad)")
      }
    }
  }

  @Test(arguments: Pair.all)
  func `an input with shared chroma is drawn as one with planes`(pair: Pair) throws {
    for size in Self.sizes {
      for pad in Self.pads {
        for output in [pair.planes, pair.shared] {
          let planes = try mixed(pair.planes, output, size, pad)
          let shared = try mixed(pair.shared, output, size, pad)
          // Padding bytes may differ.
          guard output == pair.shared else {
            let packed = [planes, shared].map {
              visible(pair.packed($0, width: size.0, height: size.1), pair, size)
            }
            #expect(packed[0] == packed[1], "\(size) \(pad)")
            continue
          }
          #expect(visible(shared, pair, size) == visible(planes, pair, size), "\(size) \(pad)")
        }
      }
    }
  }

  /// The samples of a frame with shared chroma, without the bytes that pad its rows.
  private func visible(_ frame: [UInt8], _ pair: Pair, _ size: (Int, Int)) -> [[UInt8]] {
    let (width, height) = size
    let columns = (width + pair.chroma.x - 1) / pair.chroma.x
    let rows = (height + pair.chroma.y - 1) / pair.chroma.y
    let stride = (width * pair.bytes + 3) / 4 * 4
    let sharedStride = pair.chroma.x == 1 ? (2 * columns * pair.bytes + 3) / 4 * 4 : stride
    let first = stride * (pair.chroma.y == 2 ? (height + 1) / 2 * 2 : height)
    return (0..<height).map { Array(frame[$0 * stride..<$0 * stride + width * pair.bytes]) }
      + (0..<rows).map {
        let place = first + $0 * sharedStride
        return Array(frame[place..<place + 2 * columns * pair.bytes])
      }
  }

  @Test(arguments: Pair.all)
  func `transitions draw shared chroma as planes`(pair: Pair) throws {
    for transition in [
      "dissolvetransition", "pushtransition", "slidetransition", "zoomtransition",
      "fadethroughcolortransition color=0xff3366cc",
    ] {
      for size in Self.sizes {
        let mixer = "\(transition) progress=0.375"
        let planes = try mixed(pair.planes, pair.planes, size, "", mixer)
        let shared = try mixed(pair.shared, pair.shared, size, "", mixer)
        let expected = pair.packed(planes, width: size.0, height: size.1)
        #expect(
          visible(shared, pair, size) == visible(expected, pair, size), "\(transition) \(size)")
      }
    }
  }

  @Test(arguments: ["BGRA", "RGBA"])
  func `red, green and blue are mixed as compositor does`(format: String) throws {
    for input in ["BGRA", "RGBA", "RGBx"] {
      for pad in [
        "sink_1::alpha=0.5", "sink_1::xpos=7 sink_1::ypos=3", "sink_1::alpha=0.9 sink_0::ypos=5",
      ] {
        let own = try mixed(input, format, (64, 32), pad)
        let theirs = try mixed(
          input, format, (64, 32), pad, "compositor background=black")
        #expect(own.count == theirs.count)
        let difference = zip(own, theirs).map { abs(Int($0) - Int($1)) }.max()
        // In GStreamer 1.26, compositor is up to 1.4 below the product, and layermixer up to 1 above.
        #expect(difference.map { $0 <= 2 } == true, "\(input) \(pad)")
      }
    }
  }

  @Test func `a layer in another matrix keeps its alpha`() throws {
    let size = "width=64,height=32,framerate=25/1"
    func luma(_ matrix: String) throws -> UInt8 {
      try LaunchedMixer.firstFrame(
        "layermixer name=m videotestsrc num-buffers=1 pattern=white "
          + "! video/x-raw,format=AYUV,\(size),colorimetry=\(matrix) "
          + "! layermixer background=transparent sink_0::alpha=0.5 ! m.sink_0 "
          + "m. ! video/x-raw,format=I420,\(size),colorimetry=bt601")[0]
    }
    // Half white over black.
    #expect(try abs(Int(luma("bt709")) - (16 + 235) / 2) <= 1)
    #expect(try abs(Int(luma("bt601")) - (16 + 235) / 2) <= 1)
  }

  @Test(arguments: ["I420", "I420_10LE", "AYUV", "BGRA"])
  func `backgrounds and operators are those of compositor`(format: String) throws {
    let caps = "video/x-raw,format=\(format),width=32,height=32"
    let source = "videotestsrc num-buffers=1 pattern=smpte75 ! \(caps)"
    // GES sets the background by its number.
    for background in 0...3 where background < 3 || ["AYUV", "BGRA"].contains(format) {
      for mode in ["source", "over", "add"] {
        let pads =
          "background=\(background) sink_0::xpos=6 sink_0::alpha=0.4 sink_1::ypos=-8 "
          + "sink_1::alpha=0.5 sink_1::operator=\(mode)"
        func mixed(_ mixer: String) throws -> [Int] {
          let bytes = try LaunchedMixer.firstFrame(
            "\(mixer) name=m \(pads) \(source) ! m.sink_0 \(source) ! m.sink_1 m. ! \(caps)")
          if background == 3 {
            // What is transparent has no colour.
            let alpha = format == "AYUV" ? 0 : 3
            return bytes.indices.map { bytes[$0 / 4 * 4 + alpha] < 4 ? 0 : Int(bytes[$0]) }
          }
          if format != "I420_10LE" { return bytes.map(Int.init) }
          return stride(from: 0, to: bytes.count, by: 2).map {
            Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8
          }
        }
        let differences = zip(try mixed("layermixer"), try mixed("compositor")).map { abs($0 - $1) }
        // compositor truncates, twice here.
        #expect(differences.max().map { $0 <= 3 } == true, "\(background) \(mode)")
      }
    }
  }

  /// The first pixel of a mixer's frame of 16 × 16, red, green, blue and alpha.
  private func pixel(_ mixer: String, _ format: String) throws -> [UInt8] {
    let source =
      "videotestsrc num-buffers=1 pattern=white ! video/x-raw,format=I420,width=16,height=16"
    let inputs = mixer.hasPrefix("layertree") ? 1 : 2
    let pads = (0..<inputs).map { "\(source) ! m.sink_\($0)" }.joined(separator: " ")
    let frame = try LaunchedMixer.firstFrame(
      "\(mixer) \(pads) m. ! video/x-raw,format=\(format),width=16,height=16")
    let order = format == "BGRA" ? [2, 1, 0, 3] : [0, 1, 2, 3]
    return order.map { frame[$0] }
  }

  @Test(arguments: ["BGRA", "RGBA"])
  func `backgrounds, colours and layers are red, green and blue`(format: String) throws {
    #expect(try pixel("layermixer name=m sink_0::xpos=4 sink_1::xpos=4", format) == [0, 0, 0, 255])
    #expect(
      try pixel("layermixer name=m background=transparent sink_0::xpos=4 sink_1::xpos=4", format)
        == [0, 0, 0, 0])
    #expect(
      try pixel("fadethroughcolortransition name=m color=0xff3366cc progress=0.5", format)
        == [0x33, 0x66, 0xCC, 255])
    let tree = """
      [{"background":{"alpha":255,"blue":204,"green":102,"red":51},"height":{"pixels":{"_0":16}},\
      "width":{"pixels":{"_0":16}},\
      "position":{"point":{"x":{"pixels":{"_0":8}},"y":{"pixels":{"_0":8}}}}}]
      """
    let escaped = tree.replacing("\"", with: "\\\"")
    #expect(try pixel("layertree name=m tree=\"\(escaped)\"", format) == [0x33, 0x66, 0xCC, 255])
  }
}
