/// The type of a pixel's components: `UInt8` or `UInt16`.
///
/// Write an effect once for both: see ``PixelFilter``.
public protocol PixelComponent: FixedWidthInteger, UnsignedInteger, SIMDScalar, Codable, Sendable
where SIMD4Storage: BitwiseCopyable & Sendable {
  /// A type that holds the product of a component and a gain.
  associatedtype Product: FixedWidthInteger, UnsignedInteger, SIMDScalar, Codable, Sendable
}

extension UInt8: PixelComponent {
  /// 16 bits.
  public typealias Product = UInt16
}

extension UInt16: PixelComponent {
  /// 32 bits.
  public typealias Product = UInt32
}

extension PixelComponent {
  /// The gain that changes nothing in `scaled(by:)`: one more than the largest
  /// component, 256 or 65,536.
  @inlinable
  public static var unitGain: Product { 1 &<< Product(truncatingIfNeeded: bitWidth) }
}

extension SIMD4 where Scalar: PixelComponent {
  /// Multiplies the first three components by `gain` / ``PixelComponent/unitGain``, rounded down.
  ///
  /// The fourth component is alpha in BGRA, in RGBA, and in the colours of
  /// ``PixelFrame/mapColors(_:)``.
  @inlinable
  public func scaled(by gain: Scalar.Product) -> Self {
    let gains = SIMD4<Scalar.Product>(gain, gain, gain, Scalar.unitGain)
    let shift = Scalar.Product(truncatingIfNeeded: Scalar.bitWidth)
    return Self(
      truncatingIfNeeded: (SIMD4<Scalar.Product>(truncatingIfNeeded: self) &* gains) &>> shift)
  }
}
