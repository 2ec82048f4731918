import CCutawayGStreamer

/// An order of four bytes in a pixel: how far each component is shifted in a little-endian word.
///
/// It is a type, because a processor without AVX2 shifts vectors quickly only by constants.
protocol PixelOrder {
  static var alpha: Int32 { get }
  static var red: Int32 { get }
  static var green: Int32 { get }
  static var blue: Int32 { get }
}

/// The order to which GStreamer unpacks all formats of 8 bits.
enum ARGBOrder: PixelOrder {
  static var alpha: Int32 { 0 }
  static var red: Int32 { 8 }
  static var green: Int32 { 16 }
  static var blue: Int32 { 24 }
}

enum BGRAOrder: PixelOrder {
  static var alpha: Int32 { 24 }
  static var red: Int32 { 16 }
  static var green: Int32 { 8 }
  static var blue: Int32 { 0 }
}

enum RGBAOrder: PixelOrder {
  static var alpha: Int32 { 24 }
  static var red: Int32 { 0 }
  static var green: Int32 { 8 }
  static var blue: Int32 { 16 }
}

/// Converts rows of pixels between colour models with a matrix, eight pixels at a time.
///
/// R′G′B′ has 8 bits in the order of the type, or is `ARGB64`, to which GStreamer unpacks deeper
/// formats. No input may be the output.
struct PixelRows<Order: PixelOrder> {
  private typealias Words = SIMD8<Int32>

  let matrix: ColorMatrix

  /// Converts 8-bit R′G′B′ to `AYUV`.
  func pack(
    rgb source: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int, isOpaque: Bool
  ) {
    let (luma, blue, red) = matrix.components
    convert(source, into: target, count: count) { pixels in
      let color = colors(pixels)
      let alpha = isOpaque ? Words(repeating: 255) : pixels &>> Order.alpha & 255
      return alpha
        | luma.steps(color.red, color.green, color.blue) &<< 8
        | blue.steps(color.red, color.green, color.blue) &<< 16
        | red.steps(color.red, color.green, color.blue) &<< 24
    }
  }

  /// Converts 16-bit R′G′B′ to `AYUV`.
  func pack(
    deep source: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int, isOpaque: Bool
  ) {
    let (luma, blue, red) = (
      matrix.row(0, white: 65535), matrix.row(1, white: 65535), matrix.row(2, white: 65535)
    )
    let pixels = source.assumingMemoryBound(to: UInt16.self)
    let bytes = target.assumingMemoryBound(to: UInt8.self)
    for x in 0..<count {
      let place = x &* 4
      let alpha = UInt32(pixels[place])
      let (r, g, b) = (
        Int64(pixels[place &+ 1]), Int64(pixels[place &+ 2]), Int64(pixels[place &+ 3])
      )
      bytes[place] = isOpaque ? 255 : UInt8((alpha &* 255 &+ 32767) / 65535)
      bytes[place &+ 1] = luma.value(r, g, b)
      bytes[place &+ 2] = blue.value(r, g, b)
      bytes[place &+ 3] = red.value(r, g, b)
    }
  }

  /// Converts 8-bit R′G′B′ to luma.
  func luma(
    of source: UnsafeRawPointer, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let weights = matrix.components.luma
    for x in blocks(count) {
      let color = colors(loaded(source, x, count))
      store(weights.steps(color.red, color.green, color.blue), in: target, x, count)
    }
  }

  /// Converts 16-bit R′G′B′ to luma.
  func luma(
    deep source: UnsafeRawPointer, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let row = matrix.row(0, white: 65535)
    let source = source.assumingMemoryBound(to: UInt16.self)
    for x in 0..<count {
      let place = x &* 4
      target[x] = row.value(
        Int64(source[place &+ 1]), Int64(source[place &+ 2]), Int64(source[place &+ 3]))
    }
  }

  /// Converts two rows of `count` 8-bit R′G′B′ pixels to a row of Cb and Cr.
  ///
  /// Chroma is sited between two columns, as in JPEG, or at the left one.
  func chroma(
    of upper: UnsafeRawPointer, _ lower: UnsafeRawPointer,
    into blue: UnsafeMutablePointer<UInt8>, _ red: UnsafeMutablePointer<UInt8>, count: Int,
    isCentered: Bool
  ) {
    let (toBlue, toRed) = matrix.meanChroma
    let samples = (count + 1) / 2
    // Bytes 0 and 2, or 1 and 3, of a pixel are summed in one word.
    @inline(__always)
    func sum(_ first: SIMD16<Int32>, _ second: SIMD16<Int32>) -> ChannelSums<SIMD16<Int32>> {
      ChannelSums(
        even: (first & 0xFF00FF) &+ (second & 0xFF00FF),
        odd: (first &>> 8 & 0xFF00FF) &+ (second &>> 8 & 0xFF00FF))
    }
    @inline(__always)
    func pixels(_ row: UnsafeRawPointer, _ x: Int) -> SIMD16<Int32> {
      if x >= 0, x &+ 16 <= count {
        return row.loadUnaligned(fromByteOffset: x &* 4, as: SIMD16<Int32>.self)
      }
      var pixels = SIMD16<Int32>()
      for lane in 0..<16 {
        let column = min(max(x &+ lane, 0), count &- 1)
        pixels[lane] = row.loadUnaligned(fromByteOffset: column &* 4, as: Int32.self)
      }
      return pixels
    }
    for index in blocks(samples) {
      let x = index &* 2
      let own = sum(pixels(upper, x), pixels(lower, x))
      var even: Words, odd: Words
      if isCentered {
        even = (own.even.evenHalf &+ own.even.oddHalf) &* 2
        odd = (own.odd.evenHalf &+ own.odd.oddHalf) &* 2
      } else {
        let before = sum(pixels(upper, x &- 1), pixels(lower, x &- 1))
        even = before.even.evenHalf &+ own.even.evenHalf &* 2 &+ own.even.oddHalf
        odd = before.odd.evenHalf &+ own.odd.evenHalf &* 2 &+ own.odd.oddHalf
      }
      @inline(__always)
      func channel(_ shift: Int32) -> Words {
        (shift & 8 == 0 ? even : odd) &>> (shift & 16) & 0xFFFF
      }
      let (r, g, b) = (channel(Order.red), channel(Order.green), channel(Order.blue))
      store(toBlue.steps(r, g, b), in: blue, index, samples)
      store(toRed.steps(r, g, b), in: red, index, samples)
    }
  }

  private struct ChannelSums<Vector> {
    let even: Vector
    let odd: Vector
  }

  /// Converts two rows of `count` 16-bit R′G′B′ pixels to a row of Cb and Cr.
  func chroma(
    deep upper: UnsafeRawPointer, _ lower: UnsafeRawPointer,
    into blue: UnsafeMutablePointer<UInt8>, _ red: UnsafeMutablePointer<UInt8>, count: Int,
    isCentered: Bool
  ) {
    let (upper, lower) = (
      upper.assumingMemoryBound(to: UInt16.self), lower.assumingMemoryBound(to: UInt16.self)
    )
    let white = 65535 * 8
    let (toBlue, toRed) = (matrix.row(1, white: white), matrix.row(2, white: white))
    @inline(__always)
    func column(_ x: Int) -> SIMD4<Int64> {
      let place = min(max(x, 0), count &- 1) &* 4
      @inline(__always)
      func sum(_ lane: Int) -> Int64 { Int64(upper[place &+ lane]) &+ Int64(lower[place &+ lane]) }
      return SIMD4(0, sum(1), sum(2), sum(3))
    }
    for index in 0..<(count + 1) / 2 {
      let x = index &* 2
      let (own, after) = (column(x), column(x &+ 1))
      let sums = isCentered ? (own &+ after) &* 2 : column(x &- 1) &+ own &+ own &+ after
      blue[index] = toBlue.value(sums[1], sums[2], sums[3])
      red[index] = toRed.value(sums[1], sums[2], sums[3])
    }
  }

  /// Converts `AYUV` to 8-bit R′G′B′.
  func unpack(
    yuv source: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int, isOpaque: Bool
  ) {
    let inverse = matrix.inverse
    convert(source, into: target, count: count) { pixels in
      let alpha = isOpaque ? Words(repeating: 255) : pixels & 255
      return alpha &<< Order.alpha
        | color(
          pixels &>> 8 & 255, pixels &>> 16 & 255, pixels &>> 24 & 255, inverse
        )
    }
  }

  /// Converts luma, and the chroma rows around it, to opaque 8-bit R′G′B′.
  ///
  /// Chroma is at every second column. The nearer row counts three times.
  ///
  /// - Parameters:
  ///   - luma: The luma of the row.
  ///   - near: Cb and Cr of the nearer row.
  ///   - far: Cb and Cr of the other row.
  ///   - target: The row of R′G′B′.
  ///   - scratch: Memory for 6 bytes a pixel, and 4 more.
  ///   - count: The number of pixels.
  func unpack(
    luma: UnsafePointer<UInt8>, near: (blue: UnsafePointer<UInt8>, red: UnsafePointer<UInt8>),
    far: (blue: UnsafePointer<UInt8>, red: UnsafePointer<UInt8>),
    into target: UnsafeMutableRawPointer, _ scratch: UnsafeMutableRawPointer, count: Int
  ) {
    let samples = (count + 1) / 2
    // Cb and Cr in quarters, in the lower 11 bits and the next 11.
    let chroma = scratch.bindMemory(to: UInt32.self, capacity: samples)
    let pixels = (scratch + samples * 4).bindMemory(to: UInt32.self, capacity: count)
    for index in 0..<samples {
      let blue = UInt32(near.blue[index]) &* 3 &+ UInt32(far.blue[index])
      let red = UInt32(near.red[index]) &* 3 &+ UInt32(far.red[index])
      chroma[index] = blue | red &<< 11
    }
    // Cb and Cr in eighths, above luma.
    let whole = (count - 1) / 2
    for index in 0..<whole {
      let own = chroma[index], sum = own &+ chroma[index &+ 1]
      pixels[index &* 2] = own &<< 9 | UInt32(luma[index &* 2])
      pixels[index &* 2 &+ 1] = sum &<< 8 | UInt32(luma[index &* 2 &+ 1])
    }
    for x in whole * 2..<count { pixels[x] = chroma[whole] &<< 9 | UInt32(luma[x]) }
    let inverse = matrix.fineInverse
    convert(pixels, into: target, count: count) { pixels in
      255 &<< Order.alpha
        | color(pixels & 255, pixels &>> 8 & 2047, pixels &>> 19 & 2047, inverse)
    }
  }

  // MARK: Eight pixels

  /// The starts of blocks of eight; the last block may overlap the one before it.
  @inline(__always)
  private func blocks(
    _ count: Int
  ) -> LazyMapSequence<StrideTo<Int>, Int> {
    stride(from: 0, to: count, by: 8).lazy.map { $0 &+ 8 <= count ? $0 : max(0, count &- 8) }
  }

  @inline(__always)
  private func convert(
    _ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int,
    _ body: (Words) -> Words
  ) {
    for x in blocks(count) {
      let pixels = body(loaded(source, x, count))
      if x &+ 8 <= count {
        target.storeBytes(of: pixels, toByteOffset: x &* 4, as: Words.self)
      } else {
        for lane in 0..<count &- x {
          target.storeBytes(of: pixels[lane], toByteOffset: (x &+ lane) &* 4, as: Int32.self)
        }
      }
    }
  }

  @inline(__always)
  private func loaded(_ source: UnsafeRawPointer, _ x: Int, _ count: Int) -> Words {
    if x &+ 8 <= count { return source.loadUnaligned(fromByteOffset: x &* 4, as: Words.self) }
    var pixels = Words()
    for lane in 0..<count &- x {
      pixels[lane] = source.loadUnaligned(fromByteOffset: (x &+ lane) &* 4, as: Int32.self)
    }
    return pixels
  }

  @inline(__always)
  private func store(
    _ words: Words, in target: UnsafeMutablePointer<UInt8>, _ x: Int, _ count: Int
  ) {
    let bytes = SIMD8<UInt8>(truncatingIfNeeded: words)
    if x &+ 8 <= count {
      UnsafeMutableRawPointer(target).storeBytes(of: bytes, toByteOffset: x, as: SIMD8<UInt8>.self)
    } else {
      for lane in 0..<count &- x { target[x &+ lane] = bytes[lane] }
    }
  }

  @inline(__always)
  private func colors(_ pixels: Words) -> (red: Words, green: Words, blue: Words) {
    (
      pixels &>> Order.red & 255, pixels &>> Order.green & 255,
      pixels &>> Order.blue & 255
    )
  }

  /// R′, G′ and B′ in their places, clamped; alpha is 0.
  @inline(__always)
  private func color(
    _ luma: Words, _ blue: Words, _ red: Words, _ inverse: ColorMatrix.Inverse
  ) -> Words {
    let level = luma &* inverse.gain
    return ColorMatrix.steps(level &+ red &* inverse.redOfRed &+ inverse.redStart) &<< Order.red
      | ColorMatrix.steps(
        level &+ blue &* inverse.greenOfBlue &+ red &* inverse.greenOfRed &+ inverse.greenStart)
      &<< Order.green
      | ColorMatrix.steps(level &+ blue &* inverse.blueOfBlue &+ inverse.blueStart) &<< Order.blue
  }
}
