import CutawayImaging
import Glibc
import Testing

/// Samples of 8 bits whose columns share chroma.
@Suite struct VideoPairTests {
  /// A row of 4:2:2, and what was written.
  private final class Row: PixelSource, PixelTarget, @unchecked Sendable {
    let layout: PlanarLayout
    let width: Int
    let height = 1
    /// Luma; Cb and Cr, or pairs of them.
    let planes: [[UInt8]]
    var luma: [UInt8]
    var chroma: [UInt8]

    init(_ layout: PlanarLayout, width: Int, _ planes: [[UInt8]]) {
      (self.layout, self.width, self.planes) = (layout, width, planes)
      luma = Array(repeating: 0, count: width)
      chroma = Array(repeating: 0, count: (width + 1) / 2 * 2)
    }

    func load(_ line: inout PixelLine, _ space: WorkingSpace) {
      let luma = planes[0], cb = planes[1]
      if layout.hasPairs {
        line.load(luma: luma.span, chroma: cb.span, layout, space)
      } else {
        let cr = planes[2]
        line.load(luma: luma.span, cb: cb.span, cr: cr.span, layout, space)
      }
    }

    func store(_ lines: ArraySlice<PixelLine>, of region: Region, _ space: WorkingSpace) {
      for line in lines {
        var sums = layout.chromaSums(columns: line.count)
        var span = luma.mutableSpan
        line.store(luma: &span, addingChromaTo: &sums, layout, space)
        var pairs = chroma.mutableSpan
        layout.store(chroma: sums, lines: 1, in: &pairs)
      }
    }
  }

  private func light(_ signal: Double) -> Double {
    // The gamma with which Apple's frameworks show BT.709.
    signal < 0 ? -light(-signal) : pow(signal, 1.961)
  }

  @Test(arguments: [1, 2, 37, 64], [false, true])
  func `Columns share chroma and give it back`(width: Int, hasPairs: Bool) {
    var random = SplitMix64(state: UInt64(width))
    let layout = PlanarLayout(
      depth: 8, isFullRange: false, chroma: .halvedColumns, hasPairs: hasPairs, matrix: .bt709,
      coding: ColorCoding(.bt709, .bt709))
    func bytes(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    let luma = bytes(width), cb = bytes((width + 1) / 2), cr = bytes((width + 1) / 2)
    let pairs = zip(cb, cr).flatMap { [$0, $1] }
    let row = Row(layout, width: width, hasPairs ? [luma, pairs] : [luma, cb, cr])
    let region = Region(width: width, height: 1)
    let pixels = Picture(row).pixels(of: region)
    for (column, pixel) in pixels.enumerated() {
      let y = (Double(luma[column]) - 16) / 219
      let blue = (Double(cb[column / 2]) - 128) / 224, red = (Double(cr[column / 2]) - 128) / 224
      let r = y + 1.5748 * red, b = y + 1.8556 * blue
      let g = (y - 0.2126 * r - 0.0722 * b) / 0.7152
      let difference =
        SIMD3(Double(pixel.x), Double(pixel.y), Double(pixel.z))
        - SIMD3(light(r), light(g), light(b))
      for lane in 0..<3 { #expect(abs(difference[lane]) < 2e-3) }
    }
    Picture(row).render(region, into: row)
    #expect(row.luma == luma)
    #expect(row.chroma == pairs)
    // A part that begins with the second pixel of a pair has the same pixels.
    for first in [1, 5] where first < width {
      let part = Region(x: first, y: 0, width: width - first, height: 1)
      #expect(Picture(row).pixels(of: part) == Array(pixels[first...]))
    }
  }
}
