import CoreGraphics
import Testing

/// Transforms against arithmetic with doubles.
struct TransformTests {
  /// SplitMix64.
  struct Numbers {
    var state: UInt64
    mutating func next() -> Double {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return Double((value ^ (value >> 31)) >> 11) / 0x1p53 * 20 - 10
    }
    mutating func transform() -> CGAffineTransform {
      CGAffineTransform(a: next(), b: next(), c: next(), d: next(), tx: next(), ty: next())
    }
  }

  static func near(_ x: CGPoint, _ y: CGPoint, within limit: Double = 1e-8) -> Bool {
    abs(x.x - y.x) <= limit * max(1, abs(x.x)) && abs(x.y - y.y) <= limit * max(1, abs(x.y))
  }

  @Test func `a point is multiplied as a row vector`() {
    let t = CGAffineTransform(a: 2, b: 3, c: 5, d: 7, tx: 11, ty: 13)
    #expect(CGPoint(x: 1, y: 10).applying(t) == CGPoint(x: 2 + 50 + 11, y: 3 + 70 + 13))
    #expect(CGSize(width: 1, height: 10).applying(t) == CGSize(width: 52, height: 73))
  }

  @Test func `concatenating applies the receiver first`() {
    var random = Numbers(state: 1)
    for _ in 0..<2000 {
      let (a, b) = (random.transform(), random.transform())
      let point = CGPoint(x: random.next(), y: random.next())
      #expect(Self.near(point.applying(a.concatenating(b)), point.applying(a).applying(b)))
      #expect(CGAffineTransformConcat(a, b) == a.concatenating(b))
    }
  }

  @Test func `translatedBy, scaledBy and rotated act before the transform`() {
    var random = Numbers(state: 2)
    for _ in 0..<1000 {
      let t = random.transform(), x = random.next(), y = random.next()
      let point = CGPoint(x: random.next(), y: random.next())
      #expect(
        Self.near(
          point.applying(t.translatedBy(x: x, y: y)),
          CGPoint(x: point.x + x, y: point.y + y).applying(t)))
      #expect(
        Self.near(
          point.applying(t.scaledBy(x: x, y: y)),
          CGPoint(x: point.x * x, y: point.y * y).applying(t)))
      let turned = CGPoint(
        x: point.x * cos(x) - point.y * sin(x), y: point.x * sin(x) + point.y * cos(x))
      #expect(Self.near(point.applying(t.rotated(by: x)), turned.applying(t)))
    }
  }

  @Test func `an inverse undoes a transform`() {
    var random = Numbers(state: 3)
    for _ in 0..<1000 {
      let t = random.transform(), point = CGPoint(x: random.next(), y: random.next())
      guard abs(t.a * t.d - t.b * t.c) > 0.1 else { continue }
      #expect(Self.near(point.applying(t).applying(t.inverted()), point, within: 1e-6))
    }
    let flat = CGAffineTransform(scaleX: 0, y: 1)
    #expect(flat.inverted() == flat)
  }

  @Test func `a rectangle becomes the box of its corners`() {
    var random = Numbers(state: 4)
    for _ in 0..<500 {
      let t = random.transform()
      let rect = CGRect(
        x: random.next(), y: random.next(), width: abs(random.next()), height: abs(random.next()))
      let corners = [
        CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
        CGPoint(x: rect.minX, y: rect.maxY), CGPoint(x: rect.maxX, y: rect.maxY),
      ].map { $0.applying(t) }
      let box = rect.applying(t)
      #expect(abs(box.minX - (corners.map(\.x).min() ?? .nan)) < 1e-8)
      #expect(abs(box.maxX - (corners.map(\.x).max() ?? .nan)) < 1e-8)
      #expect(abs(box.minY - (corners.map(\.y).min() ?? .nan)) < 1e-8)
      #expect(abs(box.maxY - (corners.map(\.y).max() ?? .nan)) < 1e-8)
    }
  }

  @Test func `special transforms`() {
    #expect(CGAffineTransform.identity.isIdentity)
    #expect(CGAffineTransform() == CGAffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0))
    #expect(CGAffineTransform(translationX: 3, y: 4).tx == 3)
    #expect(CGAffineTransform(scaleX: 3, y: 4).d == 4)
    let quarter = CGAffineTransform(rotationAngle: .pi / 2)
    #expect(Self.near(CGPoint(x: 1, y: 0).applying(quarter), CGPoint(x: 0, y: 1)))
    #expect(CGAffineTransformMakeRotation(.pi / 2) == quarter)
    #expect(CGAffineTransformTranslate(.identity, 1, 2) == CGAffineTransformMakeTranslation(1, 2))
  }

  @Test func `R31: the matrix of a portrait recording keeps its picture in place`() {
    // a = 0, b = 1, c = -1, d = 0, tx = height: a quarter turn to the right.
    let portrait = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1080, ty: 0)
    let frame = CGRect(x: 0, y: 0, width: 1920, height: 1080).applying(portrait)
    #expect(frame == CGRect(x: 0, y: 0, width: 1080, height: 1920))
    #expect(CGPoint.zero.applying(portrait) == CGPoint(x: 1080, y: 0))
    let size = CGSize(width: 1920, height: 1080).applying(portrait)
    #expect(size == CGSize(width: -1080, height: 1920))
  }
}
