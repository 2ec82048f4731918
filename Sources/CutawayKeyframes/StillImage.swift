/// An image in memory.
///
/// Copies share the pixels.
public struct StillImage: Sendable {
  /// The width and the height in pixels.
  public let size: PixelSize
  /// The pixels, row by row from the top: red, green, blue and straight alpha, one byte each.
  public let pixels: [UInt8]
  /// Whether no pixel is transparent.
  package let isOpaque: Bool

  /// Creates an image from its pixels.
  ///
  /// - Precondition: `pixels` has four bytes per pixel.
  public init(size: PixelSize, pixels: [UInt8]) {
    precondition(pixels.count == size.width * size.height * 4, "not the pixels of \(size)")
    self.size = size
    self.pixels = pixels
    isOpaque = stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
  }

  /// The number of columns.
  package var width: Int { size.width }
  /// The number of rows.
  package var height: Int { size.height }
}

extension StillImage: Hashable {
  /// Whether two images have the same size and the same pixels.
  public static func == (left: StillImage, right: StillImage) -> Bool {
    left.size == right.size && left.pixels == right.pixels
  }

  /// Hashes the size and some of the pixels; images that are equal in these are compared as a whole.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    for place in stride(from: 0, to: pixels.count, by: max(1, pixels.count / 256)) {
      hasher.combine(pixels[place])
    }
  }
}

extension StillImage: CustomStringConvertible {
  /// What the image is: `image of 640×360 pixels`.
  public var description: String { "image of \(size) pixels" }
}
