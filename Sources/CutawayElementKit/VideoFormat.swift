/// The order of the components of a pixel, by GStreamer's name for it.
public enum PixelLayout: String, Sendable, CaseIterable {
  case ayuv = "AYUV"
  case bgra = "BGRA"
  case rgba = "RGBA"
  case argb = "ARGB"
  case abgr = "ABGR"
  /// 16 bits a component; for ``VideoFrame/subscript(deepRow:)``, not for what reads ``Pixel``s.
  case argb64 = "ARGB64"

  /// Which of the four components is alpha.
  public var alphaIndex: Int {
    switch self {
    case .ayuv, .argb, .abgr, .argb64: 0
    case .bgra, .rgba: 3
    }
  }

  public var bytesPerPixel: Int { self == .argb64 ? 8 : 4 }
}

/// The shape of the frames of a stream.
public struct VideoFormat: Sendable, Hashable {
  public var width: Int
  public var height: Int
  public var layout: PixelLayout

  public init(width: Int, height: Int, layout: PixelLayout) {
    self.width = width
    self.height = height
    self.layout = layout
  }
}
