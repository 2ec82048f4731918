/// An option of a file.
public struct CIImageRepresentationOption: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates an option.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates an option from a key of ImageIO, such as `kCGImageDestinationLossyCompressionQuality`.
  public init(rawValue: CFString?) { self.rawValue = rawValue ?? "" }
}

extension CIContext {
  /// The image as a PNG file; `nil` if it is empty or infinite.
  public func pngRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? { file("public.png", image, colorSpace, options) }
  /// The image as a JPEG file; `nil` if it is empty or infinite.
  public func jpegRepresentation(
    of image: CIImage, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? { file("public.jpeg", image, colorSpace, options) }
  /// The image as a TIFF file; `nil` if it is empty or infinite.
  public func tiffRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? { file("public.tiff", image, colorSpace, options) }

  /// Writes the image as a PNG file.
  ///
  /// - Throws: Why it cannot be written.
  public func writePNGRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(pngRepresentation(of: image, format: format, colorSpace: colorSpace), to: url)
  }
  /// Writes the image as a JPEG file.
  ///
  /// - Throws: Why it cannot be written.
  public func writeJPEGRepresentation(
    of image: CIImage, to url: URL, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(jpegRepresentation(of: image, colorSpace: colorSpace, options: options), to: url)
  }
  /// Writes the image as a TIFF file.
  ///
  /// - Throws: Why it cannot be written.
  public func writeTIFFRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(tiffRepresentation(of: image, format: format, colorSpace: colorSpace), to: url)
  }

  private func file(
    _ type: CFString, _ image: CIImage, _ space: CGColorSpace,
    _ options: [CIImageRepresentationOption: Any]
  ) -> Data? {
    guard
      let rendered = createCGImage(
        image, from: image.extent, format: .RGBA8, colorSpace: space)
    else { return nil }
    let data = NSMutableData()
    guard let destination = CGImageDestinationCreateWithData(data, type, 1, nil) else {
      return nil
    }
    let properties = Dictionary(
      options.map { ($0.key.rawValue, $0.value) }
    ) { first, _ in first }
    CGImageDestinationAddImage(destination, rendered, properties)
    return CGImageDestinationFinalize(destination) ? Data(referencing: data) : nil
  }

  private func write(_ data: Data?, to url: URL) throws {
    guard let data else {
      throw CocoaError(
        .fileWriteUnknown,
        userInfo: [
          NSURLErrorKey: url,
          NSLocalizedDescriptionKey: "the image is empty or without end; crop it first",
        ])
    }
    try data.write(to: url, options: .atomic)
  }
}
