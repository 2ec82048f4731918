import CutawayEffects
import CutawayElementKit
import Testing

@Suite struct NoiseTests {
  private func noise(_ amount: Double, seed: UInt32 = 5) -> Noise {
    Noise {
      ($0.amount, $0.seed) = (amount, seed)
    }
  }

  @Test func `the noise replaces its part of each component, and keeps alpha`() throws {
    let grey = Image(width: 64, height: 48, filledWith: Pixel(200, 100, 50, 77))
    let whole = try grey.filtered(by: noise(1)), half = try grey.filtered(by: noise(0.5))
    for (full, mixed) in zip(whole.pixels, half.pixels) {
      #expect(full.x == full.y && full.y == full.z && full.w == 77 && mixed.w == 77)
      for (index, start) in [200, 100, 50].enumerated() {
        #expect(abs(2 * Int(mixed[index]) - start - Int(full.x)) <= 1)
      }
    }
  }

  @Test func `the noise is even, and other seeds give other noise`() throws {
    let black = Image(width: 256, height: 256, filledWith: Pixel(0, 0, 0, 255))
    let first = try black.filtered(by: noise(1)), other = try black.filtered(by: noise(1, seed: 6))
    var counts = [Int](repeating: 0, count: 256)
    for pixel in first.pixels { counts[Int(pixel.x)] += 1 }
    // 256 of each value, with a standard deviation of 16.
    #expect(counts.allSatisfy { (176...336).contains($0) })
    let same = zip(first.pixels, other.pixels).count { $0 == $1 }
    #expect((176...336).contains(same))
  }

  @Test func `without an amount nothing changes`() throws {
    let grey = Image(width: 16, height: 16, filledWith: Pixel(200, 100, 50, 77))
    #expect(try grey.filtered(by: noise(0)) == grey)
  }

  @Test func `16 bits have the same noise as 8`() throws {
    let deep = DeepImage(
      width: 32, height: 32, layout: .bgra64,
      pixels: Array(repeating: SIMD4(0, 0, 0, .max), count: 1024))
    let plain = Image(width: 32, height: 32, filledWith: Pixel(0, 0, 0, 255))
    let (found, expected) = (try deep.filtered(by: noise(1)), try plain.filtered(by: noise(1)))
    for (fine, coarse) in zip(found.pixels, expected.pixels) {
      #expect(fine.x >> 8 == UInt16(coarse.x))
    }
  }
}
