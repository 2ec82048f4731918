import CutawayElementKit

extension PixelLine {
  /// Reds, greens or blues of four pixels.
  typealias Plane = SIMD4<Float>

  /// Replaces red, green and blue of all pixels, which are not multiplied by alpha; alpha stays.
  ///
  /// For formulas that treat red, green and blue differently: four pixels at once take as long as one.
  ///
  /// - Parameter color: The new reds, greens and blues of four pixels.
  @inline(__always)
  mutating func mapPlanes(_ color: (Plane, Plane, Plane) -> (Plane, Plane, Plane)) {
    let count = count, isOpaque = isOpaque
    var span = pixels.mutableSpan
    for first in stride(from: 0, to: count, by: 4) {
      // At the end, the last pixel takes the place of those that are missing.
      let second = min(first &+ 1, count &- 1), third = min(first &+ 2, count &- 1)
      let fourth = min(first &+ 3, count &- 1)
      let (one, two, three, four) = (span[first], span[second], span[third], span[fourth])
      var r = SIMD4(one.x, two.x, three.x, four.x), g = SIMD4(one.y, two.y, three.y, four.y)
      var b = SIMD4(one.z, two.z, three.z, four.z)
      let alpha = isOpaque ? SIMD4(repeating: 1) : SIMD4(one.w, two.w, three.w, four.w)
      if !isOpaque {
        let factor = 1 / alpha
        (r, g, b) = (r * factor, g * factor, b * factor)
      }
      (r, g, b) = color(r, g, b)
      if !isOpaque { (r, g, b) = (r * alpha, g * alpha, b * alpha) }
      // What is transparent has no colour.
      span[first] = isOpaque || one.w > 0 ? SIMD4(r.x, g.x, b.x, alpha.x) : one
      span[second] = isOpaque || two.w > 0 ? SIMD4(r.y, g.y, b.y, alpha.y) : two
      span[third] = isOpaque || three.w > 0 ? SIMD4(r.z, g.z, b.z, alpha.z) : three
      span[fourth] = isOpaque || four.w > 0 ? SIMD4(r.w, g.w, b.w, alpha.w) : four
    }
  }
}
