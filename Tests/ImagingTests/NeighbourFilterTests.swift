import CutawayImaging
import Glibc
import Testing

extension SamplePicture {
  /// The pixel at a place; beyond the picture the nearest one.
  func clamped(_ x: Int, _ y: Int) -> SIMD4<Double> {
    self[
      min(max(x, region.minX), region.maxX - 1), min(max(y, region.minY), region.maxY - 1)]
  }

  /// The sum of clamped pixels with weights, whose rows run from the top.
  func sum(_ x: Int, _ y: Int, _ weights: [[Double]]) -> SIMD4<Double> {
    var sum = SIMD4<Double>()
    for (row, line) in weights.enumerated() {
      for (column, weight) in line.enumerated() {
        sum += weight * clamped(x + column - line.count / 2, y + weights.count / 2 - row)
      }
    }
    return sum
  }
}

/// The luminance of BT.709.
func luminance(of color: SIMD4<Double>) -> Double {
  0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
}

/// Filters of the pixels around each pixel against their formulas.
@Suite struct NeighbourFilterTests {
  private static let sobelX: [[Double]] = [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]
  private static let sobelY: [[Double]] = [[1, 2, 1], [0, 0, 0], [-1, -2, -1]]

  /// Weights that are all different, so that each order of them gives another result.
  private static func weights(_ count: Int) -> [Double] {
    (0..<count).map { Double(($0 * 7 + 3) % (count + 2)) / Double(count) - 0.4 }
  }

  private func checkConvolution<Filter: PictureFilter>(
    _ type: Filter.Type, columns: Int, rows: Int, bias: Double = 0
  ) throws {
    let weights = Self.weights(columns * rows)
    try compare(
      { input in
        var filter = Filter()
        _ = filter.set(.picture(input.picture), for: "image")
        #expect(filter.set(.vector(weights), for: "weights") == .done)
        _ = filter.set(.number(bias), for: "bias")
        return filter
      },
      with: { input, x, y in
        var sum = SIMD4<Double>(repeating: bias)
        for row in 0..<rows {
          for column in 0..<columns {
            sum +=
              weights[row * columns + column]
              * input[x + column - columns / 2, y + rows / 2 - row]
          }
        }
        return sum
      })
  }

  @Test func `Convolutions add weighted pixels`() throws {
    try checkConvolution(Convolution3X3.self, columns: 3, rows: 3)
    try checkConvolution(Convolution3X3.self, columns: 3, rows: 3, bias: 0.25)
    try checkConvolution(Convolution5X5.self, columns: 5, rows: 5)
    try checkConvolution(Convolution7X7.self, columns: 7, rows: 7)
    try checkConvolution(Convolution9Horizontal.self, columns: 9, rows: 1)
    try checkConvolution(Convolution9Vertical.self, columns: 1, rows: 9)
  }

  @Test func `A convolution has its extent, and keeps the picture by default`() throws {
    var random = SplitMix64(state: 1)
    let input = try SamplePicture(width: 5, height: 4, x: 2, y: 1, using: &random)
    var filter = Convolution5X5()
    filter.image = input.picture
    let output = try #require(filter.output)
    #expect(output.extent == input.region.outset(by: 2))
    #expect(output.pixels(of: input.region) == input.pixels)
    filter.bias = 1
    #expect(filter.output?.extent == .infinite)
  }

  @Test func `The median is the fifth of nine`() throws {
    try compare(
      { input in
        var filter = MedianFilter()
        filter.image = input.picture
        return filter
      },
      with: { input, x, y in
        var result = SIMD4<Double>()
        for lane in 0..<4 {
          var values: [Double] = []
          for row in -1...1 {
            for column in -1...1 { values.append(input.clamped(x + column, y + row)[lane]) }
          }
          result[lane] = values.sorted()[4]
        }
        return result
      })
  }

  private func denoised(
    _ input: SamplePicture, _ x: Int, _ y: Int, _ level: Double, _ sharpness: Double
  ) -> SIMD4<Double> {
    let box = [[Double]](repeating: [1, 1, 1], count: 3)
    let pixel = input.clamped(x, y), mean = input.sum(x, y, box) / 9
    let size = min(max(abs(luminance(of: pixel - mean)) / level - 0.5, 0), 1)
    var result = mean + (pixel - mean) * (1 + sharpness) * size * size * (3 - 2 * size)
    result.w = pixel.w
    return result
  }

  @Test func `Noise becomes blurred and edges sharper`() throws {
    try compare(
      { input in
        var filter = NoiseReduction()
        (filter.image, filter.noiseLevel, filter.sharpness) = (input.picture, 0.3, 0.7)
        return filter
      },
      with: { input, x, y in denoised(input, x, y, 0.3, 0.7) })
  }

  private func strongest(_ color: SIMD4<Double>) -> Double {
    [color.x, color.y, color.z].max { abs($0) < abs($1) } ?? 0
  }

  @Test func `Sobel's gradients are the strongest of three`() throws {
    try compare(
      { input in
        var filter = SobelGradients()
        filter.image = input.picture
        return filter
      },
      with: { input, x, y in
        SIMD4(
          strongest(input.sum(x, y, Self.sobelX)) / 4, strongest(input.sum(x, y, Self.sobelY)) / 4,
          0, 1)
      })
  }

  @Test func `Gabor's gradients follow their formula`() throws {
    func weight(_ along: Int, _ across: Int) -> Double {
      sin(.pi / 3 * Double(along)) * exp(-Double(along * along + across * across) / 2)
    }
    var total = 0.0
    for along in 1...2 { for across in -2...2 { total += weight(along, across) } }
    let right = (-2...2).map { row in (-2...2).map { weight($0, row) / total } }
    let up = (-2...2).map { row in (-2...2).map { weight(-row, $0) / total } }
    try compare(
      { input in
        var filter = GaborGradients()
        filter.image = input.picture
        return filter
      },
      with: { input, x, y in
        SIMD4(strongest(input.sum(x, y, right)), strongest(input.sum(x, y, up)), 0, 1)
      })
  }

  @Test func `Edges have the length of Sobel's gradient`() throws {
    try compare(
      { input in
        var filter = Edges()
        (filter.image, filter.intensity) = (input.picture, 1.5)
        return filter
      },
      with: { input, x, y in
        let right = input.sum(x, y, Self.sobelX), up = input.sum(x, y, Self.sobelY)
        var result = SIMD4<Double>()
        for lane in 0..<3 { result[lane] = hypot(right[lane], up[lane]) * 1.5 / 4 }
        result.w = input[x, y].w
        return result
      })
  }

  @Test func `Line overlays draw strong edges in black`() throws {
    try compare(
      tolerance: 2e-3,
      { input in
        var filter = LineOverlay()
        (filter.image, filter.nrNoiseLevel, filter.nrSharpness) = (input.picture, 0.1, 0.3)
        (filter.edgeIntensity, filter.threshold, filter.contrast) = (0.8, 0.2, 2)
        return filter
      },
      with: { input, x, y in
        let region = input.region
        func smooth(_ right: Int, _ up: Int) -> Double {
          luminance(
            of: denoised(
              input, min(max(x + right, region.minX), region.maxX - 1),
              min(max(y + up, region.minY), region.maxY - 1), 0.1, 0.3))
        }
        var (right, up) = (0.0, 0.0)
        for row in 0..<3 {
          for column in 0..<3 {
            right += Self.sobelX[row][column] * smooth(column - 1, 1 - row)
            up += Self.sobelY[row][column] * smooth(column - 1, 1 - row)
          }
        }
        let opacity = min(max((hypot(right, up) / 4 * 0.8 - 0.2) * 2, 0), 1)
        return SIMD4(0, 0, 0, opacity * input[x, y].w)
      })
  }
}
