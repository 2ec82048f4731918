// Unsafe: Converts checked rows of a frame.

extension FloatImage {
  /// Reads a row of a frame of the same width, with colours multiplied by alpha.
  ///
  /// - Returns: Whether all its pixels are opaque.
  package mutating func load(_ y: Int, of frame: inout VideoFrame, into row: Int) -> Bool {
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
    precondition(y >= 0 && y < frame.format.height && width == frame.format.width, "no such row")
    let source = unsafe frame.base + y &* frame.stride, width = width
    var common = SIMD4<Component>(repeating: .max)
    unsafe withMutableRow(row) { target in
      for x in 0..<width {
        let pixel = unsafe source.loadUnaligned(
          fromByteOffset: x &* MemoryLayout<SIMD4<Component>>.stride, as: SIMD4<Component>.self)
        common &= pixel
        unsafe target[x] = pixel.numbers
      }
      if common[alpha] != .max {
        let unit = 1 / Float(Component.max)
        for x in 0..<width {
          var weights = SIMD4(repeating: unsafe target[x][alpha] * unit)
          weights[alpha] = 1
          unsafe target[x] *= weights
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
    func sharpened(
      _ pixel: SIMD4<Float>, _ blurred: SIMD4<Float>, _ largest: Float
    ) -> SIMD4<Float> {
      let difference = pixel - blurred, limit = SIMD4(repeating: threshold * largest)
      let excess = difference - difference.limited(-limit, limit)
      return (pixel + amounts * excess).limited(SIMD4(), SIMD4(repeating: largest))
    }
    let alpha = frame.format.layout.alphaIndex
    if frame.format.layout.bitsPerComponent == 16 {
      map(row, to: y, of: frame.pixels(of: UInt16.self), alpha, isOpaque) {
        sharpened($0, $1, 65_535)
      }
    } else {
      map(row, to: y, of: frame.pixels(of: UInt8.self), alpha, isOpaque) {
        sharpened($0, $1, 255)
      }
    }
  }

  /// Replaces the pixels of a frame's row by the results for them and for the pixels of this row.
  @inline(__always)
  private func map<Component: PixelComponent>(
    _ row: Int, to y: Int, of frame: consuming PixelFrame<Component>, _ alpha: Int,
    _ isOpaque: Bool, _ result: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) {
    precondition(y >= 0 && y < frame.format.height && width == frame.format.width, "no such row")
    let target = unsafe frame.base + y &* frame.stride, largest = Float(Component.max)
    let size = MemoryLayout<SIMD4<Component>>.stride
    unsafe withRow(row) { source in
      for x in 0..<width {
        var blurred = unsafe source[x]
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
