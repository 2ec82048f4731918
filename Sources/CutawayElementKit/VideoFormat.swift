/// The order of a pixel's components in memory, with GStreamer's format name.
public enum PixelLayout: String, Sendable, CaseIterable {
  /// Alpha, luma and chroma; 8 bits per component.
  case ayuv = "AYUV"
  /// Blue, green, red, alpha; 8 bits per component.
  case bgra = "BGRA"
  /// Red, green, blue, alpha; 8 bits per component.
  case rgba = "RGBA"
  /// Alpha, red, green, blue; 8 bits per component.
  case argb = "ARGB"
  /// Alpha, blue, green, red; 8 bits per component.
  case abgr = "ABGR"
  /// Alpha, luma and chroma; 16 bits per component.
  case ayuv64 = "AYUV64"
  /// Alpha, red, green, blue; 16 bits per component.
  case argb64 = "ARGB64"
  /// Blue, green, red, alpha; 16 bits per component, the low byte first.
  case bgra64 = "BGRA64_LE"
  /// Red, green, blue, alpha; 16 bits per component, the low byte first.
  case rgba64 = "RGBA64_LE"
  /// Alpha, blue, green, red; 16 bits per component, the low byte first.
  case abgr64 = "ABGR64_LE"

  /// The layouts of red, green, blue and alpha, with 8 bits per component first.
  public static let rgb: [PixelLayout] = [
    .bgra, .rgba, .argb, .abgr, .argb64, .bgra64, .rgba64, .abgr64,
  ]

  /// The order of red, green, blue and alpha; in ``ayuv`` and ``ayuv64`` that of Y, U, V and alpha.
  @inlinable
  public var order: ComponentOrder {
    switch self {
    case .ayuv, .argb, .ayuv64, .argb64: .argb
    case .abgr, .abgr64: .abgr
    case .bgra, .bgra64: .bgra
    case .rgba, .rgba64: .rgba
    }
  }

  /// Whether the components are luma and chroma instead of red, green and blue.
  @inlinable
  public var hasChroma: Bool { self == .ayuv || self == .ayuv64 }

  /// The index of alpha among the four components.
  @inlinable
  public var alphaIndex: Int {
    switch order {
    case .argb, .abgr: 0
    case .bgra, .rgba: 3
    }
  }

  /// The size of a component: 8 or 16 bits.
  @inlinable
  public var bitsPerComponent: Int {
    switch self {
    case .ayuv, .bgra, .rgba, .argb, .abgr: 8
    case .ayuv64, .argb64, .bgra64, .rgba64, .abgr64: 16
    }
  }

  /// The largest component: 255 or 65,535.
  @inlinable
  public var largest: Int { (1 << bitsPerComponent) - 1 }

  /// The size of a pixel in memory: 4 or 8.
  @inlinable
  public var bytesPerPixel: Int { bitsPerComponent / 2 }
}

/// The order of red, green, blue and alpha in a pixel; those of Y, U and V correspond to red, green
/// and blue.
@frozen
public enum ComponentOrder: Sendable {
  /// Red, green, blue, alpha.
  case rgba
  /// Blue, green, red, alpha.
  case bgra
  /// Alpha, red, green, blue.
  case argb
  /// Alpha, blue, green, red.
  case abgr

  /// The indices of red, green, blue and alpha among the four components.
  @inlinable
  public var indices: (red: Int, green: Int, blue: Int, alpha: Int) {
    switch self {
    case .rgba: (0, 1, 2, 3)
    case .bgra: (2, 1, 0, 3)
    case .argb: (1, 2, 3, 0)
    case .abgr: (3, 2, 1, 0)
    }
  }
}

/// The size and the layout of a stream's frames.
public struct VideoFormat: Sendable, Hashable {
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int
  /// The order of the components of a pixel.
  public var layout: PixelLayout

  /// Creates a format with a size in pixels.
  public init(width: Int, height: Int, layout: PixelLayout) {
    self.width = width
    self.height = height
    self.layout = layout
  }
}
