/// Pixels of one row: red, green, blue and alpha in the working space, colours multiplied by alpha.
public struct PixelLine: Sendable {
  /// The column of the first pixel.
  public internal(set) var x: Int
  /// The row.
  public internal(set) var y: Int
  /// The number of pixels.
  public let count: Int
  /// Whether all pixels are opaque.
  ///
  /// False says that this is not known.
  public var isOpaque = false
  /// The pixels, and perhaps more.
  public var pixels: [SIMD4<Float>]

  /// The columns.
  public var columns: Range<Int> { x..<x + count }

  /// Replaces all pixels.
  @inline(__always)
  mutating func map(_ color: (SIMD4<Float>) -> SIMD4<Float>) {
    let count = count
    var span = pixels.mutableSpan
    for index in 0..<count { span[index] = color(span[index]) }
  }

  /// Replaces all pixels by colours that depend on their columns, too.
  @inline(__always)
  mutating func map(_ color: (SIMD4<Float>, _ x: Int) -> SIMD4<Float>) {
    let count = count, x = x
    var span = pixels.mutableSpan
    for index in 0..<count { span[index] = color(span[index], x &+ index) }
  }

  /// Replaces all pixels by mixes with those of another line at the same place.
  @inline(__always)
  mutating func mix(
    _ other: PixelLine, _ color: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) {
    let count = count, other = other.pixels.span
    var span = pixels.mutableSpan
    for index in 0..<count { span[index] = color(span[index], other[index]) }
  }

  /// Lays a part of a line over the pixels at its place.
  mutating func lay(_ part: PixelLine) {
    let count = part.count, offset = part.x - x, front = part.pixels.span
    var span = pixels.mutableSpan
    for index in 0..<count {
      let pixel = front[index]
      span[offset &+ index] = pixel + span[offset &+ index] * (1 - pixel.w)
    }
  }

  /// Replaces all pixels by mixes with those of two other lines at the same place.
  @inline(__always)
  mutating func mix(
    _ second: PixelLine, _ third: PixelLine,
    _ color: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) {
    let count = count, second = second.pixels.span, third = third.pixels.span
    var span = pixels.mutableSpan
    for index in 0..<count { span[index] = color(span[index], second[index], third[index]) }
  }

  /// Replaces red, green and blue of all pixels, which are not multiplied by alpha; alpha stays.
  ///
  /// - Parameter color: The new colour; its alpha does not count.
  @inline(__always)
  mutating func mapColors(_ color: (SIMD4<Float>) -> SIMD4<Float>) {
    let count = count, isOpaque = isOpaque
    var span = pixels.mutableSpan
    if isOpaque {
      for index in 0..<count {
        var result = color(span[index])
        result.w = 1
        span[index] = result
      }
    } else {
      for index in 0..<count {
        let pixel = span[index]
        guard pixel.w > 0 else { continue }
        var result = color(pixel.straight)
        result.w = pixel.w
        span[index] = result.premultiplied
      }
    }
  }

  /// Replaces all pixels by colours whose alpha is not multiplied.
  @inline(__always)
  mutating func mapStraight(_ color: (SIMD4<Float>) -> SIMD4<Float>) {
    map { pixel in color(pixel.straight).premultiplied }
    isOpaque = false
  }

  /// Makes all pixels transparent.
  mutating func clear() {
    map { (_: SIMD4<Float>) in SIMD4() }
    isOpaque = false
  }
}

extension SIMD4<Float> {
  /// Red, green and blue.
  @inline(__always) var color: SIMD3<Float> { SIMD3(x, y, z) }

  /// The colour, not multiplied by alpha.
  @inline(__always) var straight: SIMD4<Float> {
    if w == 1 || w == 0 { return self }
    var factor = SIMD4(repeating: 1 / w)
    factor.w = 1
    return self * factor
  }

  /// The colour, multiplied by alpha.
  @inline(__always) var premultiplied: SIMD4<Float> {
    var factor = SIMD4(repeating: w)
    factor.w = 1
    return self * factor
  }
}

/// The weights of the luminance of BT.709.
let luminanceWeights = SIMD3<Float>(0.2126, 0.7152, 0.0722)

extension SIMD4<Float> {
  /// The luminance of the colour.
  @inline(__always)
  var luminance: Float { 0.2126 * x + 0.7152 * y + 0.0722 * z }
}

extension SIMD3<Float> {
  /// The luminance.
  @inline(__always) var luminance: Float {
    let parts = self * luminanceWeights
    return parts.x + parts.y + parts.z
  }
}
