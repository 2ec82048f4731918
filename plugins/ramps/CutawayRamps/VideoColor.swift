import CutawayElementKit

/// A colour in R′G′B′, and in Y′CbCr of BT.709 and video range.
package struct VideoColor: Sendable {
  /// Black.
  package static let black = VideoColor(argb: 0)

  /// White.
  package static let white = VideoColor(argb: 0xFFFF_FFFF)

  /// Red, green and blue from 0 to 1.
  private let rgb: (red: Double, green: Double, blue: Double)

  /// Luma from 0 to 1, and the colour differences from -0.5 to 0.5.
  private let luma: Double
  private let blue: Double
  private let red: Double

  /// Converts R′G′B′, 0xAARRGGBB (ITU-R BT.709, sections 3.2 and 3.3); alpha is ignored.
  package init(argb: UInt32) {
    func part(_ shift: UInt32) -> Double { Double((argb >> shift) & 255) / 255 }
    let (r, g, b) = (part(16), part(8), part(0))
    rgb = (r, g, b)
    luma = 0.2126 * r + 0.7152 * g + 0.0722 * b
    blue = (b - luma) / 1.8556
    red = (r - luma) / 1.5748
  }

  /// Whether both colour differences are equal, as those of greys.
  var isNeutral: Bool { blue == red }

  /// The sample of a plane: 0 is luma, 1 and 2 are chroma.
  func sample(of plane: Int, depth: Int) -> Int {
    let unit = Double(1 << (depth - 8))
    let level = plane == 0 ? 16 + 219 * luma : 128 + 224 * (plane == 1 ? blue : red)
    return Int((level * unit).rounded())
  }

  /// An opaque pixel of a layout, and a transparent one of that colour.
  func pixel<Component: PixelComponent>(
    in layout: PixelLayout, isTransparent: Bool, of _: Component.Type
  ) -> SIMD4<Component> {
    let indices = layout.order.indices, unit = Double(Component.max)
    func part(_ plane: Int, _ level: Double) -> Component {
      layout.hasChroma
        ? Component(sample(of: plane, depth: Component.bitWidth))
        : Component((level * unit).rounded())
    }
    var pixel = SIMD4<Component>()
    pixel[indices.red] = part(0, rgb.red)
    pixel[indices.green] = part(1, rgb.green)
    pixel[indices.blue] = part(2, rgb.blue)
    pixel[indices.alpha] = isTransparent ? 0 : .max
    return pixel
  }
}
