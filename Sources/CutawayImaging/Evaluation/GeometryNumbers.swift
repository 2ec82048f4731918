import CutawayKeyframes
import Glibc

extension Double {
  /// The number, limited; the lower bound if it is none.
  @inline(__always)
  func held(in range: ClosedRange<Double>) -> Double {
    self >= range.lowerBound ? Swift.min(self, range.upperBound) : range.lowerBound
  }

  /// The cosine and the sine; those of 0 if it has none.
  var direction: SIMD2<Float> {
    isFinite ? SIMD2(Float(cos(self)), Float(sin(self))) : SIMD2(1, 0)
  }
}

extension Float {
  /// The number in 0…1; 0 if it is none.
  @inline(__always) var unit: Float { self > 0 ? Swift.min(self, 1) : 0 }

  /// The next whole number below; faster than the function of the system.
  @inline(__always) var floored: Float {
    // Larger numbers are whole, and comparisons with numbers that are none fail.
    guard abs(self) < 0x1p30 else { return self }
    let whole = Float(Int(self))
    return whole > self ? whole - 1 : whole
  }

  /// The S-curve 3x² − 2x³ of a number in 0…1.
  @inline(__always) var smooth: Float { self * self * (3 - 2 * self) }
}

extension SIMD4<Float> {
  /// The numbers, limited; the lower bound for those that are none.
  @inline(__always)
  func held(in range: ClosedRange<Float>) -> SIMD4<Float> {
    let low = SIMD4(repeating: range.lowerBound), high = SIMD4(repeating: range.upperBound)
    let raised = low.replacing(with: self, where: self .> low)
    return raised.replacing(with: high, where: high .< raised)
  }
}

extension SIMD2<Float> {
  /// The vector, turned by the angle with this cosine and sine.
  @inline(__always)
  func turned(_ direction: SIMD2<Float>) -> SIMD2<Float> {
    SIMD2(x * direction.x - y * direction.y, x * direction.y + y * direction.x)
  }

  /// The vector, turned back.
  @inline(__always)
  func turnedBack(_ direction: SIMD2<Float>) -> SIMD2<Float> {
    SIMD2(x * direction.x + y * direction.y, y * direction.x - x * direction.y)
  }

  /// The next whole numbers below.
  @inline(__always) var floored: SIMD2<Float> { SIMD2(x.floored, y.floored) }

  /// The nearest whole numbers.
  @inline(__always) var nearest: SIMD2<Float> { (self + 0.5).floored }

  /// The length.
  @inline(__always) var length: Float { (self * self).sum().squareRoot() }
}

extension SIMD2<Double> {
  /// The numbers in single precision; faster than the generic initialiser.
  @inline(__always) var single: SIMD2<Float> { SIMD2<Float>(Float(x), Float(y)) }

  /// Whether both numbers have a sane value.
  var isSane: Bool { abs(x) < 1e7 && abs(y) < 1e7 }
}

extension Region {
  /// The pixels that a square around a place touches; `nil` if it has no sane value.
  init?(around center: SIMD2<Double>, by reach: Double) {
    guard center.isSane, reach >= 0 else { return nil }
    let reach = Swift.min(reach, 1e9)
    self.init(
      covering: center.x - reach, center.y - reach, center.x + reach, center.y + reach)
  }

  /// The centre.
  var middle: SIMD2<Double> {
    SIMD2(Double(minX) + Double(maxX), Double(minY) + Double(maxY)) / 2
  }

  /// The distance from a place to the farthest corner.
  func farthest(from place: SIMD2<Double>) -> Double {
    let wide = Swift.max(abs(Double(minX) - place.x), abs(Double(maxX) - place.x))
    let tall = Swift.max(abs(Double(minY) - place.y), abs(Double(maxY) - place.y))
    return (wide * wide + tall * tall).squareRoot()
  }
}

/// Random bits that depend on nothing but two numbers (the finalizer of SplitMix64).
@inline(__always)
func scattered(_ x: Int, _ y: Int) -> UInt64 {
  let column = UInt64(bitPattern: Int64(x)) &* 0x9E37_79B9_7F4A_7C15
  var mixed = column ^ (UInt64(bitPattern: Int64(y)) &* 0xD1B5_4A32_D192_ED03)
  mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
  mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
  return mixed ^ (mixed >> 31)
}
