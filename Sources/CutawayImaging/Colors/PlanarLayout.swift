import CutawayElementKit

/// The layout of luma and of chroma, in planes or in a plane of pairs.
public struct PlanarLayout: Sendable, Hashable {
  /// The matrix of Y′CbCr.
  public struct Matrix: Sendable, Hashable {
    /// The weight of red in luma.
    public var red: Float
    /// The weight of blue in luma.
    public var blue: Float

    /// Creates a matrix from the weights of red and blue in luma.
    public init(red: Float, blue: Float) { (self.red, self.blue) = (red, blue) }

    /// BT.601.
    public static let bt601 = Matrix(red: 0.299, blue: 0.114)
    /// BT.709.
    public static let bt709 = Matrix(red: 0.2126, blue: 0.0722)
    /// BT.2020 and BT.2100, with non-constant luminance.
    public static let bt2020 = Matrix(red: 0.2627, blue: 0.0593)
  }

  /// The resolution of chroma.
  public enum Chroma: Sendable, Hashable {
    /// 4:2:0, 4:2:2 and 4:4:4.
    case halved, halvedColumns, full
  }

  /// The bits of a sample: 8, or up to 16 in two bytes, the low byte first.
  public var depth: Int
  /// Whether the bits of deep samples are the upper ones of the two bytes.
  public var isHighAligned: Bool
  /// Whether samples use all numbers.
  public var isFullRange: Bool
  /// The resolution of chroma.
  public var chroma: Chroma
  /// Whether a plane contains pairs of Cb and Cr; otherwise each has a plane.
  public var hasPairs: Bool
  /// The matrix.
  public var matrix: Matrix
  /// What red, green and blue mean.
  public var coding: ColorCoding

  /// Creates a layout.
  public init(
    depth: Int, isHighAligned: Bool = false, isFullRange: Bool, chroma: Chroma,
    hasPairs: Bool, matrix: Matrix, coding: ColorCoding
  ) {
    (self.depth, self.isHighAligned, self.isFullRange) = (depth, isHighAligned, isFullRange)
    (self.chroma, self.hasPairs) = (chroma, hasPairs)
    (self.matrix, self.coding) = (matrix, coding)
  }

  /// Whether there is a row of chroma for two rows of luma.
  public var halvesRows: Bool { chroma == .halved }
  /// The bits by which a column's number is shifted to the number of its sample of chroma.
  var columnShift: Int { chroma == .full ? 0 : 1 }
  /// Whether a sample has two bytes.
  var isDeep: Bool { depth > 8 }
  /// The bits below those of a sample.
  var shift: UInt32 { isHighAligned ? 16 - UInt32(depth) : 0 }

  /// Sums of chroma for a number of columns.
  public func chromaSums(columns: Int) -> [SIMD2<Float>] {
    Array(repeating: SIMD2(), count: chroma == .full ? columns : (columns + 1) / 2)
  }

  /// The factors from samples to luma of 0…1 and chroma of −½…½.
  var scale: (luma: Float, chroma: Float, black: Float, middle: Float, largest: Float) {
    let unit = Float(1 << (depth - 8))
    let middle = 128 * unit, largest = 256 * unit - 1
    return isFullRange
      ? (1 / largest, 1 / largest, 0, middle, largest)
      : (1 / (219 * unit), 1 / (224 * unit), 16 * unit, middle, largest)
  }
}

extension PixelLine {
  /// Converts luma and chroma into the working space.
  ///
  /// A sample of chroma counts for all its pixels, so that storing the line again gives the same samples.
  ///
  /// - Parameters:
  ///   - luma: The bytes of a row of luma; its first sample is at column 0.
  ///   - chroma: The bytes of the row of chroma: pairs of Cb and Cr.
  ///   - layout: The layout.
  ///   - space: The working space.
  public mutating func load(
    luma: Span<UInt8>, chroma: Span<UInt8>, _ layout: PlanarLayout, _ space: WorkingSpace
  ) {
    let size = layout.isDeep ? 2 : 1
    load(
      luma: luma, cb: chroma, cr: chroma.extracting(size..<chroma.count), layout, space)
  }

  /// Converts luma and chroma in planes into the working space; see ``load(luma:chroma:_:_:)``.
  ///
  /// - Parameters:
  ///   - luma: The bytes of a row of luma; its first sample is at column 0.
  ///   - cb: The bytes of the row of Cb. If the layout has pairs, those of Cr are between them.
  ///   - cr: The bytes of the row of Cr.
  ///   - layout: The layout.
  ///   - space: The working space.
  public mutating func load(
    luma: Span<UInt8>, cb: Span<UInt8>, cr: Span<UInt8>, _ layout: PlanarLayout,
    _ space: WorkingSpace
  ) {
    let codec = ColorCodec.of(layout.coding, space)
    let scale = layout.scale, matrix = layout.matrix
    let red = matrix.red, blue = matrix.blue, green = 1 - red - blue
    if !layout.isDeep, codec.isSimple { return loadBytes(luma, cb, cr, layout, codec) }
    let isDeep = layout.isDeep, shift = UInt16(layout.shift), count = count, x = x
    let half = layout.columnShift, step = layout.hasPairs ? 1 : 0
    func sample(_ row: Span<UInt8>, _ index: Int) -> Float {
      isDeep
        ? Float((UInt16(row[2 &* index]) | UInt16(row[2 &* index &+ 1]) &<< 8) &>> shift)
        : Float(row[index])
    }
    var span = pixels.mutableSpan
    for index in 0..<count {
      let column = x &+ index, place = (column &>> half) &<< step
      let y = (sample(luma, column) - scale.black) * scale.luma
      let cb = (sample(cb, place) - scale.middle) * scale.chroma
      let cr = (sample(cr, place) - scale.middle) * scale.chroma
      let r = y + 2 * (1 - red) * cr, b = y + 2 * (1 - blue) * cb
      let g = (y - red * r - blue * b) / green
      span[index] = SIMD4(codec.decoded(SIMD3(r, g, b)), 1)
    }
    isOpaque = true
  }

  /// Converts the pixels into luma, and into chroma that is not rounded yet.
  ///
  /// - Parameters:
  ///   - luma: The bytes of a row of luma; its first sample is the first of the line.
  ///   - chroma: To these numbers, pairs of Cb and Cr in units of samples, the means of pixels are added.
  ///   - layout: The layout.
  ///   - space: The working space.
  public func store(
    luma: inout MutableSpan<UInt8>, addingChromaTo chroma: inout [SIMD2<Float>],
    _ layout: PlanarLayout, _ space: WorkingSpace
  ) {
    let codec = ColorCodec.of(layout.coding, space)
    let weights = SampleWeights(layout)
    if !layout.isDeep, codec.isSimple { return storeBytes(&luma, &chroma, layout, weights, codec) }
    let pixels = pixels.span
    let isDeep = layout.isDeep, shift = layout.shift, half = layout.columnShift, count = count
    for index in 0..<count {
      // Frames of video have no alpha: they lie on black.
      let sample = weights.sample(of: codec.encoded(pixels[index].color))
      let word = weights.luma(of: sample)
      if isDeep {
        // The bits of the number above those of the sample are its exponent.
        let bits = (word & 0xffff) &<< shift
        luma[2 &* index] = UInt8(truncatingIfNeeded: bits)
        luma[2 &* index &+ 1] = UInt8(truncatingIfNeeded: bits &>> 8)
      } else {
        luma[index] = UInt8(truncatingIfNeeded: word)
      }
      // The last pixel of an odd row is alone.
      let isAlone = half == 0 || index & 1 == 0 && index == count &- 1
      let weight: Float = isAlone ? 1 : 0.5
      chroma[index &>> half] += SIMD2(sample.y, sample.z) * weight
    }
  }
}

extension PlanarLayout {
  /// Rounds numbers of chroma into a row of pairs.
  ///
  /// - Parameters:
  ///   - chroma: Sums of pairs of Cb and Cr in units of samples.
  ///   - lines: The number of lines that were added.
  ///   - row: The bytes of a row of chroma.
  public func store(
    chroma: [SIMD2<Float>], lines: Int, in row: inout MutableSpan<UInt8>
  ) {
    let weight = 1 / Float(max(1, lines)), middle = scale.middle
    for index in chroma.indices {
      let pair = chroma[index] * weight + middle
      store(pair.x, in: &row, 2 * index)
      store(pair.y, in: &row, 2 * index + 1)
    }
  }

  /// Rounds numbers of Cb or Cr into a row.
  ///
  /// - Parameters:
  ///   - chroma: Sums of pairs of Cb and Cr in units of samples.
  ///   - component: 0 for Cb, 1 for Cr.
  ///   - lines: The number of lines that were added.
  ///   - row: The bytes of a row.
  public func store(
    chroma: [SIMD2<Float>], component: Int, lines: Int, in row: inout MutableSpan<UInt8>
  ) {
    let weight = 1 / Float(max(1, lines)), middle = scale.middle
    for index in chroma.indices {
      store(chroma[index][component] * weight + middle, in: &row, index)
    }
  }

  /// Rounds a number into a sample.
  @inline(__always)
  private func store(_ number: Float, in row: inout MutableSpan<UInt8>, _ index: Int) {
    let largest = Float((1 << depth) - 1)
    // What is not a number becomes 0.
    let value = UInt32((number > 0 ? min(number, largest) : 0) + 0.5)
    if isDeep {
      let bits = value &<< shift
      row[2 &* index] = UInt8(truncatingIfNeeded: bits)
      row[2 &* index &+ 1] = UInt8(truncatingIfNeeded: bits &>> 8)
    } else {
      row[index] = UInt8(truncatingIfNeeded: value)
    }
  }
}
