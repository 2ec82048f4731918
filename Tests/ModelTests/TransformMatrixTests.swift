import CutawayModel
import CutawayTime
import Testing

struct TransformMatrixTests {
  @Test(
    arguments: [(0, 1, 0), (90, 0, 1), (180, -1, 0), (270, 0, -1), (-90, 0, -1), (450, 0, 1)]
      as [(Double, Double, Double)])
  func `right angles are exact, and clockwise on screen`(degrees: Double, x: Double, y: Double) {
    // A point to the right of the origin; y points downwards.
    let moved = TransformMatrix.rotation(degrees: degrees).apply(x: 1, y: 0)
    #expect(moved == (x, y))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `applying transforms in sequence equals their concatenation`(seed: UInt64) {
    var random = SplitMix64(state: seed)
    let (first, second) = (matrix(&random), matrix(&random))
    let (x, y) = (number(&random), number(&random))
    let inBetween = first.apply(x: x, y: y)
    let expected = second.apply(x: inBetween.x, y: inBetween.y)
    let found = first.concatenating(second).apply(x: x, y: y)
    #expect(abs(found.x - expected.x) < 1e-8 && abs(found.y - expected.y) < 1e-8)
  }

  @Test func `a transform about a point keeps that point`() {
    let turned = TransformMatrix.rotation(degrees: 37).about(x: 10, y: 20).apply(x: 10, y: 20)
    #expect(abs(turned.x - 10) < 1e-12 && abs(turned.y - 20) < 1e-12)
    #expect(
      TransformMatrix.scale(x: 2, y: 3).about(x: 10, y: 20)
        == TransformMatrix(a: 2, b: 0, c: 0, d: 3, tx: -10, ty: -40))
  }

  @Test func `a bounding box holds all corners`() {
    let box = TransformMatrix(a: 0, b: 1, c: -1, d: 0, tx: 1080, ty: 5)
      .boundingBox(of: PixelSize(width: 1920, height: 1080))
    #expect(box == Rectangle(x: 0, y: 5, width: 1080, height: 1920))
  }

  @Test(arguments: [0, 0.25, 0.5, 1])
  func `matrix components are interpolated separately, as in AVFoundation`(progress: Double) {
    let from = TransformMatrix(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    let to = TransformMatrix(a: -1, b: 6, c: 3, d: 0, tx: 105, ty: -6)
    let found = TransformMatrix.interpolate(
      from: from, to: to, progress: progress, as: .componentwise)
    #expect(
      found
        == TransformMatrix(
          a: 1 - 2 * progress, b: 2 + 4 * progress, c: 3, d: 4 - 4 * progress,
          tx: 5 + 100 * progress, ty: 6 - 12 * progress))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a decomposed ramp starts and ends with the given transforms`(seed: UInt64) {
    var random = SplitMix64(state: seed)
    let (from, to) = (matrix(&random), matrix(&random))
    let turns = Int.random(in: -3...3, using: &random)
    let ends = [0, 1].map {
      TransformMatrix.interpolateDecomposed(from: from, to: to, progress: $0, turns: turns)
    }
    #expect(ends[0].isNear(from))
    #expect(ends[1].isNear(to))
  }

  @Test(
    arguments: [
      (0, 90, 0, 45), (170, -170, 0, 180), (-170, 170, 0, 180), (350, 10, 0, 0), (0, 90, 1, 225),
      (0, 90, -1, -135), (0, 0, 2, 360), (30, 30, -1, -150),
    ] as [(Double, Double, Int, Double)])
  func `a rotation takes the shorter direction, plus whole turns`(
    from: Double, to: Double, turns: Int, middle: Double
  ) {
    let found = TransformMatrix.interpolateDecomposed(
      from: .rotation(degrees: from), to: .rotation(degrees: to), progress: 0.5, turns: turns)
    #expect(found.isNear(.rotation(degrees: middle)))
  }

  @Test(arguments: [0, 0.125, 0.25, 0.5, 0.75, 1])
  func `a rotating and growing picture keeps its shape`(progress: Double) {
    let from = TransformMatrix.scale(x: 1, y: 1)
    let to = TransformMatrix.scale(x: 3, y: 3).concatenating(.rotation(degrees: 120))
      .concatenating(.translation(x: 80, y: -40))
    let found = TransformMatrix.interpolateDecomposed(from: from, to: to, progress: progress)
    let expected = TransformMatrix.scale(x: 1 + 2 * progress, y: 1 + 2 * progress)
      .concatenating(.rotation(degrees: 120 * progress))
      .concatenating(.translation(x: 80 * progress, y: -40 * progress))
    #expect(found.isNear(expected))
  }

  @Test(arguments: [0, 0.125, 0.25, 0.5, 0.75, 1])
  func `a rotating mirrored picture stays mirrored`(progress: Double) {
    let mirror = TransformMatrix.scale(x: 1, y: -1)
    let found = TransformMatrix.interpolateDecomposed(
      from: mirror, to: mirror.concatenating(.rotation(degrees: 90)), progress: progress)
    #expect(found.isNear(mirror.concatenating(.rotation(degrees: 90 * progress))))
    #expect(abs(found.determinant + 1) < 1e-12)
  }

  @Test(arguments: [0, 0.25, 0.5, 1])
  func `shear is interpolated separately from scale and rotation`(progress: Double) {
    let sheared = TransformMatrix(a: 1, b: 0, c: 0.8, d: 1, tx: 0, ty: 0)
    let found = TransformMatrix.interpolateDecomposed(
      from: .identity, to: sheared.concatenating(.rotation(degrees: 60)), progress: progress)
    let expected = TransformMatrix(a: 1, b: 0, c: 0.8 * progress, d: 1, tx: 0, ty: 0)
      .concatenating(.rotation(degrees: 60 * progress))
    #expect(found.isNear(expected))
  }

  @Test func `a picture can grow from size 0`() {
    let found = TransformMatrix.interpolateDecomposed(
      from: .scale(x: 0, y: 0), to: .scale(x: 2, y: 4), progress: 0.5)
    #expect(found.isNear(.scale(x: 1, y: 2)))
  }

  private func number(_ random: inout SplitMix64) -> Double {
    Double.random(in: -10...10, using: &random)
  }

  private func matrix(_ random: inout SplitMix64) -> TransformMatrix {
    TransformMatrix(
      a: number(&random), b: number(&random), c: number(&random), d: number(&random),
      tx: number(&random), ty: number(&random))
  }
}

extension TransformMatrix {
  func isNear(_ other: Self) -> Bool {
    zip([a, b, c, d, tx, ty], [other.a, other.b, other.c, other.d, other.tx, other.ty])
      .allSatisfy { abs($0 - $1) < 1e-9 }
  }
}
