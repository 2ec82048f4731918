import CutawayImaging

/// A colour for a filter: red, green, blue in sRGB, not multiplied by alpha.
public final class CIColor: NSObject, NSCopying, Sendable {
  let color: PictureColor

  init(_ color: PictureColor) {
    self.color = color
    super.init()
  }

  /// Creates a colour; numbers outside of 0…1 are possible.
  public convenience init(red r: CGFloat, green g: CGFloat, blue b: CGFloat, alpha a: CGFloat) {
    self.init(PictureColor(Double(r), Double(g), Double(b), Double(a)))
  }
  /// Creates an opaque colour.
  public convenience init(red r: CGFloat, green g: CGFloat, blue b: CGFloat) {
    self.init(red: r, green: g, blue: b, alpha: 1)
  }
  /// Creates a colour in a space; `nil` if the space is not one of red, green and blue.
  public convenience init?(
    red r: CGFloat, green g: CGFloat, blue b: CGFloat, alpha a: CGFloat,
    colorSpace: CGColorSpace
  ) {
    guard let coding = ColorCoding(colorSpace) else { return nil }
    let numbers = SIMD3(Double(r), Double(g), Double(b))
    self.init(PictureColor(numbers, alpha: Double(a), in: coding))
  }
  /// Creates an opaque colour in a space; `nil` if the space is not one of red, green and blue.
  public convenience init?(
    red r: CGFloat, green g: CGFloat, blue b: CGFloat, colorSpace: CGColorSpace
  ) {
    self.init(red: r, green: g, blue: b, alpha: 1, colorSpace: colorSpace)
  }
  /// Creates a colour from one of Core Graphics.
  public convenience init(cgColor: CGColor) {
    let parts = (cgColor.components ?? []).map { Double($0) }
    let alpha = Double(cgColor.alpha)
    let numbers =
      parts.count >= 4 ? SIMD3(parts[0], parts[1], parts[2]) : SIMD3(repeating: parts.first ?? 0)
    let coding = cgColor.colorSpace.flatMap { ColorCoding($0) } ?? .sRGB
    self.init(PictureColor(numbers, alpha: alpha, in: coding))
  }
  /// Creates a colour from a text of three or four numbers, such as `0.5 0.7 0.3 1`.
  public convenience init(string representation: String) {
    let parts = CIVector(string: representation).numbers
    func part(_ index: Int) -> Double { index < parts.count ? parts[index] : index == 3 ? 1 : 0 }
    self.init(PictureColor(part(0), part(1), part(2), part(3)))
  }

  /// Red.
  public var red: CGFloat { CGFloat(color.red) }
  /// Green.
  public var green: CGFloat { CGFloat(color.green) }
  /// Blue.
  public var blue: CGFloat { CGFloat(color.blue) }
  /// The opacity.
  public var alpha: CGFloat { CGFloat(color.alpha) }
  /// The number of components, alpha included.
  public var numberOfComponents: Int { 4 }
  /// The space of the components.
  public var colorSpace: CGColorSpace { CGColorSpaceCreateDeviceRGB() }
  /// The components as a text.
  public var stringRepresentation: String {
    "\(color.red) \(color.green) \(color.blue) \(color.alpha)"
  }
  /// The components as a text.
  public override var description: String { "(\(stringRepresentation))" }

  /// Opaque black.
  public static let black = CIColor(.black)
  /// Opaque white.
  public static let white = CIColor(.white)
  /// Opaque grey.
  public static let gray = CIColor(PictureColor(0.5, 0.5, 0.5))
  /// Opaque red.
  public static let red = CIColor(PictureColor(1, 0, 0))
  /// Opaque green.
  public static let green = CIColor(PictureColor(0, 1, 0))
  /// Opaque blue.
  public static let blue = CIColor(PictureColor(0, 0, 1))
  /// Opaque cyan.
  public static let cyan = CIColor(PictureColor(0, 1, 1))
  /// Opaque magenta.
  public static let magenta = CIColor(PictureColor(1, 0, 1))
  /// Opaque yellow.
  public static let yellow = CIColor(PictureColor(1, 1, 0))
  /// Transparent black.
  public static let clear = CIColor(.clear)

  /// Whether all components are equal.
  public override func isEqual(_ object: Any?) -> Bool { (object as? CIColor)?.color == color }
  /// Hashes the components.
  public override var hash: Int { color.hashValue }
  /// The colour itself, because colours do not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}
