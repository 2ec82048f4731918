import CutawayElementKit

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
    if !layout.isDeep, codec.isSimple { return loadBytes(luma, chroma, layout, codec) }
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

  /// Samples of 8 bits whose components are converted one by one, by a table.
  private mutating func loadBytes(
    _ luma: Span<UInt8>, _ chroma: Span<UInt8>, _ layout: PlanarLayout, _ codec: ColorCodec
  ) {
    let scale = layout.scale, (red, blue) = layout.matrix.weights, green = 1 - red - blue
    let lights = codec.videoLights, count = count, x = x
    // What Cb and Cr add to red, green and blue, and what black and the middle of chroma do.
    let cb = SIMD4<Float>(0, -2 * (1 - blue) * blue / green, 2 * (1 - blue), 0) * scale.chroma
    let cr = SIMD4<Float>(2 * (1 - red), -2 * (1 - red) * red / green, 0, 0) * scale.chroma
    let offset = SIMD4<Float>(repeating: -scale.black * scale.luma) - (cb + cr) * scale.middle
    var span = pixels.mutableSpan
    for index in 0..<count {
      let column = x &+ index, pair = column & ~1
      var numbers = offset + cb * Float(chroma[pair])
      numbers += cr * Float(chroma[pair &+ 1])
      numbers += scale.luma * Float(luma[column])
      let places = ColorCodec.places(numbers)
      span[index] = SIMD4(
        lights[Int(truncatingIfNeeded: places.x)], lights[Int(truncatingIfNeeded: places.y)],
        lights[Int(truncatingIfNeeded: places.z)], 1)
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
    // What red, green and blue add to luma, Cb and Cr, in units of samples.
    let units = SIMD4<Float>(1 / scale.luma, 1 / scale.chroma, 1 / scale.chroma, 0)
    let wide = 2 * (1 - blue), tall = 2 * (1 - red)
    let ofRed = SIMD4<Float>(red, -red / wide, (1 - red) / tall, 0) * units
    let ofGreen = SIMD4<Float>(green, -green / wide, -green / tall, 0) * units
    let ofBlue = SIMD4<Float>(blue, (1 - blue) / wide, -blue / tall, 0) * units
    let pixels = pixels.span, signals = codec.signals, isFast = !layout.isDeep && codec.isSimple
    let isDeep = layout.isDeep, count = count
    let largest = SIMD4<Float>(repeating: isDeep ? 1_023 : 255)
    for index in 0..<count {
      let pixel = pixels[index]
      // Frames of video have no alpha: they lie on black.
      let color: SIMD3<Float>
      if isFast, pixel.x >= 0, pixel.y >= 0, pixel.z >= 0, pixel.x <= 1, pixel.y <= 1,
        pixel.z <= 1
      {
        let steps = ColorCodec.steps(pixel)
        color = SIMD3(
          signals[Int(truncatingIfNeeded: steps.x)], signals[Int(truncatingIfNeeded: steps.y)],
          signals[Int(truncatingIfNeeded: steps.z)])
      } else {
        color = codec.encoded(pixel.color)
      }
      var sample = ofRed * color.x + ofGreen * color.y
      sample += ofBlue * color.z
      // What is not a number becomes 0.
      let limited = SIMD4<Float>().raised(to: sample + scale.black).lowered(to: largest)
      let word = (limited + 0x1p23).bits.x
      if isDeep {
        luma[2 &* index] = UInt8(truncatingIfNeeded: word &<< 6)
        luma[2 &* index &+ 1] = UInt8(truncatingIfNeeded: (word &>> 2) & 255)
      } else {
        luma[index] = UInt8(truncatingIfNeeded: word)
      }
      // The last pixel of an odd row is alone.
      let weight: Float = index & 1 == 0 && index == count &- 1 ? 1 : 0.5
      chroma[index &>> 1] += SIMD2(sample.y, sample.z) * weight
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
