// Unsafe: Loops over the planes of a frame, whose sizes its creation has checked.

extension PlanarFrame {
  /// Changes all colours, four at a time, as floating-point numbers.
  ///
  /// All pixels of a chroma sample have its chroma, so that colours that `transform` does not change
  /// stay as they are. The new chroma is the mean of those of its pixels. Colours outside of R′G′B′
  /// are clamped, before and after.
  ///
  /// - Parameters:
  ///   - output: The meaning of the new samples; `nil` is that of the old ones.
  ///   - transform: A function of red, green and blue in 0…1; its results need not be in that range.
  @inlinable
  @inline(__always)
  package mutating func mapColorBlocks(
    to output: LumaCoding? = nil, _ transform: (ColorBlock) -> ColorBlock
  ) {
    let arithmetic = ColorArithmetic(coding, to: output ?? coding, depth: format.depth)
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
        let colors = unsafe arithmetic.colors(
          of: PixelQuad(luma: numbers(luma), blue: numbers(blue), red: numbers(red)))
        let block = arithmetic.samples(transform(colors))
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

  /// Replaces every colour by the result of `transform` for it, as ``mapColorBlocks(to:_:)`` does.
  ///
  /// - Parameters:
  ///   - output: The meaning of the new samples; `nil` is that of the old ones.
  ///   - largest: The number that stands for a full component, up to 65,535.
  ///   - transform: A function of red, green and blue in 0…`largest`, in the low 16 bits; its results are numbers
  ///     in the same range.
  @inlinable
  @inline(__always)
  package mutating func mapColors(
    to output: LumaCoding? = nil, largest: Int,
    _ transform: (_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> SIMD4<Float>
  ) {
    let white = Float(largest), unit = 1 / white
    @inline(__always)
    func mapped(_ block: ColorBlock) -> ColorBlock {
      let r = (block.red * white).steps, g = (block.green * white).steps
      let b = (block.blue * white).steps
      return ColorBlock(
        pixels: (
          transform(r.x, g.x, b.x), transform(r.y, g.y, b.y), transform(r.z, g.z, b.z),
          transform(r.w, g.w, b.w)
        ), alpha: block.alpha, unit: unit)
    }
    mapColorBlocks(to: output, mapped)
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

  /// The largest sample.
  @usableFromInline let top: SIMD4<Float>
  @usableFromInline let lumaZero: Float
  /// That of the new samples.
  @usableFromInline let newLumaZero: Float
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
  init(_ coding: LumaCoding, to output: LumaCoding, depth: Int) {
    let (kr, kb) = (coding.kr, coding.kb), kg = 1 - kr - kb
    let luma = coding.range(of: 0, depth: depth), chroma = coding.range(of: 1, depth: depth)
    top = SIMD4(repeating: Float((1 << depth) - 1))
    lumaZero = Float(luma.zero)
    lumaScale = Float(1 / Double(luma.span))
    chromaZero = Float(chroma.zero)
    let step = 1 / Double(chroma.span), (ofRed, ofBlue) = (2 * (1 - kr), 2 * (1 - kb))
    redOfRed = Float(ofRed * step)
    greenOfRed = Float(-ofRed * kr / kg * step)
    greenOfBlue = Float(-ofBlue * kb / kg * step)
    blueOfBlue = Float(ofBlue * step)
    (newLumaZero, self.luma, blue, red) = Self.weights(output, depth: depth)
  }

  /// The sample for black, and the weights of red, green and blue in luma and in both kinds of chroma.
  private static func weights(
    _ coding: LumaCoding, depth: Int
  ) -> (zero: Float, luma: Weights, blue: Weights, red: Weights) {
    let (kr, kb) = (coding.kr, coding.kb), kg = 1 - kr - kb
    let luma = coding.range(of: 0, depth: depth),
      step = 1 / Double(coding.range(of: 1, depth: depth).span)
    func weights(_ r: Double, _ g: Double, _ b: Double, _ divisor: Double) -> Weights {
      (Float(r / divisor), Float(g / divisor), Float(b / divisor))
    }
    return (
      Float(luma.zero), weights(kr, kg, kb, 1 / Double(luma.span)),
      weights(-kr, -kg, 1 - kb, 2 * (1 - kb) * step), weights(1 - kr, -kg, -kb, 2 * (1 - kr) * step)
    )
  }

  /// The colours of four pixels.
  @inlinable @inline(__always)
  func colors(of quad: PixelQuad) -> ColorBlock {
    let grey = (quad.luma - lumaZero) * lumaScale
    let u = quad.blue - chromaZero, v = quad.red - chromaZero
    return ColorBlock(
      red: clamped(grey + v * redOfRed), green: clamped(grey + (v * greenOfRed + u * greenOfBlue)),
      blue: clamped(grey + u * blueOfBlue), alpha: SIMD4(repeating: 1))
  }

  /// The samples of four colours.
  @inlinable @inline(__always)
  func samples(_ block: ColorBlock) -> PixelQuad {
    let color = (clamped(block.red), clamped(block.green), clamped(block.blue))
    return PixelQuad(
      luma: sample(luma, color, newLumaZero), blue: sample(blue, color, chromaZero),
      red: sample(red, color, chromaZero))
  }

  @inlinable @inline(__always)
  func clamped(_ numbers: SIMD4<Float>) -> SIMD4<Float> {
    numbers.limited(SIMD4(), SIMD4(repeating: 1))
  }

  /// A sum of products, limited to the samples: full-range chroma may exceed them by a half.
  @inlinable @inline(__always)
  func sample(
    _ weights: Weights, _ color: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>), _ zero: Float
  ) -> SIMD4<Float> {
    (color.0 * weights.0 + color.1 * weights.1 + (color.2 * weights.2 + zero)).lowered(to: top)
  }
}
