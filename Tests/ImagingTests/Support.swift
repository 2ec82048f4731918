import CutawayImaging
import CutawayKeyframes
import Testing

/// A generator of random numbers that gives the same numbers in each run.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A picture for tests, and the numbers of its pixels.
struct SamplePicture {
  let region: Region
  /// Premultiplied numbers in the working space, row by row from the bottom.
  let pixels: [SIMD4<Float>]
  let picture: Picture

  /// Creates a picture of random pixels, moved from the origin.
  ///
  /// - Parameters:
  ///   - width: The number of columns.
  ///   - height: The number of rows.
  ///   - x: The first column.
  ///   - y: The lowest row.
  ///   - isOpaque: Whether all pixels are opaque.
  ///   - random: Makes the numbers.
  /// - Throws: If the pixels are no bitmap.
  init(
    width: Int, height: Int, x: Int = 0, y: Int = 0, isOpaque: Bool = false,
    using random: inout SplitMix64
  ) throws {
    var numbers: [SIMD4<Float>] = []
    for _ in 0..<width * height {
      let alpha: Float =
        isOpaque
        ? 1 : [0, 1, Float.random(in: 0...1, using: &random)].randomElement(using: &random) ?? 1
      let color = SIMD3<Float>.random(in: 0...1, using: &random) * alpha
      numbers.append(SIMD4(color, alpha))
    }
    try self.init(Region(x: x, y: y, width: width, height: height), numbers)
  }

  /// Creates a picture of given pixels.
  init(_ region: Region, _ pixels: [SIMD4<Float>]) throws {
    (self.region, self.pixels) = (region, pixels)
    var bytes: [UInt8] = []
    // Rows of bitmaps run from the top.
    for row in (0..<region.height).reversed() {
      for pixel in pixels[row * region.width..<(row + 1) * region.width] {
        for index in 0..<4 {
          let bits = pixel[index].bitPattern
          bytes += (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt32($0))) }
        }
      }
    }
    let layout = PackedLayout(
      .float, places: SIMD4(0, 1, 2, 3), count: 4, alpha: .premultiplied, coding: .linear)
    let bitmap = try #require(
      Bitmap(width: region.width, height: region.height, bytes: bytes, layout))
    picture = Picture(bitmap).moved(x: region.minX, y: region.minY)
  }

  /// The premultiplied pixel at a place; transparent beyond the picture.
  subscript(x: Int, y: Int) -> SIMD4<Double> {
    guard x >= region.minX, x < region.maxX, y >= region.minY, y < region.maxY else {
      return SIMD4()
    }
    return SIMD4<Double>(pixels[(y - region.minY) * region.width + x - region.minX])
  }

  /// The colour at a place, not multiplied by alpha.
  func straight(_ x: Int, _ y: Int) -> SIMD4<Double> {
    let pixel = self[x, y]
    return pixel.w > 0
      ? SIMD4(pixel.x / pixel.w, pixel.y / pixel.w, pixel.z / pixel.w, pixel.w) : pixel
  }
}

/// Sizes, places and opacities of pictures: a single pixel, odd sizes, places below zero.
let sampleShapes: [(width: Int, height: Int, x: Int, y: Int, isOpaque: Bool)] = [
  (1, 1, 0, 0, true), (7, 5, -3, 2, false), (64, 3, 10, -9, false), (33, 71, -40, -2, true),
]

/// Compares a filter's output with a slow computation, on random pictures.
///
/// The output is rendered as a whole, and again in a part, which must have the same pixels.
///
/// - Parameters:
///   - tolerance: The largest difference of a component.
///   - makeFilter: The filter for a picture.
///   - reference: The premultiplied result at a place.
///   - location: The place of the test.
/// - Throws: If there is no output.
func compare(
  tolerance: Double = 1e-4, _ makeFilter: (SamplePicture) -> some PictureFilter,
  with reference: (_ input: SamplePicture, _ x: Int, _ y: Int) -> SIMD4<Double>,
  sourceLocation location: SourceLocation = #_sourceLocation
) throws {
  for (index, shape) in sampleShapes.enumerated() {
    var random = SplitMix64(state: UInt64(index) &+ 1)
    let input = try SamplePicture(
      width: shape.width, height: shape.height, x: shape.x, y: shape.y, isOpaque: shape.isOpaque,
      using: &random)
    let output = try #require(makeFilter(input).output, sourceLocation: location)
    let region = output.extent.isInfinite ? input.region.outset(by: 3) : output.extent
    let whole = output.pixels(of: region)
    var worst = 0.0, place = (0, 0)
    for y in 0..<region.height {
      for x in 0..<region.width {
        let wanted = reference(input, region.minX + x, region.minY + y)
        let difference = SIMD4<Double>(whole[y * region.width + x]) - wanted
        for lane in 0..<4 where !(abs(difference[lane]) <= worst) {
          (worst, place) = (abs(difference[lane]), (region.minX + x, region.minY + y))
        }
      }
    }
    #expect(
      worst <= tolerance, "\(shape): off by \(worst) at \(place)", sourceLocation: location)
    // A part alone has the same pixels as in the whole.
    let part = Region(
      minX: region.minX + region.width / 3, minY: region.minY + region.height / 2,
      maxX: region.maxX, maxY: region.maxY)
    let alone = output.pixels(of: part)
    var differs = false
    for y in 0..<part.height {
      for x in 0..<part.width {
        let same = whole[(part.minY - region.minY + y) * region.width + part.minX - region.minX + x]
        differs = differs || same != alone[y * part.width + x]
      }
    }
    #expect(!differs, "\(shape): a part alone has other pixels", sourceLocation: location)
  }
}
