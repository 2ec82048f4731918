import CutawayImaging
import CutawayKeyframes
import Testing

/// Filters that summarise pictures against slow computations.
@Suite struct ReductionTests {
  /// A picture of several bands, and its pixels.
  private func sample(isOpaque: Bool = false) throws -> SamplePicture {
    var random = SplitMix64(state: 21)
    return try SamplePicture(
      width: 37, height: 150, x: -5, y: 11, isOpaque: isOpaque, using: &random)
  }

  /// Rectangles within, across and around the picture.
  private let parts: [Rectangle?] = [
    nil, Rectangle(x: -5, y: 11, width: 37, height: 150),
    Rectangle(x: 0, y: 20, width: 9, height: 101),
    Rectangle(x: -20, y: 0, width: 30, height: 60), Rectangle(x: 3, y: 40, width: 1, height: 1),
    Rectangle(x: 500, y: 500, width: 3, height: 4),
    Rectangle(x: -1e9, y: -1e9, width: 2e9, height: 2e9),
  ]

  /// The pixels that a rectangle of whole numbers covers.
  private func region(_ part: Rectangle) -> Region {
    Region(
      x: Int(part.x), y: Int(part.y), width: Int(part.width), height: Int(part.height))
  }

  /// The pixels of a part, row by row from the bottom.
  ///
  /// Around a picture, one transparent pixel stands for many.
  private func pixels(_ sample: SamplePicture, _ part: Rectangle?) -> [SIMD4<Double>] {
    guard let part else { return sample.pixels.map { SIMD4<Double>($0) } }
    var list: [SIMD4<Double>] = [], isCovered = true
    let region = region(part)
    for y in sample.region.minY..<sample.region.maxY {
      for x in sample.region.minX..<sample.region.maxX
      where region.contains(Region(x: x, y: y, width: 1, height: 1)) {
        list.append(sample[x, y])
      }
    }
    isCovered = sample.region.contains(region)
    return isCovered ? list : list + [SIMD4()]
  }

  /// Computes all pixels of a filter's output.
  private func output(_ filter: some PictureFilter) throws -> [SIMD4<Double>] {
    let output = try #require(filter.output)
    #expect(output.extent.minX == 0 && output.extent.minY == 0)
    let whole = output.pixels(of: output.extent)
    // A part alone has the same pixels as in the whole.
    let last = Region(
      minX: output.extent.maxX - 1, minY: output.extent.maxY - 1, maxX: output.extent.maxX,
      maxY: output.extent.maxY)
    #expect(output.pixels(of: last).first == whole.last)
    return whole.map { SIMD4<Double>($0) }
  }

  private func expect(
    _ pixels: [SIMD4<Double>], _ wanted: [SIMD4<Double>],
    sourceLocation location: SourceLocation = #_sourceLocation
  ) {
    #expect(pixels.count == wanted.count, sourceLocation: location)
    for (pixel, wanted) in zip(pixels, wanted) {
      let difference = pixel - wanted
      #expect((difference * difference).sum() < 1e-10, sourceLocation: location)
    }
  }

  /// The least or greatest component of each kind.
  private func each(_ list: [SIMD4<Double>], _ better: (Double, Double) -> Bool) -> SIMD4<Double> {
    var value = list.first ?? SIMD4()
    for pixel in list {
      for lane in 0..<4 where better(pixel[lane], value[lane]) { value[lane] = pixel[lane] }
    }
    return value
  }

  @Test func `The greatest and the least components`() throws {
    let sample = try sample()
    for part in parts {
      let list = pixels(sample, part)
      let (least, most) = (each(list, <), each(list, >))
      expect(
        try output(made(AreaMaximum()) { ($0.image, $0.extent) = (sample.picture, part) }), [most])
      expect(
        try output(made(AreaMinimum()) { ($0.image, $0.extent) = (sample.picture, part) }), [least])
      expect(
        try output(made(AreaMinMax()) { ($0.image, $0.extent) = (sample.picture, part) }),
        [least, most])
      expect(
        try output(made(AreaMinMaxRed()) { ($0.image, $0.extent) = (sample.picture, part) }),
        [SIMD4(least.x, most.x, 0, 1)])
    }
  }

  @Test func `The pixels of the greatest and the least alpha`() throws {
    let sample = try sample()
    for part in parts {
      let list = pixels(sample, part)
      // The first of equal ones.
      var least = list.first ?? SIMD4(), most = least
      for pixel in list {
        if pixel.w < least.w { least = pixel }
        if pixel.w > most.w { most = pixel }
      }
      expect(
        try output(made(AreaMaximumAlpha()) { ($0.image, $0.extent) = (sample.picture, part) }),
        [most])
      expect(
        try output(made(AreaMinimumAlpha()) { ($0.image, $0.extent) = (sample.picture, part) }),
        [least])
    }
  }

  @Test func `Histograms count components`() throws {
    let sample = try sample()
    for (part, bins) in zip(parts, [64, 1, 7, 256, 16, 0, 32]) where bins > 0 {
      var list = pixels(sample, part)
      if let part, !sample.region.contains(region(part)) { list.removeLast() }
      var wanted = [SIMD4<Double>](repeating: SIMD4(), count: bins)
      for pixel in list {
        let alpha = pixel.w > 0 ? pixel.w : 1
        let color = SIMD4(pixel.x / alpha, pixel.y / alpha, pixel.z / alpha, pixel.w)
        for lane in 0..<4 {
          // Numbers of the picture have 24 bits.
          let bin = Int(Double(Float(color[lane])) * Double(bins))
          wanted[min(bin, bins - 1)][lane] += 2.5 / Double(list.count)
        }
      }
      let found = try output(
        made(AreaHistogram()) {
          ($0.image, $0.extent, $0.scale, $0.count) = (sample.picture, part, 2.5, Double(bins))
        })
      #expect(found.count == bins)
      // A division may round to the next bin, so sums of bins are compared with some room.
      for (bin, value) in found.enumerated() {
        for lane in 0..<4 {
          #expect(abs(value[lane] - wanted[bin][lane]) <= 2.5 * 2.01 / Double(list.count))
        }
      }
      let sum = found.reduce(SIMD4(), +)
      for lane in 0..<4 { #expect(abs(sum[lane] - 2.5) < 1e-4) }
    }
  }

  @Test func `Known numbers are in known bins`() throws {
    let sample = try SamplePicture(
      Region(width: 4, height: 1),
      [
        SIMD4(0, 0.25, 0.99, 1), SIMD4(-1, 0.26, 1, 1), SIMD4(0.1, 0.5, 7, 1),
        SIMD4(0.24, 0.74, 0.75, 1),
      ])
    let found = try output(made(AreaHistogram()) { ($0.image, $0.count) = (sample.picture, 4) })
    expect(
      found,
      [SIMD4(1, 0, 0, 0), SIMD4(0, 0.5, 0, 0), SIMD4(0, 0.5, 0, 0), SIMD4(0, 0, 1, 1)])
  }

  @Test func `A histogram is drawn`() throws {
    let bins = try SamplePicture(
      Region(width: 4, height: 1),
      [SIMD4(0.1, 0, 0, 1), SIMD4(0.2, 0.4, 0, 1), SIMD4(0, 0, 0.4, 1), SIMD4(0.3, 0.3, 0.3, 1)])
    let output = try #require(
      made(HistogramDisplayFilter()) {
        ($0.image, $0.height, $0.lowLimit, $0.highLimit) = (bins.picture, 8, 0.25, 0.75)
      }.output)
    #expect(output.extent == Region(width: 4, height: 8))
    let pixels = output.pixels(of: output.extent)
    for y in 0..<8 {
      // Bars of 2; of 4 and 8; of 8; of 6 rows.
      #expect(pixels[y * 4] == (y < 2 ? SIMD4(0.5, 0, 0, 1) : SIMD4(0, 0, 0, 1)))
      #expect(pixels[y * 4 + 1] == (y < 4 ? SIMD4(1, 1, 0, 1) : SIMD4(0, 1, 0, 1)))
      #expect(pixels[y * 4 + 2] == SIMD4(0, 0, 1, 1))
      #expect(pixels[y * 4 + 3] == (y < 6 ? SIMD4(1, 1, 1, 1) : SIMD4(0.5, 0.5, 0.5, 1)))
    }
  }

  @Test func `Means of rows and columns`() throws {
    let sample = try sample()
    for part in parts.prefix(5) + parts.suffix(1) {
      let region = (part.map { self.region($0) } ?? sample.region).intersection(sample.region)
      let (columns, rows) = (region.minX..<region.maxX, region.minY..<region.maxY)
      let rowMeans = rows.map { y in
        columns.reduce(SIMD4<Double>()) { $0 + sample[$1, y] } / Double(columns.count)
      }
      let columnMeans = columns.map { x in
        rows.reduce(SIMD4<Double>()) { $0 + sample[x, $1] } / Double(rows.count)
      }
      let first = made(RowAverage()) { ($0.image, $0.extent) = (sample.picture, part) }
      expect(try output(first), rowMeans)
      #expect(first.output?.extent.width == 1)
      let second = made(ColumnAverage()) { ($0.image, $0.extent) = (sample.picture, part) }
      expect(try output(second), columnMeans)
      #expect(second.output?.extent.height == 1)
    }
  }

  @Test func `Otsu's threshold parts two groups`() throws {
    var random = SplitMix64(state: 4)
    let numbers = (0..<400).map { index -> SIMD4<Float> in
      let grey =
        index % 3 == 0
        ? Float.random(in: 0.05...0.2, using: &random) : Float.random(in: 0.6...0.7, using: &random)
      return SIMD4(grey, grey, grey, 1)
    }
    let sample = try SamplePicture(Region(x: -4, y: 9, width: 20, height: 20), numbers)
    let output = try #require(made(ColorThresholdOtsu()) { $0.image = sample.picture }.output)
    #expect(output.extent == sample.region)
    for (pixel, source) in zip(output.pixels(of: sample.region), numbers) {
      let wanted: Float = source.x > 0.4 ? 1 : 0
      #expect(pixel == SIMD4(wanted, wanted, wanted, 1))
    }
    // The threshold is that of the whole picture, also for a part.
    let part = Region(x: 0, y: 10, width: 1, height: 1)
    #expect(output.pixels(of: part)[0] == output.pixels(of: sample.region)[24])
  }
}
