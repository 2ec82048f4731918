import Glibc

/// The rate of an animation of a layer: a curve over its duration, or a spring.
public enum LayerEasing: Sendable, Hashable, Codable {
  /// A curve over the duration.
  case curve(Easing)
  /// A spring, which needs its own time to settle.
  case spring(Spring)

  /// The fraction of the change that is complete; a spring may exceed 1.
  ///
  /// - Parameters:
  ///   - part: The fraction of the duration that has passed, 0…1.
  ///   - seconds: The time since the start of the cycle.
  /// - Returns: The fraction.
  func progress(at part: Double, seconds: Double) -> Double {
    switch self {
    case .curve(let easing): easing.progress(at: part)
    case .spring(let spring): spring.progress(at: seconds)
    }
  }
}

/// A mass on a damped spring that swings from 0 to its rest at 1.
public struct Spring: Sendable, Hashable, Codable {
  /// The mass, greater than 0; 1 by default.
  public var mass: Double
  /// The force per displacement, greater than 0; 100 by default.
  public var stiffness: Double
  /// The force per velocity, 0 or greater; 10 by default.
  ///
  /// Critical damping is the maximum, unless ``allowsOverdamping`` is true.
  public var damping: Double
  /// The velocity at the start, in whole ways per second.
  public var velocity: Double
  /// Whether more than critical damping slows the spring down; `false` by default.
  public var allowsOverdamping: Bool

  /// Creates a spring with the defaults of `CASpringAnimation`.
  public init(
    mass: Double = 1, stiffness: Double = 100, damping: Double = 10, velocity: Double = 0,
    allowsOverdamping: Bool = false
  ) {
    self.allowsOverdamping = allowsOverdamping
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.velocity = velocity
  }

  /// The displacement after a time in seconds.
  public func progress(at time: Double) -> Double {
    if time <= 0 { return 0 }
    let frequency = (stiffness / mass).squareRoot()
    let ratio = damping / (2 * (stiffness * mass).squareRoot())
    if ratio > 1, allowsOverdamping {
      // The sum of two exponentials that starts at 0 with the velocity.
      let root = frequency * (ratio * ratio - 1).squareRoot()
      let (slow, fast) = (root - ratio * frequency, -root - ratio * frequency)
      let first = (velocity + fast) / (fast - slow)
      return 1 - first * exp(slow * time) - (1 - first) * exp(fast * time)
    }
    guard ratio < 1 else {
      return 1 - (1 + (frequency - velocity) * time) * exp(-frequency * time)
    }
    let damped = frequency * (1 - ratio * ratio).squareRoot()
    let swing =
      cos(damped * time) + (ratio * frequency - velocity) / damped * sin(damped * time)
    return 1 - exp(-ratio * frequency * time) * swing
  }

  /// The seconds after which the displacement stays within 0.001 of the rest, at most an hour.
  public var settlingDuration: Double {
    let threshold = 0.001, limit = 3_600.0
    let frequency = (stiffness / mass).squareRoot()
    let full = damping / (2 * (stiffness * mass).squareRoot()), ratio = min(1, full)
    guard frequency.isFinite, frequency > 0, ratio > 0 else { return limit }
    // The slower of two exponentials determines the end.
    let decay =
      allowsOverdamping && full > 1
      ? frequency / (full + (full * full - 1).squareRoot()) : ratio * frequency
    // The envelope bounds the displacement, so nothing after its end exceeds the threshold.
    let amplitude =
      ratio < 1
      ? hypot(1, (ratio * frequency - velocity) / (frequency * (1 - ratio * ratio).squareRoot()))
      : 1 + abs(frequency - velocity) * 100 / frequency
    let end = min(
      limit, max(0, log(amplitude / threshold) / decay) * (ratio < 1 ? 1 : 2))
    guard end > 0 else { return 0 }
    // The last time at which the threshold is exceeded, searched backwards in small steps. A swing
    // comes close to its envelope in each half-period, of some 300 steps. The displacement of other
    // springs has no details. So a limited number of steps suffices.
    let step = ratio < 1 ? min(end / 10_000, 0.01 / frequency) : end / 10_000
    var time = end, count = 0
    while time > 0, count < 100_000, abs(1 - progress(at: time)) < threshold {
      time -= step
      count += 1
    }
    return min(limit, max(0, time + step))
  }
}
