import Glibc

/// An affine transform of the plane, in pixels with the origin at the top left.
///
/// A point `(x, y)` is mapped to `(a·x + c·y + tx, b·x + d·y + ty)`. The order of the components
/// and their meaning are those of Core Graphics' `CGAffineTransform`.
public struct TransformMatrix: Sendable, Hashable, Codable {
  /// The linear part (`a` to `d`), and the translation in pixels (`tx`, `ty`).
  public var a, b, c, d, tx, ty: Double

  /// Creates a transform from its six components; it need not be invertible.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The transform that leaves every point in its place.
  public static let identity = TransformMatrix(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Moves points by `x` pixels to the right and `y` pixels down.
  public static func translation(x: Double, y: Double) -> Self {
    TransformMatrix(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Multiplies coordinates by a factor per axis; a negative factor mirrors.
  public static func scale(x: Double, y: Double) -> Self {
    TransformMatrix(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// A rotation about the origin, clockwise on screen.
  ///
  /// Multiples of 90° are exact.
  public static func rotation(degrees: Double) -> Self {
    let (sine, cosine) = exactSineAndCosine(degrees: degrees)
    return TransformMatrix(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// The transform that applies this one first, then `next`.
  public func concatenating(_ next: Self) -> Self {
    TransformMatrix(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// The same transform with the point `(x, y)` as its origin.
  public func about(x: Double, y: Double) -> Self {
    TransformMatrix.translation(x: -x, y: -y).concatenating(self)
      .concatenating(.translation(x: x, y: y))
  }

  /// The point that `(x, y)` is mapped to.
  public func apply(x: Double, y: Double) -> (x: Double, y: Double) {
    (a * x + c * y + tx, b * x + d * y + ty)
  }

  /// The factor by which the transform changes areas: negative if it mirrors, 0 if it has no
  /// inverse.
  public var determinant: Double { a * d - b * c }

  /// The smallest axis-parallel rectangle that contains the transformed `size` rectangle at the
  /// origin.
  public func boundingBox(of size: PixelSize) -> Rectangle {
    boundingBox(
      of: Rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
  }

  /// The smallest axis-parallel rectangle that contains a transformed one.
  package func boundingBox(of area: Rectangle) -> Rectangle {
    let (right, bottom) = (area.x + area.width, area.y + area.height)
    let corners = [(area.x, area.y), (right, area.y), (area.x, bottom), (right, bottom)]
      .map { apply(x: $0.0, y: $0.1) }
    let xs = corners.map(\.x), ys = corners.map(\.y)
    let left = xs.reduce(.infinity, min), top = ys.reduce(.infinity, min)
    return Rectangle(
      x: left, y: top, width: xs.reduce(-.infinity, max) - left,
      height: ys.reduce(-.infinity, max) - top)
  }
}

extension TransformMatrix {
  /// The inverse transform; `nil` if the transform is not invertible.
  package var inverted: TransformMatrix? {
    let determinant = determinant
    guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
    let (ia, ib, ic, id) = (
      d / determinant, -b / determinant, -c / determinant, a / determinant
    )
    return TransformMatrix(
      a: ia, b: ib, c: ic, d: id, tx: -(tx * ia + ty * ic), ty: -(tx * ib + ty * id))
  }
}

private func exactSineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
  let turn = degrees.truncatingRemainder(dividingBy: 360)
  switch turn < 0 ? turn + 360 : turn {
  case 0: return (0, 1)
  case 90: return (1, 0)
  case 180: return (0, -1)
  case 270: return (-1, 0)
  case let angle: return (sin(angle * .pi / 180), cos(angle * .pi / 180))
  }
}
