// Unsafe: Blocks of eight samples are read and written where their columns are checked.

/// The weights of the samples of a row, for mixing two rows.
public struct WeightRow: Sendable {
  @usableFromInline var blocks: [SIMD8<Float>]
  /// The number of samples.
  public private(set) var count = 0

  /// Reserves memory for `count` samples.
  public init(count: Int) { blocks = Array(repeating: SIMD8(), count: (count + 7) / 8) }

  /// Computes the weights of a row.
  ///
  /// - Parameters:
  ///   - count: The number of samples.
  ///   - sites: The positions of the samples.
  ///   - row: The row.
  ///   - mask: The weights at a position.
  @inlinable
  public mutating func fill(
    count: Int, _ sites: SampleSites, row: Int, by mask: some TransitionMask
  ) {
    begin(count: count)
    let y = sites.y + Float(row) * sites.stepY
    let steps = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
    for block in 0..<(count &+ 7) / 8 {
      let x = sites.x + (steps + Float(block &* 8)) * sites.stepX
      blocks[block] = mask.weights(x: x, y: y)
    }
  }

  @usableFromInline
  mutating func begin(count: Int) {
    precondition((count + 7) / 8 <= blocks.count, "there are too few weights")
    self.count = count
  }
}

extension PlanarBand {
  /// Writes a row that is a mixture of two others.
  ///
  /// - Parameters:
  ///   - outgoing: The plane with weight 0.
  ///   - incoming: The plane with weight 1.
  ///   - plane: The plane of this band: 0 is luma, 1 and 2 are chroma.
  ///   - row: The row of all three planes.
  ///   - weights: The weights of the samples, which are clamped to 0…1.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public mutating func mix(
    _ outgoing: PlaneView<Sample>, _ incoming: PlaneView<Sample>, plane: Int, row: Int,
    weights: WeightRow
  ) {
    let width = format.width(of: plane)
    precondition(weights.count == width, "another number of weights")
    precondition(
      outgoing.width >= width && incoming.width >= width && outgoing.height > row
        && incoming.height > row, "no such samples")
    let from = unsafe outgoing.base + row &* outgoing.stride
    let to = unsafe incoming.base + row &* incoming.stride
    let target = unsafe place(plane, row, 0..<width)
    if Sample.bitWidth == 8 {
      unsafe mixBytes(from, to, into: target, weights)
    } else {
      unsafe mixWords(from, to, into: target, weights)
    }
  }
}

/// Mixes bytes with weights in 256ths.
@unsafe
private func mixBytes(
  _ from: UnsafeRawPointer, _ to: UnsafeRawPointer, into target: UnsafeMutableRawPointer,
  _ weights: WeightRow
) {
  let whole = weights.count / 8
  for block in 0..<whole {
    let x = block &* 8
    let a = Lanes.widened(unsafe from.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt8>.self))
    let b = Lanes.widened(unsafe to.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt8>.self))
    let part = Lanes.narrowed((weights.blocks[block].unitClamped * 256).roundedBits)
    let sum = a &* (256 &- part) &+ b &* part &+ 128
    unsafe target.storeBytes(
      of: Lanes.narrowed(sum &>> 8), toByteOffset: x, as: SIMD8<UInt8>.self)
  }
  for x in whole * 8..<weights.count {
    let a = UInt16(unsafe from.load(fromByteOffset: x, as: UInt8.self))
    let b = UInt16(unsafe to.load(fromByteOffset: x, as: UInt8.self))
    let part = UInt16((weights.blocks[whole].unitClamped * 256).roundedBits[x - whole * 8])
    let sum = a &* (256 &- part) &+ b &* part &+ 128
    unsafe target.storeBytes(of: UInt8(sum &>> 8), toByteOffset: x, as: UInt8.self)
  }
}

/// Mixes 16-bit samples in floating point.
@unsafe
private func mixWords(
  _ from: UnsafeRawPointer, _ to: UnsafeRawPointer, into target: UnsafeMutableRawPointer,
  _ weights: WeightRow
) {
  func number(_ bits: SIMD8<UInt16>) -> SIMD8<Float> {
    let lanes = SIMD8<UInt32>(truncatingIfNeeded: bits) | 0x4B00_0000
    return unsafe unsafeBitCast(lanes, to: SIMD8<Float>.self) - 0x1p23
  }
  func mixed(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>, _ weight: SIMD8<Float>) -> SIMD8<UInt16> {
    let (a, b) = (number(a), number(b))
    return Lanes.narrowed((a + (b - a) * weight.unitClamped).roundedBits)
  }
  let whole = weights.count / 8
  for block in 0..<whole {
    let x = block &* 16
    let a = unsafe from.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt16>.self)
    let b = unsafe to.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt16>.self)
    unsafe target.storeBytes(
      of: mixed(a, b, weights.blocks[block]), toByteOffset: x, as: SIMD8<UInt16>.self)
  }
  for x in whole * 8..<weights.count {
    let a = unsafe from.loadUnaligned(fromByteOffset: x &* 2, as: UInt16.self)
    let b = unsafe to.loadUnaligned(fromByteOffset: x &* 2, as: UInt16.self)
    let result = mixed(SIMD8(repeating: a), SIMD8(repeating: b), weights.blocks[whole])
    unsafe target.storeBytes(
      of: result[x - whole * 8], toByteOffset: x &* 2, as: UInt16.self)
  }
}

extension PackedBand {
  /// Writes a row that is a mixture of two others; colours count in proportion to their alpha.
  ///
  /// - Parameters:
  ///   - outgoing: The frame with weight 0.
  ///   - incoming: The frame with weight 1.
  ///   - row: The row of all three frames.
  ///   - weights: The weights of the pixels, which are clamped to 0…1.
  @_specialize(where Component == UInt8)
  @_specialize(where Component == UInt16)
  public mutating func mix(
    _ outgoing: FrameView, _ incoming: FrameView, row: Int, weights: WeightRow
  ) {
    precondition(weights.count == format.width, "another number of weights")
    let alpha = format.layout.alphaIndex
    var pixels = self[row: row]
    for x in pixels.indices {
      let weight = weights.blocks[x / 8].unitClamped[x % 8]
      let a = outgoing.numbers(x: x, y: row), b = incoming.numbers(x: x, y: row)
      let parts = (a[alpha] * (1 - weight), b[alpha] * weight)
      let sum = parts.0 + parts.1
      if sum <= 0 {
        pixels[x] = SIMD4()
        continue
      }
      var result = (a * parts.0 + b * parts.1) / sum
      result[alpha] = sum
      pixels[x] = SIMD4(clamping: result)
    }
  }
}

extension SIMD8<Float> {
  /// The numbers, limited to 0…1; each half compiles to two instructions.
  @inline(__always)
  fileprivate var unitClamped: Self {
    Self(
      lowHalf: lowHalf.limited(SIMD4(), SIMD4(repeating: 1)),
      highHalf: highHalf.limited(SIMD4(), SIMD4(repeating: 1)))
  }

  /// The nearest integers of numbers below 2¹⁶.
  @inline(__always)
  fileprivate var roundedBits: SIMD8<UInt32> {
    unsafe unsafeBitCast(self + 0x1p23, to: SIMD8<UInt32>.self) & 0x1_FFFF
  }
}
