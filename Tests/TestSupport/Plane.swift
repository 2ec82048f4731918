/// Rows of bytes: one component of a picture, or all of them packed.
public struct Plane: Sendable, Hashable {
  /// Bytes of a row that mean something: its pixels, in a plane of one component.
  public let width: Int
  public let height: Int
  /// Bytes from the start of one row to the start of the next.
  public let stride: Int
  public let bytes: [UInt8]

  /// - Precondition: `bytes` holds `height` rows.
  public init(width: Int, height: Int, stride: Int, bytes: [UInt8]) {
    precondition(stride >= width && bytes.count >= stride * height, "a plane is too short")
    self.width = width
    self.height = height
    self.stride = stride
    self.bytes = bytes
  }

  public subscript(x: Int, y: Int) -> UInt8 { bytes[y * stride + x] }

  /// The rotated plane without row padding.
  ///
  /// Each byte is a pixel.
  public func turned(_ orientation: PictureOrientation) -> Plane {
    if orientation == .identity { return self }
    let (right, down) = (width - 1, height - 1)
    let (outWidth, outHeight) = orientation.swapsSides ? (height, width) : (width, height)
    var turned: [UInt8] = []
    turned.reserveCapacity(width * height)
    for y in 0..<outHeight {
      for x in 0..<outWidth {
        let source =
          switch orientation {
          case .identity: y * stride + x
          case .rotate90: (down - x) * stride + y
          case .rotate180: (down - y) * stride + right - x
          case .rotate270: x * stride + right - y
          case .flip: y * stride + right - x
          case .flipRotate90: (down - x) * stride + right - y
          case .flipRotate180: (down - y) * stride + x
          case .flipRotate270: x * stride + y
          }
        turned.append(bytes[source])
      }
    }
    return Plane(width: outWidth, height: outHeight, stride: outWidth, bytes: turned)
  }
}
