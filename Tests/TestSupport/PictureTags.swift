public import Foundation

/// The segment of a JPEG file that states its orientation.
public struct ExifSegment {
  private let bytes: [UInt8]

  public init(_ orientation: PictureOrientation) {
    // A little-endian TIFF header, and a directory of one entry: tag 0x0112, a short.
    let tiff: [UInt8] =
      [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0]
      + [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation.exif, 0, 0, 0] + [0, 0, 0, 0]
    let payload = Array("Exif\0\0".utf8) + tiff
    bytes = [0xFF, 0xE1, 0, UInt8(payload.count + 2)] + payload
  }

  /// The picture with the segment right after its first marker.
  public func inserted(into picture: Data) -> Data {
    var picture = picture
    picture.insert(contentsOf: bytes, at: picture.startIndex + 2)
    return picture
  }
}

extension PictureOrientation {
  /// The number that Exif has for it, from 1.
  fileprivate var exif: UInt8 {
    switch self {
    case .identity: 1
    case .flip: 2
    case .rotate180: 3
    case .flipRotate180: 4
    case .flipRotate270: 5
    case .rotate90: 6
    case .flipRotate90: 7
    case .rotate270: 8
    }
  }
}
