/// The arithmetic of ``DeepConversion`` on rows of numbers.
struct DeepRows: Sendable {
  private let kr: Float
  private let kb: Float
  /// Black, and the extents of luma and chroma, in steps of Y′CbCr.
  private let black: Float
  private let middle: Float
  private let lumaExtent: Float
  private let chromaExtent: Float
  /// The largest sample of Y′CbCr.
  let opaque: Float
  /// The largest component of R′G′B′.
  let white: Float

  /// Creates the coefficients.
  ///
  /// - Parameters:
  ///   - kr: The weight of red in luma.
  ///   - kb: The weight of blue in luma.
  ///   - depth: The bits of a sample of Y′CbCr.
  ///   - isFullRange: Whether Y′CbCr uses all values.
  ///   - white: The largest component of R′G′B′.
  init(kr: Double, kb: Double, depth: Int, isFullRange: Bool, white: Int) {
    self.kr = Float(kr)
    self.kb = Float(kb)
    self.white = Float(white)
    opaque = Float((1 << depth) - 1)
    let step = Float(1 << (depth - 8))
    middle = 128 * step
    black = isFullRange ? 0 : 16 * step
    lumaExtent = isFullRange ? opaque : 219 * step
    chromaExtent = isFullRange ? opaque : 224 * step
  }

  /// Converts numbers of R′G′B′ to numbers of Y′CbCr; alpha changes its scale.
  func toYUV(_ row: DeepScratch.Row, count: Int) {
    let (red, green, blue, alpha) = (row.first, row.second, row.third, row.alpha)
    let kg = 1 - kr - kb
    let toBlue = chromaExtent / (2 * (1 - kb) * white),
      toRed = chromaExtent / (2 * (1 - kr) * white)
    let toLuma = lumaExtent / white, toAlpha = opaque / white
    for x in 0..<count {
      let luma = kr * red[x] + kg * green[x] + kb * blue[x]
      let u = (blue[x] - luma) * toBlue + middle
      let v = (red[x] - luma) * toRed + middle
      red[x] = luma * toLuma + black
      green[x] = u
      blue[x] = v
      alpha[x] *= toAlpha
    }
  }

  /// Converts numbers of Y′CbCr to numbers of R′G′B′; alpha changes its scale.
  func toRGB(_ row: DeepScratch.Row, count: Int) {
    let (first, second, third, alpha) = (row.first, row.second, row.third, row.alpha)
    let kg = 1 - kr - kb
    let fromLuma = white / lumaExtent
    let fromBlue = 2 * (1 - kb) * white / chromaExtent
    let fromRed = 2 * (1 - kr) * white / chromaExtent
    let (blueInGreen, redInGreen) = (kb / kg, kr / kg)
    let toAlpha = white / opaque
    for x in 0..<count {
      let luma = (first[x] - black) * fromLuma
      let u = (second[x] - middle) * fromBlue
      let v = (third[x] - middle) * fromRed
      first[x] = luma + v
      second[x] = luma - u * blueInGreen - v * redInGreen
      third[x] = luma + u
      alpha[x] *= toAlpha
    }
  }

  /// Writes numbers as samples, rounded to the nearest.
  func write<Sample: FixedWidthInteger>(
    _ row: UnsafeMutablePointer<Float>, into target: UnsafeMutablePointer<Sample>, count: Int
  ) {
    for x in 0..<count { target[x] = Self.rounded(row[x], largest: opaque) }
  }

  /// Writes numbers as packed pixels, alpha first.
  ///
  /// - Parameters:
  ///   - row: The numbers.
  ///   - target: The pixels.
  ///   - count: The number of pixels.
  ///   - alpha: The alpha of all pixels; `nil` for that of the row.
  ///   - isYUV: Whether the numbers are Y′CbCr.
  func write<Component: FixedWidthInteger>(
    _ row: DeepScratch.Row, into target: UnsafeMutablePointer<Component>, count: Int,
    alpha: Float?, isYUV: Bool
  ) {
    let largest = isYUV ? opaque : white
    for x in 0..<count {
      let place = x &* 4
      target[place] = Self.rounded(alpha ?? row.alpha[x], largest: largest)
      target[place &+ 1] = Self.rounded(row.first[x], largest: largest)
      target[place &+ 2] = Self.rounded(row.second[x], largest: largest)
      target[place &+ 3] = Self.rounded(row.third[x], largest: largest)
    }
  }

  /// Averages chroma of two rows at every second column, with the columns beside it.
  func halve<Sample: FixedWidthInteger>(
    _ upper: UnsafeMutablePointer<Float>, _ lower: UnsafeMutablePointer<Float>,
    into target: UnsafeMutablePointer<Sample>, count: Int
  ) {
    @inline(__always)
    func sum(_ x: Int) -> Float { upper[x] + lower[x] }
    for index in 0..<(count + 1) / 2 {
      let x = index &* 2
      let own = sum(x), before = sum(max(x &- 1, 0)), after = sum(min(x &+ 1, count &- 1))
      target[index] = Self.rounded((before + 2 * own + after) / 8, largest: opaque)
    }
  }

  /// Interpolates chroma of every second column, and of two rows, of which the nearer one counts
  /// three times.
  func widen<Sample: FixedWidthInteger>(
    _ near: UnsafeMutablePointer<Sample>, _ far: UnsafeMutablePointer<Sample>,
    into target: UnsafeMutablePointer<Float>, count: Int
  ) {
    @inline(__always)
    func value(_ index: Int) -> Float { (3 * Float(near[index]) + Float(far[index])) / 4 }
    let last = (count &+ 1) / 2 &- 1
    for index in 0...last {
      let own = value(index)
      target[index &* 2] = own
      if index &* 2 &+ 1 < count {
        target[index &* 2 &+ 1] = (own + value(min(index &+ 1, last))) / 2
      }
    }
  }

  /// The sample nearest to a number.
  @inline(__always)
  static func rounded<Sample: FixedWidthInteger>(
    _ value: Float, largest: Float
  ) -> Sample {
    // Read from the mantissa: conversions that trap would cost more than everything else here.
    Sample(truncatingIfNeeded: (min(max(value, 0), largest) + 0x1p23).bitPattern)
  }
}

/// The memory for two rows of four components, and for a row of pixels.
struct DeepScratch {
  let upper: Row
  let lower: Row
  let bytes: UnsafeMutableRawPointer
  private let base: UnsafeMutablePointer<Float>

  /// The components of a row: R′, G′ and B′, or Y′, Cb and Cr, and alpha.
  struct Row {
    let first: UnsafeMutablePointer<Float>
    let second: UnsafeMutablePointer<Float>
    let third: UnsafeMutablePointer<Float>
    let alpha: UnsafeMutablePointer<Float>

    fileprivate init(_ base: UnsafeMutablePointer<Float>, width: Int) {
      first = base
      second = base + width
      third = base + 2 * width
      alpha = base + 3 * width
    }

    /// A component, by its number among three.
    func component(_ index: Int) -> UnsafeMutablePointer<Float> {
      index == 0 ? first : index == 1 ? second : third
    }

    /// Reads packed pixels, alpha first.
    func read<Component: FixedWidthInteger>(
      _ pixels: UnsafePointer<Component>, count: Int
    ) {
      for x in 0..<count {
        let place = x &* 4
        alpha[x] = Float(pixels[place])
        first[x] = Float(pixels[place &+ 1])
        second[x] = Float(pixels[place &+ 2])
        third[x] = Float(pixels[place &+ 3])
      }
    }
  }

  init(width: Int) {
    base = .allocate(capacity: width * 10 + 16)
    base.initialize(repeating: 0, count: width * 10 + 16)
    upper = Row(base, width: width)
    lower = Row(base + 4 * width, width: width)
    bytes = UnsafeMutableRawPointer(base + 8 * width)
  }

  func free() { base.deallocate() }
}
