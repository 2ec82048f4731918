/// Four pixels that follow each other, each a word of four bytes.
public typealias PixelBlock = SIMD4<UInt32>

/// The bytes of four pixels in 16-bit lanes, in which sums of products of a byte and weights of up to
/// 256 in all have room.
///
/// Taking every second byte costs a mask and a shift where widening costs moves between lanes, and
/// for sums it does not matter in which lane a component lies.
public struct WideBlock: Sendable {
  /// The first and third byte of each pixel.
  public var even: SIMD8<UInt16>
  /// The second and fourth.
  public var odd: SIMD8<UInt16>

  @inlinable
  @inline(__always)
  public init(even: SIMD8<UInt16>, odd: SIMD8<UInt16>) {
    self.even = even
    self.odd = odd
  }

  /// The same value in every lane.
  @inlinable
  @inline(__always)
  public init(repeating value: UInt16) {
    even = SIMD8(repeating: value)
    odd = even
  }

  @inlinable
  @inline(__always)
  public init(_ block: PixelBlock) {
    let lanes = unsafe unsafeBitCast(block, to: SIMD8<UInt16>.self)
    even = lanes & 255
    odd = lanes &>> 8
  }

  /// The pixels whose components are these, in 256ths, rounded down.
  @inlinable
  @inline(__always)
  public var shrunk: PixelBlock {
    unsafe unsafeBitCast((even &>> 8) | (odd & 0xFF00), to: PixelBlock.self)
  }

  @inlinable
  @inline(__always)
  public static func &+ (a: Self, b: Self) -> Self {
    Self(even: a.even &+ b.even, odd: a.odd &+ b.odd)
  }

  /// Multiplies the components of each pixel by its own weight.
  @inlinable
  @inline(__always)
  public static func &* (a: Self, weights: PixelWeights) -> Self {
    Self(even: a.even &* weights.lanes, odd: a.odd &* weights.lanes)
  }

  /// Multiplies all components by the same weight.
  @inlinable
  @inline(__always)
  public static func &* (a: Self, weight: UInt16) -> Self {
    Self(even: a.even &* weight, odd: a.odd &* weight)
  }
}

/// A weight of 0…256 for each of four pixels.
public struct PixelWeights: Sendable {
  @usableFromInline var lanes: SIMD8<UInt16>

  @inlinable
  @inline(__always)
  init(lanes: SIMD8<UInt16>) { self.lanes = lanes }

  @inlinable
  @inline(__always)
  public init(_ weights: SIMD4<UInt32>) {
    lanes = unsafe unsafeBitCast(weights | (weights &<< 16), to: SIMD8<UInt16>.self)
  }

  /// The weights of the four neighbours of a point between them, whose sum is 256.
  ///
  /// - Parameters:
  ///   - right: How near the point is to the right neighbours, in 256ths.
  ///   - lower: How near it is to the lower ones.
  /// - Returns: The four weights.
  @inlinable
  @inline(__always)
  public static func bilinear(
    right: Self, lower: Self
  ) -> (upperLeft: Self, upperRight: Self, lowerLeft: Self, lowerRight: Self) {
    let both = (right.lanes &* lower.lanes &+ 128) &>> 8
    return (
      Self(lanes: 256 &- right.lanes &- lower.lanes &+ both), Self(lanes: right.lanes &- both),
      Self(lanes: lower.lanes &- both), Self(lanes: both)
    )
  }
}
