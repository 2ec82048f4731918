/// Changes the saturation of muted colours more than that of saturated ones.
///
/// Apple states no formula. c′ = Y + (c − Y) · (1 + amount · (1 − s) · (1 − k/2)), where Y is the
/// luminance of BT.709, and s = (max − min) / max is the saturation. k is 1 at the hue of skin, a
/// third of the way from red to yellow, and falls to 0 within another third, so that skin keeps its
/// look.
public struct Vibrance: PictureFilter {
  public static let name = "vibrance"
  public static let summary = "Changes the saturation of muted colours"
  public static let categories: [FilterCategory] = [.colorAdjustment]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("amount", \.amount, -1...1),
  ]

  /// The picture.
  public var image: Picture?
  /// The strength; 0 changes nothing.
  public var amount = 0.0

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    let amount = Float(amount)
    return image?.colored { line, _ in
      line.mapColors { pixel in
        let (r, g, b) = (pixel.x, pixel.y, pixel.z)
        let most = max(r, max(g, b)), range = most - min(r, min(g, b))
        // The hue as a part of the way from red to yellow; elsewhere no part of it.
        let hue = (g - b) / max(range, 1e-9)
        let skin = r >= g && g >= b ? max(1 - abs(hue * 3 - 1), 0) : 0
        let muted = max(1 - range / max(most, 1e-9), 0)
        let strength = amount * muted * (1 - 0.5 * skin)
        let grey = SIMD4(repeating: pixel.luminance)
        return grey + (pixel - grey) * (1 + strength)
      }
    }
  }
}
