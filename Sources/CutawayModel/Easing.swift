import Glibc

/// How a ramp moves from its start to its end.
public enum Easing: Sendable, Hashable, Codable {
  /// At a constant rate.
  case linear
  /// At `from` until the end, where it jumps to `to`.
  case hold
  /// Along a quarter of a sine, so that what fades in and what fades out sound as loud together as
  /// each alone: it is the square of a number, its power, that goes along sin² from one end to the
  /// other. From 0 to 1 the number itself is a sine.
  case sine
  /// Along a cubic Bézier curve from (0, 0) to (1, 1) with two control points, whose x lie in 0…1
  /// (CSS Easing Functions 1, section 2.2).
  case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)

  public static let easeIn = cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  public static let easeOut = cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  public static let easeInOut = cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  /// The names of the file format, and what they mean.
  public static let named: [(name: String, easing: Easing)] = [
    ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut), ("easeInOut", .easeInOut),
    ("hold", .hold), ("sine", .sine),
  ]

  /// The part of the way covered when the part `p`, 0…1, of the time has passed; for ``sine``, of
  /// the way from square to square.
  public func progress(at p: Double) -> Double {
    switch self {
    case .linear: p
    case .hold: 0
    case .sine: (1 - cos(.pi * p)) / 2
    case .cubicBezier(let x1, let y1, let x2, let y2):
      bezier(y1, y2, solveBezier(x1, x2, for: p))
    }
  }
}

private func bezier(_ p1: Double, _ p2: Double, _ t: Double) -> Double {
  let s = 1 - t
  return 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t
}

/// The parameter at which the curve has the given x.
///
/// The curve's x never falls, so halving finds it; 52 halvings are all that a `Double` can tell
/// apart.
private func solveBezier(_ x1: Double, _ x2: Double, for x: Double) -> Double {
  if x <= 0 { return 0 }
  if x >= 1 { return 1 }
  var low = 0.0, high = 1.0
  for _ in 0..<52 {
    let middle = (low + high) / 2
    if bezier(x1, x2, middle) < x { low = middle } else { high = middle }
  }
  return (low + high) / 2
}
