import CutawayElementKit

/// The functions for blend modes of whole colours (W3C, Compositing and Blending Level 1, 10.2).
enum HueBlending {
  /// The luminosity of a colour.
  @inline(__always)
  static func luminosity(_ color: SIMD4<Float>) -> Float {
    0.3 * color.x + 0.59 * color.y + 0.11 * color.z
  }

  /// The difference of the greatest and the least component.
  @inline(__always)
  static func saturation(_ color: SIMD4<Float>) -> Float {
    max(color.x, max(color.y, color.z)) - min(color.x, min(color.y, color.z))
  }

  /// The colour with another luminosity.
  ///
  /// Components that leave 0…1 lose saturation.
  @inline(__always)
  static func with(luminosity value: Float, _ color: SIMD4<Float>) -> SIMD4<Float> {
    // No saturation is left, and beyond that the formula would invert hues.
    guard value > 0, value < 1 else { return SIMD4(repeating: value) }
    let offset = color - luminosity(color)
    let least = value + min(offset.x, min(offset.y, offset.z))
    let most = value + max(offset.x, max(offset.y, offset.z))
    var gain: Float = 1
    if least < 0 { gain = value / (value - least) }
    if most > 1 { gain = min(gain, (1 - value) / (most - value)) }
    return value + offset * gain
  }

  /// The colour with another saturation, and with 0 as its least component.
  @inline(__always)
  static func with(saturation value: Float, _ color: SIMD4<Float>) -> SIMD4<Float> {
    let least = min(color.x, min(color.y, color.z)), range = saturation(color)
    guard range > 0 else { return SIMD4() }
    return (color - least) * (value / range)
  }
}
