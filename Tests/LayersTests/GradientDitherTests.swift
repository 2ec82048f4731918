import CutawayDrawing
import CutawayElementKit
import Foundation
import TestSupport
import Testing

/// Gradients have no bands: their pixels alternate between the two nearest numbers, compared with `Double`.
@Suite struct GradientDitherTests {
  private typealias Stop = Canvas.Paint.Stop

  /// Luma and chroma of BT.709, of a colour in 0…255.
  private func video(_ color: SIMD3<Double>) -> [Double] {
    let c = color / 255
    let luma = 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z
    return [
      16 + 219 * luma, 128 + 112 * (c.z - luma) / (1 - 0.0722),
      128 + 112 * (c.x - luma) / (1 - 0.2126),
    ]
  }

  private func mean(_ count: Int, _ value: (Int, Int) -> Double) -> Double {
    var sum = 0.0
    for y in 0..<count { for x in 0..<count { sum += value(x, y) } }
    return sum / Double(count * count)
  }

  @Test func `the mean of a neighbourhood is exact, and pixels are next to it`() throws {
    let image = try TreeImage.drawn(
      """
      [{frame: [0, 0, 96, 64],
      gradient: {colors: ['#203040', '#504838'], from: [0, 0.5], to: [1, 0.5]}}]
      """)
    let (from, to) = (SIMD3<Double>(0x20, 0x30, 0x40), SIMD3<Double>(0x50, 0x48, 0x38))
    func exact(_ x: Int) -> [Double] { video(from + (to - from) * ((Double(x) + 0.5) / 96)) }
    for plane in 0..<3 {
      for y in 0..<64 {
        for x in 0..<96 {
          let difference = abs(Double(image[plane, x, y]) - exact(x)[plane])
          #expect(difference < 1.01, "\(plane): \(x), \(y)")
        }
      }
      for top in stride(from: 0, to: 64, by: 16) {
        for left in stride(from: 0, to: 96, by: 16) {
          let drawn = mean(16) { Double(image[plane, left + $0, top + $1]) }
          let wanted = mean(16) { x, _ in exact(left + x)[plane] }
          #expect(abs(drawn - wanted) < 0.1, "\(plane): \(left), \(top)")
        }
      }
    }
  }

  @Test func `no rows of a slow gradient are alike`() throws {
    let image = try TreeImage.drawn(
      "[{frame: [0, 0, 96, 64], gradient: {colors: ['#303030', '#343434']}}]")
    func row(_ y: Int) -> [UInt8] { (0..<96).map { image[0, $0, y] } }
    var run = 1, longest = 1
    for y in 1..<64 {
      run = row(y) == row(y - 1) ? run + 1 : 1
      longest = max(longest, run)
    }
    // Without dithering, four steps have 16 rows each.
    #expect(longest <= 2, "\(longest)")
  }

  @Test func `one colour stays flat`() throws {
    for color in ["'#31507b'", "'#c8a012'", "'#08080880'"] {
      let flat = try TreeImage.drawn("[{frame: [4, 4, 80, 50], background: \(color)}]")
      let gradient = try TreeImage.drawn(
        "[{frame: [4, 4, 80, 50], gradient: {colors: [\(color), \(color)]}}]")
      #expect(flat == gradient, "\(color)")
    }
    // Beyond its ends, too.
    let image = try TreeImage.drawn(
      """
      [{frame: [0, 0, 96, 64], gradient: {colors: ['#31507b', white], from: [0.5, 0], to: [1, 0]}}]
      """)
    let flat = try TreeImage.drawn("[{frame: [0, 0, 96, 64], background: '#31507b'}]")
    for plane in 0..<3 {
      for y in 0..<64 { for x in 0..<48 { #expect(image[plane, x, y] == flat[plane, x, y]) } }
    }
  }

  @Test func `bands and frames have the same bits`() throws {
    let tree =
      """
      [{frame: [0, 0, 90, 60], gradient: {colors: ['#203040', '#50483820'], type: conic,
      from: [0.5, 0.5], to: [1, 0.5]}}]
      """
    let first = try TreeImage.drawn(tree)
    for bands in [2, 5] {
      #expect(try TreeImage.drawn(tree, frame: Int64(bands), bands: bands) == first)
    }
  }

  /// The pixels of a canvas of 64 × 64 filled with a paint, and their mean in blocks of 16 × 16 against a reference.
  private func compare(
    _ paint: Canvas.Paint, _ color: (_ x: Double, _ y: Double) -> SIMD4<Double>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let canvas = try #require(Canvas(width: 64, height: 64))
    canvas.fill(paint)
    let pixels = canvas.pixels
    let isTranslucent = stride(from: 3, to: pixels.count, by: 4).contains { pixels[$0] < 255 }
    func exact(_ x: Int, _ y: Int) -> SIMD4<Double> {
      let color = color(Double(x) + 0.5, Double(y) + 0.5)
      return SIMD4(color.x, color.y, color.z, 255) * color.w / 255
    }
    func drawn(_ x: Int, _ y: Int, _ part: Int) -> Double {
      let place = (y * 64 + x) * 4, alpha = Double(pixels[place + 3])
      return part == 3 ? alpha : Double(pixels[place + part]) * alpha / 255
    }
    for part in 0..<4 {
      for top in stride(from: 0, to: 64, by: 16) {
        for left in stride(from: 0, to: 64, by: 16) {
          let difference = mean(16) {
            drawn(left + $0, top + $1, part) - exact(left + $0, top + $1)[part]
          }
          // Premultiplied components of one colour are rounded, and the straight ones of the canvas rounded down.
          let limit = !isTranslucent ? 0.1 : part < 3 ? 0.5 + 0.4 : 0.25
          #expect(
            abs(difference) < limit, "\(part): \(left), \(top)", sourceLocation: sourceLocation)
        }
      }
    }
  }

  @Test(arguments: [255.0, 100])
  func `all kinds have the colours of their places`(alpha: Double) throws {
    let from = SIMD4<Double>(20, 60, 110, 255), to = SIMD4<Double>(90, 70, 50, alpha)
    func ink(_ color: SIMD4<Double>) -> Canvas.Ink {
      Canvas.Ink(
        red: color.x / 255, green: color.y / 255, blue: color.z / 255, alpha: color.w / 255)
    }
    let stops = [Stop(0.25, ink(to)), Stop(0.75, ink(from))]
    func mixed(_ place: Double) -> SIMD4<Double> {
      to + (from - to) * min(max((place - 0.25) / 0.5, 0), 1)
    }
    try compare(.axial(from: (10, 5), to: (60, 40), stops)) { x, y in
      mixed(((x - 10) * 50 + (y - 5) * 35) / (50 * 50 + 35 * 35))
    }
    try compare(.radial(center: (30, 20), radii: (40, 25), stops)) { x, y in
      mixed(hypot((x - 30) / 40, (y - 20) / 25))
    }
    try compare(.conic(center: (31, 33), angle: 0.7, stops)) { x, y in
      var angle = atan2(y - 33, x - 31) - 0.7
      while angle < 0 { angle += 2 * .pi }
      return mixed(angle / (2 * .pi))
    }
    try compare(
      .circles(from: .init(x: 32, y: 30, radius: 6), to: .init(x: 32, y: 30, radius: 40), stops)
    ) {
      x, y in mixed((hypot(x - 32, y - 30) - 6) / 34)
    }
    // The second circle surrounds the first, so that each point lies on one circle: found by bisection.
    try compare(
      .circles(from: .init(x: 20, y: 30, radius: 4), to: .init(x: 34, y: 36, radius: 44), stops)
    ) {
      x, y in
      func isInside(_ t: Double) -> Bool {
        hypot(x - 20 - 14 * t, y - 30 - 6 * t) <= 4 + 40 * t
      }
      var (low, high) = (-0.1, 4.0)
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if isInside(middle) { high = middle } else { low = middle }
      }
      return mixed(high)
    }
  }

  @Test func `two circles side by side leave what no circle reaches`() throws {
    let canvas = try #require(Canvas(width: 64, height: 64))
    let white = Canvas.Ink(red: 1, green: 1, blue: 1, alpha: 1)
    canvas.fill(
      .circles(
        from: .init(x: 16, y: 32, radius: 4), to: .init(x: 48, y: 32, radius: 4),
        [Stop(0, white), Stop(1, white)]))
    let pixels = canvas.pixels
    for y in 0..<64 {
      let isReached = abs(Double(y) + 0.5 - 32) <= 4
      #expect((pixels[(y * 64 + 30) * 4 + 3] == 255) == isReached, "\(y)")
    }
  }
}
