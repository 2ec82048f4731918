import CutawayModel
import Testing

struct EasingTests {
  /// Points of the curves, computed from the parameter that the easing must find.
  @Test(
    arguments: [
      (0.42, 0, 1, 1), (0, 0, 0.58, 1), (0.42, 0, 0.58, 1), (0.25, 0.1, 0.25, 1), (0, 1, 1, 0),
      (1, -2, 0, 3), (0.1, 5, 0.9, -5),
    ] as [(Double, Double, Double, Double)])
  func `a curve passes through its points`(x1: Double, y1: Double, x2: Double, y2: Double) {
    let easing = Easing.cubicBezier(x1: x1, y1: y1, x2: x2, y2: y2)
    let worst = (0...100).map { step in
      let t = Double(step) / 100
      func coordinate(_ p1: Double, _ p2: Double) -> Double {
        ((1 + 3 * p1 - 3 * p2) * t + 3 * p2 - 6 * p1) * t * t + 3 * p1 * t
      }
      return abs(easing.progress(at: coordinate(x1, x2)) - coordinate(y1, y2))
    }.max()
    // Where a curve is vertical, the last bit of x changes several of y.
    #expect((worst ?? .infinity) < 1e-3)
  }

  /// From the reference implementations of CSS in browsers (`ease` and its family at rest points).
  @Test(arguments: [
    (Easing.cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1), 0.5, 0.8024033877399112),
    (.easeIn, 0.5, 0.31535681257253934), (.easeOut, 0.5, 0.6846431874274607),
    (.easeInOut, 0.25, 0.12916193184304886), (.easeInOut, 0.5, 0.5),
    (.easeInOut, 0.75, 0.8708380681569511), (.linear, 0.3, 0.3), (.hold, 0.999, 0), (.hold, 0, 0),
  ])
  func `the named easings have the values of CSS`(easing: Easing, p: Double, expected: Double) {
    #expect(abs(easing.progress(at: p) - expected) < 1e-6)
  }

  @Test(arguments: Easing.named.map(\.easing).filter { $0 != .hold })
  func `an easing runs from 0 to 1 and never decreases`(easing: Easing) {
    #expect(easing.progress(at: 0) == 0)
    #expect(easing.progress(at: 1) == 1)
    let values = (0...200).map { easing.progress(at: Double($0) / 200) }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func `a held ramp jumps at its end`() throws {
    let value = try AnimatedValue(entries: [ramp(0, 2, 3, 9, .hold)])
    #expect(value.value(at: seconds(1999, over: 1000)) == 3)
    #expect(value.value(at: seconds(2)) == 9)
  }
}
