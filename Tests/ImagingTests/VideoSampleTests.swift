import CutawayImaging
import Testing

/// Samples of luma and chroma, to the working space and back.
@Suite struct VideoSampleTests {
  /// A line of 4:4:4.
  private struct Samples: PixelSource, PixelTarget {
    let layout: PlanarLayout
    let bytes: [[UInt8]]
    let result: Result
    var width: Int { bytes[0].count / (layout.depth > 8 ? 2 : 1) }
    var height: Int { 1 }

    /// What was written; one line is one thread's.
    final class Result: @unchecked Sendable {
      var bytes: [[UInt8]]

      init(_ count: Int) {
        bytes = Array(repeating: Array(repeating: 0, count: count), count: 3)
      }
    }

    func load(_ line: inout PixelLine, _ space: WorkingSpace) {
      let luma = bytes[0], cb = bytes[1], cr = bytes[2]
      line.load(luma: luma.span, cb: cb.span, cr: cr.span, layout, space)
    }

    func store(_ lines: ArraySlice<PixelLine>, of region: Region, _ space: WorkingSpace) {
      for line in lines {
        var chroma = layout.chromaSums(columns: line.count)
        var luma = result.bytes[0], rows = [result.bytes[1], result.bytes[2]]
        var span = luma.mutableSpan
        line.store(luma: &span, addingChromaTo: &chroma, layout, space)
        for component in 0...1 {
          var row = rows[component]
          var span = row.mutableSpan
          layout.store(chroma: chroma, component: component, lines: 1, in: &span)
          rows[component] = row
        }
        result.bytes = [luma] + rows
      }
    }
  }

  private static let matrices: [PlanarLayout.Matrix] = [.bt601, .bt709, .bt2020]

  @Test(arguments: [false, true], [0, 1, 2])
  func `each sample of 8 bits comes back`(isFullRange: Bool, matrix: Int) {
    let layout = PlanarLayout(
      depth: 8, isFullRange: isFullRange, chroma: .full, hasPairs: false,
      matrix: Self.matrices[matrix], coding: .bt709)
    // All numbers of luma with the extremes of chroma, and some between.
    let chroma: [UInt8] = [0, 1, 16, 60, 100, 127, 128, 129, 180, 240, 254, 255]
    var planes: [[UInt8]] = [[], [], []]
    for luma in UInt8.min...UInt8.max {
      for cb in chroma {
        for cr in chroma {
          planes[0].append(luma)
          planes[1].append(cb)
          planes[2].append(cr)
        }
      }
    }
    let samples = Samples(
      layout: layout, bytes: planes, result: .init(planes[0].count))
    Picture(samples).render(Region(width: samples.width, height: 1), into: samples)
    for plane in 0...2 {
      let isSame = samples.result.bytes[plane] == planes[plane]
      #expect(isSame, "plane \(plane)")
    }
  }

  @Test(arguments: [9, 10, 12, 16], [false, true])
  func `random samples of more bits come back`(depth: Int, isHighAligned: Bool) {
    var random = SplitMix64(state: UInt64(depth))
    let layout = PlanarLayout(
      depth: depth, isHighAligned: isHighAligned, isFullRange: false, chroma: .full,
      hasPairs: false, matrix: .bt709, coding: .bt709)
    let words = (0...2).map { _ in
      (0..<5_000).map { _ in Int.random(in: 0..<1 << depth, using: &random) }
    }
    let planes = words.map { plane in
      plane.flatMap { word in
        let bits = word << (isHighAligned ? 16 - depth : 0)
        return [UInt8(bits & 255), UInt8(bits >> 8)]
      }
    }
    let samples = Samples(
      layout: layout, bytes: planes, result: .init(planes[0].count))
    Picture(samples).render(Region(width: samples.width, height: 1), into: samples)
    // 32-bit floating-point numbers have 24 bits, and light is far from linear in signals.
    let tolerance = depth == 16 ? 8 : 0
    for plane in 0...2 {
      let bytes = samples.result.bytes[plane]
      let worst = words[plane].indices.map { index in
        let bits = Int(bytes[2 * index]) | Int(bytes[2 * index + 1]) << 8
        return abs((bits >> (isHighAligned ? 16 - depth : 0)) - words[plane][index])
      }.max()
      #expect(worst ?? 0 <= tolerance, "plane \(plane)")
    }
  }
}
