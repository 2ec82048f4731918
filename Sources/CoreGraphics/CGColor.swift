/// The names of colour spaces.
///
/// Cutaway composes encoded values as they are, so a colour space names the meaning of components and
/// changes no number.
public final class CGColorSpace: Sendable, Hashable {
  /// The name.
  public let name: CFString?
  /// The number of components of a colour, without alpha.
  public let numberOfComponents: Int
  /// The kind of the space.
  public let model: CGColorSpaceModel

  /// The standard space of displays.
  public static let sRGB: CFString = "kCGColorSpaceSRGB"
  /// sRGB beyond 0…1.
  public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
  /// sRGB with linear components.
  public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
  /// Display P3.
  public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
  /// BT.709.
  public static let itur_709: CFString = "kCGColorSpaceITUR_709"
  /// BT.2020.
  public static let itur_2020: CFString = "kCGColorSpaceITUR_2020"
  /// BT.2100 with HLG.
  public static let itur_2100_HLG: CFString = "kCGColorSpaceITUR_2100_HLG"
  /// BT.2100 with PQ.
  public static let itur_2100_PQ: CFString = "kCGColorSpaceITUR_2100_PQ"
  /// sRGB with linear components beyond 0…1.
  public static let extendedLinearSRGB: CFString = "kCGColorSpaceExtendedLinearSRGB"
  /// Display P3 beyond 0…1.
  public static let extendedDisplayP3: CFString = "kCGColorSpaceExtendedDisplayP3"
  /// Display P3 with linear components beyond 0…1.
  public static let extendedLinearDisplayP3: CFString = "kCGColorSpaceExtendedLinearDisplayP3"
  /// Greys with a gamma of 2.2.
  public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"

  init(name: CFString, components: Int) {
    self.name = name
    numberOfComponents = components
    model = components == 1 ? .monochrome : .rgb
  }

  /// Creates the space of a name, or `nil`.
  public convenience init?(name: CFString) {
    guard name.hasPrefix("kCGColorSpace") else { return nil }
    self.init(name: name, components: name.contains("Gray") ? 1 : 3)
  }

  /// Creates a space of red, green and blue with a name that is known.
  package convenience init(rgb name: CFString) { self.init(name: name, components: 3) }

  /// Whether two spaces have the same name.
  public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool { a.name == b.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The kind of a colour space.
public enum CGColorSpaceModel: Int32, Sendable {
  /// Not known, grey, and red, green and blue.
  case unknown = -1, monochrome = 0, rgb = 1
}

/// The usual space of red, green and blue: sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace {
  CGColorSpace(name: CGColorSpace.sRGB, components: 3)
}
/// The usual space of greys.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace {
  CGColorSpace(name: CGColorSpace.genericGrayGamma2_2, components: 1)
}

/// A colour: red, green and blue in sRGB, or a grey, and straight alpha.
public final class CGColor: Sendable, Hashable {
  /// The components, the last is alpha.
  private let values: [CGFloat]
  /// The space of the components.
  public let colorSpace: CGColorSpace?

  private init(_ values: [CGFloat], _ space: CGColorSpace) {
    self.values = values
    colorSpace = space
  }

  /// Creates a colour in sRGB; each component is 0…1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init([red, green, blue, alpha], CGColorSpaceCreateDeviceRGB())
  }

  /// Creates a colour in sRGB; each component is 0…1.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Creates a grey; both are 0…1.
  public convenience init(gray: CGFloat, alpha: CGFloat) {
    self.init([gray, alpha], CGColorSpaceCreateDeviceGray())
  }

  /// Creates a grey; both are 0…1.
  public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(gray: gray, alpha: alpha)
  }

  /// Creates a colour from the components of a space and alpha.
  public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    let count = space.numberOfComponents + 1
    self.init((0..<count).map { unsafe components[$0] }, space)
  }

  /// The components, the last is alpha.
  public var components: [CGFloat]? { values }
  /// The number of components, alpha included.
  public var numberOfComponents: Int { values.count }
  /// The opacity, 0…1.
  public var alpha: CGFloat { values[values.count - 1] }

  /// The colour with another opacity.
  public func copy(alpha: CGFloat) -> CGColor? {
    CGColor(values.dropLast() + [alpha], colorSpace ?? CGColorSpaceCreateDeviceRGB())
  }

  /// The colour itself, because colours do not change.
  public func copy() -> CGColor? { self }

  /// Opaque black.
  public static let black = CGColor(gray: 0, alpha: 1)
  /// Opaque white.
  public static let white = CGColor(gray: 1, alpha: 1)
  /// Transparent black.
  public static let clear = CGColor(gray: 0, alpha: 0)

  /// Whether components and spaces are equal.
  public static func == (a: CGColor, b: CGColor) -> Bool {
    a.values == b.values && a.colorSpace == b.colorSpace
  }

  /// Hashes the components.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }

  /// Red, green, blue and straight alpha, 0…1.
  package var rgba: (red: Double, green: Double, blue: Double, alpha: Double) {
    let numbers = values.map { min(max(Double($0), 0), 1) }
    return numbers.count < 4
      ? (numbers[0], numbers[0], numbers[0], numbers[numbers.count - 1])
      : (numbers[0], numbers[1], numbers[2], numbers[3])
  }
}
