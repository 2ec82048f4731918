import AVFoundation
import Foundation
import Synchronization
import Testing

/// Rules 29, 37, 42, 46, 47 and 49 to 51 in pixels.
@Suite(.serialized) struct AnimationRuleTests {
  /// The x of a square's centre at times in frames, with its model's position at 30.
  func centres(_ animations: CAAnimation..., at frames: [Int]) async throws -> [Double] {
    let stage = try await Stage()
    let square = stage.add(CGRect(x: 20, y: 40, width: 20, height: 20))
    for (index, animation) in animations.enumerated() { square.add(animation, forKey: "\(index)") }
    var result: [Double] = []
    for frame in frames { result.append(try await stage.image(frame).centre(row: 50)) }
    return result
  }

  func expect(
    _ values: [Double], _ expected: [Double], within limit: Double = 0.6, _ comment: Comment? = nil
  ) {
    #expect(values.count == expected.count)
    for (value, wanted) in zip(values, expected) {
      #expect(abs(value - wanted) < limit, "\(values) for \(expected)")
    }
  }

  @Test func `R29: removal on completion is ignored`() async throws {
    let move = CABasicAnimation("position.x", 50, 100).over(0.5)
    (move.isRemovedOnCompletion, move.fillMode) = (true, .forwards)
    expect(try await centres(move, at: [0, 45]), [50, 100])
  }

  @Test func `R37: an additive animation adds to the value so far`() async throws {
    let move = CABasicAnimation("position.x", 0, 60).over(2)
    move.isAdditive = true
    expect(try await centres(move, at: [0, 30]), [30, 60])
    // Over another animation it adds to that one's value.
    let first = CABasicAnimation("position.x", 40, 100).over(2)
    expect(try await centres(first, move, at: [0, 30]), [40, 100])
    let point = CABasicAnimation(
      "position", CGPoint(x: 0, y: 0), CGPoint(x: 60, y: 0)
    ).over(2)
    point.isAdditive = true
    expect(try await centres(point, at: [30]), [60])
  }

  @Test func `R37: additive matrices are concatenated`() async throws {
    let stage = try await Stage()
    // 40 × 4, turned upright by the model; a scale of x in its own space makes it longer.
    let bar = stage.add(CGRect(x: 80, y: 48, width: 40, height: 4))
    bar.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    let grow = CABasicAnimation(
      "transform", CATransform3DMakeScale(2, 1, 1), CATransform3DMakeScale(2, 1, 1)
    ).over(2)
    grow.isAdditive = true
    bar.add(grow, forKey: nil)
    let rows = try #require(try await stage.image(30).litRows(99..<101))
    let columns = try await stage.image(30)
    // Either order is a concatenation: 80 × 4 upright, or 40 upright and 8 wide.
    let isFirst = rows.count > 76 && rows.count < 84
    let isLast =
      try rows.count > 36 && rows.count < 44 && columns.light(97, 50) > 0.5
      && columns.light(102, 50) > 0.5
    #expect(isFirst || isLast, "\(rows)")
  }

  @Test func `R37: a cumulative animation goes on where it ended`() async throws {
    let move = CABasicAnimation("position.x", 30, 50).over(0.5)
    (move.isCumulative, move.repeatCount) = (true, 4)
    // 37 / 15 cycles: twice 20, and 20 · 7 / 15.
    expect(try await centres(move, at: [0, 15, 37]), [30, 50, 79.33])
  }

  @Test func `R37: a cumulative turn goes on for ever`() async throws {
    let stage = try await Stage()
    let bar = stage.add(CGRect(x: 80, y: 48, width: 40, height: 4))
    let turn = CABasicAnimation("transform.rotation.z", 0, Double.pi / 4).over(0.5)
    (turn.isCumulative, turn.repeatCount) = (true, .infinity)
    bar.add(turn, forKey: nil)
    // Two cycles are 90°.
    let image = try await stage.image(30)
    #expect(try image.light(100, 65) > 0.5 && image.light(115, 50) < 0.1)
  }

  func keyframes(_ values: [Any], _ mode: CAAnimationCalculationMode) -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation(keyPath: "position.x")
    (animation.values, animation.calculationMode) = (values, mode)
    return animation.over(2)
  }

  /// A Hermite segment.
  func hermite(_ a: Double, _ b: Double, _ from: Double, _ to: Double, _ s: Double) -> Double {
    let (s2, s3): (Double, Double) = (s * s, s * s * s)
    let places: Double = (2 * s3 - 3 * s2 + 1) * a + (3 * s2 - 2 * s3) * b
    let tangents: Double = (s3 - 2 * s2 + s) * from + (s3 - s2) * to
    return places + tangents
  }

  @Test func `R42: cubic is Catmull-Rom, a missing neighbour is the end value`() async throws {
    let cubic = keyframes([20, 160, 60], .cubic)
    // Tangents are half the distance of the neighbours.
    let (t0, t1, t2) = (70.0, 20.0, -50.0)
    expect(
      try await centres(cubic, at: [0, 6, 15, 24, 30, 36, 45]),
      [
        20, hermite(20, 160, t0, t1, 0.2), hermite(20, 160, t0, t1, 0.5),
        hermite(20, 160, t0, t1, 0.8), 160, hermite(160, 60, t1, t2, 0.2),
        hermite(160, 60, t1, t2, 0.5),
      ], within: 1)
  }

  @Test func `R40: paced goes at a constant speed and ignores key times`() async throws {
    let paced = keyframes([20, 40, 180], .paced)
    paced.keyTimes = [0, 0.5, 1]
    // 160 pixels in 2 s.
    expect(try await centres(paced, at: [6, 30, 45]), [20 + 16, 20 + 80, 20 + 120])
  }

  @Test(arguments: [
    (CAMediaTimingFillMode.forwards, CAMediaTimingFillMode.forwards, [100.0, 100]),
    (.forwards, .removed, [100, 30]), (.removed, .forwards, [30, 30]),
    (.removed, .removed, [30, 30]),
  ])
  func `R46: a grouped animation fills within the group, the group after it`(
    inner: CAMediaTimingFillMode, outer: CAMediaTimingFillMode, expected: [Double]
  ) async throws {
    let move = CABasicAnimation("position.x", 50, 100), group = CAAnimationGroup()
    (move.duration, move.fillMode) = (0.5, inner)
    group.animations = [move]
    // At 0.75 s of the group's second, and after it.
    expect(try await centres(group.with(outer), at: [22, 45]), expected)
  }

  func spring(
    damping: CGFloat, velocity: CGFloat = 0, overdamps: Bool = false
  ) -> CASpringAnimation {
    let spring = CASpringAnimation(keyPath: "position.x")
    (spring.fromValue, spring.toValue) = (20, 120)
    (spring.damping, spring.initialVelocity) = (damping, velocity)
    spring.allowsOverdamping = overdamps
    return spring.over(2)
  }

  @Test(arguments: [0.0, 5])
  func `R47: a spring swings by its formula`(velocity: Double) async throws {
    // w₀ = 10, ζ = 10 / 20.
    let (w, z) = (10.0, 0.5), d = w * (1 - z * z).squareRoot()
    func place(_ frame: Int) -> Double {
      let t = Double(frame) / 30
      let factor: Double = (z * w - velocity) / d
      let swing: Double = cos(d * t) + factor * sin(d * t)
      return 20 + 100 * (1 - exp(-z * w * t) * swing)
    }
    let frames = [0, 2, 5, 8, 11, 15, 24]
    expect(
      try await centres(spring(damping: 10, velocity: velocity), at: frames), frames.map(place),
      within: 1)
  }

  @Test func `R47: more than critical damping is critical unless allowed`() async throws {
    // ζ = 2; w₀ = 10.
    func critical(_ frame: Int) -> Double {
      let t = Double(frame) / 30
      return 20 + 100 * (1 - (1 + 10 * t) * exp(-10 * t))
    }
    let frames = [0, 3, 6, 10, 20]
    expect(try await centres(spring(damping: 40), at: frames), frames.map(critical), within: 1)
    expect(try await centres(spring(damping: 20), at: frames), frames.map(critical), within: 1)
  }

  @Test func `R48: without the settling duration a spring stops after a quarter of a second`()
    async throws
  {
    let spring = spring(damping: 10)
    spring.duration = 0
    expect(try await centres(spring, at: [10]), [30])
  }

  final class Listener: NSObject, CAAnimationDelegate {
    let calls = Mutex(0)
    func animationDidStart(_ anim: CAAnimation) { calls.withLock { $0 += 1 } }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { calls.withLock { $0 += 1 } }
  }

  @Test func `R49: delegates are not called in exports`() async throws {
    let move = CABasicAnimation("position.x", 50, 100).over(0.5), listener = Listener()
    move.delegate = listener
    expect(try await centres(move, at: [0, 45]), [50, 30])
    #expect(listener.calls.withLock { $0 } == 0)
  }

  @Test func `R50: there are no implicit animations`() async throws {
    let stage = try await Stage()
    let square = stage.add(CGRect(x: 20, y: 40, width: 20, height: 20))
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    square.position.x = 150
    CATransaction.commit()
    #expect((square.animationKeys() ?? []).isEmpty && square.action(forKey: "position") == nil)
    #expect(abs(try await stage.image(0).centre(row: 50) - 150) < 0.6)
  }

  /// Draws its lower half white.
  final class Drawing: CALayer {
    let calls = Mutex(0)
    override func draw(in ctx: CGContext) {
      calls.withLock { $0 += 1 }
      ctx.setFillColor(Stage.white)
      ctx.fill(CGRect(x: 0, y: 0, width: 40, height: 20))
    }
  }

  @Test func `R51: a layer draws itself once, with the origin at the bottom left`() async throws {
    let stage = try await Stage(), layer = Drawing()
    layer.frame = CGRect(x: 20, y: 20, width: 40, height: 40)
    stage.root.addSublayer(layer)
    layer.setNeedsDisplay()
    let image = try await stage.image()
    #expect(try image.light(40, 30) > 0.9 && image.light(40, 50) < 0.1)
    let calls = layer.calls.withLock { $0 }
    _ = try await stage.images(0, 10, 20, 30, 40, 50)
    // As often for six frames as for one.
    #expect(layer.calls.withLock { $0 } == 2 * calls && calls == 1)
  }

  final class Displaying: CALayer {
    override func display() {
      contents = try? picture([[Stage.red]])
    }
  }

  @Test func `R51: a marked layer provides its contents`() async throws {
    let stage = try await Stage(), layer = Displaying()
    layer.frame = CGRect(x: 20, y: 20, width: 40, height: 40)
    stage.root.addSublayer(layer)
    #expect(try await stage.image().color(40, 40) == [false, false, false])
    layer.setNeedsDisplay()
    #expect(try await stage.image().color(40, 40) == [true, false, false])
  }
}

extension CAAnimation {
  /// Over a second, with a fill mode.
  fileprivate func with(_ mode: CAMediaTimingFillMode) -> Self {
    fillMode = mode
    return over(1)
  }
}
