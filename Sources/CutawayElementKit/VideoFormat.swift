/// The order of a pixel's components in memory, with GStreamer's format name.
public enum PixelLayout: String, Sendable, CaseIterable {
  /// Luma and chroma with alpha; 8 bits per component, as in all layouts except ``argb64``.
  case ayuv = "AYUV"
  /// Blue, green, red, alpha.
  case bgra = "BGRA"
  /// Red, green, blue, alpha.
  case rgba = "RGBA"
  /// Alpha, red, green, blue.
  case argb = "ARGB"
  /// Alpha, blue, green, red.
  case abgr = "ABGR"
  /// 16 bits per component, for ``VideoFrame/subscript(deepRow:)``; incompatible with ``Pixel``.
  case argb64 = "ARGB64"

  /// The index of alpha among the four components.
  public var alphaIndex: Int {
    switch self {
    case .ayuv, .argb, .abgr, .argb64: 0
    case .bgra, .rgba: 3
    }
  }

  /// The size of a pixel in memory: 8 for ``argb64``, else 4.
  public var bytesPerPixel: Int { self == .argb64 ? 8 : 4 }
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
