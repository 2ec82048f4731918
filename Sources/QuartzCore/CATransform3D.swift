/// A transform of homogeneous coordinates; a point is a row in front of the matrix.
///
/// Exports draw its part in the plane: perspective is left out.
public struct CATransform3D: Sendable, Hashable {
  /// The components, row by row.
  public var m11, m12, m13, m14: CGFloat
  /// The components, row by row.
  public var m21, m22, m23, m24: CGFloat
  /// The components, row by row.
  public var m31, m32, m33, m34: CGFloat
  /// The components, row by row.
  public var m41, m42, m43, m44: CGFloat

  /// Creates a transform whose components are all 0.
  public init() { self.init(rows: Array(repeating: 0, count: 16)) }

  /// Creates a transform from its components.
  public init(
    m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat, m21: CGFloat, m22: CGFloat,
    m23: CGFloat, m24: CGFloat, m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat,
    m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat
  ) {
    (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
    (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
    (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
    (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
  }

  init(rows m: [CGFloat]) {
    self.init(
      m11: m[0], m12: m[1], m13: m[2], m14: m[3], m21: m[4], m22: m[5], m23: m[6], m24: m[7],
      m31: m[8], m32: m[9], m33: m[10], m34: m[11], m41: m[12], m42: m[13], m43: m[14], m44: m[15])
  }

  var rows: [CGFloat] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
  }

  /// The transform that changes nothing.
  static let identity = CATransform3D(rows: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])

  /// This transform first, then another one.
  func concatenating(_ other: CATransform3D) -> CATransform3D {
    let (a, b) = (rows, other.rows)
    return CATransform3D(
      rows: (0..<16).map { index in
        let (row, column) = (index / 4 * 4, index % 4)
        let (x, y) = (a[row] * b[column], a[row + 1] * b[column + 4])
        let (z, w) = (a[row + 2] * b[column + 8], a[row + 3] * b[column + 12])
        return x + y + z + w
      })
  }

  /// The part in the plane.
  package var affine: CGAffineTransform {
    CGAffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42)
  }

  /// Whether the transform has perspective, which exports leave out.
  package var hasPerspective: Bool { m14 != 0 || m24 != 0 || m34 != 0 }
}

/// The transform that changes nothing.
public let CATransform3DIdentity = CATransform3D.identity
/// A displacement.
public func CATransform3DMakeTranslation(
  _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat
) -> CATransform3D {
  var t = CATransform3D.identity
  (t.m41, t.m42, t.m43) = (tx, ty, tz)
  return t
}
/// A scaling.
public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  var t = CATransform3D.identity
  (t.m11, t.m22, t.m33) = (sx, sy, sz)
  return t
}
/// A rotation in radians about an axis; a positive angle about z goes from x towards y.
public func CATransform3DMakeRotation(
  _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  let length = (x * x + y * y + z * z).squareRoot()
  guard length > 0 else { return .identity }
  let (x, y, z) = (x / length, y / length, z / length)
  let (s, c) = (sin(angle), cos(angle)), k = 1 - c
  return CATransform3D(rows: [
    c + x * x * k, x * y * k + z * s, x * z * k - y * s, 0,
    x * y * k - z * s, c + y * y * k, y * z * k + x * s, 0,
    x * z * k + y * s, y * z * k - x * s, c + z * z * k, 0,
    0, 0, 0, 1,
  ])
}
/// A displacement first, then a transform.
public func CATransform3DTranslate(
  _ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat
) -> CATransform3D { CATransform3DMakeTranslation(tx, ty, tz).concatenating(t) }
/// A scaling first, then a transform.
public func CATransform3DScale(
  _ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat
) -> CATransform3D { CATransform3DMakeScale(sx, sy, sz).concatenating(t) }
/// A rotation first, then a transform.
public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D { CATransform3DMakeRotation(angle, x, y, z).concatenating(t) }
/// One transform, then another.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
  a.concatenating(b)
}
/// The inverse; a transform without one is returned unchanged.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D {
  // Gauss–Jordan elimination of the matrix beside the identity.
  var rows = (0..<4).map { row in
    Array(t.rows[row * 4..<row * 4 + 4]) + (0..<4).map { $0 == row ? CGFloat(1) : 0 }
  }
  for column in 0..<4 {
    guard
      let pivot = (column..<4).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
      abs(rows[pivot][column]) > 1e-12
    else { return t }
    rows.swapAt(column, pivot)
    let factor = rows[column][column]
    rows[column] = rows[column].map { $0 / factor }
    for row in 0..<4 where row != column {
      let part = rows[row][column]
      rows[row] = zip(rows[row], rows[column]).map { $0 - part * $1 }
    }
  }
  return CATransform3D(rows: rows.flatMap { $0[4...] })
}
/// A transform in the plane.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  CATransform3D(rows: [m.a, m.b, 0, 0, m.c, m.d, 0, 0, 0, 0, 1, 0, m.tx, m.ty, 0, 1])
}
/// Whether a transform lies in the plane.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool {
  CATransform3DMakeAffineTransform(t.affine) == t
}
/// The part in the plane.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform { t.affine }
/// Whether a transform changes nothing.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == .identity }
/// Whether two transforms are equal.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }
