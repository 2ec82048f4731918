extension Color: ComponentValue {
  /// Interpolates each component linearly, rounded to the nearest byte.
  ///
  /// The components are gamma-encoded, and red, green and blue are not multiplied by alpha. An
  /// easing that overshoots is limited to 0…255.
  public static func interpolate(
    from: Self, to: Self, progress: Double, as: Interpolation
  ) -> Self {
    func byte(_ start: UInt8, _ end: UInt8) -> UInt8 {
      Self.byte(Double(start) + (Double(end) - Double(start)) * progress)
    }
    return Color(
      red: byte(from.red, to.red), green: byte(from.green, to.green),
      blue: byte(from.blue, to.blue), alpha: byte(from.alpha, to.alpha))
  }

  private static func byte(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 255).rounded()) }

  /// 4: `red`, `green`, `blue` and `alpha`.
  public static var componentCount: Int { 4 }
  /// `red`, `green`, `blue` and `alpha`.
  public var components: [Double] { [red, green, blue, alpha].map(Double.init) }
  /// Creates a colour from `red`, `green`, `blue` and `alpha`, which are rounded and limited to
  /// 0…255.
  public init(components: [Double]) {
    let bytes = components.map(Self.byte)
    self.init(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes[3])
  }
}
