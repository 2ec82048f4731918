import CutawayImaging
import Glibc
import Testing

/// Packed pixels of bytes, to the working space and back.
@Suite struct PackedPixelTests {
  /// The orders of four bytes, and two layouts of another length.
  private static let places: [(SIMD4<Int>, count: Int)] = [
    (SIMD4(2, 1, 0, 3), 4), (SIMD4(0, 1, 2, 3), 4), (SIMD4(1, 2, 3, 0), 4), (SIMD4(3, 2, 1, 0), 4),
    (SIMD4(1, 0, 3, 2), 4), (SIMD4(0, 1, 2, 0), 3),
  ]

  /// The target of one line.
  private final class Row: PixelTarget, @unchecked Sendable {
    let layout: PackedLayout
    var bytes: [UInt8]

    init(_ layout: PackedLayout, count: Int) {
      self.layout = layout
      bytes = Array(repeating: 0, count: count * layout.count)
    }

    func store(_ lines: ArraySlice<PixelLine>, of region: Region, _ space: WorkingSpace) {
      for line in lines {
        var span = bytes.mutableSpan
        line.store(in: &span, layout, space)
      }
    }
  }

  private func light(_ signal: Double) -> Double {
    signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4)
  }

  private func signal(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  @Test(arguments: [PackedLayout.Alpha.none, .straight, .premultiplied])
  func `Bytes in any order are light`(alpha: PackedLayout.Alpha) throws {
    var random = SplitMix64(state: 4)
    for (places, count) in Self.places where alpha == .none || count == 4 {
      let layout = PackedLayout(.byte, places: places, count: count, alpha: alpha, coding: .sRGB)
      let pixels = (0..<301).map { _ -> SIMD4<UInt8> in
        let opacity =
          [0, 255, UInt8.random(in: 0...255, using: &random)].randomElement(
            using: &random) ?? 0
        let most = alpha == .premultiplied ? opacity : 255
        func byte() -> UInt8 { .random(in: 0...most, using: &random) }
        return SIMD4(byte(), byte(), byte(), opacity)
      }
      let bytes = pixels.flatMap { pixel in
        var bytes = [UInt8](repeating: 0, count: count)
        for lane in 0..<count { bytes[places[lane]] = pixel[lane] }
        return bytes
      }
      let region = Region(width: pixels.count, height: 1)
      let picture = Picture(
        try #require(Bitmap(width: pixels.count, height: 1, bytes: bytes, layout)))
      for (pixel, result) in zip(pixels, picture.pixels(of: region)) {
        let opacity = alpha == .none ? 1 : Double(pixel.w) / 255
        #expect(abs(Double(result.w) - opacity) < 1e-6)
        for lane in 0..<3 {
          let number = Double(pixel[lane]) / 255
          let straight =
            alpha == .premultiplied ? light(opacity > 0 ? number / opacity : 0) : light(number)
          #expect(abs(Double(result[lane]) - straight * opacity) < 2e-6)
        }
      }
      // Numbers that are multiplied by a small alpha don't come back.
      if alpha == .premultiplied { continue }
      let row = Row(layout, count: pixels.count)
      picture.render(region, into: row)
      for (index, pixel) in pixels.enumerated() where alpha == .none || pixel.w > 0 {
        for lane in 0..<count {
          let wanted = alpha == .none && lane == 3 ? 255 : pixel[lane]
          #expect(row.bytes[index * count + places[lane]] == wanted)
        }
      }
    }
  }

  @Test func `Light of any size becomes the nearest bytes`() throws {
    var random = SplitMix64(state: 9)
    let extremes: [Float] = [
      .nan, -.nan, .infinity, -.infinity, -0.0, 1e-30, -1, 1, 1.0001, 0x1p-24, 1e30,
    ]
    let numbers = extremes + (0..<5_000).map { _ in .random(in: -0.1...1.1, using: &random) }
    let input = try SamplePicture(
      Region(width: numbers.count, height: 1), numbers.map { SIMD4($0, $0 / 2, $0 / 7, 1) })
    for (places, count) in Self.places {
      let alpha: PackedLayout.Alpha = count == 4 ? .straight : .none
      let layout = PackedLayout(.byte, places: places, count: count, alpha: alpha, coding: .sRGB)
      let row = Row(layout, count: numbers.count)
      input.picture.render(input.region, into: row)
      for (index, pixel) in input.pixels.enumerated() {
        for lane in 0..<3 {
          let number = Double(pixel[lane])
          let wanted = number > 0 ? min(signal(min(number, 1)), 1) * 255 : 0
          let byte = Double(row.bytes[index * count + places[lane]])
          #expect(abs(byte - wanted) < 0.6, "\(number) became \(byte)")
        }
      }
    }
  }

  @Test func `Opaque bytes are changed like any colours`() throws {
    var random = SplitMix64(state: 2)
    let width = 37, bytes = (0..<width * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    let region = Region(width: width, height: 1)
    let opaque = Picture(
      try #require(Bitmap(width: width, height: 1, bytes: bytes, .rgba(.none))))
    // Numbers as a source never count as opaque.
    let numbers = try SamplePicture(region, opaque.pixels(of: region)).picture
    var controls = ColorControls(), vibrance = Vibrance(), clip = ColorMatrixFilter()
    (controls.saturation, controls.brightness, controls.contrast) = (1.4, 0.1, 0.8)
    vibrance.amount = 0.7
    clip.aVector = [0, 0, 0, 0.5]
    func check<Filter: PictureFilter>(_ filter: Filter) throws {
      let outputs = try [opaque, numbers].map { picture in
        var filter = filter
        #expect(filter.set(.picture(picture), for: "image") == .done)
        return try #require(filter.output).pixels(of: region)
      }
      for (one, two) in zip(outputs[0], outputs[1]) {
        for lane in 0..<4 { #expect(abs(one[lane] - two[lane]) < 1e-6) }
      }
    }
    try check(controls)
    try check(vibrance)
    try check(clip)
  }
}
