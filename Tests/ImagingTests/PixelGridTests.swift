import CutawayElementKit
import Glibc
import Testing

/// Grids of pixels against arrays.
@Suite struct PixelGridTests {
  /// A grid whose pixels say where they are, without some rows.
  private func grid(
    width: Int, height: Int, bandHeight: Int, missing: Set<Int>, copied: Set<Int>
  ) -> PixelGrid {
    PixelGrid(width: width, height: height, bandHeight: bandHeight) { band in
      for row in band.rows where !missing.contains(row) {
        if copied.contains(row) {
          let pixels = (0..<width + 2).map { SIMD4<Float>(Float($0), Float(row), 3, 1) }
          band.setRow(row, to: pixels.span)
        } else {
          band.withRow(row) { pixels in
            for index in 0..<width { pixels[index] += SIMD4(Float(index), Float(row), 3, 1) }
          }
        }
      }
    }
  }

  @Test func `Rows that nobody draws are zero`() {
    var random = SplitMix64(state: 6)
    for _ in 0..<200 {
      let width = Int.random(in: 0...9, using: &random)
      let height = Int.random(in: 0...20, using: &random)
      let rows = Set(0..<height)
      let missing = rows.filter { _ in Bool.random(using: &random) }
      let copied = rows.filter { _ in Bool.random(using: &random) }
      let grid = grid(
        width: width, height: height, bandHeight: .random(in: 1...7, using: &random),
        missing: missing, copied: copied)
      let view = grid.view(x: -3, y: 5)
      for y in -2..<height + 2 {
        for x in -2..<width + 2 {
          let isInside = (0..<width).contains(x) && rows.contains(y) && !missing.contains(y)
          let wanted = isInside ? SIMD4(Float(x), Float(y), 3, 1) : SIMD4<Float>()
          #expect(view[x - 3, y + 5] == wanted)
        }
      }
    }
  }

  @Test func `A row is copied with zeros around it`() {
    var random = SplitMix64(state: 7)
    let grid = grid(width: 6, height: 5, bandHeight: 2, missing: [], copied: [1, 2])
    let view = grid.view(x: 10, y: -2)
    for _ in 0..<300 {
      let x = Int.random(in: 0...22, using: &random), y = Int.random(in: -5...6, using: &random)
      let count = Int.random(in: 0...14, using: &random)
      let start = Int.random(in: 0...3, using: &random)
      var pixels = [SIMD4<Float>](repeating: SIMD4(repeating: 9), count: 20)
      var span = pixels.mutableSpan
      view.copy(x: x, y: y, to: &span, from: start, count: count)
      for index in 0..<20 {
        let isCopied = (start..<start + count).contains(index)
        let wanted = isCopied ? view[x + index - start, y] : SIMD4(repeating: 9)
        #expect(pixels[index] == wanted)
      }
    }
  }

  @Test func `Colours between pixels are means of four`() {
    var random = SplitMix64(state: 8)
    for (x, y) in [(-4, 3), (0, 0), (5_000_000, -5_000_000)] {
      let grid = grid(width: 7, height: 6, bandHeight: 4, missing: [2], copied: [])
      let view = grid.view(x: x, y: y)
      for _ in 0..<2_000 {
        var place = SIMD2(
          Float(x) + .random(in: -2...9, using: &random),
          Float(y) + .random(in: -2...8, using: &random))
        if Bool.random(using: &random) { place = (place * 2).rounded(.down) / 2 }
        let corner = SIMD2<Double>(place) - 0.5, whole = corner.rounded(.down)
        let part = corner - whole, left = Int(whole.x), low = Int(whole.y)
        var wanted = SIMD4<Double>()
        for (right, up) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
          let weight =
            (right == 1 ? part.x : 1 - part.x) * (up == 1 ? part.y : 1 - part.y)
          wanted += SIMD4<Double>(view[left + right, low + up]) * weight
        }
        let difference = SIMD4<Double>(view.linear(place)) - wanted
        for lane in 0..<4 { #expect(abs(difference[lane]) < 1e-5) }
      }
      for far in [Float.nan, .infinity, -.infinity, 1e9, -1e20] {
        #expect(view.linear(SIMD2(far, Float(y))) == SIMD4())
        #expect(view.linear(SIMD2(Float(x), far)) == SIMD4())
      }
    }
  }
}
