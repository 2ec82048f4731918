/// Blue, green, red, alpha, 8 bits each.
public let kCVPixelFormatType_32BGRA: OSType = fourCharacters("BGRA")
/// Red, green, blue, alpha, 8 bits each.
public let kCVPixelFormatType_32RGBA: OSType = fourCharacters("RGBA")
/// Alpha, red, green, blue, 8 bits each.
public let kCVPixelFormatType_32ARGB: OSType = 32
/// Red, green, blue, 8 bits each.
public let kCVPixelFormatType_24RGB: OSType = 24
/// Luma, and chroma at half the size in one plane, video range.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = fourCharacters("420v")
/// Luma, and chroma at half the size in one plane, full range.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = fourCharacters("420f")
/// Luma, and chroma at half the size in two planes, video range.
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = fourCharacters("y420")
/// Luma, and chroma at half the size in one plane, 10 bits in the upper bits of 16, video range.
public let kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType = fourCharacters("x420")
/// Luma, and chroma at half the size in one plane, 10 bits in the upper bits of 16, full range.
public let kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: OSType = fourCharacters("xf20")
/// Luma, and chroma at half the width in one plane, video range.
public let kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: OSType = fourCharacters("422v")
/// Luma, and chroma at half the width in one plane, full range.
public let kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: OSType = fourCharacters("422f")
/// Luma, and chroma at half the width in one plane, 10 bits in the upper bits of 16, video range.
public let kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: OSType = fourCharacters("x422")
/// Luma, and chroma at half the width in one plane, 10 bits in the upper bits of 16, full range.
public let kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: OSType = fourCharacters("xf22")
/// Two pixels in the order Cb, Y, Cr, Y, 8 bits each, video range.
public let kCVPixelFormatType_422YpCbCr8: OSType = fourCharacters("2vuy")
/// Two pixels in the order Y, Cb, Y, Cr, 8 bits each, video range.
public let kCVPixelFormatType_422YpCbCr8_yuvs: OSType = fourCharacters("yuvs")
/// Alpha, red, green, blue, 16 bits each, the upper byte first.
public let kCVPixelFormatType_64ARGB: OSType = fourCharacters("b64a")
/// One component of 8 bits.
public let kCVPixelFormatType_OneComponent8: OSType = fourCharacters("L008")

/// The key of a pixel format, or of several.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The key of a width.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// The key of a height.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// The key of an alignment of rows.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// The key of properties of a surface; there are none.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// The key of the use with Metal; there is none.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
/// The key of the use with OpenGL; there is none.
public let kCVPixelBufferOpenGLCompatibilityKey: CFString = "OpenGLCompatibility"
/// The key of the use with OpenGL ES; there is none.
public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
/// The key of the use with Core Graphics.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// The key of the use with Core Graphics.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString =
  "CGBitmapContextCompatibility"
/// The layout of a frame.
package struct PixelFormat: Sendable, Hashable {
  /// Four characters or a number.
  package let code: OSType
  /// The planes.
  package let planes: [PlaneFormat]

  /// The layout of a plane.
  package struct PlaneFormat: Sendable, Hashable {
    /// The columns and rows of the frame for one of the plane.
    package let columns, rows: Int
    /// The bytes of a column.
    package let bytes: Int
  }

  private static let known: [PixelFormat] = {
    func packed(_ code: OSType, _ bytes: Int) -> PixelFormat {
      PixelFormat(code: code, planes: [PlaneFormat(columns: 1, rows: 1, bytes: bytes)])
    }
    func pairs(_ code: OSType) -> PixelFormat {
      PixelFormat(code: code, planes: [PlaneFormat(columns: 2, rows: 1, bytes: 4)])
    }
    func planar(
      _ code: OSType, luma: Int, chroma: Int, count: Int, rows: Int = 2
    ) -> PixelFormat {
      let half = PlaneFormat(columns: 2, rows: rows, bytes: chroma)
      return PixelFormat(
        code: code,
        planes: [PlaneFormat(columns: 1, rows: 1, bytes: luma)]
          + Array(repeating: half, count: count))
    }
    return [
      packed(kCVPixelFormatType_32BGRA, 4), packed(kCVPixelFormatType_32RGBA, 4),
      packed(kCVPixelFormatType_32ARGB, 4), packed(kCVPixelFormatType_24RGB, 3),
      packed(kCVPixelFormatType_OneComponent8, 1),
      planar(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, luma: 1, chroma: 2, count: 1),
      planar(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, luma: 1, chroma: 2, count: 1),
      planar(kCVPixelFormatType_420YpCbCr8Planar, luma: 1, chroma: 1, count: 2),
      planar(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, luma: 2, chroma: 4, count: 1),
      planar(kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, luma: 2, chroma: 4, count: 1),
      planar(
        kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, luma: 1, chroma: 2, count: 1, rows: 1),
      planar(
        kCVPixelFormatType_422YpCbCr8BiPlanarFullRange, luma: 1, chroma: 2, count: 1, rows: 1),
      planar(
        kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, luma: 2, chroma: 4, count: 1, rows: 1),
      planar(
        kCVPixelFormatType_422YpCbCr10BiPlanarFullRange, luma: 2, chroma: 4, count: 1, rows: 1),
      pairs(kCVPixelFormatType_422YpCbCr8), pairs(kCVPixelFormatType_422YpCbCr8_yuvs),
      packed(kCVPixelFormatType_64ARGB, 8),
    ]
  }()

  /// The layout of a code; `nil` if it is not supported.
  package static func of(_ code: OSType) -> PixelFormat? { known.first { $0.code == code } }
}
