import QuartzCore
import Testing

/// Rules 28 to 48 as far as they show without a film.
struct AnimationTests {
  @Test func `R30: an animation is copied when it is added`() throws {
    let layer = CALayer(), animation = CABasicAnimation(keyPath: "opacity")
    animation.duration = 2
    animation.fromValue = 0
    layer.add(animation, forKey: "fade")
    animation.duration = 9
    animation.keyPath = "position"
    let own = try #require(layer.animation(forKey: "fade") as? CABasicAnimation)
    #expect(own.duration == 2 && own.keyPath == "opacity")
    #expect(own !== animation)
    #expect(own.fromValue as? Int == 0)
  }

  @Test func `R30: an animation without duration lasts a quarter of a second when added`() throws {
    let layer = CALayer()
    layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "a")
    #expect(try #require(layer.animation(forKey: "a")).duration == 0.25)
  }

  @Test func `R36: keys replace, nil keys add`() {
    let layer = CALayer()
    #expect((layer.animationKeys() ?? []).isEmpty)
    layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "a")
    layer.add(CABasicAnimation(keyPath: "position"), forKey: "b")
    layer.add(CABasicAnimation(keyPath: "bounds"), forKey: "a")
    #expect(Set(layer.animationKeys() ?? []) == ["a", "b"])
    #expect((layer.animation(forKey: "a") as? CABasicAnimation)?.keyPath == "bounds")
    layer.removeAnimation(forKey: "a")
    #expect(layer.animationKeys() == ["b"])
    layer.add(CABasicAnimation(keyPath: "opacity"), forKey: nil)
    layer.removeAllAnimations()
    #expect((layer.animationKeys() ?? []).isEmpty)
    #expect(layer.animation(forKey: "b") == nil)
  }

  @Test func `defaults of animations`() {
    let basic = CABasicAnimation()
    #expect(basic.keyPath == nil && basic.fromValue == nil && basic.byValue == nil)
    #expect(basic.isRemovedOnCompletion && basic.timingFunction == nil)
    #expect(basic.duration == 0 && basic.speed == 1 && basic.repeatCount == 0)
    #expect(basic.fillMode == .removed && !basic.autoreverses)
    #expect(!basic.isAdditive && !basic.isCumulative)
    let frames = CAKeyframeAnimation(keyPath: "position")
    #expect(frames.calculationMode == .linear && frames.values == nil && frames.keyTimes == nil)
    let spring = CASpringAnimation(keyPath: "position")
    #expect(spring.mass == 1 && spring.stiffness == 100 && spring.damping == 10)
    #expect(spring.initialVelocity == 0 && !spring.allowsOverdamping)
    #expect(CAAnimationGroup().animations == nil)
    #expect(CATransition().type == .fade && CATransition().endProgress == 1)
  }

  @Test(
    arguments: [
      (CAMediaTimingFunctionName.linear, [0, 0, 1, 1]), (.easeIn, [0.42, 0, 1, 1]),
      (.easeOut, [0, 0, 0.58, 1]), (.easeInEaseOut, [0.42, 0, 0.58, 1]),
      (.default, [0.25, 0.1, 0.25, 1]),
    ] as [(CAMediaTimingFunctionName, [Float])])
  func `R39: timing functions have the documented control points`(
    name: CAMediaTimingFunctionName, points: [Float]
  ) {
    let function = CAMediaTimingFunction(name: name)
    for (index, expected) in [(1, points[0...1]), (2, points[2...3])] {
      var values: [Float] = [0, 0]
      function.getControlPoint(at: index, values: &values)
      #expect(values == Array(expected))
    }
    var first: [Float] = [9, 9]
    function.getControlPoint(at: 0, values: &first)
    #expect(first == [0, 0])
    function.getControlPoint(at: 3, values: &first)
    #expect(first == [1, 1])
  }

  @Test func `R48: a spring settles when its distance stays below a thousandth`() {
    let spring = CASpringAnimation(keyPath: "position")
    // ζ = 10 / (2·√100) = 0.5, ω₀ = 10: the envelope e^(-5t) / √(1 - ζ²) is 0.001 at 1.41 s.
    #expect(spring.settlingDuration > 1.1 && spring.settlingDuration < 1.5)
    let modern = CASpringAnimation(perceptualDuration: 0.5, bounce: 0)
    #expect(abs(modern.stiffness - pow(2 * Double.pi / 0.5, 2)) < 1e-6)
    #expect(abs(modern.damping - 4 * Double.pi / 0.5) < 1e-6)
  }

  @Test func `copies of groups are deep`() throws {
    let group = CAAnimationGroup(), inner = CABasicAnimation(keyPath: "opacity")
    inner.duration = 1
    group.animations = [inner]
    group.duration = 3
    let layer = CALayer()
    layer.add(group, forKey: "g")
    inner.duration = 7
    let own = try #require(layer.animation(forKey: "g") as? CAAnimationGroup)
    #expect(own.duration == 3 && own.animations?.first?.duration == 1)
  }

  @Test func `old names mean the same`() {
    #expect(kCAFillModeForwards == .forwards && kCAFillModeBoth == .both)
    #expect(kCAAlignmentCenter == .center && kCAGravityResizeAspect == .resizeAspect)
    #expect(kCAAnimationDiscrete == .discrete)
    #expect(kCAMediaTimingFunctionEaseIn == .easeIn)
    #expect(kCALineCapRound == .round && kCATruncationEnd == .end)
  }

  @Test func `1.3: value functions, transactions and the clock`() {
    #expect(CAValueFunction(name: .rotateZ) != nil)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    CATransaction.setAnimationDuration(2)
    #expect(CATransaction.animationDuration() == 2)
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 0.25)
    #expect(CACurrentMediaTime() > 0)
  }
}
