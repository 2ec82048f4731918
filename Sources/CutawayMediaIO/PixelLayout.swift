/// The layout of a frame in memory.
public struct PixelLayout: Sendable, Hashable {
  /// The name in GStreamer's notation.
  let name: String
  /// The bits of a sample: 8, or 10 in the lower bits of 16 in the byte order of the machine.
  public let bitDepth: Int
  /// How planes follow from the size of a frame.
  let planes: [Plane]

  /// A plane of a layout.
  struct Plane: Sendable, Hashable {
    /// The bytes of a column.
    var bytes: Int
    /// The pixels of a column and of a row on each axis: 1, or 2 where chroma is halved.
    var divisor = 1
  }

  /// Blue, green, red and straight alpha with 8 bits each.
  public static let bgra = PixelLayout(name: "BGRA", bitDepth: 8, planes: [Plane(bytes: 4)])
  /// Red, green, blue and straight alpha with 8 bits each.
  public static let rgba = PixelLayout(name: "RGBA", bitDepth: 8, planes: [Plane(bytes: 4)])
  /// Y′, and Cb beside Cr at half the resolution on both axes; limited range, BT.709.
  public static let nv12 = PixelLayout(
    name: "NV12", bitDepth: 8, planes: [Plane(bytes: 1), Plane(bytes: 2, divisor: 2)])
  /// Y′, Cb and Cr, the latter at half the resolution on both axes; limited range, BT.709.
  public static let i420 = PixelLayout(
    name: "I420", bitDepth: 8,
    planes: [Plane(bytes: 1), Plane(bytes: 1, divisor: 2), Plane(bytes: 1, divisor: 2)])
  /// As ``i420`` with 10 bits; BT.709, or BT.2020 with HLG or PQ.
  public static let i420TenBits = PixelLayout(
    name: "I420_10LE", bitDepth: 10,
    planes: [Plane(bytes: 2), Plane(bytes: 2, divisor: 2), Plane(bytes: 2, divisor: 2)])

  /// The bytes of a row without gaps, and the number of rows, of each plane.
  func sizes(width: Int, height: Int) -> [(rowBytes: Int, rowCount: Int)] {
    planes.map { plane in
      (
        (width + plane.divisor - 1) / plane.divisor * plane.bytes,
        (height + plane.divisor - 1) / plane.divisor
      )
    }
  }

  /// The number of bytes of a frame without gaps.
  public func byteCount(width: Int, height: Int) -> Int {
    sizes(width: width, height: height).reduce(0) { $0 + $1.rowBytes * $1.rowCount }
  }
}
