/// A layout of raw video in memory, named as in GStreamer's caps.
public enum RawFormat: String, Sendable, Hashable, CaseIterable {
  case i420 = "I420"
  case nv12 = "NV12"
  case gray8 = "GRAY8"
  case rgb = "RGB"
  case rgba = "RGBA"
  case bgra = "BGRA"
  case argb = "ARGB"

  /// Where a plane lies among the bytes of a frame.
  public struct PlaneLayout: Sendable, Hashable {
    public var offset: Int
    public var width: Int
    public var height: Int
    public var stride: Int
  }

  /// GStreamer's default layout: rows start at multiples of 4 bytes.
  public func layout(width: Int, height: Int) -> [PlaneLayout] {
    let (evenWidth, evenHeight) = (width.roundedUp(to: 2), height.roundedUp(to: 2))
    let stride = width.roundedUp(to: 4)
    switch self {
    case .i420:
      let chromaStride = (evenWidth / 2).roundedUp(to: 4)
      let first = stride * evenHeight
      return [
        PlaneLayout(offset: 0, width: width, height: height, stride: stride),
        PlaneLayout(
          offset: first, width: evenWidth / 2, height: evenHeight / 2, stride: chromaStride),
        PlaneLayout(
          offset: first + chromaStride * evenHeight / 2, width: evenWidth / 2,
          height: evenHeight / 2, stride: chromaStride),
      ]
    case .nv12:
      return [
        PlaneLayout(offset: 0, width: width, height: height, stride: stride),
        PlaneLayout(
          offset: stride * evenHeight, width: evenWidth, height: evenHeight / 2, stride: stride),
      ]
    case .gray8, .rgb, .rgba, .bgra, .argb:
      let row = width * bytesPerPixel
      return [PlaneLayout(offset: 0, width: row, height: height, stride: row.roundedUp(to: 4))]
    }
  }

  /// Bytes of a whole frame.
  public func frameSize(width: Int, height: Int) -> Int {
    layout(width: width, height: height).last.map { $0.offset + $0.stride * $0.height } ?? 0
  }

  /// Bytes of a pixel of the first plane.
  var bytesPerPixel: Int {
    switch self {
    case .i420, .nv12, .gray8: 1
    case .rgb: 3
    case .rgba, .bgra, .argb: 4
    }
  }

  /// The positions of red, green and blue in a pixel; `nil` if the first plane is luma.
  var rgbOffsets: (red: Int, green: Int, blue: Int)? {
    switch self {
    case .i420, .nv12, .gray8: nil
    case .rgb, .rgba: (0, 1, 2)
    case .bgra: (2, 1, 0)
    case .argb: (1, 2, 3)
    }
  }
}

extension Int {
  fileprivate func roundedUp(to multiple: Int) -> Int {
    (self + multiple - 1) / multiple * multiple
  }
}
