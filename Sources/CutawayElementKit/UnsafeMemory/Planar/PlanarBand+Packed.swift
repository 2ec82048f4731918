// Unsafe: `place` checks rows and columns before samples are written.

extension PlanarBand {
  /// Blends rows of a frame of packed pixels (`AYUV` or `AYUV64`, straight alpha) over this band.
  ///
  /// Subsampled chroma is a mean with alpha as weight: over two rows in 4:2:0 and, because a chroma
  /// sample lies at the first of two luma columns, over three columns with the weights 1 : 2 : 1.
  ///
  /// - Parameters:
  ///   - top: The packed pixels, with components of the size of `Sample`.
  ///   - rows: The rows of `top` to blend; the luma rows that they cover must be in the band.
  ///   - origin: The frame position of the first pixel of `top`, both even. Pixels outside the
  ///     frame are omitted.
  ///   - opacity: The opacity in units of the largest sample: 255ths or 65,535ths.
  public mutating func blend(
    packed top: FrameView, rows: Range<Int>, origin: (x: Int, y: Int), opacity: Sample
  ) {
    blend(packed: top, visible: nil, rows: rows, origin: origin, opacity: opacity)
  }

  /// Blends rows of a frame of packed pixels, of which all but `runs` is transparent, over this band.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  package mutating func blend(
    packed top: FrameView, visible runs: VisibleRuns?, rows: Range<Int>, origin: (x: Int, y: Int),
    opacity: Sample
  ) {
    precondition(
      top.format.layout.hasChroma && top.format.layout.bitsPerComponent == Sample.bitWidth,
      "only pixels of luma and chroma are laid over planes")
    precondition(origin.x % 2 == 0 && origin.y % 2 == 0, "chroma lies on even places")
    precondition(rows.lowerBound >= 0 && rows.upperBound <= top.format.height, "no such rows")
    let first = max(0, -origin.x), end = min(top.format.width, format.width - origin.x)
    if first >= end { return }
    for row in rows {
      guard let runs else {
        blend(packed: top, row: row, first..<end, origin: origin, opacity: opacity)
        continue
      }
      for index in runs.indices(of: row) {
        let columns = runs[index].clamped(to: first..<end)
        if columns.isEmpty { continue }
        blend(packed: top, row: row, columns, origin: origin, opacity: opacity)
      }
    }
  }

  /// Blends columns of a row, which lie in this band; the first one is even.
  @inline(__always)
  private mutating func blend(
    packed top: FrameView, row: Int, _ columns: Range<Int>, origin: (x: Int, y: Int),
    opacity: Sample
  ) {
    let y = origin.y + row, isHalved = format.chroma.halvesColumns
    let start = columns.lowerBound + origin.x, end = columns.upperBound + origin.x
    let next = format.chroma.halvesRows ? min(row + 1, top.format.height - 1) : row
    let luma = unsafe place(0, y, start..<end)
    let isChromaRow = !format.chroma.halvesRows || y % 2 == 0
    let part = isHalved ? start / 2..<(end + 1) / 2 : start..<end
    let chromaRow = format.chroma.halvesRows ? y / 2 : y
    if Sample.bitWidth == 8 && format.chroma == .halved {
      let pixels = unsafe PackedRow(of: top, row: row)
      unsafe pixels.blendLuma(columns, onto: luma, opacity: UInt16(opacity))
      if !isChromaRow { return }
      let (u, v) = unsafe (place(1, chromaRow, part), place(2, chromaRow, part))
      unsafe pixels.blendChroma(
        with: PackedRow(of: top, row: next), columns, onto: u, v, opacity: UInt32(opacity))
    } else {
      let pixels = unsafe PackedLine<Sample>(of: top, rows: (row, next), depth: format.depth)
      unsafe pixels.blendLuma(columns, onto: luma, opacity: opacity)
      if !isChromaRow { return }
      let (u, v) = unsafe (place(1, chromaRow, part), place(2, chromaRow, part))
      unsafe pixels.blendChroma(columns, onto: u, v, opacity: opacity, isHalved: isHalved)
    }
  }
}

/// Two rows of pixels of any depth, for planes of any depth and resolution of chroma.
@unsafe
private struct PackedLine<Sample: PixelComponent> {
  private let upper: UnsafeRawPointer
  private let lower: UnsafeRawPointer
  private let width: Int
  /// The value of the largest component, in the planes.
  private let scale: Float
  private let largest: Float

  /// `depth` is that of the planes.
  init(of frame: FrameView, rows: (Int, Int), depth: Int) {
    unsafe upper = frame.base + rows.0 * frame.stride
    unsafe lower = frame.base + rows.1 * frame.stride
    unsafe width = frame.format.width
    // A sample of 10 bits is a component of 16 bits divided by 64.
    unsafe scale = 1 / Float(1 << (Sample.bitWidth - depth))
    unsafe largest = Float((1 << depth) - 1)
  }

  /// A pixel as numbers: alpha in 0…1, then luma and chroma of the planes.
  @inline(__always)
  private func pixel(_ x: Int, of row: UnsafeRawPointer) -> SIMD4<Float> {
    let pixel = unsafe row.loadUnaligned(
      fromByteOffset: x &* MemoryLayout<SIMD4<Sample>>.size, as: SIMD4<Sample>.self)
    var numbers = unsafe pixel.numbers * scale
    numbers[0] = Float(pixel[0]) / Float(Sample.max)
    return numbers
  }

  @inline(__always)
  private func store(_ top: Float, _ part: Float, at place: UnsafeMutableRawPointer) {
    let old = Float(unsafe place.loadUnaligned(as: Sample.self))
    let value = unsafe min(max(old + (top - old) * part, 0), largest)
    unsafe place.storeBytes(of: Sample(value.rounded()), as: Sample.self)
  }

  func blendLuma(_ columns: Range<Int>, onto target: UnsafeMutableRawPointer, opacity: Sample) {
    let opacity = Float(opacity) / Float(Sample.max)
    var place = unsafe target
    for x in columns {
      let pixel = unsafe pixel(x, of: upper)
      if pixel[0] > 0 { unsafe store(pixel[1], pixel[0] * opacity, at: place) }
      unsafe place += MemoryLayout<Sample>.size
    }
  }

  /// The chroma contribution of one column: the sum of alpha, and of alpha times chroma.
  @inline(__always)
  private func column(_ x: Int) -> SIMD4<Float> {
    let a = unsafe pixel(x, of: upper), b = unsafe pixel(x, of: lower)
    return SIMD4(a[0], 0, a[0] * a[2], a[0] * a[3]) + SIMD4(b[0], 0, b[0] * b[2], b[0] * b[3])
  }

  func blendChroma(
    _ columns: Range<Int>, onto u: UnsafeMutableRawPointer, _ v: UnsafeMutableRawPointer,
    opacity: Sample, isHalved: Bool
  ) {
    let opacity = Float(opacity) / Float(Sample.max)
    var offset = 0
    // The last column of one mean is the first of the next.
    var before = unsafe column(max(columns.lowerBound - 1, 0))
    for x in stride(from: columns.lowerBound, to: columns.upperBound, by: isHalved ? 2 : 1) {
      var sum = unsafe column(x), weight: Float = 2
      if isHalved {
        let after = unsafe column(min(x + 1, width - 1))
        sum = sum * 2 + before + after
        before = after
        weight = 8
      }
      if sum[0] > 0 {
        let part = sum[0] / weight * opacity, mean = sum / sum[0]
        unsafe store(mean[2], part, at: u + offset)
        unsafe store(mean[3], part, at: v + offset)
      }
      offset += MemoryLayout<Sample>.size
    }
  }
}
