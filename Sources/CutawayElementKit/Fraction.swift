/// A fraction as the type of a property, such as a frame rate: GStreamer's `GstFraction`.
public struct Fraction: PropertyValue, Codable, Hashable, CustomStringConvertible {
  /// The number above the line.
  public var numerator: Int32
  /// The number below the line, which is not 0.
  public var denominator: Int32

  /// Creates a fraction as it is, without reducing it.
  public init(_ numerator: Int32, over denominator: Int32) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The fraction as it is written in a pipeline description: `1/30`.
  public var description: String { "\(numerator)/\(denominator)" }

  /// Any fraction that is not negative.
  public static var anyKind: PropertyKind { .fraction }
}

extension Property where Value == Fraction {
  /// Declares a fraction that is not negative, which cannot be animated.
  public init(wrappedValue: Fraction, _ summary: StaticString) {
    self.init(wrappedValue, kind: .fraction, summary)
  }
}
