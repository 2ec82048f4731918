/// A change over time.
///
/// Exports evaluate it at the time of each frame; its delegate is never called.
open class CAAnimation: NSObject, NSCopying, CAMediaTiming {
  open var beginTime: CFTimeInterval = 0
  open var duration: CFTimeInterval = 0
  open var speed: Float = 1
  open var timeOffset: CFTimeInterval = 0
  open var repeatCount: Float = 0
  open var repeatDuration: CFTimeInterval = 0
  open var autoreverses = false
  open var fillMode = CAMediaTimingFillMode.removed
  /// The rate of the change; `nil` is constant.
  open var timingFunction: CAMediaTimingFunction?
  /// Whether the animation is removed at its end; exports ignore it, as a frame depends on its time
  /// only.
  open var isRemovedOnCompletion = true
  /// Receives the start and the end on a screen; never in an export.
  open var delegate: (any CAAnimationDelegate)?

  /// Creates an animation.
  public override required init() {}

  /// A copy; layers copy animations when they are added.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = Self()
    copy.take(from: self)
    return copy
  }

  /// Takes all values of an animation of the same class.
  func take(from other: CAAnimation) {
    (beginTime, duration, speed, timeOffset) = (
      other.beginTime, other.duration, other.speed, other.timeOffset
    )
    (repeatCount, repeatDuration, autoreverses, fillMode) = (
      other.repeatCount, other.repeatDuration, other.autoreverses, other.fillMode
    )
    (timingFunction, isRemovedOnCompletion) = (other.timingFunction, other.isRemovedOnCompletion)
    delegate = other.delegate
  }

  /// An animation never archives.
  open func shouldArchiveValue(forKey key: String) -> Bool { false }
}

/// Receives the start and the end of an animation on a screen; never in an export.
public protocol CAAnimationDelegate: AnyObject {
  /// The animation starts.
  func animationDidStart(_ anim: CAAnimation)
  /// The animation stops.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  /// Nothing.
  public func animationDidStart(_ anim: CAAnimation) {}
  /// Nothing.
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// A change of a property.
open class CAPropertyAnimation: CAAnimation {
  /// The property, such as `opacity`, `position.x` or `transform.rotation.z`.
  open var keyPath: String?
  /// Whether the value is added to the value so far.
  open var isAdditive = false
  /// Whether each repetition starts where the last one ended.
  open var isCumulative = false
  /// How a number becomes a transform.
  open var valueFunction: CAValueFunction?

  /// Creates an animation of a property.
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }

  override func take(from other: CAAnimation) {
    super.take(from: other)
    guard let other = other as? CAPropertyAnimation else { return }
    (keyPath, isAdditive, isCumulative) = (other.keyPath, other.isAdditive, other.isCumulative)
    valueFunction = other.valueFunction
  }
}

/// How a number becomes a transform.
public final class CAValueFunction: NSObject, Sendable {
  /// The name.
  public let name: CAValueFunctionName
  /// Creates a function by its name.
  public init?(name: CAValueFunctionName) { self.name = name }
}

/// The name of a function from a number to a transform.
public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A rotation about the z axis.
  public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
  /// A rotation about the x axis; not drawn.
  public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
  /// A rotation about the y axis; not drawn.
  public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
  /// A scaling of the depth; not drawn.
  public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
  /// A displacement of all axes.
  public static let translate = CAValueFunctionName(rawValue: "translate")
  /// A displacement of the depth; not drawn.
  public static let translateZ = CAValueFunctionName(rawValue: "translateZ")
  /// A scaling of both axes.
  public static let scale = CAValueFunctionName(rawValue: "scale")
  /// A scaling of the x axis.
  public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
  /// A scaling of the y axis.
  public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
  /// A displacement along x.
  public static let translateX = CAValueFunctionName(rawValue: "translateX")
  /// A displacement along y.
  public static let translateY = CAValueFunctionName(rawValue: "translateY")
}

/// A change from one value to another.
///
/// Values are numbers of any type, points, sizes, rectangles, transforms, colours, paths and images.
open class CABasicAnimation: CAPropertyAnimation {
  /// The first value.
  open var fromValue: Any?
  /// The last value.
  open var toValue: Any?
  /// The difference.
  open var byValue: Any?

  override func take(from other: CAAnimation) {
    super.take(from: other)
    guard let other = other as? CABasicAnimation else { return }
    (fromValue, toValue, byValue) = (other.fromValue, other.toValue, other.byValue)
  }
}

/// A change that swings to its end.
open class CASpringAnimation: CABasicAnimation {
  /// The mass.
  open var mass: CGFloat = 1
  /// The force per displacement.
  open var stiffness: CGFloat = 100
  /// The force per velocity.
  open var damping: CGFloat = 10
  /// The velocity at the start, in whole ways per second.
  open var initialVelocity: CGFloat = 0
  /// Whether more than critical damping is possible; it is not.
  open var allowsOverdamping = false

  /// Creates a spring from how long it seems to take, and how far it swings (0 is not at all).
  public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
    self.init()
    let frequency = 2 * .pi / perceptualDuration
    stiffness = CGFloat(frequency * frequency)
    let factor = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    damping = 4 * .pi * factor / CGFloat(perceptualDuration)
    duration = settlingDuration
  }

  override func take(from other: CAAnimation) {
    super.take(from: other)
    guard let other = other as? CASpringAnimation else { return }
    (mass, stiffness, damping) = (other.mass, other.stiffness, other.damping)
    (initialVelocity, allowsOverdamping) = (other.initialVelocity, other.allowsOverdamping)
  }
}

/// How keyframes are connected.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a mode.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// By straight lines.
  public static let linear = CAAnimationCalculationMode(rawValue: "linear")
  /// Not at all: a value holds until the next.
  public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
  /// By straight lines at a constant speed.
  public static let paced = CAAnimationCalculationMode(rawValue: "paced")
  /// By a Catmull-Rom spline.
  public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
  /// By a Catmull-Rom spline at a constant speed; drawn as ``paced``.
  public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

/// Whether a layer turns with its path.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a mode.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Its right side points forwards.
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  /// Its right side points backwards.
  public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}

/// A change through several values, or along a path.
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The values, in order.
  open var values: [Any]?
  /// The path of a point, instead of values.
  open var path: CGPath?
  /// The part of the cycle at which each value is reached, 0…1.
  open var keyTimes: [NSNumber]?
  /// The rate between each two values.
  open var timingFunctions: [CAMediaTimingFunction]?
  /// How the values are connected.
  open var calculationMode = CAAnimationCalculationMode.linear
  /// The tension of cubic modes at each value.
  open var tensionValues: [NSNumber]?
  /// The continuity of cubic modes at each value.
  open var continuityValues: [NSNumber]?
  /// The bias of cubic modes at each value.
  open var biasValues: [NSNumber]?
  /// Whether the layer turns with its path.
  open var rotationMode: CAAnimationRotationMode?

  override func take(from other: CAAnimation) {
    super.take(from: other)
    guard let other = other as? CAKeyframeAnimation else { return }
    (values, path, keyTimes, timingFunctions) = (
      other.values, other.path, other.keyTimes, other.timingFunctions
    )
    (calculationMode, rotationMode) = (other.calculationMode, other.rotationMode)
    (tensionValues, continuityValues, biasValues) = (
      other.tensionValues, other.continuityValues, other.biasValues
    )
  }
}

/// Animations that run in a time of their own, and end with it.
open class CAAnimationGroup: CAAnimation {
  /// The animations.
  open var animations: [CAAnimation]?

  override func take(from other: CAAnimation) {
    super.take(from: other)
    // Animations are copied when they are added.
    animations = (other as? CAAnimationGroup)?.animations?.map { $0.copy() as? CAAnimation ?? $0 }
  }
}

/// A transition between contents; exports do not draw it.
open class CATransition: CAAnimation {
  /// The form.
  open var type = CATransitionType.fade
  /// The direction.
  open var subtype: CATransitionSubtype?
  /// Where it starts, 0…1.
  open var startProgress: Float = 0
  /// Where it ends, 0…1.
  open var endProgress: Float = 1
}

/// The form of a transition.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a form.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The forms of Core Animation.
  public static let fade = CATransitionType(rawValue: "fade")
  /// The new content moves over the old one.
  public static let moveIn = CATransitionType(rawValue: "moveIn")
  /// The new content pushes the old one.
  public static let push = CATransitionType(rawValue: "push")
  /// The old content moves away.
  public static let reveal = CATransitionType(rawValue: "reveal")
}

/// The direction of a transition.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a direction.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// From the left.
  public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
  /// From the right.
  public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
  /// From the top.
  public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
  /// From the bottom.
  public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}

/// Changes that happen together.
///
/// Exports have no implicit animations. The duration is that of animations without one that are added in
/// the transaction, and the completion block runs at its end.
public final class CATransaction: NSObject {
  private struct Level {
    var duration: CFTimeInterval?
    var completion: (() -> Void)?
  }

  /// The transactions of this thread, from the outermost on.
  private static var levels: [Level] {
    get { Thread.current.threadDictionary["CATransaction"] as? [Level] ?? [] }
    set { Thread.current.threadDictionary["CATransaction"] = newValue }
  }

  private static func change(_ body: (inout Level) -> Void) {
    var list = levels
    // Without a transaction, changes belong to one that lasts as long as the thread.
    if list.isEmpty { list.append(Level()) }
    body(&list[list.count - 1])
    levels = list
  }

  /// Starts a transaction.
  public class func begin() { levels.append(Level()) }
  /// Ends a transaction.
  public class func commit() { levels.popLast()?.completion?() }
  /// Ends all transactions.
  public class func flush() { while !levels.isEmpty { commit() } }
  /// Whether changes are animated; they never are.
  public class func setDisableActions(_ flag: Bool) {}
  /// Whether changes are animated: never.
  public class func disableActions() -> Bool { true }
  /// The duration of animations without one.
  public class func setAnimationDuration(_ dur: CFTimeInterval) { change { $0.duration = dur } }
  /// The duration of animations without one: 0.25 s unless it is set.
  public class func animationDuration() -> CFTimeInterval {
    levels.reversed().lazy.compactMap(\.duration).first ?? 0.25
  }
  /// The rate of changes, of which there are none.
  public class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {}
  /// Runs a closure at the end of the transaction.
  public class func setCompletionBlock(_ block: (() -> Void)?) { change { $0.completion = block } }
}
