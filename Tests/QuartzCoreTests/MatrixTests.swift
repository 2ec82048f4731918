import QuartzCore
import Testing

struct MatrixTests {
  func near(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
    let (x, y) = (values(a), values(b))
    return zip(x, y).allSatisfy { abs($0 - $1) < 1e-9 }
  }
  func values(_ t: CATransform3D) -> [CGFloat] {
    [
      t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41,
      t.m42, t.m43, t.m44,
    ]
  }

  @Test func `matrices are those of Core Animation`() {
    let move = CATransform3DMakeTranslation(1, 2, 3)
    #expect(move.m41 == 1 && move.m42 == 2 && move.m43 == 3 && move.m11 == 1)
    let turn = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    #expect(abs(turn.m12 - 1) < 1e-9 && abs(turn.m21 + 1) < 1e-9)
    #expect(CATransform3DIsIdentity(CATransform3DIdentity))
    #expect(CATransform3DIsAffine(turn))
    #expect(!CATransform3DIsAffine(CATransform3DMakeRotation(1, 1, 0, 0)))
  }

  @Test func `translate, scale and rotate act first`() {
    let scale = CATransform3DMakeScale(2, 3, 4)
    #expect(
      near(
        CATransform3DTranslate(scale, 1, 1, 1),
        CATransform3DConcat(CATransform3DMakeTranslation(1, 1, 1), scale)))
    #expect(
      near(
        CATransform3DRotate(scale, 1, 0, 0, 1),
        CATransform3DConcat(CATransform3DMakeRotation(1, 0, 0, 1), scale)))
    #expect(CATransform3DTranslate(scale, 1, 1, 1).m41 == 2)
  }

  @Test func `an inverse undoes`() {
    var matrix = CATransform3DMakeRotation(0.7, 1, 2, 3)
    matrix = CATransform3DTranslate(CATransform3DScale(matrix, 2, 3, 4), 5, 6, 7)
    #expect(near(CATransform3DConcat(matrix, CATransform3DInvert(matrix)), CATransform3DIdentity))
  }

  @Test func `affine transforms go there and back`() {
    let affine = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    #expect(CATransform3DGetAffineTransform(CATransform3DMakeAffineTransform(affine)) == affine)
    #expect(CATransform3DEqualToTransform(CATransform3DIdentity, CATransform3DMakeScale(1, 1, 1)))
  }
}
