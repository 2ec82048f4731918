/// Pixels in memory that a recipe begins with.
public protocol PixelSource: Sendable {
  /// The number of columns.
  var width: Int { get }
  /// The number of rows.
  var height: Int { get }

  /// Converts a line into the working space. Rows count from the bottom.
  func load(_ line: inout PixelLine, _ space: WorkingSpace)
}

/// The layout of packed pixels.
public struct PackedLayout: Sendable, Hashable {
  /// The size and the kind of components.
  public enum Component: Sendable, Hashable {
    /// Bytes, 255 is white.
    case byte
    /// 16 bits, 65,535 is white, with the upper byte first or last.
    case word(isBigEndian: Bool)
    /// Floating-point numbers of 16 bits.
    case half
    /// Floating-point numbers of 32 bits.
    case float

    var size: Int {
      switch self {
      case .byte: 1
      case .word, .half: 2
      case .float: 4
      }
    }
  }

  /// What the fourth component is.
  public enum Alpha: Sendable, Hashable {
    /// There is none, or it means nothing.
    case none
    /// Colours are not multiplied by it.
    case straight
    /// Colours are multiplied by it.
    case premultiplied
  }

  /// The components.
  public var component: Component
  /// The places of red, green, blue and alpha in a pixel, in components; equal ones are grey.
  public var places: SIMD4<Int>
  /// The components of a pixel.
  public var count: Int
  /// What alpha is.
  public var alpha: Alpha
  /// What the numbers mean.
  public var coding: ColorCoding
  /// Whether a single component is red, and not a grey.
  public var isRed = false

  /// Creates a layout.
  public init(
    _ component: Component, places: SIMD4<Int>, count: Int, alpha: Alpha, coding: ColorCoding
  ) {
    (self.component, self.places, self.count) = (component, places, count)
    (self.alpha, self.coding) = (alpha, coding)
  }

  /// Red, green, blue and alpha, a byte each.
  public static func rgba(_ alpha: Alpha, _ coding: ColorCoding = .sRGB) -> PackedLayout {
    PackedLayout(.byte, places: SIMD4(0, 1, 2, 3), count: 4, alpha: alpha, coding: coding)
  }

  /// The bytes of a pixel.
  public var bytesPerPixel: Int { component.size * count }
}

/// An image in memory of its own, rows from the top.
public struct Bitmap: PixelSource {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  private let bytes: [UInt8]
  private let layout: PackedLayout
  private let bytesPerRow: Int

  /// Creates an image; `nil` if there are too few bytes.
  public init?(
    width: Int, height: Int, bytes: [UInt8], bytesPerRow: Int? = nil, _ layout: PackedLayout
  ) {
    let used = width * layout.bytesPerPixel, stride = bytesPerRow ?? used
    guard width > 0, height > 0, stride >= used, bytes.count >= stride * (height - 1) + used else {
      return nil
    }
    (self.width, self.height, self.bytes, self.layout) = (width, height, bytes, layout)
    self.bytesPerRow = stride
  }

  /// Converts a line into the working space.
  public func load(_ line: inout PixelLine, _ space: WorkingSpace) {
    let start = (height - 1 - line.y) * bytesPerRow
    let row = bytes.span.extracting(start..<start + width * layout.bytesPerPixel)
    line.load(row, layout, space)
  }
}
