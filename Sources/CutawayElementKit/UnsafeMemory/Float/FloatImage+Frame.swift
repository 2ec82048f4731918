// Unsafe: Converts checked rows of a frame.

/// Rows that a blur reads.
package protocol FloatRows: ~Copyable, ~Escapable {
  /// Reads a row into a row of an image of the same width, with colours multiplied by alpha.
  ///
  /// - Returns: Whether all its pixels are opaque.
  mutating func load(_ y: Int, into image: inout FloatImage, row: Int) -> Bool
}

extension VideoFrame: FloatRows {
  package mutating func load(_ y: Int, into image: inout FloatImage, row: Int) -> Bool {
    image.load(y, of: &self, into: row)
  }
}

extension FloatImage {
  /// Reads a row of a frame of the same width, with colours multiplied by alpha.
  ///
  /// - Returns: Whether all its pixels are opaque.
  fileprivate mutating func load(_ y: Int, of frame: inout VideoFrame, into row: Int) -> Bool {
    let alpha = frame.format.layout.alphaIndex
    let isOpaque =
      frame.format.layout.bitsPerComponent == 16
      ? convert(y, of: frame.pixels(of: UInt16.self), into: row, alpha: alpha)
      : convert(y, of: frame.pixels(of: UInt8.self), into: row, alpha: alpha)
    extend(row)
    return isOpaque
  }

  private mutating func convert<Component: PixelComponent>(
    _ y: Int, of frame: consuming PixelFrame<Component>, into row: Int, alpha: Int
  ) -> Bool {
    precondition(
      y >= 0 && y < frame.format.height && width == frame.format.width && components == 4,
      "no such row")
    let source = unsafe frame.base + y &* frame.stride, width = width
    var common = SIMD4<Component>(repeating: .max)
    unsafe withMutableRow(row) { target in
      for x in 0..<width {
        let pixel = unsafe source.loadUnaligned(
          fromByteOffset: x &* MemoryLayout<SIMD4<Component>>.stride, as: SIMD4<Component>.self)
        common &= pixel
        unsafe target.store(pixel.numbers, at: x &* 4)
      }
      if common[alpha] != .max {
        let unit = 1 / Float(Component.max)
        for x in 0..<width {
          let pixel = unsafe target.vector(at: x &* 4)
          var weights = SIMD4(repeating: pixel[alpha] * unit)
          weights[alpha] = 1
          unsafe target.store(pixel * weights, at: x &* 4)
        }
      }
    }
    return common[alpha] == .max
  }

  /// Rounds a row into a frame of the same width; unless it is opaque, divides colours by alpha.
  package func store(_ row: Int, to y: Int, of frame: inout VideoFrame, isOpaque: Bool) {
    let alpha = frame.format.layout.alphaIndex
    if frame.format.layout.bitsPerComponent == 16 {
      map(row, to: y, of: frame.pixels(of: UInt16.self), alpha, isOpaque) { $1 }
    } else {
      map(row, to: y, of: frame.pixels(of: UInt8.self), alpha, isOpaque) { $1 }
    }
  }

  /// Adds the differences from a blurred row to a row of a frame of the same width.
  ///
  /// - Parameters:
  ///   - row: The blurred row of this image.
  ///   - y: The row of the frame.
  ///   - frame: The frame.
  ///   - amounts: The factors of the differences, one per component.
  ///   - threshold: What is subtracted from the size of a difference, in 0…1.
  ///   - isOpaque: Whether all pixels of the blurred row are opaque.
  package func sharpen(
    _ row: Int, to y: Int, of frame: inout VideoFrame, amounts: SIMD4<Float>, threshold: Float,
    isOpaque: Bool
  ) {
    let alpha = frame.format.layout.alphaIndex
    if frame.format.layout.bitsPerComponent == 16 {
      map(row, to: y, of: frame.pixels(of: UInt16.self), alpha, isOpaque) {
        $0.sharpened($1, amounts, threshold, largest: 65_535)
      }
    } else {
      map(row, to: y, of: frame.pixels(of: UInt8.self), alpha, isOpaque) {
        $0.sharpened($1, amounts, threshold, largest: 255)
      }
    }
  }

  /// Replaces the pixels of a frame's row by the results for them and for the pixels of this row.
  @inline(__always)
  private func map<Component: PixelComponent>(
    _ row: Int, to y: Int, of frame: consuming PixelFrame<Component>, _ alpha: Int,
    _ isOpaque: Bool, _ result: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) {
    precondition(
      y >= 0 && y < frame.format.height && width == frame.format.width && components == 4,
      "no such row")
    let target = unsafe frame.base + y &* frame.stride, largest = Float(Component.max)
    let size = MemoryLayout<SIMD4<Component>>.stride
    unsafe withRow(row) { source in
      for x in 0..<width {
        var blurred = unsafe source.vector(at: x &* 4)
        if !isOpaque {
          let weight = blurred[alpha]
          var factors = SIMD4(repeating: weight > 0 ? largest / weight : 0)
          factors[alpha] = 1
          blurred = (blurred * factors).limited(SIMD4(), SIMD4(repeating: largest))
        }
        let place = unsafe target + x &* size
        let pixel = unsafe place.loadUnaligned(as: SIMD4<Component>.self)
        let value = result(pixel.numbers, blurred)
        unsafe place.storeBytes(of: SIMD4<Component>(rounding: value), as: SIMD4<Component>.self)
      }
    }
  }
}

extension SIMD4<Float> {
  /// The numbers of a picture, with the differences from a blurred picture added.
  @inline(__always)
  fileprivate func sharpened(
    _ blurred: Self, _ amounts: Self, _ threshold: Float, largest: Float
  ) -> Self {
    let difference = self - blurred, limit = Self(repeating: threshold * largest)
    let excess = difference - difference.limited(-limit, limit)
    return (self + amounts * excess).limited(Self(), Self(repeating: largest))
  }
}

// MARK: - Planes

extension WritablePlane: FloatRows {
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  package mutating func load(_ y: Int, into image: inout FloatImage, row: Int) -> Bool {
    precondition(
      y >= 0 && y < height && width == image.width && image.components == 1, "no such row")
    let source = unsafe UnsafeRawPointer(base + y &* stride), width = width
    let size = MemoryLayout<Sample>.size
    unsafe image.withMutableRow(row) { target in
      let whole = width & ~3
      for x in Swift.stride(from: 0, to: whole, by: 4) {
        let samples = unsafe source.loadUnaligned(
          fromByteOffset: x &* size, as: SIMD4<Sample>.self)
        unsafe target.store(samples.numbers, at: x)
      }
      for x in whole..<width {
        unsafe target[x] = Float(
          source.loadUnaligned(fromByteOffset: x &* size, as: Sample.self))
      }
    }
    image.extend(row)
    return true
  }

  /// Rounds a row of an image of the same width into a row.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  package mutating func store(_ image: FloatImage, row: Int, to y: Int) {
    map(image, row: row, to: y) { $1 }
  }

  /// Adds the differences from a blurred row of an image of the same width to a row.
  ///
  /// - Parameters:
  ///   - image: The image with the blurred row.
  ///   - row: The row of the image.
  ///   - y: The row of the plane.
  ///   - amount: The factor of the differences.
  ///   - threshold: What is subtracted from the size of a difference, in parts of the full range.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  package mutating func sharpen(
    _ image: FloatImage, row: Int, to y: Int, amount: Float, threshold: Float
  ) {
    let largest = Float((1 << depth) - 1), amounts = SIMD4(repeating: amount)
    map(image, row: row, to: y) { $0.sharpened($1, amounts, threshold, largest: largest) }
  }

  /// Replaces four samples at a time by the results for them and for those of a row of an image.
  @inline(__always)
  private mutating func map(
    _ image: FloatImage, row: Int, to y: Int, _ result: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) {
    precondition(
      y >= 0 && y < height && width == image.width && image.components == 1, "no such row")
    let target = unsafe base + y &* stride, width = width, size = MemoryLayout<Sample>.size
    unsafe image.withRow(row) { source in
      let whole = width & ~3
      for x in Swift.stride(from: 0, to: whole, by: 4) {
        let place = unsafe target + x &* size
        let samples = unsafe place.loadUnaligned(as: SIMD4<Sample>.self)
        let value = unsafe result(samples.numbers, source.vector(at: x))
        unsafe place.storeBytes(of: SIMD4<Sample>(rounding: value), as: SIMD4<Sample>.self)
      }
      for x in whole..<width {
        let place = unsafe target + x &* size
        let sample = unsafe SIMD4(repeating: place.loadUnaligned(as: Sample.self))
        let value = unsafe result(sample.numbers, SIMD4(repeating: source[x]))
        unsafe place.storeBytes(of: SIMD4<Sample>(rounding: value)[0], as: Sample.self)
      }
    }
  }
}
