import Glibc

/// The rate at which a ramp changes from its start to its end.
public enum Easing: Sendable, Hashable, Codable {
  /// At a constant rate.
  case linear
  /// Constant at `from`, with a jump to `to` at the end.
  case hold
  /// Equal power: the square of the value, which is its power, follows sin² from one end to the
  /// other.
  ///
  /// A fade-in and a fade-out over the same range have a constant total power. From 0 to 1 the
  /// value itself follows a quarter of a sine.
  case sine
  /// A cubic Bézier curve from (0, 0) to (1, 1) with two control points, whose x lie in 0…1 (CSS
  /// Easing Functions 1, section 2.2).
  case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)

  /// Slow at the start: CSS `ease-in`, the curve (0.42, 0, 1, 1).
  public static let easeIn = cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  /// Slow at the end: CSS `ease-out`, the curve (0, 0, 0.58, 1).
  public static let easeOut = cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  /// Slow at both ends: CSS `ease-in-out`, the curve (0.42, 0, 0.58, 1).
  public static let easeInOut = cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  /// The easings that have a name in composition files and launch lines.
  ///
  /// An easing without a control point needs one.
  public static let named: [(name: String, easing: Easing)] = [
    ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut), ("easeInOut", .easeInOut),
    ("hold", .hold), ("sine", .sine),
  ]

  /// The fraction of the change that is complete when the fraction `p`, 0…1, of the time has
  /// passed.
  ///
  /// For ``sine``, it is the fraction of the change between the squares.
  public func progress(at p: Double) -> Double {
    switch self {
    case .linear: p
    case .hold: 0
    case .sine: (1 - cos(.pi * p)) / 2
    case .cubicBezier(let x1, let y1, let x2, let y2):
      bezier(y1, y2, solveBezier(x1, x2, for: p))
    }
  }

  /// Whether ``progress(at:)`` applies to the squares of the values.
  var isOfPower: Bool { self == .sine }

  /// Whether the value stays at the start of the ramp and jumps at its end.
  package var jumps: Bool { self == .hold }

  /// Whether the progress never leaves 0…1.
  package var staysBetween: Bool {
    guard case .cubicBezier(_, let y1, _, let y2) = self else { return true }
    return (0...1).contains(y1) && (0...1).contains(y2)
  }

  /// The curve rotated by 180°; `nil` for a jump, which has no curve.
  var reversed: Easing? {
    switch self {
    case .linear: .linear
    case .sine: .sine
    case .hold: nil
    case .cubicBezier(let x1, let y1, let x2, let y2):
      .cubicBezier(x1: 1 - x2, y1: 1 - y2, x2: 1 - x1, y2: 1 - y1)
    }
  }
}

private func bezier(_ p1: Double, _ p2: Double, _ t: Double) -> Double {
  let s = 1 - t
  return 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t
}

/// The parameter at which the curve has the given x.
///
/// The x of the curve never decreases, so bisection finds the parameter. 52 halvings exhaust the
/// precision of a `Double`.
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
