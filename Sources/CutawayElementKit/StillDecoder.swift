/// An element that decodes files with one picture.
///
/// It gets the whole file, at whatever sizes the buffers of the stream have.
package protocol StillDecoder: Element {
  /// The media types of the files, such as `image/heic`.
  static var mediaTypes: [String] { get }

  /// Decodes a file.
  ///
  /// - Throws: ``ElementError``, which stops the stream.
  func decode(_ file: [UInt8]) throws(ElementError) -> DecodedStill
}

/// A decoded picture.
package struct DecodedStill: Sendable {
  /// The size and the layout, which has red, green, blue and alpha.
  package var format: VideoFormat
  /// The rows from the top, without padding.
  package var bytes: [UInt8]
  /// The primaries, as a code of ITU-T H.273.
  package var primaries: Int
  /// The transfer function, as a code of ITU-T H.273.
  package var transfer: Int

  /// Creates a picture in sRGB.
  ///
  /// - Precondition: `bytes` has the size of the format.
  package init(format: VideoFormat, bytes: [UInt8], primaries: Int = 1, transfer: Int = 13) {
    precondition(
      bytes.count == format.width * format.height * format.layout.bytesPerPixel, "other pixels")
    (self.format, self.bytes) = (format, bytes)
    (self.primaries, self.transfer) = (primaries, transfer)
  }
}

extension StillDecoder {
  /// One frame for one file.
  package static var traits: ElementTraits { [.stateless] }
}
