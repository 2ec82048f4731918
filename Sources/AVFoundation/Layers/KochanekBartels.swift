import CutawayOverlays

/// A spline with tension, continuity and bias, as many short lines.
///
/// Source of the formula: D. Kochanek and R. Bartels, "Interpolating Splines with Local Tension, Continuity,
/// and Bias Control", SIGGRAPH 1984. At the ends, the missing neighbour is the end itself.
struct KochanekBartels {
  private(set) var values: [LayerValue] = []
  private(set) var times: [Double] = []
  /// The lines between two values.
  private static let divisions = 32

  /// Creates a spline; `nil` if all parameters are 0, or the values are neither numbers nor points.
  ///
  /// - Parameters:
  ///   - keys: Numbers or points.
  ///   - animation: The animation with the parameters.
  ///   - given: The time of each value, 0…1; empty for even ones.
  init?(_ keys: [LayerValue], _ animation: CAKeyframeAnimation, times given: [Double]) {
    func list(_ numbers: [NSNumber]?) -> [Double] {
      keys.indices.map { index in
        numbers.flatMap { $0.indices.contains(index) ? $0[index].doubleValue : nil } ?? 0
      }
    }
    let tension = list(animation.tensionValues), bias = list(animation.biasValues)
    let continuity = list(animation.continuityValues)
    guard (tension + bias + continuity).contains(where: { $0 != 0 }), keys.count > 1 else {
      return nil
    }
    let points = keys.compactMap { key -> [Double]? in
      switch key {
      case .number(let number): [number]
      case .point(let point): [point.x, point.y]
      default: nil
      }
    }
    guard points.count == keys.count, Set(points.map(\.count)).count == 1 else { return nil }
    let places =
      given.isEmpty ? keys.indices.map { Double($0) / Double(keys.count - 1) } : given
    /// The tangent at a value, towards it or away from it.
    func tangent(_ index: Int, _ axis: Int, leaves: Bool) -> Double {
      let here = points[index][axis]
      let before = here - points[max(0, index - 1)][axis]
      let after = points[min(points.count - 1, index + 1)][axis] - here
      let (t, b) = (tension[index], bias[index])
      let c = leaves ? continuity[index] : -continuity[index]
      return (1 - t) * ((1 + b) * (1 + c) * before + (1 - b) * (1 - c) * after) / 2
    }
    for index in 0..<(keys.count - 1) {
      for step in 0..<Self.divisions {
        let part = Double(step) / Double(Self.divisions)
        let (square, cube) = (part * part, part * part * part)
        let place = points[0].indices.map { axis in
          (2 * cube - 3 * square + 1) * points[index][axis]
            + (cube - 2 * square + part) * tangent(index, axis, leaves: true)
            + (3 * square - 2 * cube) * points[index + 1][axis]
            + (cube - square) * tangent(index + 1, axis, leaves: false)
        }
        append(place, at: places[index] + (places[index + 1] - places[index]) * part)
      }
    }
    append(points[points.count - 1], at: places[places.count - 1])
  }

  private mutating func append(_ place: [Double], at time: Double) {
    values.append(place.count == 1 ? .number(place[0]) : .point(Point(x: place[0], y: place[1])))
    times.append(time)
  }
}
