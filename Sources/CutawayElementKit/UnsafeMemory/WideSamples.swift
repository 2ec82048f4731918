// Unsafe: The callers check the places of blocks. Reinterprets vectors of equal size.

/// Sixteen samples in lanes that hold sums of samples times weights.
///
/// Kernels are written once for it, and specialised for 8 and 16 bits.
protocol WideSamples {
  /// A lane: twice as wide as a sample.
  associatedtype Weight: FixedWidthInteger & UnsignedInteger & SIMDScalar

  /// The size of a sample in memory.
  static var bytesPerSample: Int { get }

  init(repeating value: Weight)

  /// The sixteen samples at a place.
  @unsafe
  init(at place: UnsafeRawPointer)

  /// Stores the lanes divided by 256 and rounded down, as samples.
  @unsafe
  func storeHigh(at place: UnsafeMutableRawPointer)

  /// Stores the lanes divided by the largest sample and rounded, as samples.
  @unsafe
  func storeQuotients(at place: UnsafeMutableRawPointer)

  static func &+ (a: Self, b: Self) -> Self
  static func &* (a: Self, weight: Weight) -> Self

  /// One sample.
  @unsafe
  static func sample(at place: UnsafeRawPointer) -> Weight

  /// Stores one sample.
  @unsafe
  static func store(_ sample: Weight, at place: UnsafeMutableRawPointer)

  /// A product of a sample and a weight up to the largest sample, divided by that and rounded.
  static func quotient(_ product: Weight) -> Weight
}

/// Sixteen bytes in 16-bit lanes, which hold sums of bytes times weights of up to 256 in total.
///
/// Separating even and odd bytes costs a mask and a shift. Widening would move data between lanes.
struct WideBytes: WideSamples {
  var even: SIMD8<UInt16>
  var odd: SIMD8<UInt16>

  static var bytesPerSample: Int { 1 }

  @inline(__always)
  init(even: SIMD8<UInt16>, odd: SIMD8<UInt16>) {
    self.even = even
    self.odd = odd
  }

  @inline(__always)
  init(repeating value: UInt16) {
    even = SIMD8(repeating: value)
    odd = even
  }

  @unsafe
  @inline(__always)
  init(at place: UnsafeRawPointer) {
    let lanes = unsafe place.loadUnaligned(as: SIMD8<UInt16>.self)
    even = lanes & 255
    odd = lanes &>> 8
  }

  @unsafe
  @inline(__always)
  func storeHigh(at place: UnsafeMutableRawPointer) {
    unsafe place.storeBytes(of: (even &>> 8) | (odd & 0xFF00), as: SIMD8<UInt16>.self)
  }

  @unsafe
  @inline(__always)
  func storeQuotients(at place: UnsafeMutableRawPointer) {
    // Division by 255, as in `divided(by255:)`.
    var even = even &+ 128, odd = odd &+ 128
    even &+= even &>> 8
    odd &+= odd &>> 8
    unsafe WideBytes(even: even, odd: odd).storeHigh(at: place)
  }

  @inline(__always)
  static func &+ (a: Self, b: Self) -> Self { Self(even: a.even &+ b.even, odd: a.odd &+ b.odd) }

  @inline(__always)
  static func &* (a: Self, weight: UInt16) -> Self {
    Self(even: a.even &* weight, odd: a.odd &* weight)
  }

  @unsafe
  @inline(__always)
  static func sample(at place: UnsafeRawPointer) -> UInt16 {
    unsafe UInt16(place.load(as: UInt8.self))
  }

  @unsafe
  @inline(__always)
  static func store(_ sample: UInt16, at place: UnsafeMutableRawPointer) {
    unsafe place.storeBytes(of: UInt8(truncatingIfNeeded: sample), as: UInt8.self)
  }

  @inline(__always)
  static func quotient(_ product: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: divided(by255: UInt32(product)))
  }
}

/// Sixteen 16-bit samples in 32-bit lanes, which hold sums of samples times weights of up to 65,535
/// in total.
struct WideWords: WideSamples {
  var even: SIMD8<UInt32>
  var odd: SIMD8<UInt32>

  static var bytesPerSample: Int { 2 }

  @inline(__always)
  init(even: SIMD8<UInt32>, odd: SIMD8<UInt32>) {
    self.even = even
    self.odd = odd
  }

  @inline(__always)
  init(repeating value: UInt32) {
    even = SIMD8(repeating: value)
    odd = even
  }

  @unsafe
  @inline(__always)
  init(at place: UnsafeRawPointer) {
    let lanes = unsafe place.loadUnaligned(as: SIMD8<UInt32>.self)
    even = lanes & 65_535
    odd = lanes &>> 16
  }

  @unsafe
  @inline(__always)
  func storeHigh(at place: UnsafeMutableRawPointer) {
    let lanes = ((even &>> 8) & 65_535) | ((odd &<< 8) & 0xFFFF_0000)
    unsafe place.storeBytes(of: lanes, as: SIMD8<UInt32>.self)
  }

  @unsafe
  @inline(__always)
  func storeQuotients(at place: UnsafeMutableRawPointer) {
    // Division by 65,535, as in `divided(by255:)`.
    var even = even &+ 32_768, odd = odd &+ 32_768
    even &+= even &>> 16
    odd &+= odd &>> 16
    unsafe place.storeBytes(of: (even &>> 16) | (odd & 0xFFFF_0000), as: SIMD8<UInt32>.self)
  }

  @inline(__always)
  static func &+ (a: Self, b: Self) -> Self { Self(even: a.even &+ b.even, odd: a.odd &+ b.odd) }

  @inline(__always)
  static func &* (a: Self, weight: UInt32) -> Self {
    Self(even: a.even &* weight, odd: a.odd &* weight)
  }

  @unsafe
  @inline(__always)
  static func sample(at place: UnsafeRawPointer) -> UInt32 {
    unsafe UInt32(place.loadUnaligned(as: UInt16.self))
  }

  @unsafe
  @inline(__always)
  static func store(_ sample: UInt32, at place: UnsafeMutableRawPointer) {
    unsafe place.storeBytes(of: UInt16(truncatingIfNeeded: sample), as: UInt16.self)
  }

  @inline(__always)
  static func quotient(_ product: UInt32) -> UInt32 {
    let sum = product &+ 32_768
    return (sum &+ (sum &>> 16)) &>> 16
  }
}
