import AVFoundation
import Testing

/// Rules 26 to 46 in pixels: a white square of 20 × 20, seen at its centre.
@Suite(.serialized) struct AnimationPixelTests {
  func opacity(_ from: Any?, _ to: Any?, begin: Double, duration: Double) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "opacity")
    (animation.fromValue, animation.toValue) = (from, to)
    animation.beginTime = begin == 0 ? AVCoreAnimationBeginTimeAtZero : begin
    animation.duration = duration
    animation.isRemovedOnCompletion = false
    return animation
  }

  /// The light of the square at times in frames.
  func lights(_ animations: CAAnimation..., model opacity: Float = 1, at frames: [Int]) async throws
    -> [Double]
  {
    let stage = try await Stage()
    let square = stage.add(CGRect(x: 10, y: 10, width: 20, height: 20))
    square.opacity = opacity
    for (index, animation) in animations.enumerated() { square.add(animation, forKey: "\(index)") }
    var result: [Double] = []
    for frame in frames { result.append(try await stage.image(frame).light(20, 20)) }
    return result
  }

  func expect(_ lights: [Double], _ expected: [Double], _ comment: Comment? = nil) {
    #expect(lights.count == expected.count)
    for (light, wanted) in zip(lights, expected) { #expect(abs(light - wanted) < 0.05, comment) }
  }

  @Test func `R27, R28: animations run in the film's time from their begin time`() async throws {
    let animation = opacity(0, 1, begin: 0.5, duration: 1)
    expect(try await lights(animation, at: [0, 15, 30, 44, 50]), [1, 0, 0.5, 29.0 / 30, 1])
  }

  @Test(arguments: [
    (CAMediaTimingFillMode.removed, [0.5, 0.5]), (.backwards, [0, 0.5]), (.forwards, [0.5, 1]),
    (.both, [0, 1]),
  ])
  func `R33: fill modes`(mode: CAMediaTimingFillMode, expected: [Double]) async throws {
    let animation = opacity(0, 1, begin: 0.5, duration: 0.5)
    animation.fillMode = mode
    // Before it and after it, over a model value of 1/2.
    expect(try await lights(animation, model: 0.5, at: [5, 45]), expected)
  }

  @Test func `R31, R32: repeats and autoreverses`() async throws {
    let animation = opacity(0, 1, begin: 0, duration: 0.5)
    animation.repeatCount = 2
    expect(try await lights(animation, model: 0.25, at: [5, 20, 40]), [1.0 / 3, 1.0 / 3, 0.25])
    let back = opacity(0, 1, begin: 0, duration: 0.5)
    back.autoreverses = true
    back.repeatCount = .infinity
    expect(
      try await lights(back, model: 0.25, at: [5, 20, 35, 50]),
      [1.0 / 3, 2.0 / 3, 1.0 / 3, 2.0 / 3])
  }

  @Test func `R36: the animation added later wins while both are in effect`() async throws {
    let (first, second) = (
      opacity(1, 1, begin: 0, duration: 2), opacity(0.5, 0.5, begin: 1, duration: 0.5)
    )
    expect(try await lights(first, second, model: 0, at: [10, 40, 50]), [1, 0.5, 1])
  }

  @Test func `behaviour: forwards does nothing before the beginning`() async throws {
    let appear = opacity(0, 1, begin: 1, duration: 0.2)
    appear.fillMode = .forwards
    expect(try await lights(appear, model: 0, at: [0, 29, 45]), [0, 0, 1])
  }

  @Test func `R38: from, to and by`() async throws {
    let by = CABasicAnimation(keyPath: "opacity")
    (by.byValue, by.beginTime, by.duration) = (0.5, AVCoreAnimationBeginTimeAtZero, 2)
    expect(try await lights(by, model: 0.25, at: [30]), [0.5])
    let to = opacity(nil, 1, begin: 0, duration: 2)
    expect(try await lights(to, model: 0, at: [30]), [0.5])
    let from = opacity(1, nil, begin: 0, duration: 2)
    expect(try await lights(from, model: 0, at: [30]), [0.5])
  }

  @Test func `R39: a timing function maps the progress`() async throws {
    let animation = opacity(0, 1, begin: 0, duration: 2)
    animation.timingFunction = CAMediaTimingFunction(name: .easeIn)
    // The Bézier (0.42, 0), (1, 1) is 0.3154 at one half.
    expect(try await lights(animation, at: [30]), [0.3154])
  }

  func keyframes(_ values: [Any], _ times: [NSNumber]?) -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation(keyPath: "opacity")
    animation.values = values
    animation.keyTimes = times
    animation.beginTime = AVCoreAnimationBeginTimeAtZero
    animation.duration = 2
    animation.isRemovedOnCompletion = false
    return animation
  }

  @Test func `R40: keyframes at their times, even without times`() async throws {
    expect(
      try await lights(keyframes([0, 1, 1, 0], [0, 0.25, 0.75, 1]), at: [0, 7, 30, 45, 52]),
      [0, 7.0 / 15, 1, 1, 1 - 7.0 / 15])
    expect(try await lights(keyframes([0, 1, 0], nil), at: [15, 30, 45]), [0.5, 1, 0.5])
    expect(
      try await lights(keyframes([0, 0.5, 1] as [NSNumber], nil), at: [15, 45]), [0.25, 0.75])
  }

  @Test func `R41: discrete keyframes step, with one time more or as many`() async throws {
    let more = keyframes([0, 1, 0.5], [0, 0.25, 0.5, 1])
    more.calculationMode = .discrete
    expect(try await lights(more, at: [10, 20, 29, 31, 59]), [0, 1, 1, 0.5, 0.5])
    let many = keyframes([0, 1, 0.5], [0, 0.25, 0.5])
    many.calculationMode = .discrete
    expect(try await lights(many, at: [10, 20, 31, 59]), [0, 1, 0.5, 0.5])
    let none = keyframes([0, 1], nil)
    none.calculationMode = .discrete
    expect(try await lights(none, at: [20, 40]), [0, 1])
  }

  @Test func `R45: a group clips its animations and starts them in its time`() async throws {
    let (fade, group) = (CABasicAnimation(keyPath: "opacity"), CAAnimationGroup())
    (fade.fromValue, fade.toValue, fade.duration, fade.beginTime) = (0, 1, 2, 0.5)
    group.animations = [fade]
    group.beginTime = 0.5
    group.duration = 1
    group.isRemovedOnCompletion = false
    // From 1 s on it rises, by 1/2 a second, and it ends with the group at 1.5 s.
    expect(
      try await lights(group, model: 0.1, at: [20, 37, 44, 46]), [0.1, 7.0 / 60, 14.0 / 60, 0.1])
  }

  @Test func `R34: a layer is presented in its active time`() async throws {
    let stage = try await Stage()
    let square = stage.add(CGRect(x: 10, y: 10, width: 20, height: 20))
    (square.beginTime, square.duration) = (0.5, 1)
    let images = try await stage.images(10, 20, 44, 50)
    #expect(try images.map { try $0.light(20, 20) > 0.5 } == [false, true, true, false])
  }

  @Test func `R35: speed 0 freezes at the offset`() async throws {
    let animation = opacity(0, 1, begin: 0, duration: 1)
    animation.speed = 0
    animation.timeOffset = 0.5
    expect(try await lights(animation, at: [0, 50]), [0.5, 0.5])
  }

  @Test func `positions and components move in bottom-left coordinates`() async throws {
    let stage = try await Stage()
    let square = stage.add(CGRect(x: 0, y: 0, width: 20, height: 20))
    let up = CABasicAnimation(keyPath: "position.y")
    (up.fromValue, up.toValue, up.duration) = (10, 90, 2)
    up.beginTime = AVCoreAnimationBeginTimeAtZero
    square.add(up, forKey: nil)
    let right = CABasicAnimation(keyPath: "position")
    right.fromValue = CGPoint(x: 10, y: 10)
    right.toValue = CGPoint(x: 190, y: 10)
    right.duration = 2
    right.beginTime = AVCoreAnimationBeginTimeAtZero
    let other = stage.add(CGRect(x: 0, y: 0, width: 20, height: 20), Stage.red)
    other.add(right, forKey: nil)
    let image = try await stage.image(30)
    #expect(try image.light(10, 50) > 0.9)
    #expect(try image.color(100, 10) == [true, false, false])
  }

  @Test func `transforms of layers turn and grow about the anchor`() async throws {
    let stage = try await Stage()
    let square = stage.add(CGRect(x: 90, y: 40, width: 20, height: 20))
    let grow = CABasicAnimation(keyPath: "transform.scale")
    (grow.fromValue, grow.toValue, grow.duration) = (1, 3, 2)
    grow.beginTime = AVCoreAnimationBeginTimeAtZero
    square.add(grow, forKey: nil)
    let images = try await stage.images(0, 30)
    #expect(try images[0].light(82, 50) < 0.1)
    #expect(try images[1].light(82, 50) > 0.9 && images[1].light(118, 68) > 0.9)
    #expect(try images[1].light(78, 50) < 0.1)
  }
}
