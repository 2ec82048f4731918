package import CutawayKeyframes

extension PlanarBand {
  /// Mixes the colours of rows of packed pixels (`AYUV` or `AYUV64`, straight alpha) with those of this band.
  ///
  /// A sample of subsampled chroma counts for all pixels that share it, and changes by the mean of their changes.
  ///
  /// - Parameters:
  ///   - top: The packed pixels, with components of the size of `Sample`.
  ///   - rows: The rows of `top` to mix; the luma rows that they cover must be in the band.
  ///   - origin: The frame position of the first pixel of `top`; it and the first row in the frame are even. Pixels
  ///     outside the frame are omitted.
  ///   - opacity: The opacity in units of the largest sample: 255ths or 65,535ths.
  ///   - blending: How colours are mixed.
  ///   - coding: How luma and chroma represent colours.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  package mutating func blend(
    packed top: FrameView, rows: Range<Int>, origin: (x: Int, y: Int), opacity: Sample,
    blending: ColorBlending, coding: LumaCoding
  ) {
    precondition(
      top.format.layout.hasChroma && top.format.layout.bitsPerComponent == Sample.bitWidth,
      "only pixels of luma and chroma are laid over planes")
    precondition(
      origin.x % 2 == 0 && (origin.y + rows.lowerBound) % 2 == 0, "chroma lies on even places")
    precondition(rows.lowerBound >= 0 && rows.upperBound <= top.format.height, "no such rows")
    let first = max(0, -origin.x), end = min(top.format.width, format.width - origin.x)
    if first >= end { return }
    let mixer = ColorMixer(blending, coding, componentBits: Sample.bitWidth)
    let part = Float(opacity) / (Float(Sample.max) * Float(Sample.max))
    // Samples as numbers of 8 bits.
    let unit = Float(1 << (format.depth - 8)), largest = Float((1 << format.depth) - 1)
    func sample(_ number: Float) -> Sample {
      Sample(min(max(number * unit, 0), largest).rounded())
    }
    let (columns, height) = (
      format.chroma.halvesColumns ? 2 : 1, format.chroma.halvesRows ? 2 : 1
    )
    for row in stride(from: rows.lowerBound, to: rows.upperBound, by: height) {
      let y = origin.y + row
      for column in stride(from: first, to: end, by: columns) {
        let x = origin.x + column
        let (u, v) = (
          Float(self[1, x / columns, y / height]), Float(self[2, x / columns, y / height])
        )
        var change = SIMD4<Float>(), isChanged = false
        for line in 0..<min(height, rows.upperBound - row) {
          for pixel in 0..<min(columns, end - column) {
            let front: SIMD4<Sample> = top.pixel(column + pixel, row + line)
            if front[0] == 0 { continue }
            let behind = SIMD4(0, Float(self[0, x + pixel, y + line]), u, v) / unit
            let own = mixer.change(of: behind, by: front.numbers, Float(front[0]) * part)
            self[0, x + pixel, y + line] = sample(behind[1] + own[1])
            (change, isChanged) = (change + own, true)
          }
        }
        if !isChanged { continue }
        // At an odd edge of the picture, fewer pixels share the sample.
        let count = min(columns, format.width - x) * min(height, format.height - y)
        let mean = change / Float(count)
        self[1, x / columns, y / height] = sample(u / unit + mean[2])
        self[2, x / columns, y / height] = sample(v / unit + mean[3])
      }
    }
  }
}

/// Mixes colours that luma and chroma represent.
struct ColorMixer {
  private let blending: ColorBlending
  private let kr: Float
  private let kb: Float
  /// The size of a step of 8 bits in components of packed pixels.
  private let step: Float

  init(_ blending: ColorBlending, _ coding: LumaCoding, componentBits: Int) {
    self.blending = blending
    (kr, kb) = (Float(coding.kr), Float(coding.kb))
    step = Float(1 << (componentBits - 8))
  }

  /// Red, green and blue of luma and chroma of 8 bits, which lie behind the first component.
  @inline(__always)
  private func color(_ pixel: SIMD4<Float>) -> SIMD4<Float> {
    let luma = (pixel[1] - 16) / 219
    let red = luma + (pixel[3] - 128) / 112 * (1 - kr)
    let blue = luma + (pixel[2] - 128) / 112 * (1 - kb)
    return SIMD4(red, (luma - kr * red - kb * blue) / (1 - kr - kb), blue, 0)
  }

  /// The differences of luma and chroma for a difference of colours.
  @inline(__always)
  private func components(_ color: SIMD4<Float>) -> SIMD4<Float> {
    let luma = kr * color.x + (1 - kr - kb) * color.y + kb * color.z
    return SIMD4(
      0, 219 * luma, 112 * (color.z - luma) / (1 - kb), 112 * (color.x - luma) / (1 - kr))
  }

  /// The change of an opaque pixel by another one in front of it.
  ///
  /// - Parameters:
  ///   - behind: Luma and chroma of 8 bits, behind the first component.
  ///   - front: Alpha, luma and chroma as components.
  ///   - alpha: The opacity of the front, 0…1.
  /// - Returns: The differences of luma and chroma of 8 bits, behind the first component.
  @inline(__always)
  func change(
    of behind: SIMD4<Float>, by front: SIMD4<Float>, _ alpha: Float
  ) -> SIMD4<Float> {
    let below = color(behind)
    let mixed = mixed(below, color(front / step))
    return components((mixed - below) * alpha)
  }

  /// The mixed colour of two colours, of which those outside of the limits of colours count as on them.
  @inline(__always)
  private func mixed(_ behind: SIMD4<Float>, _ front: SIMD4<Float>) -> SIMD4<Float> {
    let (zero, one) = (SIMD4<Float>(), SIMD4<Float>(repeating: 1))
    return blending.mixed(behind.limited(zero, one), front.limited(zero, one))
  }

  /// A pixel in front of another one, both of luma and chroma or of red, green and blue, with straight alpha.
  ///
  /// The result is αs · (1 − αb) · Cs + αb · (1 − αs) · Cb + αs · αb · B(Cb, Cs), divided by the sum of the factors
  /// (W3C, Compositing and Blending Level 1, 9.1.4 and 10.1).
  ///
  /// - Parameters:
  ///   - behind: The pixel behind, as components.
  ///   - front: The pixel in front, as components.
  ///   - opacity: The opacity of the front, 0…1.
  ///   - layout: The layout of both.
  /// - Returns: The mixed pixel, as components.
  @inline(__always)
  func pixel(
    _ behind: SIMD4<Float>, _ front: SIMD4<Float>, opacity: Float, layout: PixelLayout
  ) -> SIMD4<Float> {
    let largest = 256 * step - 1, index = layout.alphaIndex
    let (above, below) = (front[index] / largest * opacity, behind[index] / largest)
    let sum = above + below - above * below
    if sum <= 0 { return behind }
    var both: SIMD4<Float>
    if layout.hasChroma {
      let color = color(behind / step)
      both = behind + components(mixed(color, self.color(front / step)) - color) * step
    } else {
      both = mixed(behind / largest, front / largest) * largest
    }
    both = both * (above * below) + front * (above * (1 - below))
    var result = (both + behind * (below * (1 - above))) / sum
    result[index] = sum * largest
    return result
  }
}

extension PackedBand {
  /// Mixes the colours of rows of a frame of the same layout with those of this band.
  ///
  /// - Parameters:
  ///   - top: The frame.
  ///   - rows: The rows of `top` to mix, which must lie in the band.
  ///   - origin: The position of the first pixel of `top`. Pixels outside the frame are omitted.
  ///   - opacity: The opacity in units of the largest component: 255ths or 65,535ths.
  ///   - blending: How colours are mixed.
  ///   - coding: How luma and chroma represent colours.
  @_specialize(where Component == UInt8)
  @_specialize(where Component == UInt16)
  package mutating func blend(
    _ top: FrameView, rows: Range<Int>, origin: (x: Int, y: Int), opacity: Component,
    blending: ColorBlending, coding: LumaCoding
  ) {
    precondition(top.format.layout == format.layout, "another layout")
    let first = max(0, -origin.x), end = min(top.format.width, format.width - origin.x)
    if first >= end { return }
    let mixer = ColorMixer(blending, coding, componentBits: Component.bitWidth)
    let layout = format.layout, alpha = layout.alphaIndex
    let part = Float(opacity) / Float(Component.max)
    for row in rows {
      var pixels = self[row: origin.y + row]
      for column in first..<end {
        let front: SIMD4<Component> = top.pixel(column, row)
        if front[alpha] == 0 { continue }
        let behind = pixels[origin.x + column].numbers
        pixels[origin.x + column] = SIMD4(
          clamping: mixer.pixel(behind, front.numbers, opacity: part, layout: layout))
      }
    }
  }
}
