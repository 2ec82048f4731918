import Glibc

extension LayerValue {
  /// The components of a number, a point, a colour or a rectangle.
  private var vector: SIMD4<Double>? {
    switch self {
    case .number(let number): SIMD4(number, 0, 0, 0)
    case .point(let point): SIMD4(point.x, point.y, 0, 0)
    case .color(let color):
      SIMD4(Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
    case .rectangle(let own): SIMD4(own.x, own.y, own.width, own.height)
    default: nil
    }
  }

  /// A number, a point, a colour or a rectangle with other components; those of colours are rounded
  /// and limited.
  private func with(_ vector: SIMD4<Double>) -> LayerValue {
    switch self {
    case .number: .number(vector[0])
    case .point: .point(Point(x: vector[0], y: vector[1]))
    case .color: .color(Color(components: (0..<4).map { vector[$0] }))
    case .rectangle:
      .rectangle(Rectangle(x: vector[0], y: vector[1], width: vector[2], height: vector[3]))
    default: self
    }
  }

  /// The value whose components are computed from those of this one and another; `nil` if the values
  /// do not have the same number of components, or none.
  private func combined(
    with other: LayerValue, _ change: (Double, Double) -> Double
  ) -> LayerValue? {
    switch (self, other) {
    case (.numbers(let a), .numbers(let b)) where a.count == b.count:
      return .numbers(zip(a, b).map(change))
    case (.colors(let a), .colors(let b)) where a.count == b.count:
      return .colors(
        zip(a, b).map { Color(components: zip($0.components, $1.components).map(change)) })
    case (.path(let a), .path(let b)):
      // The file reader has checked the paths.
      guard let start = try? LayerPath(svg: a), let end = try? LayerPath(svg: b) else { return nil }
      return start.combined(with: end, change).map { .path($0.svg) }
    default:
      guard let a = vector, let b = other.vector else { return nil }
      return with(
        SIMD4(change(a[0], b[0]), change(a[1], b[1]), change(a[2], b[2]), change(a[3], b[3])))
    }
  }

  /// Whether a spline may connect values of this kind.
  var isSmooth: Bool {
    switch self {
    case .number, .point, .rectangle: true
    default: false
    }
  }

  /// The value at a part of the way to another one of the same kind; the part may exceed 0…1.
  ///
  /// Values that cannot be mixed change at the end.
  func mixed(with other: LayerValue, at part: Double) -> LayerValue {
    if let a = vector, let b = other.vector { return with(a + (b - a) * part) }
    if case .matrix(let a) = self, case .matrix(let b) = other {
      // Half a turn has no shortest way: it is clockwise.
      let turn = (b.angle - a.angle).remainder(dividingBy: 2 * .pi)
      return .matrix(
        .interpolateDecomposed(
          from: a, to: b, progress: part, turns: turn < 1e-9 - .pi ? 1 : 0))
    }
    return combined(with: other) { $0 + ($1 - $0) * part } ?? (part < 1 ? self : other)
  }

  /// The value between two others on a Catmull-Rom spline.
  ///
  /// - Parameters:
  ///   - values: The value before, both ends, and the value after.
  ///   - part: The part of the way between the ends.
  /// - Returns: The value.
  static func spline(
    _ values: (LayerValue, LayerValue, LayerValue, LayerValue), at part: Double
  ) -> LayerValue {
    guard let before = values.0.vector, let from = values.1.vector, let to = values.2.vector,
      let after = values.3.vector
    else { return values.1.mixed(with: values.2, at: part) }
    let leaving = (to - before) / 2, arriving = (after - from) / 2
    let square = part * part, cube = square * part
    let a = from * (2 * cube - 3 * square + 1) + leaving * (cube - 2 * square + part)
    return values.1.with(a + to * (3 * square - 2 * cube) + arriving * (cube - square))
  }

  /// The value with another one of the same kind added a number of times, which may be negative.
  ///
  /// Matrices are concatenated: the added one is applied first. Values that cannot be added stay.
  func adding(_ other: LayerValue, times count: Double = 1) -> LayerValue {
    if case .matrix(let own) = self, case .matrix(let added) = other {
      return .matrix(added.power(count).concatenating(own))
    }
    return combined(with: other) { $0 + $1 * count } ?? self
  }

  /// What leads from this value to another one when it is added; `nil` if nothing does.
  func way(to other: LayerValue) -> LayerValue? {
    if case .matrix(let own) = self, case .matrix(let end) = other {
      return own.inverted.map { .matrix(end.concatenating($0)) }
    }
    return combined(with: other) { $1 - $0 }
  }

  /// The length of the way to another value; 1 between values that have no distance.
  func distance(to other: LayerValue) -> Double {
    if let a = vector, let b = other.vector {
      let way = b - a
      return (way * way).sum().squareRoot()
    }
    if case .matrix(let a) = self, case .matrix(let b) = other {
      return hypot(
        hypot(b.tx - a.tx, b.ty - a.ty),
        hypot(hypot(b.a - a.a, b.b - a.b), hypot(b.c - a.c, b.d - a.d)))
    }
    return 1
  }
}

extension TransformMatrix {
  /// The rotation in radians, clockwise on screen.
  fileprivate var angle: Double { hypot(a, b) > 0 ? atan2(b, a) : atan2(-c, d) }

  /// The transform a whole number of times after itself; a negative number is that of its inverse.
  fileprivate func power(_ count: Double) -> TransformMatrix {
    var rest = Int(abs(count).limited(to: 0...1e9)), result = TransformMatrix.identity
    var factor = count < 0 ? inverted ?? .identity : self
    while rest > 0 {
      if rest & 1 == 1 { result = result.concatenating(factor) }
      factor = factor.concatenating(factor)
      rest >>= 1
    }
    return result
  }
}
