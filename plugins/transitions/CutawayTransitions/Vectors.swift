import CutawayElementKit

/// The rounding error of positions: the middle column of an odd width is on the right of the centre.
let positionError: Float = 1e-6

/// The angles of vectors, clockwise from 12 o'clock, as fractions of a turn.
@inline(__always)
func turns(right: SIMD8<Float>, up: Float) -> SIMD8<Float> {
  SIMD8(
    lowHalf: turns(right: right.lowHalf, up: up), highHalf: turns(right: right.highHalf, up: up))
}

/// The angles of four vectors.
///
/// The arc tangent of 0…1 is a polynomial with an error below 10⁻⁵ (Abramowitz and Stegun,
/// *Handbook of Mathematical Functions*, 4.4.49).
@inline(__always)
private func turns(right: SIMD4<Float>, up: Float) -> SIMD4<Float> {
  let width = right.raised(to: -right), height = SIMD4<Float>(repeating: abs(up))
  // The vector 0 would divide by zero.
  let t = width.lowered(to: height) / (width.raised(to: height) + 1e-20), s = t * t
  let series = ((0.0208351 * s - 0.0851330) * s + 0.1801410) * s - 0.3302995
  let arc = t * (series * s + 0.9998660) * Float(0.5 / Double.pi)
  // The angle from the vertical: in a quadrant, in half a turn, and in a whole turn.
  let quarter = arc.replacing(with: 0.25 - arc, where: width .> height)
  let half = up >= 0 ? quarter : 0.5 - quarter
  return half.replacing(with: 1 - half, where: right .< -positionError)
}

extension SIMD8<Float> {
  /// The numbers, each rounded down; they must be between 0 and 2²².
  @inline(__always)
  var floored: Self {
    // Adding 2²³ rounds to the nearest integer.
    let nearest = (self + 0x1p23) - 0x1p23
    return nearest - SIMD8().replacing(with: 1, where: nearest .> self)
  }
}
