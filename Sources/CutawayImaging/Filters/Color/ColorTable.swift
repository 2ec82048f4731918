import CutawayElementKit
import Synchronization

/// A table of colours by red, green and blue, with trilinear interpolation.
struct ColorTable: Sendable {
  private let size: Int
  /// The colours, multiplied by alpha, red fastest.
  private let samples: [SIMD4<Float>]
  /// Whether all colours are opaque.
  let isOpaque: Bool

  private static let known = Mutex<[(data: [UInt8], table: ColorTable)]>([])
  /// The bytes of the largest table that is kept: of 65 samples along each axis.
  private static let largestKept = 65 * 65 * 65 * 16

  /// The table of some bytes; `nil` if they don't fit.
  ///
  /// The last few are kept, because programs make their filters for each frame.
  ///
  /// - Parameters:
  ///   - size: The number of samples along each axis, 2…128.
  ///   - data: Little-endian numbers of 32 bits: red, green, blue and alpha of each sample.
  /// - Returns: The table.
  static func of(size: Double, data: [UInt8]) -> ColorTable? {
    if data.count > largestKept { return ColorTable(size: size, data: data) }
    let found = known.withLock { known in
      known.first { Double($0.table.size) == size && $0.data == data }
    }
    if let found { return found.table }
    guard let table = ColorTable(size: size, data: data) else { return nil }
    known.withLock { known in
      known.insert((data, table), at: 0)
      if known.count > 4 { known.removeLast() }
    }
    return table
  }

  /// Creates a table; `nil` if the bytes don't fit.
  ///
  /// - Parameters:
  ///   - size: The number of samples along each axis, 2…128.
  ///   - data: Little-endian numbers of 32 bits: red, green, blue and alpha of each sample.
  private init?(size: Double, data: [UInt8]) {
    guard size >= 2, size <= 128, size == size.rounded() else { return nil }
    let count = Int(size) * Int(size) * Int(size)
    guard data.count >= count * 16 else { return nil }
    self.size = Int(size)
    var samples = [SIMD4<Float>](repeating: SIMD4(), count: count)
    var isOpaque = true
    let bytes = data.span
    func number(_ place: Int) -> Float {
      let value = Float(bitPattern: bytes.fourBytes(at: place))
      return value.isFinite ? value : 0
    }
    for index in 0..<count {
      let place = index &* 16
      samples[index] = SIMD4(
        number(place), number(place &+ 4), number(place &+ 8), number(place &+ 12))
      isOpaque = isOpaque && samples[index].w == 1
    }
    (self.samples, self.isOpaque) = (samples, isOpaque)
  }

  /// The colour at red, green and blue from 0 to 1, multiplied by alpha.
  @inline(__always)
  private func color(_ inside: SIMD4<Float>, _ samples: Span<SIMD4<Float>>) -> SIMD4<Float> {
    let last = Float(size &- 1)
    let place = inside * last
    // The nearest integer of place − 0.5 is read from the mantissa: conversions take longer.
    let rounded = (place - 0.5).held(in: 0...last - 1) + 0x1p23
    let part = place - (rounded - 0x1p23)
    func index(_ number: Float) -> Int { Int(truncatingIfNeeded: number.bitPattern & 0x7F_FFFF) }
    let slice = size &* size
    let first = index(rounded.x) &+ index(rounded.y) &* size &+ index(rounded.z) &* slice
    let upper = first &+ size, second = first &+ slice
    let near = Self.mix(samples[first], samples[first &+ 1], part.x)
    let nearUp = Self.mix(samples[upper], samples[upper &+ 1], part.x)
    let far = Self.mix(samples[second], samples[second &+ 1], part.x)
    let farUp = Self.mix(samples[second &+ size], samples[second &+ size &+ 1], part.x)
    return Self.mix(Self.mix(near, nearUp, part.y), Self.mix(far, farUp, part.y), part.z)
  }

  @inline(__always)
  private static func mix(
    _ first: SIMD4<Float>, _ second: SIMD4<Float>, _ part: Float
  ) -> SIMD4<Float> { first + (second - first) * part }

  /// Changes the pixels of a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - extrapolates: Whether what lies outside of 0…1 is added to the result; otherwise it is cut
  ///     off.
  ///   - codec: What converts the numbers of the table from and to the working space; `nil` for
  ///     those of the working space.
  func apply(to line: inout PixelLine, extrapolates: Bool, _ codec: ColorCodec?) {
    if let codec { line.mapColors { pixel in SIMD4(codec.encoded(pixel.color), 0) } }
    look(up: &line, extrapolates: extrapolates)
    if let codec { line.mapColors { pixel in SIMD4(codec.decoded(pixel.color), 0) } }
  }

  /// Replaces the pixels of a line by those of the table.
  private func look(up line: inout PixelLine, extrapolates: Bool) {
    let count = line.count, wasOpaque = line.isOpaque
    let samples = samples.span
    line.isOpaque = wasOpaque && isOpaque
    var pixels = line.pixels.mutableSpan
    if wasOpaque, !extrapolates {
      for index in 0..<count {
        pixels[index] = color(pixels[index].held(in: 0...1), samples)
      }
      return
    }
    for index in 0..<count {
      let pixel = pixels[index]
      guard pixel.w > 0 else { continue }
      let straight = pixel.straight
      let inside = straight.held(in: 0...1)
      var result = color(inside, samples)
      if extrapolates { result += SIMD4((straight - inside).color, 0) * result.w }
      pixels[index] = result * pixel.w
    }
  }
}
