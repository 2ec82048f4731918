import CutawayDrawing

extension CGImage {
  /// The path or the URI of its file; `nil` for an image that was made in memory.
  package var location: String? {
    file.map { $0.isFileURL ? $0.path : $0.absoluteString }
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
