import CutawayElementBridge
import CutawayKeyframes
import CutawayRuntime
import CutawayTranslation
import TestSupport
import Testing

private let plugin = Plugin("deepconverttest", "The converter", elements: .pixelConverter)
private let isRegistered = plugin.register()

/// Conversions of more than 8 bits, compared with the definitions of the standards.
@Suite struct DeepConverterTests {
  init() throws { try #require(isRegistered) }

  private let size = (width: 128, height: 16)

  /// The samples of a frame of 16 bits per sample after the conversion, and its bytes.
  private func convert(
    _ bytes: [UInt8], _ input: String, to output: String
  ) async throws -> [UInt8] {
    var graph = PipelineGraph()
    let source = graph.add("appsrc", name: "in", role: .input, [.init("format", "time")])
    let converter = graph.link(
      source.restricted(
        to: "video/x-raw,framerate=0/1,width=\(size.width),height=\(size.height)," + input),
      graph.add("pixelconvert", name: "converter"))
    graph.link(
      converter.restricted(to: "video/x-raw," + output),
      graph.add(
        "appsink", name: "out", role: .output,
        [.init("sync", false), .init("wait-on-eos", false)]))
    let row = StillImage(size: PixelSize(width: bytes.count / 4, height: 1), pixels: bytes)
    return try await withPipeline(graph) { pipeline in
      try pipeline.play()
      pipeline.send(row, through: .input)
      try await pipeline.waitForEnd()
      return try #require(pipeline.takeSample(from: .output)?.bytes)
    }
  }

  private func bytes(_ samples: [UInt16]) -> [UInt8] {
    samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  private func samples(_ bytes: [UInt8]) -> [UInt16] {
    stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
  }

  private func randomColors(seed: UInt64) -> [SIMD3<UInt16>] {
    var random = SeededGenerator(seed: seed)
    return (0..<size.width * size.height).map { index in
      index < 64
        ? SIMD3(repeating: UInt16(index * 1_040))
        : SIMD3(
          .random(in: 0...65_535, using: &random), .random(in: 0...65_535, using: &random),
          .random(in: 0...65_535, using: &random))
    }
  }

  private static let definitions = ColorDefinition.all.filter { !$0.isFullRange }

  @Test(arguments: definitions, [10, 12])
  func `deep R′G′B′ becomes the nearest deep Y′CbCr`(
    definition: ColorDefinition, depth: Int
  ) async throws {
    let colors = randomColors(seed: 3)
    let result = samples(
      try await convert(
        bytes(colors.flatMap { [UInt16(65_535), $0.x, $0.y, $0.z] }),
        "format=ARGB64,colorimetry=sRGB",
        to: "format=Y444_\(depth)LE,colorimetry=(string)\(definition.name)"))
    let scale = Double(1 << (depth - 8)), count = size.width * size.height
    for (index, color) in colors.enumerated() {
      let ideal =
        definition.yuv(
          SIMD3(Double(color.x), Double(color.y), Double(color.z)) / 65_535) * scale
      for plane in 0..<3 {
        let difference = Double(result[plane * count + index]) - ideal[plane]
        #expect(abs(difference) < 0.51, "\(color)")
      }
    }
  }

  @Test(arguments: definitions)
  func `deep Y′CbCr becomes the nearest R′G′B′, and back the same Y′CbCr`(
    definition: ColorDefinition
  ) async throws {
    // Only colours within R′G′B′ come back.
    let count = size.width * size.height
    let pixels = randomColors(seed: 4).map { color -> SIMD3<UInt16> in
      let yuv =
        definition.yuv(
          SIMD3(Double(color.x), Double(color.y), Double(color.z)) / 65_535 * 0.98 + 0.01) * 4
      return SIMD3(
        UInt16(yuv.x.rounded()), UInt16(yuv.y.rounded()), UInt16(yuv.z.rounded()))
    }
    let planes = bytes(pixels.map(\.x) + pixels.map(\.y) + pixels.map(\.z))
    let format = "format=Y444_10LE,colorimetry=(string)\(definition.name)"
    let colors = samples(
      try await convert(planes, format, to: "format=ARGB64,colorimetry=sRGB"))
    for (index, pixel) in pixels.enumerated() {
      let ideal =
        definition.rgb(
          SIMD3(Double(pixel.x), Double(pixel.y), Double(pixel.z)) / 4) * 257
      for part in 0..<3 {
        let clamped = min(max(ideal[part], 0), 65_535)
        #expect(abs(Double(colors[index * 4 + 1 + part]) - clamped) < 0.6)
      }
      #expect(colors[index * 4] == 65_535)
    }
    #expect(count * 4 == colors.count)
    let back = try await convert(
      bytes(colors), "format=ARGB64,colorimetry=sRGB", to: format)
    #expect(back == planes)
  }

  @Test(arguments: ["I420_10LE", "I422_10LE", "Y444_10LE"])
  func `grey of R′G′B′ is neutral in every chroma resolution, and comes back`(
    format: String
  ) async throws {
    let greys = (0..<size.width * size.height).map { UInt16($0 % 220 * 297) }
    let pixels = bytes(greys.flatMap { [UInt16(65_535), $0, $0, $0] })
    let yuv = try await convert(
      pixels, "format=ARGB64,colorimetry=sRGB", to: "format=\(format),colorimetry=bt709")
    let count = size.width * size.height
    #expect(samples(yuv)[count...].allSatisfy { $0 == 512 })
    let back = samples(
      try await convert(
        yuv, "format=\(format),colorimetry=bt709", to: "format=ARGB64,colorimetry=sRGB"))
    for (index, grey) in greys.enumerated() {
      // Half a step of 876 in luma.
      #expect(abs(Int(back[index * 4 + 1]) - Int(grey)) <= 38)
      #expect(back[index * 4 + 1] == back[index * 4 + 2])
      #expect(back[index * 4 + 1] == back[index * 4 + 3])
    }
  }

  @Test func `8 bits are widened by a shift, and deeper samples are rounded`() async throws {
    let count = size.width * size.height
    let narrow = (0..<count * 3).map { UInt8(truncatingIfNeeded: $0 % 256) }
    let wide = samples(
      try await convert(
        narrow, "format=Y444,colorimetry=bt709", to: "format=Y444_10LE,colorimetry=bt709"))
    #expect(wide == narrow.map { UInt16($0) << 2 })
    let deep = (0..<count * 3).map { UInt16($0 % 4_096) }
    let rounded = samples(
      try await convert(
        bytes(deep), "format=Y444_12LE,colorimetry=bt709", to: "format=Y444_10LE,colorimetry=bt709")
    )
    #expect(rounded == deep.map { min(($0 + 2) >> 2, 1_023) })
  }
}
