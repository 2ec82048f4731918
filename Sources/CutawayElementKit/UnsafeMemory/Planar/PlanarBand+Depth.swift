// Unsafe: Rows are checked once per call, not per sample.

extension PlanarBand {
  /// Writes samples of another depth, from a plane of the same size.
  ///
  /// Samples are shifted, so that grey stays grey. Where bits are lost, they are rounded.
  ///
  /// - Parameters:
  ///   - source: The plane to read.
  ///   - depth: The bits of its samples.
  ///   - plane: The plane of this band to write: 0 is luma, 1 and 2 are chroma.
  @_specialize(where Sample == UInt8, Other == UInt16)
  @_specialize(where Sample == UInt16, Other == UInt8)
  @_specialize(where Sample == UInt16, Other == UInt16)
  public mutating func convert<Other: PixelComponent>(
    _ source: PlaneView<Other>, depth: Int, plane: Int
  ) {
    let width = format.width(of: plane)
    precondition(
      source.width == width && source.height == format.height(of: plane), "another size")
    for row in rows(of: plane) {
      let from = unsafe (source.base + row &* source.stride)
        .assumingMemoryBound(to: Other.self)
      let to = unsafe place(plane, row, 0..<width).assumingMemoryBound(to: Sample.self)
      if format.depth >= depth {
        let shift = format.depth &- depth
        for x in 0..<width {
          unsafe to[x] = Sample(truncatingIfNeeded: from[x]) &<< Sample(truncatingIfNeeded: shift)
        }
      } else {
        let shift = UInt32(depth &- format.depth), half = UInt32(1) &<< (shift &- 1)
        let largest = UInt32(1) &<< UInt32(format.depth) &- 1
        for x in 0..<width {
          let value = unsafe (UInt32(truncatingIfNeeded: from[x]) &+ half) &>> shift
          unsafe to[x] = Sample(truncatingIfNeeded: value < largest ? value : largest)
        }
      }
    }
  }
}

extension PackedBand {
  /// Writes pixels of luma, chroma and alpha with components of another size, from a frame of the
  /// same size.
  ///
  /// Luma and chroma are shifted, so that grey stays grey. Opaque pixels stay opaque.
  @_specialize(where Component == UInt8)
  @_specialize(where Component == UInt16)
  public mutating func convert(_ source: FrameView) {
    precondition(
      source.format.width == format.width && source.format.height == format.height
        && source.format.layout.hasChroma && format.layout.hasChroma, "another size")
    let unit = Float(Component.max), own = Float(source.format.layout.largest)
    // A component of 16 bits is 256 times one of 8 bits, but the largest alpha stays the largest.
    var factors = SIMD4<Float>(repeating: (unit + 1) / (own + 1))
    factors[format.layout.alphaIndex] = unit / own
    for row in rows {
      var pixels = self[row: row]
      for x in pixels.indices {
        pixels[x] = SIMD4(clamping: source.numbers(x: x, y: row) * factors)
      }
    }
  }
}
