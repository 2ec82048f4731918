import CutawayElementKit
import TestSupport
import Testing

/// The blending of packed pixels over planes with halved chroma, compared with the formula.
@Suite struct PackedBlendTests {
  private typealias Planes = (y: [UInt8], u: [UInt8], v: [UInt8])

  /// Pixels A, Y, U, V in runs that are transparent, opaque or neither.
  private func pixels(_ width: Int, _ rows: Int, using random: inout SeededGenerator) -> [Pixel] {
    var pixels: [Pixel] = []
    while pixels.count < width * rows {
      let kind = Int.random(in: 0..<3, using: &random)
      for _ in 0..<Int.random(in: 1...50, using: &random) {
        let alpha = [UInt8(0), 255, .random(in: 0...255, using: &random)][kind]
        pixels.append(
          Pixel(
            alpha, .random(in: 0...255, using: &random), .random(in: 0...255, using: &random),
            .random(in: 0...255, using: &random)))
      }
    }
    return Array(pixels.prefix(width * rows))
  }

  private func blend(
    _ pixels: [Pixel], width: Int, rows: Int, atColumn start: Int, _ format: PlanarFormat,
    _ opacity: UInt8, visible runs: VisibleRuns? = nil, onto planes: inout Planes
  ) {
    unsafe pixels.withUnsafeBytes { memory in
      unsafe planes.y.withUnsafeMutableBytes { y in
        unsafe planes.u.withUnsafeMutableBytes { u in
          unsafe planes.v.withUnsafeMutableBytes { v in
            guard let base = memory.baseAddress, let y = y.baseAddress, let u = u.baseAddress,
              let v = v.baseAddress
            else { return }
            let top = unsafe FrameView(
              format: VideoFormat(width: width, height: rows, layout: .ayuv), base: base,
              stride: width * 4)
            let half = (format.width + 1) / 2
            var band = unsafe PlanarBand<UInt8>(
              format: format, rows: 0..<format.height, bases: (y, u, v),
              strides: (format.width, half, half))
            band.blend(
              packed: top, visible: runs, rows: 0..<rows, origin: (start, 0), opacity: opacity)
          }
        }
      }
    }
  }

  /// `top` with a weight in 255ths over `bottom`, rounded.
  private func mixed(_ top: Int, _ bottom: UInt8, _ part: Int) -> UInt8 {
    UInt8((Double(top * part + Int(bottom) * (255 - part)) / 255).rounded())
  }

  @Test(arguments: UInt64(0)..<120)
  func `luma and chroma are those of the formula`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let width = Int.random(in: 1...90, using: &random), rows = [2, 4, 5][Int(seed % 3)]
    let start = 2 * Int.random(in: -8...8, using: &random)
    let format = PlanarFormat(width: Int.random(in: 20...70, using: &random), height: 6)
    let opacity = seed % 2 == 0 ? 255 : UInt8.random(in: 0...255, using: &random)
    let top = pixels(width, rows, using: &random), half = (format.width + 1) / 2
    func plane(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in .random(in: 0...255, using: &random) }
    }
    let bottom: Planes = (plane(format.width * 6), plane(half * 3), plane(half * 3))
    // Once all pixels, once those that are not transparent.
    let runs = VisibleRuns(width: width, height: rows) { row, columns in
      columns.contains { top[row * width + $0][0] > 0 }
    }
    var (result, ofRuns) = (bottom, bottom)
    blend(
      top, width: width, rows: rows, atColumn: start, format, opacity, onto: &result)
    blend(
      top, width: width, rows: rows, atColumn: start, format, opacity, visible: runs, onto: &ofRuns)
    func pixel(_ x: Int, _ y: Int) -> SIMD4<Int> {
      let pixel = top[min(y, rows - 1) * width + min(max(x, 0), width - 1)]
      return SIMD4(Int(pixel[0]), Int(pixel[1]), Int(pixel[2]), Int(pixel[3]))
    }
    func part(_ alpha: Int) -> Int { Int((Double(alpha * Int(opacity)) / 255).rounded()) }
    var expected = bottom
    for y in 0..<rows {
      for x in max(0, start)..<max(0, start, min(format.width, start + width)) {
        let p = pixel(x - start, y)
        let place = y * format.width + x
        expected.y[place] = mixed(p[1], bottom.y[place], part(p[0]))
        guard x % 2 == 0, y % 2 == 0 else { continue }
        var alpha = 0, u = 0, v = 0
        for (column, weight) in [(-1, 1), (0, 2), (1, 1)] {
          for row in [y, y + 1] {
            let p = pixel(x - start + column, row)
            alpha += weight * p[0]
            u += weight * p[0] * p[2]
            v += weight * p[0] * p[3]
          }
        }
        guard alpha > 0 else { continue }
        let chroma = y / 2 * half + x / 2, weight = part((alpha + 4) / 8)
        func mean(_ sum: Int) -> Int { Int((Double(sum) / Double(alpha)).rounded()) }
        expected.u[chroma] = mixed(mean(u), bottom.u[chroma], weight)
        expected.v[chroma] = mixed(mean(v), bottom.v[chroma], weight)
      }
    }
    #expect(result.y.indices.allSatisfy { result.y[$0] == expected.y[$0] })
    #expect(result.u.indices.allSatisfy { result.u[$0] == expected.u[$0] })
    #expect(result.v.indices.allSatisfy { result.v[$0] == expected.v[$0] })
    #expect(result.y.indices.allSatisfy { result.y[$0] == ofRuns.y[$0] })
    #expect(result.u.indices.allSatisfy { result.u[$0] == ofRuns.u[$0] })
    #expect(result.v.indices.allSatisfy { result.v[$0] == ofRuns.v[$0] })
  }

  @Test func `runs are the units of 16 columns that affect a visible pixel or its chroma`() {
    let visible = [(0, 15), (0, 16), (3, 95), (4, 0)]
    let runs = VisibleRuns(width: 100, height: 5) { row, columns in
      visible.contains { $0.0 == row && columns.contains($0.1) }
    }
    func list(_ row: Int) -> [Range<Int>] { runs.indices(of: row).map { runs[$0] } }
    #expect(list(0) == [0..<32] && list(1) == [0..<32])
    // The last unit has four columns, and the chroma of its first one includes column 95.
    #expect(list(2) == [80..<100] && list(3) == [80..<100])
    #expect(list(4) == [0..<16])
  }
}
