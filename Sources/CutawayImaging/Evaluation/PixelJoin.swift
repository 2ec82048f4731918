/// How two pixels become one.
///
/// The order of pixels does not matter, but for errors of rounding.
protocol PixelJoin: Sendable {
  /// What changes no pixel that is joined with it.
  static var neutral: SIMD4<Float> { get }

  static func join(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> SIMD4<Float>
}

/// Adds pixels.
enum PixelSum: PixelJoin {
  static var neutral: SIMD4<Float> { SIMD4() }

  @inline(__always)
  static func join(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> SIMD4<Float> {
    first + second
  }
}

/// Takes the greater of each component.
enum PixelMaximum: PixelJoin {
  static var neutral: SIMD4<Float> { SIMD4(repeating: -.greatestFiniteMagnitude) }

  @inline(__always)
  static func join(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> SIMD4<Float> {
    first.replacing(with: second, where: second .> first)
  }
}

/// Takes the smaller of each component.
enum PixelMinimum: PixelJoin {
  static var neutral: SIMD4<Float> { SIMD4(repeating: .greatestFiniteMagnitude) }

  @inline(__always)
  static func join(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> SIMD4<Float> {
    first.replacing(with: second, where: second .< first)
  }
}

extension Double {
  /// The nearest number of a range; its lower bound if this is not a number.
  func confined(to range: ClosedRange<Double>) -> Double {
    self >= range.lowerBound ? Swift.min(self, range.upperBound) : range.lowerBound
  }

  /// The nearest whole number below it, within the limits of regions.
  var wholeBelow: Int {
    Int(confined(to: -Double(Region.far)...Double(Region.far)).rounded(.down))
  }
}

extension SIMD2<Double> {
  /// The vector as one of `Float`; 0 for components that are not finite or too large for pixels.
  var finite: SIMD2<Float> {
    func part(_ value: Double) -> Float {
      abs(value) < Double(Region.far) ? Float(value) : 0
    }
    return SIMD2<Float>(part(x), part(y))
  }
}
