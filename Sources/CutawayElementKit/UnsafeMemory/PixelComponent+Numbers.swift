// Unsafe: Reinterprets floating-point numbers as bits, which no conversion of SIMD vectors does.

extension SIMD4 where Scalar: PixelComponent {
  /// The components as floating-point numbers.
  @inlinable
  @inline(__always)
  public var numbers: SIMD4<Float> {
    SIMD4<Float>(steps: SIMD4<UInt32>(truncatingIfNeeded: self))
  }

  /// Rounds numbers to the nearest components; numbers outside of their range are clamped.
  @inlinable
  @inline(__always)
  public init(clamping numbers: SIMD4<Float>) {
    self.init(
      rounding: numbers.limited(
        SIMD4<Float>(), SIMD4<Float>(repeating: Float(Scalar.max))))
  }

  /// Rounds numbers, which must be in the range of the components, to the nearest.
  @inlinable
  @inline(__always)
  init(rounding numbers: SIMD4<Float>) {
    self.init(truncatingIfNeeded: numbers.steps)
  }
}

extension SIMD4<Float> {
  /// The numbers of integers below 2²³, whose bits are written into the mantissa of 2²³.
  @inlinable
  @inline(__always)
  init(steps: SIMD4<UInt32>) {
    self = unsafe unsafeBitCast(steps | 0x4B00_0000, to: Self.self) - 0x1p23
  }

  /// The nearest integers, from 0 to 65,535, in the low 16 bits.
  @inlinable
  @inline(__always)
  package var steps: SIMD4<UInt32> { unsafe unsafeBitCast(self + 0x1p23, to: SIMD4<UInt32>.self) }

  /// The numbers, limited to bounds.
  ///
  /// `clamped(lowerBound:upperBound:)` of the standard library is not inlined.
  @inlinable
  @inline(__always)
  package func limited(_ lower: Self, _ upper: Self) -> Self {
    raised(to: lower).lowered(to: upper)
  }

  /// The greater number in each lane, which compiles to one instruction.
  @inlinable
  @inline(__always)
  package func raised(to other: Self) -> Self {
    Self(
      other.x > x ? other.x : x, other.y > y ? other.y : y, other.z > z ? other.z : z,
      other.w > w ? other.w : w)
  }

  /// The smaller number in each lane, which compiles to one instruction.
  @inlinable
  @inline(__always)
  package func lowered(to other: Self) -> Self {
    Self(
      other.x < x ? other.x : x, other.y < y ? other.y : y, other.z < z ? other.z : z,
      other.w < w ? other.w : w)
  }

  /// The logarithms to base 2 of positive numbers, within 0.00004; that of 0 is about −127.
  ///
  /// The exponent, and a polynomial for the rest between √½ and √2, which was fitted by least maximum error.
  @inlinable
  @inline(__always)
  package var binaryLogarithm: Self {
    // The exponent is rounded to the nearest power.
    let shifted = unsafe unsafeBitCast(self, to: SIMD4<UInt32>.self) &+ (0x3F80_0000 - 0x3F35_04F3)
    let exponent = Self(steps: shifted &>> 23) - 127
    let z = unsafe unsafeBitCast((shifted & 0x007F_FFFF) &+ 0x3F35_04F3, to: Self.self) - 1
    var sum = z * 0.261_170_03 - 0.392_461_59
    sum = sum * z + 0.484_648_3
    sum = sum * z - 0.720_462_44
    sum = sum * z + 1.442_655_8
    return sum * z + exponent
  }

  /// 2 to the power of numbers between −126 and 127, within 0.00008 of the result.
  ///
  /// The nearest integer becomes the exponent. A polynomial for the rest was fitted by least maximum error.
  @inlinable
  @inline(__always)
  package var powerOfTwo: Self {
    let rounded = self + 0x1.8p23, z = self - (rounded - 0x1.8p23)
    var sum = z * 0.056_005_854 + 0.242_639_97
    sum = sum * z + 0.693_105_3
    sum = sum * z + 0.999_924_5
    let exponent = unsafe unsafeBitCast(rounded, to: SIMD4<UInt32>.self) &<< 23
    return unsafe unsafeBitCast(
      unsafeBitCast(sum, to: SIMD4<UInt32>.self) &+ exponent, to: Self.self)
  }
}
