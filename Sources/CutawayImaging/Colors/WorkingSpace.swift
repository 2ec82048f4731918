/// The numbers with which filters work.
public struct WorkingSpace: Sendable, Hashable {
  /// Whether colours are converted from and to the codings of images.
  public let isManaged: Bool

  /// Light with the primaries of BT.709, without limits.
  public static let linear = WorkingSpace(isManaged: true)
  /// The numbers of the images, whatever they mean.
  public static let unmanaged = WorkingSpace(isManaged: false)

  /// A colour with its colours multiplied by alpha.
  func color(_ color: PictureColor) -> SIMD4<Float> {
    let numbers = SIMD3<Float>(SIMD3(color.red, color.green, color.blue))
    let light = isManaged ? ColorCodec.of(.sRGB, self).decoded(numbers) : numbers
    return SIMD4(light, Float(color.alpha)).premultiplied
  }
}

/// A colour in sRGB, not multiplied by alpha; numbers outside of 0…1 are possible.
public struct PictureColor: Sendable, Hashable {
  /// Red.
  public var red: Double
  /// Green.
  public var green: Double
  /// Blue.
  public var blue: Double
  /// The opacity.
  public var alpha: Double

  /// Creates a colour.
  public init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Creates a colour from the numbers of a coding.
  public init(_ numbers: SIMD3<Double>, alpha: Double = 1, in coding: ColorCoding) {
    var color = SIMD3<Float>(numbers)
    if coding != .sRGB {
      let light = ColorCodec.of(coding, .linear).decoded(color)
      color = ColorCodec.of(.sRGB, .linear).encoded(light)
    }
    self.init(Double(color.x), Double(color.y), Double(color.z), alpha)
  }

  /// Opaque white.
  public static let white = PictureColor(1, 1, 1)
  /// Opaque black.
  public static let black = PictureColor(0, 0, 0)
  /// Transparent black.
  public static let clear = PictureColor(0, 0, 0, 0)
}
