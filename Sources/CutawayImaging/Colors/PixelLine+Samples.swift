import CutawayElementKit

/// What red, green and blue add to luma, Cb and Cr, in units of samples.
struct SampleWeights: Sendable {
  private let red: SIMD4<Float>, green: SIMD4<Float>, blue: SIMD4<Float>
  private let black: Float, largest: Float

  init(_ layout: PlanarLayout) {
    let scale = layout.scale, kr = layout.matrix.red, kb = layout.matrix.blue, kg = 1 - kr - kb
    let units = SIMD4<Float>(1 / scale.luma, 1 / scale.chroma, 1 / scale.chroma, 0)
    let wide = 2 * (1 - kb), tall = 2 * (1 - kr)
    red = SIMD4<Float>(kr, -kr / wide, (1 - kr) / tall, 0) * units
    green = SIMD4<Float>(kg, -kg / wide, -kg / tall, 0) * units
    blue = SIMD4<Float>(kb, (1 - kb) / wide, -kb / tall, 0) * units
    (black, largest) = (scale.black, Float((1 << layout.depth) - 1))
  }

  /// Luma above black, Cb and Cr.
  @inline(__always)
  func sample(of color: SIMD3<Float>) -> SIMD4<Float> {
    let sample = red * color.x + green * color.y
    return sample + blue * color.z
  }

  /// Luma as a whole number; the bits above those of a sample are an exponent.
  @inline(__always)
  func luma(of sample: SIMD4<Float>) -> UInt32 {
    // What is not a number becomes 0.
    let limited = SIMD4<Float>().raised(to: sample + black).lowered(to: SIMD4(repeating: largest))
    return (limited + 0x1p23).bits.x
  }
}

extension PixelLine {
  /// Converts samples of 8 bits whose components are converted one by one, by a table.
  mutating func loadBytes(
    _ luma: Span<UInt8>, _ cb: Span<UInt8>, _ cr: Span<UInt8>, _ layout: PlanarLayout,
    _ codec: ColorCodec
  ) {
    let scale = layout.scale, matrix = layout.matrix
    let red = matrix.red, blue = matrix.blue, green = 1 - red - blue
    let table = codec.videoLights, lights = table.span, count = count, x = x
    // What Cb and Cr add to red, green and blue, and what black and the middle of chroma do.
    let ofCb = SIMD4<Float>(0, -2 * (1 - blue) * blue / green, 2 * (1 - blue), 0) * scale.chroma
    let ofCr = SIMD4<Float>(2 * (1 - red), -2 * (1 - red) * red / green, 0, 0) * scale.chroma
    let offset = SIMD4<Float>(repeating: -scale.black * scale.luma) - (ofCb + ofCr) * scale.middle
    let half = layout.columnShift, step = layout.hasPairs ? 1 : 0, last = lights.count &- 1
    var span = pixels.mutableSpan
    var index = 0
    while index < count {
      // The pixels that share a sample of chroma.
      let place = ((x &+ index) &>> half) &<< step
      let end = min(count, (((x &+ index) &>> half) &+ 1) &<< half &- x)
      var color = offset + ofCb * Float(cb[place])
      color += ofCr * Float(cr[place])
      while index < end {
        let places = ColorCodec.places(color + scale.luma * Float(luma[x &+ index]))
        span[index] = SIMD4(
          lights[min(Int(places.x), last)], lights[min(Int(places.y), last)],
          lights[min(Int(places.z), last)], 1)
        index &+= 1
      }
    }
    isOpaque = true
  }

  /// Converts into samples of 8 bits whose components are converted one by one, by a table.
  func storeBytes(
    _ luma: inout MutableSpan<UInt8>, _ chroma: inout [SIMD2<Float>], _ layout: PlanarLayout,
    _ weights: SampleWeights, _ codec: ColorCodec
  ) {
    let table = codec.signals, signals = table.span, pixels = pixels.span, count = count
    let isHalved = layout.columnShift == 1
    var sums = chroma.mutableSpan
    var index = 0
    while index < count {
      // The last pixel of an odd row is alone.
      let isPair = isHalved && index &+ 1 < count
      let place = isHalved ? index &>> 1 : index, weight: Float = isPair ? 0.5 : 1
      let first = Self.sample(of: pixels[index], weights, signals, codec)
      luma[index] = UInt8(truncatingIfNeeded: weights.luma(of: first))
      var sum = sums[place] + SIMD2(first.y, first.z) * weight
      if isPair {
        let second = Self.sample(of: pixels[index &+ 1], weights, signals, codec)
        luma[index &+ 1] = UInt8(truncatingIfNeeded: weights.luma(of: second))
        sum += SIMD2(second.y, second.z) * weight
      }
      sums[place] = sum
      index &+= isPair ? 2 : 1
    }
  }

  /// Luma above black, Cb and Cr of a pixel.
  ///
  /// Frames of video have no alpha: they lie on black.
  @inline(__always)
  private static func sample(
    of pixel: SIMD4<Float>, _ weights: SampleWeights, _ signals: Span<Float>, _ codec: ColorCodec
  ) -> SIMD4<Float> {
    let (r, g, b) = (pixel.x.bitPattern, pixel.y.bitPattern, pixel.z.bitPattern)
    let shift = ColorCodec.stepShift
    // The bits of negative numbers, and of what is none, are greater than those of 1.
    guard max(r, g, b) <= Float(1).bitPattern else {
      return weights.sample(of: codec.encoded(pixel.color))
    }
    return weights.sample(
      of: SIMD3(signals[Int(r &>> shift)], signals[Int(g &>> shift)], signals[Int(b &>> shift)]))
  }
}
