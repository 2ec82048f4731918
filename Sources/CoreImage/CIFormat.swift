import CutawayImaging

/// The layout of pixels in memory.
public struct CIFormat: RawRepresentable, Hashable, Sendable {
  /// The number of the layout.
  public let rawValue: Int32
  /// Creates a layout from its number.
  public init(rawValue: Int32) { self.rawValue = rawValue }
  /// Alpha, red, green and blue, a byte each.
  public static let ARGB8 = CIFormat(rawValue: 265)
  /// Blue, green, red and alpha, a byte each.
  public static let BGRA8 = CIFormat(rawValue: 266)
  /// Red, green, blue and alpha, a byte each.
  public static let RGBA8 = CIFormat(rawValue: 264)
  /// Alpha, blue, green and red, a byte each.
  public static let ABGR8 = CIFormat(rawValue: 267)
  /// Red, green, blue and alpha, 16 bits each.
  public static let RGBA16 = CIFormat(rawValue: 1_288)
  /// Red, green, blue and alpha, floating-point numbers of 16 bits.
  public static let RGBAh = CIFormat(rawValue: 2_056)
  /// Red, green, blue and alpha, floating-point numbers of 32 bits.
  public static let RGBAf = CIFormat(rawValue: 2_312)
  /// A grey, a byte.
  public static let L8 = CIFormat(rawValue: 257)
  /// A grey, 16 bits.
  public static let L16 = CIFormat(rawValue: 1_281)
  /// A grey, a floating-point number of 16 bits.
  public static let Lh = CIFormat(rawValue: 2_049)
  /// A grey, a floating-point number of 32 bits.
  public static let Lf = CIFormat(rawValue: 2_305)
  /// A red, a byte.
  public static let R8 = CIFormat(rawValue: 259)
  /// A red, 16 bits.
  public static let R16 = CIFormat(rawValue: 1_283)
  /// A red, a floating-point number of 16 bits.
  public static let Rh = CIFormat(rawValue: 2_051)
  /// A red, a floating-point number of 32 bits.
  public static let Rf = CIFormat(rawValue: 2_307)

  private func single(_ coding: ColorCoding, isRed: Bool) -> PackedLayout {
    let component: PackedLayout.Component =
      switch self {
      case .Lf, .Rf: .float
      case .Lh, .Rh: .half
      case .L16, .R16: .word(isBigEndian: false)
      default: .byte
      }
    var layout = PackedLayout(
      component, places: SIMD4(0, 0, 0, 0), count: 1, alpha: .none, coding: coding)
    layout.isRed = isRed
    return layout
  }

  /// The layout with colours multiplied by alpha; `nil` for an unknown number.
  func layout(_ coding: ColorCoding) -> PackedLayout? {
    func packed(_ component: PackedLayout.Component, _ places: SIMD4<Int>) -> PackedLayout {
      PackedLayout(component, places: places, count: 4, alpha: .premultiplied, coding: coding)
    }
    return switch self {
    case .RGBA8: packed(.byte, SIMD4(0, 1, 2, 3))
    case .BGRA8: packed(.byte, SIMD4(2, 1, 0, 3))
    case .ARGB8: packed(.byte, SIMD4(1, 2, 3, 0))
    case .ABGR8: packed(.byte, SIMD4(3, 2, 1, 0))
    case .RGBA16: packed(.word(isBigEndian: false), SIMD4(0, 1, 2, 3))
    case .RGBAh: packed(.half, SIMD4(0, 1, 2, 3))
    case .RGBAf: packed(.float, SIMD4(0, 1, 2, 3))
    case .L8, .Lf, .Lh, .L16: single(coding, isRed: false)
    case .R8, .Rf, .Rh, .R16: single(coding, isRed: true)
    default: nil
    }
  }
}

/// Alpha, red, green and blue, a byte each.
public let kCIFormatARGB8 = CIFormat.ARGB8
/// Blue, green, red and alpha, a byte each.
public let kCIFormatBGRA8 = CIFormat.BGRA8
/// Red, green, blue and alpha, a byte each.
public let kCIFormatRGBA8 = CIFormat.RGBA8
/// Red, green, blue and alpha, 16 bits each.
public let kCIFormatRGBA16 = CIFormat.RGBA16
/// Red, green, blue and alpha, floating-point numbers of 16 bits.
public let kCIFormatRGBAh = CIFormat.RGBAh
/// Red, green, blue and alpha, floating-point numbers of 32 bits.
public let kCIFormatRGBAf = CIFormat.RGBAf
