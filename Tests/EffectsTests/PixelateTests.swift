import CutawayEffects
import CutawayElementKit
import TestSupport
import Testing

@Suite struct PixelateTests {
  /// The picture with each block replaced by its mean, in exact integers.
  private func expected<Component>(
    _ image: PixelImage<Component>, _ filter: Pixelate
  ) -> PixelImage<Component> {
    var result = image
    let (width, height) = (image.format.width, image.format.height)
    let alpha = image.format.layout.alphaIndex
    let (left, top) = (Int(filter.x.rounded()), Int(filter.y.rounded()))
    let right = Int((filter.x + filter.width).rounded())
    let bottom = Int((filter.y + filter.height).rounded())
    func block(_ x: Int, _ y: Int) -> SIMD2<Int> {
      SIMD2((x - left) / filter.size, (y - top) / filter.size)
    }
    var members: [SIMD2<Int>: [SIMD2<Int>]] = [:]
    for y in 0..<height where y >= top && y < bottom {
      for x in 0..<width where x >= left && x < right {
        members[block(x, y), default: []].append(SIMD2(x, y))
      }
    }
    for places in members.values {
      let pixels = places.map { image[$0.x, $0.y] }
      let weights = pixels.map { Int($0[alpha]) }, whole = weights.reduce(0, +)
      var mean = SIMD4<Component>()
      for index in 0..<4 {
        let isPlain = index == alpha || whole == 0
        let sum = zip(pixels, weights).reduce(0) { $0 + Int($1.0[index]) * (isPlain ? 1 : $1.1) }
        let count = isPlain ? pixels.count : whole
        mean[index] = Component((2 * sum + count) / (2 * count))
      }
      for place in places { result[place.x, place.y] = mean }
    }
    return result
  }

  private func check<Component>(_ image: PixelImage<Component>, _ filter: Pixelate) throws {
    #expect(try image.filtered(by: filter) == expected(image, filter), "\(image.format) \(filter)")
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `each block has exactly its mean colour, and nothing else changes`(seed: UInt64) throws {
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
    let opacity: Opacity = seed % 2 == 0 ? .opaque : .varying
    for layout in PixelLayout.allCases {
      if layout.bitsPerComponent == 8 {
        let image = Image.random(
          width: width, height: height, layout: layout, seed: seed, opacity: opacity)
        try check(image, filter)
      } else {
        let image = DeepImage.random(
          width: width, height: height, layout: layout, seed: seed, opacity: opacity)
        try check(image, filter)
      }
    }
  }

  @Test func `a transparent block keeps the mean of its hidden colours`() throws {
    let image = Image(width: 5, height: 5, filledWith: Pixel(10, 20, 30, 0))
    #expect(try image.filtered(by: Pixelate { $0.size = 3 }) == image)
  }

  @Test func `blocks may be larger than any frame`() throws {
    let image = DeepImage(
      width: 300, height: 300, layout: .bgra64,
      pixels: Array(repeating: DeepPixel(repeating: .max), count: 90_000))
    #expect(try image.filtered(by: Pixelate { $0.size = 4_096 }) == image)
  }

  @Test(arguments: [
    Pixelate { $0.size = 1 }, Pixelate { $0.width = 0 }, Pixelate { $0.height = 0.4 },
  ])
  func `without blocks, frames pass`(filter: Pixelate) {
    var state: Void = ()
    #expect(filter.isIdle(at: .zero, state: &state))
    #expect(!Pixelate().isIdle(at: .zero, state: &state))
  }
}
