/// The layout of luma and of chroma in a plane of pairs.
public struct PlanarLayout: Sendable, Hashable {
  /// The matrix of Y′CbCr.
  public enum Matrix: Sendable, Hashable {
    /// BT.601, BT.709 and BT.2020.
    case bt601, bt709, bt2020

    /// The weights of red and blue in luma.
    var weights: (red: Float, blue: Float) {
      switch self {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
    }
  }

  /// Whether samples have 10 bits, in the upper bits of 16; otherwise they have 8.
  public var isDeep: Bool
  /// Whether samples use all numbers.
  public var isFullRange: Bool
  /// Whether there is a row of chroma for two rows of luma.
  public var halvesRows: Bool
  /// The matrix.
  public var matrix: Matrix
  /// What red, green and blue mean.
  public var coding: ColorCoding

  /// Creates a layout.
  public init(
    isDeep: Bool, isFullRange: Bool, halvesRows: Bool, matrix: Matrix, coding: ColorCoding
  ) {
    (self.isDeep, self.isFullRange, self.halvesRows) = (isDeep, isFullRange, halvesRows)
    (self.matrix, self.coding) = (matrix, coding)
  }

  /// The factors from samples of 8 bits, or of 10, to luma of 0…1 and chroma of −½…½.
  var scale: (luma: Float, chroma: Float, black: Float, middle: Float, largest: Float) {
    let unit: Float = isDeep ? 4 : 1
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
    let codec = ColorCodec.of(layout.coding, space)
    let scale = layout.scale, (red, blue) = layout.matrix.weights, green = 1 - red - blue
    let isDeep = layout.isDeep, count = count, x = x
    func sample(_ row: Span<UInt8>, _ index: Int) -> Float {
      isDeep
        ? Float((UInt16(row[2 &* index]) | UInt16(row[2 &* index &+ 1]) &<< 8) &>> 6)
        : Float(row[index])
    }
    var span = pixels.mutableSpan
    for index in 0..<count {
      let column = x &+ index, pair = column & ~1
      let y = (sample(luma, column) - scale.black) * scale.luma
      let cb = (sample(chroma, pair) - scale.middle) * scale.chroma
      let cr = (sample(chroma, pair &+ 1) - scale.middle) * scale.chroma
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
  ///   - chroma: To these numbers, pairs of Cb and Cr in units of samples, the means of pairs of pixels are added.
  ///   - layout: The layout.
  ///   - space: The working space.
  public func store(
    luma: inout MutableSpan<UInt8>, addingChromaTo chroma: inout [SIMD2<Float>],
    _ layout: PlanarLayout, _ space: WorkingSpace
  ) {
    let codec = ColorCodec.of(layout.coding, space)
    let scale = layout.scale, (red, blue) = layout.matrix.weights, green = 1 - red - blue
    let pixels = pixels.span
    for index in 0..<count {
      let pixel = pixels[index]
      // Frames of video have no alpha: they lie on black.
      let color = codec.encoded(pixel.color)
      let y = red * color.x + green * color.y + blue * color.z
      layout.store(y / scale.luma + scale.black, in: &luma, index)
      // The last pixel of an odd row is alone.
      let weight: Float = index == count - 1 && count & 1 == 1 ? 1 : 0.5
      let cb = (color.z - y) / (2 * (1 - blue)), cr = (color.x - y) / (2 * (1 - red))
      chroma[index / 2] += SIMD2(cb, cr) * (weight / scale.chroma)
    }
  }
}

extension PlanarLayout {
  /// Rounds numbers of chroma into a row.
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

  /// Rounds a number into a sample.
  @inline(__always)
  fileprivate func store(_ number: Float, in row: inout MutableSpan<UInt8>, _ index: Int) {
    let largest: Float = isDeep ? 1_023 : 255
    // What is not a number becomes 0.
    let value = UInt32((number > 0 ? min(number, largest) : 0) + 0.5)
    if isDeep {
      row[2 &* index] = UInt8(truncatingIfNeeded: value &<< 6)
      row[2 &* index &+ 1] = UInt8(truncatingIfNeeded: value &>> 2)
    } else {
      row[index] = UInt8(truncatingIfNeeded: value)
    }
  }
}
