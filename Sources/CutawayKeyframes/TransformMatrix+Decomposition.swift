import Glibc

extension TransformMatrix {
  /// Interpolates translation, rotation, scale and shear separately, so that a rotating picture
  /// keeps its size.
  ///
  /// The matrix is factored into shear, scale and rotation, in this order (the QR decomposition of
  /// the linear part, as in CSS Transforms 1, section 12). The rotation takes the shortest
  /// direction, plus `turns` full rotations, clockwise on screen.
  public static func interpolateDecomposed(
    from: Self, to: Self, progress: Double, turns: Int = 0
  ) -> Self {
    let start = Decomposition(from), end = Decomposition(to)
    var angle = (end.angle - start.angle).remainder(dividingBy: 2 * .pi)
    angle += Double(turns) * 2 * .pi
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * progress }
    return Decomposition(
      tx: mix(start.tx, end.tx), ty: mix(start.ty, end.ty), angle: start.angle + angle * progress,
      scaleX: mix(start.scaleX, end.scaleX), scaleY: mix(start.scaleY, end.scaleY),
      shear: mix(start.shear, end.shear)
    ).transform
  }
}

private struct Decomposition {
  var tx, ty, angle, scaleX, scaleY, shear: Double
}

extension Decomposition {
  init(_ matrix: TransformMatrix) {
    tx = matrix.tx
    ty = matrix.ty
    scaleX = hypot(matrix.a, matrix.b)
    angle = scaleX > 0 ? atan2(matrix.b, matrix.a) : atan2(-matrix.c, matrix.d)
    let (sine, cosine) = (sin(angle), cos(angle))
    // The second column, rotated back: the first component is the shear, the second the scale.
    shear = matrix.c * cosine + matrix.d * sine
    scaleY = matrix.d * cosine - matrix.c * sine
  }

  var transform: TransformMatrix {
    let (sine, cosine) = (sin(angle), cos(angle))
    return TransformMatrix(
      a: scaleX * cosine, b: scaleX * sine,
      c: shear * cosine - scaleY * sine, d: shear * sine + scaleY * cosine, tx: tx, ty: ty)
  }
}
