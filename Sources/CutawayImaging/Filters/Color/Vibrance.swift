import CutawayElementKit

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
      line.mapPlanes { r, g, b in
        let zero = SIMD4<Float>(), tiny = SIMD4<Float>(repeating: 1e-9)
        let most = r.raised(to: g).raised(to: b), range = most - r.lowered(to: g).lowered(to: b)
        // The hue as a part of the way from red to yellow; elsewhere no part of it.
        let turn = (g - b) / range.raised(to: tiny) * 3 - 1
        let skin = (1 - turn.raised(to: -turn)).raised(to: zero)
          .replacing(with: zero, where: (r - g).lowered(to: g - b) .< zero)
        let muted = (1 - range / most.raised(to: tiny)).raised(to: zero)
        let strength = amount * muted * (1 - 0.5 * skin) + 1
        // One step a statement: the type checker takes long for sums.
        var grey = 0.2126 * r
        grey += 0.7152 * g
        grey += 0.0722 * b
        return (
          grey + (r - grey) * strength, grey + (g - grey) * strength, grey + (b - grey) * strength
        )
      }
    }
  }
}
