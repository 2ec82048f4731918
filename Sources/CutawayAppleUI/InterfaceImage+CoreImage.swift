public import CoreImage

extension InterfaceImage {
  /// Creates an image by rendering one of Core Image; empty if that has no end.
  public convenience init(ciImage: CIImage) {
    self.init(ciImage: ciImage, scale: 1, orientation: .up)
  }
  /// Creates an image by rendering one of Core Image; empty if that has no end.
  public convenience init(ciImage: CIImage, scale: CGFloat, orientation: Orientation) {
    let rendered = CIContext().createCGImage(ciImage, from: ciImage.extent)
    self.init(
      cgImage: rendered ?? CGImage(width: 1, height: 1, pixels: [0, 0, 0, 0]), scale: scale,
      orientation: orientation)
  }
  /// The image of Core Image; always `nil`, because images of this class have pixels.
  ///
  /// Use `CIImage(image:)`.
  public var ciImage: CIImage? { nil }
}

extension CIImage {
  /// Creates an image of the pixels of another one, which are not turned.
  public convenience init?(image: InterfaceImage) { self.init(image: image, options: nil) }
  /// Creates an image of the pixels of another one, which are not turned.
  public convenience init?(image: InterfaceImage, options: [CIImageOption: Any]?) {
    guard let pixels = image.cgImage else { return nil }
    self.init(cgImage: pixels, options: options)
  }
}

extension InterfaceColor {
  /// Creates the same colour, in sRGB.
  public convenience init(ciColor: CIColor) {
    self.init(
      red: ciColor.red, green: ciColor.green, blue: ciColor.blue, alpha: ciColor.alpha)
  }
}

extension CIColor {
  /// Creates the same colour.
  public convenience init(color: InterfaceColor) { self.init(cgColor: color.cgColor) }
}
