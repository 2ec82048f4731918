import CutawayEffects
import CutawayElementKit
import Testing

/// Effects on planes of luma and chroma, in graphs.
@Suite struct EffectFormatTests {
  private static let effects: [(line: String, filter: any PlanarVideoFilter)] = [
    ("blur sigma=3", Blur { $0.sigma = 3 }),
    ("sharpen amount=2", Sharpen { $0.amount = 2 }),
    ("vignette strength=0.9", Vignette { $0.strength = 0.9 }),
    ("noise amount=0.3 seed=5", Noise { ($0.amount, $0.seed) = (0.3, 5) }),
    ("pixelate size=7", Pixelate { $0.size = 7 }),
    ("colorgrade saturation=2 gamma=1.4", ColorGrade { ($0.saturation, $0.gamma) = (2, 1.4) }),
  ]

  /// A frame of a pattern with chroma, after `effect`.
  private func frame(_ effect: String, _ format: String, _ colorimetry: String) throws -> [UInt8] {
    let caps =
      "video/x-raw,format=\(format),width=61,height=35,framerate=25/1,colorimetry=\(colorimetry)"
    return try LaunchedMixer.firstFrame(
      "videotestsrc num-buffers=1 pattern=smpte ! \(caps) ! \(effect) ! \(caps)")
  }

  /// The planes of a frame, whose rows GStreamer pads to multiples of four bytes.
  private func image(_ bytes: [UInt8], _ format: PlanarFormat) -> PlanarImage {
    var result = PlanarImage(format), start = 0
    for plane in 0...2 {
      let stride = (format.width(of: plane) + 3) / 4 * 4
      for y in 0..<format.height(of: plane) {
        for x in 0..<format.width(of: plane) { result[plane, x, y] = bytes[start + y * stride + x] }
      }
      let isPadded = format.chroma == .halved && plane == 0
      start += stride * (isPadded ? (format.height + 1) / 2 * 2 : format.height(of: plane))
    }
    return result
  }

  @Test(arguments: ["I420", "Y42B", "Y444"], ["bt709", "bt601", "1:4:0:0"])
  func `an element has the frames of the library`(name: String, colorimetry: String) throws {
    let chroma: [String: PlanarFormat.Chroma] = [
      "I420": .halved, "Y42B": .halvedColumns, "Y444": .full,
    ]
    let coding = [
      "bt709": LumaCoding.bt709, "bt601": LumaCoding(kr: 0.299, kb: 0.114, isFullRange: false),
      "1:4:0:0": LumaCoding(kr: 0.299, kb: 0.114, isFullRange: true),
    ]
    let format = PlanarFormat(width: 61, height: 35, chroma: try #require(chroma[name]))
    let plain = image(try frame("identity", name, colorimetry), format)
    for (line, filter) in Self.effects {
      let expected = try plain.filtered(by: filter, coding: try #require(coding[colorimetry]))
      let isSame = image(try frame(line, name, colorimetry), format) == expected
      #expect(isSame && expected != plain, "\(line)")
    }
  }

  @Test(arguments: effects.map(\.line))
  func `video passes without a conversion`(line: String) throws {
    // No converter is in the graph: the links show that the effect takes these formats.
    for format in ["I420", "I420_10LE", "I422_10LE", "Y444_12LE", "BGRA", "ARGB64"] {
      let colorimetry = format.contains("A") ? "sRGB" : "bt709"
      let plain = try frame("identity", format, colorimetry)
      let changed = try frame(line, format, colorimetry)
      let isChanged = plain.count == changed.count && plain != changed
      #expect(isChanged, "\(format)")
    }
  }
}
