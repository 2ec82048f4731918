// Unsafe: Reinterprets vectors of equal size.

/// Conversions between lanes of 8 and 16 bits, which compile to one or two instructions on any
/// x86-64.
///
/// They name each lane. The general initializers loop over the lanes, and the compiler vectorises
/// these loops only if it inlines them, which is not guaranteed.
enum Lanes {
  /// Converts eight bytes to 16-bit numbers.
  @inline(__always)
  static func widened(_ a: SIMD8<UInt8>) -> SIMD8<UInt16> {
    let pairs = SIMD16<UInt8>(
      a[0], 0, a[1], 0, a[2], 0, a[3], 0, a[4], 0, a[5], 0, a[6], 0, a[7], 0)
    return unsafe unsafeBitCast(pairs, to: SIMD8<UInt16>.self)
  }

  /// The low bytes of 16 numbers.
  @inline(__always)
  static func narrowed(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>) -> SIMD16<UInt8> {
    func byte(_ number: UInt16) -> UInt8 { UInt8(truncatingIfNeeded: number) }
    return SIMD16(
      byte(a[0]), byte(a[1]), byte(a[2]), byte(a[3]), byte(a[4]), byte(a[5]),
      byte(a[6]), byte(a[7]), byte(b[0]), byte(b[1]), byte(b[2]), byte(b[3]),
      byte(b[4]), byte(b[5]), byte(b[6]), byte(b[7]))
  }

  /// The low bytes of eight numbers.
  @inline(__always)
  static func narrowed(_ a: SIMD8<UInt16>) -> SIMD8<UInt8> { narrowed(a, a).lowHalf }

  /// The low halves of eight numbers.
  @inline(__always)
  static func narrowed(_ a: SIMD8<UInt32>) -> SIMD8<UInt16> {
    let halves = unsafe unsafeBitCast(a, to: SIMD16<UInt16>.self)
    return halves.evenHalf
  }

  /// The high halves of the products.
  @inline(__always)
  static func upperProduct(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>) -> SIMD8<UInt16> {
    func product(_ lane: Int) -> UInt16 {
      UInt16(truncatingIfNeeded: (UInt32(a[lane]) &* UInt32(b[lane])) &>> 16)
    }
    return SIMD8(
      product(0), product(1), product(2), product(3), product(4), product(5), product(6),
      product(7))
  }

  /// The high halves of the products.
  @inline(__always)
  static func upperProduct(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> SIMD8<Int16> {
    func product(_ lane: Int) -> Int16 {
      Int16(truncatingIfNeeded: (Int32(a[lane]) &* Int32(b[lane])) &>> 16)
    }
    return SIMD8(
      product(0), product(1), product(2), product(3), product(4), product(5), product(6),
      product(7))
  }

  @inline(__always)
  static func signed(_ a: SIMD8<UInt16>) -> SIMD8<Int16> {
    unsafe unsafeBitCast(a, to: SIMD8<Int16>.self)
  }

  @inline(__always)
  static func unsigned(_ a: SIMD8<Int16>) -> SIMD8<UInt16> {
    unsafe unsafeBitCast(a, to: SIMD8<UInt16>.self)
  }

  /// The low halves of two vectors, and their high halves.
  @inline(__always)
  static func halves(
    _ a: SIMD8<Int16>, _ b: SIMD8<Int16>
  ) -> (lower: SIMD8<Int16>, upper: SIMD8<Int16>) {
    (
      SIMD8(a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]),
      SIMD8(a[4], a[5], a[6], a[7], b[4], b[5], b[6], b[7])
    )
  }
}
