import CutawayDrawing

extension CGImage {
  /// Where the image can be read: its file, or a `data:` URI with a PNG.
  ///
  /// - Returns: A path or a URI; `nil` if the image is too large to be encoded.
  package var location: String? {
    if let file { return file.isFileURL ? file.path : file.absoluteString }
    return png.map { "data:image/png;base64,\(Data($0).base64EncodedString())" }
  }

  /// The bytes of a PNG file; `nil` if the image is too large.
  package var png: [UInt8]? {
    guard let canvas = Canvas(width: width, height: height) else { return nil }
    canvas.draw(
      pixels, width: width, height: height, x: 0, y: 0, toWidth: Double(width),
      toHeight: Double(height))
    return canvas.png
  }
}
