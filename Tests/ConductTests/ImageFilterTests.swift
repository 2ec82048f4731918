import CCutawayGStreamer
import CutawayElementBridge
import CutawayElementKit
import CutawayImageFilterPlugin
import Testing

/// The element that applies filters of pictures, in graphs.
@Suite struct ImageFilterTests {
  private static let formats = [
    "I420", "Y42B", "Y444", "I420_10LE", "I422_10LE", "Y444_10LE", "I420_12LE", "I422_12LE",
    "Y444_12LE", "Y444_16LE", "BGRA", "RGBA", "ARGB", "ABGR", "ARGB64", "BGRA64_LE", "RGBA64_LE",
    "ABGR64_LE",
  ]

  /// A frame of a pattern after elements.
  private func frame(
    _ elements: String, _ format: String, pattern: String = "smpte", colorimetry: String? = nil,
    size: (Int, Int) = (61, 35)
  ) throws -> [UInt8] {
    let colors = colorimetry ?? (format.contains("A") ? "sRGB" : "bt709")
    let caps = """
      video/x-raw,format=\(format),width=\(size.0),height=\(size.1),framerate=25/1,\
      colorimetry=\(colors)
      """
    return try LaunchedMixer.firstFrame(
      "videotestsrc num-buffers=1 pattern=\(pattern) ! \(caps) ! \(elements) ! \(caps)")
  }

  @Test(arguments: formats)
  func `a filter that changes nothing keeps each sample`(format: String) throws {
    let identity = "imagefilter filters=\"colorControls | exposureAdjust\""
    for pattern in ["smpte", "gradient", "snow"] {
      for size in [(61, 35), (16, 2), (1, 1)] {
        let plain = try frame("identity", format, pattern: pattern, size: size)
        let filtered = try frame(identity, format, pattern: pattern, size: size)
        let isSame = samples(plain, format, size) == samples(filtered, format, size)
        #expect(isSame, "\(pattern) \(size)")
      }
    }
  }

  /// The samples of a frame without what GStreamer puts between rows.
  private func samples(_ bytes: [UInt8], _ format: String, _ size: (Int, Int) = (61, 35)) -> [Int] {
    let isDeep = format.contains("LE") || format.contains("64"), bytesPerSample = isDeep ? 2 : 1
    func sample(_ place: Int) -> Int {
      isDeep ? Int(bytes[place]) | Int(bytes[place + 1]) << 8 : Int(bytes[place])
    }
    var planes = [(width: size.0 * 4, height: size.1)]
    if !format.contains("A") {
      let isNarrow = format.contains("42"), isLow = format.contains("420")
      let chroma = (
        isNarrow ? (size.0 + 1) / 2 : size.0, isLow ? (size.1 + 1) / 2 : size.1
      )
      planes = [size, chroma, chroma]
    }
    // GStreamer rounds numbers of rows up to even ones in some formats.
    let isRounded = ["I420", "I422"].contains { format.hasPrefix($0) }
    var result: [Int] = [], start = 0
    for (index, plane) in planes.enumerated() {
      let stride = (plane.width * bytesPerSample + 3) / 4 * 4
      for y in 0..<plane.height {
        for x in 0..<plane.width { result.append(sample(start + y * stride + x * bytesPerSample)) }
      }
      let isPadded = isRounded && (index == 0 || format.hasPrefix("I422"))
      start += stride * (isPadded ? (plane.height + 1) / 2 * 2 : plane.height)
    }
    return result
  }

  @Test(arguments: ["bt709", "bt601", "bt2020", "1:4:0:0", "bt2100-hlg", "bt2100-pq"])
  func `colours keep their meaning`(colorimetry: String) throws {
    let identity = "imagefilter filters=colorControls"
    for format in ["I420", "I420_10LE"] {
      let plain = samples(try frame("identity", format, colorimetry: colorimetry), format)
      let filtered = samples(try frame(identity, format, colorimetry: colorimetry), format)
      let worst = zip(plain, filtered).map { abs($0 - $1) }.max()
      #expect(worst ?? 0 <= 1, "\(format)")
    }
  }

  @Test(arguments: ["I420", "I420_10LE", "BGRA", "ARGB64"])
  func `light is doubled in all formats`(format: String) throws {
    // Grey of a quarter of the light, and of a half.
    let source =
      "videotestsrc num-buffers=1 pattern=solid-color foreground-color=0xff898989 ! "
      + "video/x-raw,format=BGRA,width=8,height=8,framerate=25/1,colorimetry=sRGB"
    let isPlanar = format.hasPrefix("I")
    let colors = isPlanar ? "2:3:7:1" : "sRGB"
    let bytes = try LaunchedMixer.firstFrame(
      """
      \(source) ! videoconvert ! video/x-raw,format=\(format),colorimetry=\(colors) ! \
      imagefilter filters="exposureAdjust ev{1}"
      """)
    let first = samples(bytes, format, (8, 8))
    // IEC 61966-2-1: 0x89 is 0.2502, whose double is 0.5004, and 0xbc.
    let expected: Double =
      switch format {
      case "I420": 16 + 219 * 188.0 / 255
      case "I420_10LE": 64 + 876 * 188.0 / 255
      case "BGRA": 188
      default: 65_535 * 188.0 / 255
      }
    let found = format == "ARGB64" ? first[1] : first[0]
    #expect(abs(Double(found) - expected) <= expected * 0.01, "\(found) \(expected)")
  }

  @Test func `pixels that a filter leaves out are transparent, where the format can be`() throws {
    // The filter decides: the same line without it has no alpha.
    let bytes = try LaunchedMixer.firstFrame(
      """
      videotestsrc num-buffers=1 pattern=white ! video/x-raw,width=8,height=4,framerate=25/1 ! \
      videoconvert ! imagefilter filters="crop rectangle{2 1 3 2}" ! \
      video/x-raw,format={I420,BGRA}
      """)
    #expect(bytes.count == 8 * 4 * 4)
    for y in 0..<4 {
      for x in 0..<8 {
        let isInside = (2..<5).contains(x) && (1..<3).contains(y)
        #expect(bytes[(y * 8 + x) * 4 + 3] == (isInside ? 255 : 0), "\(x) \(y)")
      }
    }
  }

  @Test(arguments: ["sepiaTon", "sepiaTone intensity{x}", "sepiaTone radius{1}", "|"])
  func `invalid filters stop the stream`(filters: String) throws {
    try #require(imageFilterPlugin.register())
    let line = """
      videotestsrc num-buffers=2 ! imagefilter filters="\(filters)" ! appsink name=sink sync=false
      """
    let pipeline = try LaunchedMixer(line, mixer: "")
    pipeline.set(GST_STATE_PLAYING)
    #expect(try pipeline.frames().isEmpty)
    // The same line with a filter has frames.
    let valid = try LaunchedMixer(
      line.split(separator: "\"")[0] + "sepiaTone ! appsink name=sink sync=false", mixer: "")
    valid.set(GST_STATE_PLAYING)
    #expect(try valid.frames().count == 2)
  }
}
