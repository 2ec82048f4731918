import CutawayEffects
import CutawayElementKit
import Foundation
import TestSupport
import Testing

/// The effects on planes of luma and chroma, each against a slow reference.
@Suite struct PlanarEffectTests {
  private static let sizes = [(1, 1), (2, 1), (1, 7), (33, 20), (64, 47), (131, 96)]

  /// Applies `filter` to random frames of all formats; `check` gets the frames as numbers.
  private func check(
    _ filter: some PlanarVideoFilter, width: Int, height: Int, coding: LumaCoding = .bt709,
    seed: UInt64 = 1, _ check: (PlanarFormat, _ before: [[Double]], _ after: [[Double]]) -> Void
  ) throws {
    for format in PlanarFormat.all(width: width, height: height) {
      if format.bitsPerSample == 8 {
        let image = PlanarImage.random(format, seed: seed)
        let result = try image.filtered(by: filter, coding: coding)
        check(format, (0...2).map(image.numbers), (0...2).map(result.numbers))
      } else {
        let image = DeepPlanarImage.random(format, seed: seed)
        let result = try image.filtered(by: filter, coding: coding)
        check(format, (0...2).map(image.numbers), (0...2).map(result.numbers))
      }
    }
  }

  @Test(arguments: sizes, [0.2, 0.7, 1.3, 2.4, 2.5, 4, 5.2, 9, 17, 40])
  func `planes are blurred with the deviation in pixels of luma`(
    size: (Int, Int), sigma: Double
  ) throws {
    try check(Blur { $0.sigma = sigma }, width: size.0, height: size.1) { format, before, after in
      for plane in 0...2 {
        let step = format.steps(of: plane)
        let expected = blurred(
          before[plane], width: format.width(of: plane),
          sigma: (sigma / Double(step.x), sigma / Double(step.y)))
        let quality = psnr(
          after[plane], expected, largest: Double((1 << format.depth) - 1))
        #expect(quality >= 45, "\(quality) dB: \(format), plane \(plane)")
      }
    }
  }

  @Test(arguments: [0.3, 1, 2.45, 3, 6, 25, 300, 1_000])
  func `one colour stays exactly the same`(sigma: Double) throws {
    for (width, height) in Self.sizes {
      for (y, u, v) in [(0, 255, 1), (255, 0, 128), (16, 127, 254)] as [(UInt8, UInt8, UInt8)] {
        let image = PlanarImage(width: width, height: height, y: y, u: u, v: v)
        #expect(try image.filtered(by: Blur { $0.sigma = sigma }) == image)
      }
    }
  }

  @Test func `a new deviation takes effect at the next frame`() throws {
    for chroma in PlanarFormat.Chroma.allCases {
      let image = PlanarImage.random(
        PlanarFormat(width: 70, height: 50, chroma: chroma), seed: 8)
      var state = Blur().makeState(for: image.format)
      for sigma in [1, 8, 30, 0.5, 3, 2.9, 8] {
        let blur = Blur { $0.sigma = sigma }
        #expect(
          try image.filtered(by: blur, state: &state) == image.filtered(by: blur), "\(sigma)")
      }
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `luma is sharpened, and chroma stays`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sharpen = Sharpen {
      $0.radius = Double.random(in: 0.3...6, using: &random)
      $0.amount = Double.random(in: 0...4, using: &random)
      $0.threshold = seed % 2 == 0 ? 0 : Double.random(in: 0...0.2, using: &random)
    }
    for (width, height) in [(1, 1), (5, 1), (37, 30)] {
      try check(sharpen, width: width, height: height, seed: seed) { format, before, after in
        let largest = Double((1 << format.depth) - 1)
        let soft = blurred(before[0], width: width, sigma: (sharpen.radius, sharpen.radius))
        let expected = zip(before[0], soft).map { sample, soft in
          let difference = sample - soft
          let excess = max(abs(difference) - sharpen.threshold * largest, 0)
          return min(max(sample + sharpen.amount * (difference < 0 ? -excess : excess), 0), largest)
        }
        let quality = psnr(after[0], expected, largest: largest)
        #expect(quality >= 45, "\(quality) dB: \(format)")
        #expect(after[1] == before[1] && after[2] == before[2])
      }
    }
  }

  private static let codings = [
    LumaCoding.bt709, LumaCoding(kr: 0.299, kb: 0.114, isFullRange: true),
    LumaCoding(kr: 0.2627, kb: 0.0593, isFullRange: false),
  ]

  /// The sample without light or colour, as the Recommendations define it.
  private func zero(_ plane: Int, _ depth: Int, isFullRange: Bool) -> Double {
    plane > 0 ? exp2(Double(depth - 1)) : isFullRange ? 0 : 16 * exp2(Double(depth - 8))
  }

  @Test(arguments: codings)
  func `the shade leads to black without colour`(coding: LumaCoding) throws {
    let vignette = Vignette {
      ($0.strength, $0.radius) = (0.9, 0.3)
    }
    for (width, height) in [(61, 40), (3, 2), (1, 1)] {
      try check(vignette, width: width, height: height, coding: coding) { format, before, after in
        let cx = Double(width / 2), cy = Double(height / 2)
        let reach = max(1, cx * cx + cy * cy), inner = reach * 0.09
        for plane in 0...2 {
          let step = format.steps(of: plane)
          let zero = zero(plane, format.depth, isFullRange: coding.isFullRange)
          let expected = before[plane].enumerated().map { index, sample in
            let x = Double(index % format.width(of: plane) * step.x) - cx
            let y = Double(index / format.width(of: plane) * step.y) - cy
            let shade = min(1, 0.9 * max(0, x * x + y * y - inner) / (reach - inner))
            return zero + (sample - zero) * (1 - shade)
          }
          // The start of the shade is rounded to whole squares of pixels.
          let limit = 0.6 + exp2(Double(format.depth)) * 2 / (reach - inner)
          #expect(greatestDifference(after[plane], expected) <= limit, "\(format) \(plane)")
        }
      }
    }
  }

  @Test(arguments: codings)
  func `the noise of planes is that of red, green and blue`(coding: LumaCoding) throws {
    let noise = Noise {
      ($0.amount, $0.seed) = (0.75, 7)
    }
    let whole = Noise {
      ($0.amount, $0.seed) = (1, 7)
    }
    let grey = try DeepImage(
      width: 37, height: 21, layout: .rgba64,
      pixels: Array(repeating: DeepPixel(0, 0, 0, .max), count: 37 * 21)
    ).filtered(by: whole).pixels.map { Double($0.x) / 65_535 }
    try check(noise, width: 37, height: 21, coding: coding) { format, before, after in
      let scale = exp2(Double(format.depth - 8))
      let span = coding.isFullRange ? exp2(Double(format.depth)) - 1 : 219 * scale
      for plane in 0...2 {
        let zero = zero(plane, format.depth, isFullRange: coding.isFullRange)
        let expected = before[plane].enumerated().map { index, sample in
          let other = plane == 0 ? zero + (grey[index] * span).rounded() : zero
          return sample + (other - sample) * 0.75
        }
        #expect(greatestDifference(after[plane], expected) <= 0.51, "\(format) \(plane)")
      }
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `each block of a plane has exactly its mean`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let width = Int.random(in: 1...50, using: &random)
    let height = Int.random(in: 1...40, using: &random)
    let filter = Pixelate {
      $0.size = Int.random(in: 1...20, using: &random)
      if seed % 3 > 0 {
        $0.x = Double.random(in: -30...60, using: &random)
        $0.y = Double.random(in: -30...50, using: &random)
        $0.width = Double.random(in: 0...80, using: &random)
        $0.height = Double.random(in: 0...80, using: &random)
      }
    }
    let (left, top) = (Int(filter.x.rounded()), Int(filter.y.rounded()))
    let right = Int((filter.x + filter.width).rounded())
    let bottom = Int((filter.y + filter.height).rounded())
    try check(filter, width: width, height: height, seed: seed) { format, before, after in
      for plane in 0...2 {
        let step = format.steps(of: plane), columns = format.width(of: plane)
        var members: [SIMD2<Int>: [Int]] = [:]
        for index in before[plane].indices {
          let x = index % columns * step.x, y = index / columns * step.y
          if x >= left, x < right, y >= top, y < bottom {
            let block = SIMD2((x - left) / filter.size, (y - top) / filter.size)
            members[block, default: []].append(index)
          }
        }
        var expected = before[plane]
        for places in members.values {
          let mean = places.reduce(0) { $0 + before[plane][$1] } / Double(places.count)
          for place in places { expected[place] = mean.rounded() }
        }
        #expect(after[plane] == expected, "\(format) \(plane) \(filter)")
      }
    }
  }
}
