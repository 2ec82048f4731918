/// The difference of two pictures: |c₁ − c₂|, with colours that are not multiplied by alpha.
///
/// Alpha is the product of both, as Apple documents it.
public struct ColorAbsoluteDifference: PictureFilter {
  public static let name = "colorAbsoluteDifference"
  public static let summary = "The difference of two pictures"
  public static let categories: [FilterCategory] = [.colorAdjustment]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .picture("image2", \.inputImage2),
  ]

  /// The picture.
  public var image: Picture?
  /// The other picture.
  public var inputImage2: Picture?

  public init() {}

  /// The difference; `nil` without both pictures.
  public var output: Picture? {
    guard let image, let inputImage2 else { return nil }
    let extent = image.extent.intersection(inputImage2.extent)
    return .mixed([image, inputImage2], extent: extent) { line, others, _ in
      let isOpaque = line.isOpaque && others[0].isOpaque
      line.mix(others[0]) { pixel, other in
        // Both, multiplied by the alpha of the product.
        let difference = pixel * other.w - other * pixel.w
        let (r, g, b) = (abs(difference.x), abs(difference.y), abs(difference.z))
        return SIMD4(r, g, b, pixel.w * other.w)
      }
      line.isOpaque = isOpaque
    }
  }
}
