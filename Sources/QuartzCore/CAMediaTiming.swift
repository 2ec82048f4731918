/// What a layer and an animation show outside of their active time.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The last value after it.
  public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
  /// The first value before it.
  public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
  /// Both.
  public static let both = CAMediaTimingFillMode(rawValue: "both")
  /// Nothing.
  public static let removed = CAMediaTimingFillMode(rawValue: "removed")
}

/// A place in a hierarchy of times: t = (time around - beginTime) · speed + timeOffset.
public protocol CAMediaTiming {
  /// When it begins, in the time around it; in an export, 0 is the start of the composition.
  var beginTime: CFTimeInterval { get set }
  /// The length of a cycle.
  var duration: CFTimeInterval { get set }
  /// The rate against the time around it.
  var speed: Float { get set }
  /// A displacement of its own time.
  var timeOffset: CFTimeInterval { get set }
  /// How often the cycle plays; 0 is once.
  var repeatCount: Float { get set }
  /// How long the cycle is repeated; 0 uses ``repeatCount``.
  var repeatDuration: CFTimeInterval { get set }
  /// Whether each cycle also plays backwards.
  var autoreverses: Bool { get set }
  /// What it shows outside of its active time.
  var fillMode: CAMediaTimingFillMode { get set }
}

/// The rate of a change.
public final class CAMediaTimingFunction: NSObject, Sendable {
  /// The control points of a curve from (0, 0) to (1, 1).
  package let points: [Float]

  /// Creates a known rate.
  public convenience init(name: CAMediaTimingFunctionName) {
    switch name {
    case .easeIn: self.init(controlPoints: 0.42, 0, 1, 1)
    case .easeOut: self.init(controlPoints: 0, 0, 0.58, 1)
    case .easeInEaseOut: self.init(controlPoints: 0.42, 0, 0.58, 1)
    case .default: self.init(controlPoints: 0.25, 0.1, 0.25, 1)
    default: self.init(controlPoints: 0, 0, 1, 1)
    }
  }

  /// Creates the rate of a Bézier curve.
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    points = [c1x, c1y, c2x, c2y]
  }

  /// A control point, 0…3.
  public func getControlPoint(at idx: Int, values ptr: UnsafeMutablePointer<Float>) {
    let all: [Float] = [0, 0] + points + [1, 1]
    guard (0...3).contains(idx) else { return }
    unsafe ptr[0] = all[2 * idx]
    unsafe ptr[1] = all[2 * idx + 1]
  }
}

/// The name of a rate.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Constant.
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
  /// Slow at first.
  public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  /// Slow at last.
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  /// Slow at both ends.
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  /// That of the system.
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// The seconds since the system started.
public func CACurrentMediaTime() -> CFTimeInterval { ProcessInfo.processInfo.systemUptime }
