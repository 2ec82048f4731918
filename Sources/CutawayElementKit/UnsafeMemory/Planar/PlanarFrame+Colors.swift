// Unsafe: Loops over the planes of a frame, whose sizes its creation has checked.

extension PlanarFrame {
  /// Replaces every colour by the result of `transform` for it.
  ///
  /// All pixels of a chroma sample have its chroma, so that colours that `transform` does not change
  /// stay as they are. The new chroma is the mean of those of its pixels. Colours outside of R′G′B′
  /// are clamped, before and after.
  ///
  /// - Parameters:
  ///   - largest: The number that stands for a full component, up to 65,535.
  ///   - transform: A function of red, green and blue in 0…`largest`, rounded; its results are numbers
  ///     in the same range.
  @inlinable
  @inline(__always)
  package mutating func mapColors(
    largest: Int, _ transform: (_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> SIMD4<Float>
  ) {
    let arithmetic = ColorArithmetic(coding, depth: format.depth, largest: largest)
    let (width, height) = (format.width, format.height), size = MemoryLayout<Sample>.size
    let isSquare = format.chroma == .halved, rowShift = isSquare ? 1 : 0
    let shift = format.chroma.halvesColumns ? 1 : 0, step = isSquare ? 2 : 4
    for row in format.rows(of: 1, for: rows) {
      let line = row &<< rowShift
      let top = unsafe place(0, line)
      let bottom = unsafe isSquare && line &+ 1 < height ? top + strides.0 : top
      let (blueRow, redRow) = unsafe (place(1, row), place(2, row))
      for x in stride(from: 0, to: width, by: step) {
        // Two by two pixels, or four in a row. Those beyond an edge repeat the last.
        let last = width &- 1 &- x, second = min(1, last) &* size
        let (third, fourth) = isSquare ? (0, second) : (min(2, last) &* size, min(3, last) &* size)
        let start = x &* size, upper = unsafe top + start, lower = unsafe bottom + start
        let luma = unsafe (upper, upper + second, lower + third, lower + fourth)
        let column = (x &>> shift) &* size
        let (firstBlue, firstRed) = unsafe (blueRow + column, redRow + column)
        let blue: Places, red: Places
        switch format.chroma {
        case .halved:
          unsafe blue = (firstBlue, firstBlue, firstBlue, firstBlue)
          unsafe red = (firstRed, firstRed, firstRed, firstRed)
        case .halvedColumns:
          let next = last > 1 ? size : 0
          unsafe blue = (firstBlue, firstBlue, firstBlue + next, firstBlue + next)
          unsafe red = (firstRed, firstRed, firstRed + next, firstRed + next)
        case .full:
          unsafe blue = (firstBlue, firstBlue + second, firstBlue + third, firstBlue + fourth)
          unsafe red = (firstRed, firstRed + second, firstRed + third, firstRed + fourth)
        }
        let (r, g, b) = unsafe arithmetic.colors(
          of: PixelQuad(luma: numbers(luma), blue: numbers(blue), red: numbers(red)))
        let block = arithmetic.samples(
          transform(r.x, g.x, b.x), transform(r.y, g.y, b.y),
          transform(r.z, g.z, b.z), transform(r.w, g.w, b.w))
        unsafe store(block.luma, at: luma)
        let (u, v) = (block.blue, block.red)
        switch format.chroma {
        case .full:
          unsafe store(u, at: blue)
          unsafe store(v, at: red)
        case .halved:
          let sums = u.evenHalf + u.oddHalf, others = v.evenHalf + v.oddHalf
          let means = SIMD4(sums.x + sums.y, others.x + others.y, 0, 0) * 0.25
          let steps = means.steps
          unsafe blue.0.storeBytes(of: Sample(truncatingIfNeeded: steps.x), as: Sample.self)
          unsafe red.0.storeBytes(of: Sample(truncatingIfNeeded: steps.y), as: Sample.self)
        case .halvedColumns:
          // A pair beyond the edge repeats the last pixel, and must not replace its sample.
          let hasTwo = last > 1
          let (u1, v1) = ((u.x + u.y) * 0.5, (v.x + v.y) * 0.5)
          let u2 = hasTwo ? (u.z + u.w) * 0.5 : u1, v2 = hasTwo ? (v.z + v.w) * 0.5 : v1
          unsafe store(SIMD4(u1, u1, u2, u2), at: blue)
          unsafe store(SIMD4(v1, v1, v2, v2), at: red)
        }
      }
    }
  }

  /// Four places in a plane.
  @usableFromInline
  typealias Places = (
    UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer,
    UnsafeMutableRawPointer
  )

  /// The first sample of a row of a plane.
  @inlinable @inline(__always)
  func place(_ plane: Int, _ y: Int) -> UnsafeMutableRawPointer {
    switch plane {
    case 0: unsafe bases.0 + y &* strides.0
    case 1: unsafe bases.1 + y &* strides.1
    default: unsafe bases.2 + y &* strides.2
    }
  }

  @inlinable @inline(__always)
  func numbers(_ places: Places) -> SIMD4<Float> {
    // Vectors of a generic type are not inlined.
    unsafe SIMD4<Float>(
      steps: SIMD4(
        UInt32(truncatingIfNeeded: places.0.load(as: Sample.self)),
        UInt32(truncatingIfNeeded: places.1.load(as: Sample.self)),
        UInt32(truncatingIfNeeded: places.2.load(as: Sample.self)),
        UInt32(truncatingIfNeeded: places.3.load(as: Sample.self))))
  }

  @inlinable @inline(__always)
  func store(_ numbers: SIMD4<Float>, at places: Places) {
    let steps = numbers.steps
    unsafe places.0.storeBytes(of: Sample(truncatingIfNeeded: steps.x), as: Sample.self)
    unsafe places.1.storeBytes(of: Sample(truncatingIfNeeded: steps.y), as: Sample.self)
    unsafe places.2.storeBytes(of: Sample(truncatingIfNeeded: steps.z), as: Sample.self)
    unsafe places.3.storeBytes(of: Sample(truncatingIfNeeded: steps.w), as: Sample.self)
  }
}

/// The samples of four pixels.
@frozen
@usableFromInline
struct PixelQuad {
  @usableFromInline var luma: SIMD4<Float>
  @usableFromInline var blue: SIMD4<Float>
  @usableFromInline var red: SIMD4<Float>

  @inlinable
  init(luma: SIMD4<Float>, blue: SIMD4<Float>, red: SIMD4<Float>) {
    (self.luma, self.blue, self.red) = (luma, blue, red)
  }
}

/// The conversion between Y′CbCr and R′G′B′ with floating-point numbers.
@frozen
@usableFromInline
struct ColorArithmetic {
  /// The weights of three components, or of their differences from grey.
  @usableFromInline typealias Weights = (Float, Float, Float)

  @usableFromInline let white: SIMD4<Float>
  /// The largest sample.
  @usableFromInline let top: SIMD4<Float>
  @usableFromInline let lumaZero: Float
  @usableFromInline let lumaScale: Float
  @usableFromInline let chromaZero: Float
  @usableFromInline let redOfRed: Float
  @usableFromInline let greenOfRed: Float
  @usableFromInline let greenOfBlue: Float
  @usableFromInline let blueOfBlue: Float
  @usableFromInline let luma: Weights
  @usableFromInline let blue: Weights
  @usableFromInline let red: Weights

  @usableFromInline
  init(_ coding: LumaCoding, depth: Int, largest: Int) {
    let (kr, kb) = (coding.kr, coding.kb), kg = 1 - kr - kb, white = Double(largest)
    let luma = coding.range(of: 0, depth: depth), chroma = coding.range(of: 1, depth: depth)
    self.white = SIMD4(repeating: Float(white))
    top = SIMD4(repeating: Float((1 << depth) - 1))
    lumaZero = Float(luma.zero)
    lumaScale = Float(white / Double(luma.span))
    chromaZero = Float(chroma.zero)
    let step = white / Double(chroma.span), (ofRed, ofBlue) = (2 * (1 - kr), 2 * (1 - kb))
    redOfRed = Float(ofRed * step)
    greenOfRed = Float(-ofRed * kr / kg * step)
    greenOfBlue = Float(-ofBlue * kb / kg * step)
    blueOfBlue = Float(ofBlue * step)
    func weights(_ r: Double, _ g: Double, _ b: Double, _ divisor: Double) -> Weights {
      (Float(r / divisor), Float(g / divisor), Float(b / divisor))
    }
    self.luma = weights(kr, kg, kb, white / Double(luma.span))
    blue = weights(-kr, -kg, 1 - kb, ofBlue * step)
    red = weights(1 - kr, -kg, -kb, ofRed * step)
  }

  /// Red, green and blue of four pixels, rounded.
  @inlinable @inline(__always)
  func colors(
    of quad: PixelQuad
  ) -> (red: SIMD4<UInt32>, green: SIMD4<UInt32>, blue: SIMD4<UInt32>) {
    let grey = (quad.luma - lumaZero) * lumaScale
    let u = quad.blue - chromaZero, v = quad.red - chromaZero
    return (
      steps(grey + v * redOfRed), steps(grey + (v * greenOfRed + u * greenOfBlue)),
      steps(grey + u * blueOfBlue)
    )
  }

  /// The samples of four colours.
  @inlinable @inline(__always)
  func samples(
    _ one: SIMD4<Float>, _ two: SIMD4<Float>, _ three: SIMD4<Float>, _ four: SIMD4<Float>
  ) -> PixelQuad {
    // The transpose.
    let near = SIMD8(lowHalf: one, highHalf: two), far = SIMD8(lowHalf: three, highHalf: four)
    let redBlue = SIMD8(lowHalf: near.evenHalf, highHalf: far.evenHalf)
    let greens = SIMD8(lowHalf: near.oddHalf, highHalf: far.oddHalf).evenHalf
    let color = (clamped(redBlue.evenHalf), clamped(greens), clamped(redBlue.oddHalf))
    return PixelQuad(
      luma: sample(luma, color, lumaZero), blue: sample(blue, color, chromaZero),
      red: sample(red, color, chromaZero))
  }

  @inlinable @inline(__always)
  func clamped(_ numbers: SIMD4<Float>) -> SIMD4<Float> { numbers.limited(SIMD4(), white) }

  @inlinable @inline(__always)
  func steps(_ numbers: SIMD4<Float>) -> SIMD4<UInt32> { clamped(numbers).steps }

  /// A sum of products, limited to the samples: full-range chroma may exceed them by a half.
  @inlinable @inline(__always)
  func sample(
    _ weights: Weights, _ color: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>), _ zero: Float
  ) -> SIMD4<Float> {
    (color.0 * weights.0 + color.1 * weights.1 + (color.2 * weights.2 + zero)).lowered(to: top)
  }
}
