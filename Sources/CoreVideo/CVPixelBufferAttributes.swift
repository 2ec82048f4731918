/// A pixel format.
public struct CVPixelFormatType: RawRepresentable, Sendable, Hashable {
  /// The code, as `kCVPixelFormatType_32BGRA`.
  public var rawValue: OSType
  /// Creates a value.
  public init(rawValue: OSType) { self.rawValue = rawValue }
}

/// A size in pixels.
public struct CVImageSize: Sendable, Hashable {
  /// The columns and the rows.
  public var width, height: Int
  /// Creates a size.
  public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}

extension CGSize {
  /// Creates a size of the same numbers.
  public init(_ size: CVImageSize) { self.init(width: size.width, height: size.height) }
}

/// Pixels around a picture; there are none.
public struct CVPixelBufferPadding: Sendable, Hashable {
  /// The columns and rows at each side.
  public var left, right, top, bottom: Int
  /// Creates a value.
  public init(left: Int, right: Int, top: Int, bottom: Int) {
    (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
  }
  /// No pixels.
  public static let zero = CVPixelBufferPadding(left: 0, right: 0, top: 0, bottom: 0)
}

/// The layout of a plane.
public struct CVPixelBufferPlaneProperties: Sendable, Hashable {
  /// The size in pixels of the plane.
  public var size: CVImageSize
  /// The distance of two rows in bytes.
  public var bytesPerRow: Int
  /// Creates a value.
  public init(size: CVImageSize, bytesPerRow: Int) {
    (self.size, self.bytesPerRow) = (size, bytesPerRow)
  }
}

/// What is known of a pixel format.
public enum CVPixelFormatDescription {
  /// Programs that a frame is made for.
  public struct Compatibility: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a set.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Core Graphics draws on it: 32BGRA and 32ARGB.
    public static let cgBitmapContext = Compatibility(rawValue: 1)
    /// A `CGImage` takes its pixels.
    public static let cgImage = Compatibility(rawValue: 2)
    /// Metal reads it; there is no Metal, and it makes no difference.
    public static let metal = Compatibility(rawValue: 4)
  }
}

/// The format and the size of a frame to create.
public struct CVPixelBufferCreationAttributes: Sendable, Hashable {
  /// The pixel format.
  public var pixelFormatType: CVPixelFormatType
  /// The size.
  public var size: CVImageSize
  /// Programs that the frame is made for; all frames are alike.
  public var compatibility: CVPixelFormatDescription.Compatibility
  /// The number whose multiple the distance of two rows must be; 64 and what divides it.
  public var bytesPerRowAlignment: Int?
  /// The number whose multiple the place of a plane must be; 64 and what divides it.
  public var planeAlignment: Int?
  /// Pixels around the picture; none are supported.
  public var extendedPixels: CVPixelBufferPadding?
  /// Where the pixels are; always in memory.
  public var backing = Backing.ioSurface

  /// Where pixels are.
  public enum Backing: Sendable, Hashable {
    /// Memory that processes share; here the same as ``memory``.
    case ioSurface
    /// The memory of this process.
    case memory
  }

  /// Creates attributes.
  public init(
    pixelFormatType: CVPixelFormatType, size: CVImageSize,
    compatibility: CVPixelFormatDescription.Compatibility = [], bytesPerRowAlignment: Int? = nil,
    planeAlignment: Int? = nil, extendedPixels: CVPixelBufferPadding? = nil
  ) {
    self.pixelFormatType = pixelFormatType
    self.size = size
    self.compatibility = compatibility
    self.bytesPerRowAlignment = bytesPerRowAlignment
    self.planeAlignment = planeAlignment
    self.extendedPixels = extendedPixels
  }

  /// The layout of a frame.
  ///
  /// - Throws: ``CVError`` if no frame has these attributes.
  var format: PixelFormat {
    get throws(CVError) {
      guard let format = PixelFormat.of(pixelFormatType.rawValue) else {
        throw CVError.invalidPixelFormat
      }
      guard size.width > 0, size.height > 0 else { throw CVError.invalidSize }
      let alignments = [bytesPerRowAlignment, planeAlignment].compactMap(\.self)
      guard alignments.allSatisfy({ $0 > 0 && 64.isMultiple(of: $0) }),
        extendedPixels ?? .zero == .zero
      else { throw CVError.invalidPixelBufferAttributes }
      return format
    }
  }

  /// The attributes by the keys of older functions.
  package var dictionary: [String: Any] {
    [
      kCVPixelBufferPixelFormatTypeKey: Int(pixelFormatType.rawValue),
      kCVPixelBufferWidthKey: size.width, kCVPixelBufferHeightKey: size.height,
    ]
  }
}

/// An error of Core Video.
public struct CVError: RawRepresentable, CustomNSError, Sendable, Hashable {
  /// The code, as `kCVReturnInvalidSize`.
  public let rawValue: CVReturn
  /// Creates an error.
  public init(rawValue: CVReturn) { self.rawValue = rawValue }
  /// There is no such pixel format.
  public static let invalidPixelFormat = CVError(rawValue: kCVReturnInvalidPixelFormat)
  /// A frame has at least one pixel.
  public static let invalidSize = CVError(rawValue: kCVReturnInvalidSize)
  /// No frame has these attributes.
  public static let invalidPixelBufferAttributes = CVError(
    rawValue: kCVReturnInvalidPixelBufferAttributes)

  /// The domain of all errors.
  public static var errorDomain: String { "CVErrorDomain" }
  /// The code.
  public var errorCode: Int { Int(rawValue) }
}

/// A frame cannot have these attributes.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6_682
