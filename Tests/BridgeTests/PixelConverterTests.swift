import CutawayElementBridge
import CutawayKeyframes
import CutawayRuntime
import CutawayTranslation
import TestSupport
import Testing

private let plugin = Plugin("pixelconverttest", "The converter", elements: .pixelConverter)
private let isRegistered = plugin.register()

/// Compares colours with the definitions of the standards, pixel by pixel.
///
/// The tolerance is rounding to the nearest value, and 0.0005 for the rounding of the tables.
@Suite struct PixelConverterTests {
  init() throws { try #require(isRegistered) }

  private let nearest = 0.502

  /// The output of the element for the bytes of a frame.
  private func convert(_ bytes: [UInt8], _ input: String, to output: String) async throws -> [UInt8]
  {
    var graph = PipelineGraph()
    let source = graph.add("appsrc", name: "in", role: .input, [.init("format", "time")])
    let converter = graph.link(
      source.restricted(to: "video/x-raw,framerate=0/1," + input),
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

  /// Corners and edges of the colour cube, greys, and random colours.
  private func colors(_ count: Int) -> [SIMD3<UInt8>] {
    var random = SeededGenerator(seed: 8)
    let levels: [UInt8] = [0, 1, 127, 128, 254, 255]
    var colors = levels.flatMap { r in
      levels.flatMap { g in levels.map { b in SIMD3(r, g, b) } }
    }
    colors += (0...255).map { SIMD3(repeating: $0) }
    while colors.count < count {
      colors.append(
        SIMD3(
          .random(in: 0...255, using: &random), .random(in: 0...255, using: &random),
          .random(in: 0...255, using: &random)))
    }
    return Array(colors.prefix(count))
  }

  private func fraction(_ color: SIMD3<UInt8>) -> SIMD3<Double> {
    SIMD3(Double(color.x), Double(color.y), Double(color.z)) / 255
  }

  @Test(
    arguments: ColorDefinition.all,
    ["RGBA", "BGRA", "ARGB", "ABGR", "RGBx", "BGRx", "xRGB", "GBRA"])
  func `R′G′B′ becomes the nearest Y′CbCr, and alpha stays`(
    definition: ColorDefinition, format: String
  ) async throws {
    let (width, height) = (256, 64)
    let colors = colors(width * height)
    let alphas = colors.map { $0.x ^ $0.y }
    var bytes: [UInt8] = []
    if format == "GBRA" {
      bytes = colors.map(\.y) + colors.map(\.z) + colors.map(\.x) + alphas
    } else {
      for (color, alpha) in zip(colors, alphas) {
        for name in format {
          switch name {
          case "R": bytes.append(color.x)
          case "G": bytes.append(color.y)
          case "B": bytes.append(color.z)
          default: bytes.append(alpha)
          }
        }
      }
    }
    let result = try await convert(
      bytes, "format=\(format),width=\(width),height=\(height),colorimetry=sRGB",
      to: "format=AYUV,colorimetry=(string)\(definition.name)")
    let hasAlpha = format.contains("A")
    var sum = SIMD3<Double>.zero
    for (index, color) in colors.enumerated() {
      let found = SIMD3(
        Double(result[index * 4 + 1]), Double(result[index * 4 + 2]), Double(result[index * 4 + 3]))
      let ideal = definition.yuv(fraction(color))
      let difference = found - ideal.clamped(lowerBound: .zero, upperBound: .init(repeating: 255))
      sum += difference
      if abs(difference).max() > nearest || result[index * 4] != (hasAlpha ? alphas[index] : 255) {
        Issue.record("\(color) became \(result[index * 4..<index * 4 + 4]), not \(ideal)")
        return
      }
    }
    #expect((abs(sum) / Double(colors.count)).max() < 0.05)
  }

  @Test func `black, white and the six primaries are those of BT 709`() async throws {
    // ITU-R BT.709-6, and its quantization to 8 bits, calculated by hand.
    let colors: [(rgb: [UInt8], yuv: [UInt8])] = [
      ([0, 0, 0], [16, 128, 128]), ([255, 255, 255], [235, 128, 128]),
      ([255, 0, 0], [63, 102, 240]), ([0, 255, 0], [173, 42, 26]),
      ([0, 0, 255], [32, 240, 118]), ([255, 255, 0], [219, 16, 138]),
      ([0, 255, 255], [188, 154, 16]), ([255, 0, 255], [78, 214, 230]),
    ]
    let bytes = colors.flatMap { color -> [UInt8] in color.rgb + [255] }
    let result = try await convert(
      bytes, "format=RGBA,width=8,height=1,colorimetry=sRGB", to: "format=AYUV,colorimetry=bt709")
    #expect(result == colors.flatMap { color -> [UInt8] in [255] + color.yuv })
  }

  @Test(arguments: ColorDefinition.all, ["RGBA", "BGRA", "ARGB", "BGRx", "GBRA"])
  func `Y′CbCr becomes the nearest R′G′B′, and alpha stays`(
    definition: ColorDefinition, format: String
  ) async throws {
    let (width, height) = (256, 64)
    let colors = colors(width * height)
    let bytes = colors.flatMap { color -> [UInt8] in [color.x ^ color.z, color.x, color.y, color.z]
    }
    let result = try await convert(
      bytes, "format=AYUV,width=\(width),height=\(height),colorimetry=(string)\(definition.name)",
      to: "format=\(format),colorimetry=sRGB")
    for (index, color) in colors.enumerated() {
      func component(_ name: Character) -> UInt8 {
        if format == "GBRA" {
          let plane = Array("GBRA").firstIndex(of: name) ?? 0
          return result[plane * width * height + index]
        }
        return result[index * 4 + (Array(format).firstIndex(of: name) ?? 0)]
      }
      let found = SIMD3(
        Double(component("R")), Double(component("G")), Double(component("B")))
      let ideal = definition.rgb(SIMD3(Double(color.x), Double(color.y), Double(color.z)))
        .clamped(lowerBound: .zero, upperBound: .init(repeating: 255))
      if abs(found - ideal).max() > nearest
        || format.contains("A") && component("A") != color.x ^ color.z
      {
        Issue.record("\(color) became \(found), not \(ideal)")
        return
      }
    }
  }

  /// The position of a plane of I420 in memory.
  private func plane(_ index: Int, _ width: Int, _ height: Int) -> (
    offset: Int, stride: Int, width: Int, height: Int
  ) {
    let stride = (width + 3) / 4 * 4
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    let halfStride = (halfWidth + 3) / 4 * 4
    let luma = stride * ((height + 1) / 2 * 2)
    return index == 0
      ? (0, stride, width, height)
      : (luma + (index - 1) * halfStride * halfHeight, halfStride, halfWidth, halfHeight)
  }

  @Test(
    arguments: [(64, 48), (63, 47), (1, 1), (2, 1), (5, 9), (640, 361)], ["bt709", "1:4:0:0"])
  func `chroma planes from R′G′B′ are the mean around each sample`(
    size: (Int, Int), name: String
  ) async throws {
    let (width, height) = size
    let definition = try #require(ColorDefinition.all.first { $0.name == name })
    let colors = colors(width * height + 1000).suffix(width * height).map { $0 }
    let result = try await convert(
      colors.flatMap { color -> [UInt8] in [color.x, color.y, color.z, 255] },
      "format=RGBA,width=\(width),height=\(height),colorimetry=sRGB",
      to: "format=I420,colorimetry=(string)\(name)")
    let exact = colors.map { definition.yuv(fraction($0)) }
    func value(_ x: Int, _ y: Int) -> SIMD3<Double> {
      exact[min(y, height - 1) * width + min(max(x, 0), width - 1)]
    }
    // Chroma is at the left of two columns. In full range, as in JPEG, it is between them.
    let weights =
      definition.isFullRange ? [(0, 0.5), (1, 0.5)] : [(-1, 0.25), (0, 0.5), (1, 0.25)]
    for index in 0..<3 {
      let plane = plane(index, width, height)
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          var ideal = value(x, y).x
          if index > 0 {
            ideal = weights.reduce(0) { sum, weight in
              let column = 2 * x + weight.0
              return sum
                + (value(column, 2 * y)[index] + value(column, 2 * y + 1)[index]) / 2 * weight.1
            }
          }
          let found = Double(result[plane.offset + y * plane.stride + x])
          if abs(found - min(ideal, 255)) > nearest {
            Issue.record("plane \(index) at \(x), \(y): \(found), not \(ideal)")
            return
          }
        }
      }
    }
  }

  @Test(arguments: [(64, 48), (63, 47), (4, 1), (2, 2), (5, 9), (640, 361)])
  func `R′G′B′ from planes interpolates chroma`(
    width: Int, height: Int
  ) async throws {
    var random = SeededGenerator(seed: 20)
    let planes = (0..<3).map { plane($0, width, height) }
    let count = planes[2].offset + planes[2].stride * planes[2].height
    let bytes = (0..<(count + 3) / 4 * 4).map { _ in UInt8.random(in: 16...235, using: &random) }
    let result = try await convert(
      bytes, "format=I420,width=\(width),height=\(height),colorimetry=bt709",
      to: "format=RGBA,colorimetry=sRGB")
    func sample(_ index: Int, _ x: Int, _ y: Int) -> Double {
      let plane = planes[index]
      return Double(
        bytes[
          plane.offset + min(max(y, 0), plane.height - 1) * plane.stride
            + min(max(x, 0), plane.width - 1)])
    }
    /// A chroma sample is on its even column, and between its two rows.
    func chroma(_ index: Int, _ x: Int, _ y: Int) -> Double {
      let far = y % 2 == 0 ? y / 2 - 1 : y / 2 + 1
      func column(_ x: Int) -> Double {
        (3 * sample(index, x, y / 2) + sample(index, x, far)) / 4
      }
      return x % 2 == 0 ? column(x / 2) : (column(x / 2) + column(x / 2 + 1)) / 2
    }
    for y in 0..<height {
      for x in 0..<width {
        let yuv = SIMD3(sample(0, x, y), chroma(1, x, y), chroma(2, x, y))
        let ideal = ColorDefinition.bt709.rgb(yuv)
          .clamped(lowerBound: .zero, upperBound: .init(repeating: 255))
        let place = (y * width + x) * 4
        let found = SIMD3(
          Double(result[place]), Double(result[place + 1]), Double(result[place + 2]))
        if abs(found - ideal).max() > nearest || result[place + 3] != 255 {
          Issue.record("\(x), \(y): \(found), not \(ideal)")
          return
        }
      }
    }
  }

  @Test(
    arguments: [(64, 48), (63, 47), (4, 1), (2, 2), (5, 9), (640, 361)],
    [("bt601", "bt709"), ("1:4:0:0", "bt709"), ("bt709", "bt2020"), ("bt709", "1:4:0:0")])
  func `planes of one matrix become the nearest of another, with chroma in its place`(
    size: (Int, Int), names: (String, String)
  ) async throws {
    let (width, height) = size
    let old = try #require(ColorDefinition.all.first { $0.name == names.0 })
    let new = try #require(ColorDefinition.all.first { $0.name == names.1 })
    var random = SeededGenerator(seed: 21)
    let planes = (0..<3).map { plane($0, width, height) }
    let count = planes[2].offset + planes[2].stride * planes[2].height
    let bytes = (0..<(count + 3) / 4 * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    // Chroma is at the left of two columns. In full range, as in JPEG, it is between them.
    func site(_ definition: ColorDefinition) -> String { definition.isFullRange ? "jpeg" : "mpeg2" }
    let result = try await convert(
      bytes,
      "format=I420,width=\(width),height=\(height),colorimetry=(string)\(old.name),"
        + "chroma-site=\(site(old))",
      to: "format=I420,colorimetry=(string)\(new.name),chroma-site=\(site(new))")
    func sample(_ index: Int, _ x: Int, _ y: Int) -> Double {
      let plane = planes[index]
      return Double(
        bytes[
          plane.offset + min(max(y, 0), plane.height - 1) * plane.stride
            + min(max(x, 0), plane.width - 1)])
    }
    /// Old chroma at a column of luma, and in a row of it or of chroma.
    func chroma(_ index: Int, column: Double, _ row: (Int) -> Double) -> Double {
      let place = old.isFullRange ? (column - 0.5) / 2 : column / 2
      let left = place.rounded(.down), part = place - left
      return (1 - part) * row(Int(left)) + part * row(Int(left) + 1)
    }
    func converted(_ y: Double, _ u: Double, _ v: Double) -> SIMD3<Double> {
      new.yuv(old.rgb(SIMD3(y, u, v)) / 255)
        .clamped(lowerBound: .zero, upperBound: .init(repeating: 255))
    }
    for y in 0..<height {
      for x in 0..<width {
        let far = y % 2 == 0 ? y / 2 - 1 : y / 2 + 1
        let (u, v) = (
          chroma(1, column: Double(x)) { (3 * sample(1, $0, y / 2) + sample(1, $0, far)) / 4 },
          chroma(2, column: Double(x)) { (3 * sample(2, $0, y / 2) + sample(2, $0, far)) / 4 }
        )
        let found = Double(result[y * planes[0].stride + x])
        let ideal = converted(sample(0, x, y), u, v).x
        if abs(found - ideal) > nearest {
          Issue.record("luma at \(x), \(y): \(found), not \(ideal)")
          return
        }
      }
    }
    for y in 0..<planes[1].height {
      for x in 0..<planes[1].width {
        let column = new.isFullRange ? Double(2 * x) + 0.5 : Double(2 * x)
        let (u, v) = (
          chroma(1, column: column) { sample(1, $0, y) },
          chroma(2, column: column) { sample(2, $0, y) }
        )
        // New chroma does not depend on luma.
        let ideal = converted(128, u, v)
        for index in 1...2 {
          let found = Double(result[planes[index].offset + y * planes[index].stride + x])
          if abs(found - ideal[index]) > nearest {
            Issue.record("plane \(index) at \(x), \(y): \(found), not \(ideal)")
            return
          }
        }
      }
    }
  }

  @Test(arguments: ["AYUV", "I420"])
  func `R′G′B′ of 16 bits becomes the nearest Y′CbCr`(format: String) async throws {
    // Each square of 4×4 pixels has one colour, so that its chroma is that of the middle.
    let (width, height) = (128, 64)
    var random = SeededGenerator(seed: 16)
    let colors = (0..<width * height / 16).map { _ in
      SIMD3<UInt16>(
        .random(in: 0...65535, using: &random), .random(in: 0...65535, using: &random),
        .random(in: 0...65535, using: &random))
    }
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let color = colors[y / 4 * (width / 4) + x / 4]
        for component in [65535, color.x, color.y, color.z] {
          bytes += [UInt8(component & 255), UInt8(component >> 8)]
        }
      }
    }
    let result = try await convert(
      bytes, "format=ARGB64,width=\(width),height=\(height),colorimetry=sRGB",
      to: "format=\(format),colorimetry=bt709")
    for (index, color) in colors.enumerated() {
      let (x, y) = (index % (width / 4) * 4 + 2, index / (width / 4) * 4 + 2)
      let ideal = ColorDefinition.bt709.yuv(
        SIMD3(Double(color.x), Double(color.y), Double(color.z)) / 65535)
      for component in 0..<3 {
        let plane = plane(component, width, height)
        let found =
          format == "AYUV"
          ? result[(y * width + x) * 4 + 1 + component]
          : result[
            plane.offset + (component == 0 ? y * plane.stride + x : y / 2 * plane.stride + x / 2)]
        #expect(abs(Double(found) - ideal[component]) <= nearest)
      }
    }
  }

  @Test func `other conversions equal those of videoconvert`() async throws {
    let bytes = colors(64 * 64).flatMap { color -> [UInt8] in [255, color.x, color.y, color.z] }
    let input = "format=AYUV,width=64,height=64,colorimetry=bt709"
    let same = try await convert(bytes, input, to: "format=AYUV,colorimetry=bt709")
    #expect(same == bytes)
    let planes = try await convert(bytes, input, to: "format=Y444,colorimetry=bt709")
    #expect(
      planes == (1...3).flatMap { stride(from: $0, to: bytes.count, by: 4).map { bytes[$0] } })
  }
}

private func abs(_ vector: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(Swift.abs(vector.x), Swift.abs(vector.y), Swift.abs(vector.z))
}
