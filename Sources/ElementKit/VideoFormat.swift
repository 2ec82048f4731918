/// The order of the components of a pixel, by GStreamer's name for it.
public enum PixelLayout: String, Sendable, CaseIterable {
  case ayuv = "AYUV"
  case bgra = "BGRA"
  case rgba = "RGBA"
  case argb = "ARGB"
  case abgr = "ABGR"

  /// Which of the four components is alpha.
  public var alphaIndex: Int {
    switch self {
    case .ayuv, .argb, .abgr: 0
    case .bgra, .rgba: 3
    }
  }
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
