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
  var steps: SIMD4<UInt32> { unsafe unsafeBitCast(self + 0x1p23, to: SIMD4<UInt32>.self) }

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
}
