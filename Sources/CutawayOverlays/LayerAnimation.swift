public import CutawayTime

/// An animation of one property of a layer, as Core Animation's basic and keyframe animations.
///
/// Its times are those of the layer's clock or, in groups, of the innermost group.
public struct LayerAnimation: Sendable, Hashable, Codable {
  /// The animated property.
  public var property: LayerProperty
  /// The values that the property takes.
  public var values: Values
  /// When the first cycle starts.
  public var begin: MediaTime
  /// The length of a cycle; `nil` is that of the spring or of the innermost group or, without one,
  /// 0.25 s.
  public var duration: MediaTime?
  /// The rate of the animation's time relative to that around it.
  public var speed: Double
  /// The time of the animation at ``begin``.
  public var timeOffset: MediaTime
  /// The rate within a cycle.
  public var easing: LayerEasing
  /// How often the cycle plays, also a part of it; infinite repeats forever.
  public var repeatCount: Double
  /// Whether each cycle also plays backwards, which doubles its length.
  public var autoreverses: Bool
  /// Whether the value is added to the value so far.
  public var isAdditive: Bool
  /// Whether each repetition starts where the last one ended.
  public var isCumulative: Bool
  /// Which values hold outside of the active time.
  public var fill: Fill
  /// The groups that the animation is in, from the outermost on; none by default.
  public var groups: [LayerTiming]

  /// The values of an animation.
  public enum Values: Sendable, Hashable, Codable {
    /// From one value to another, as `CABasicAnimation`: what is missing is the value so far.
    case basic(from: LayerValue?, to: LayerValue?, by: LayerValue?)
    /// One value after another. The key times are parts of the cycle in order, or none for even
    /// ones. The easings are those between the values, one fewer than values, or none for linear
    /// ones; the easing of the animation shapes the whole cycle before them.
    case keyframes(
      [LayerValue], keyTimes: [Double] = [], mode: Mode = .linear, easings: [LayerEasing] = [])
    /// Along a path; for points.
    case path(LayerMotionPath)
  }

  /// How keyframes are connected.
  public enum Mode: String, Sendable, Hashable, Codable, CaseIterable {
    /// By straight lines.
    case linear
    /// Not at all: a value holds until the next.
    case discrete
    /// By straight lines at a constant speed; key times do not count.
    case paced
    /// By a Catmull-Rom spline; only numbers, points and rectangles. Others are linear.
    case cubic
  }

  /// Which values hold outside of the active time.
  public enum Fill: String, Sendable, Hashable, Codable, CaseIterable {
    /// None.
    case removed
    /// The last value after it.
    case forwards
    /// The first value before it.
    case backwards
    /// The first value before it, and the last value after it.
    case both
  }

  /// Creates an animation, which holds its values outside of its time by default.
  public init(
    _ property: LayerProperty, _ values: Values, at begin: MediaTime = .zero,
    duration: MediaTime? = nil, easing: LayerEasing = .curve(.linear), repeatCount: Double = 1,
    autoreverses: Bool = false, isAdditive: Bool = false, isCumulative: Bool = false,
    fill: Fill = .both, speed: Double = 1, timeOffset: MediaTime = .zero,
    groups: [LayerTiming] = []
  ) {
    self.property = property
    self.values = values
    self.begin = begin
    self.duration = duration
    self.easing = easing
    self.repeatCount = repeatCount
    self.autoreverses = autoreverses
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    self.fill = fill
    self.speed = speed
    self.timeOffset = timeOffset
    self.groups = groups
  }
}

/// A path along which a point moves, as the `path` of `CAKeyframeAnimation`.
public struct LayerMotionPath: Sendable, Hashable, Codable {
  /// The syntax of SVG's `d` attribute, in pixels of the layer around.
  public var data: String
  /// The part of the cycle at which each line or curve starts, and the end of the last one; empty is
  /// even.
  public var keyTimes: [Double]
  /// How the point moves: ``LayerAnimation/Mode/paced`` has a constant speed, and
  /// ``LayerAnimation/Mode/discrete`` jumps.
  public var mode: LayerAnimation.Mode
  /// Whether the layer turns with the path.
  public var rotation: Rotation

  /// Whether a layer turns with its path.
  public enum Rotation: String, Sendable, Hashable, Codable, CaseIterable {
    /// It keeps its rotation.
    case none
    /// Its right side points forwards, or backwards.
    case auto, autoReverse
  }

  /// Creates a path along which a layer moves at a constant speed by default.
  public init(
    _ data: String, keyTimes: [Double] = [], mode: LayerAnimation.Mode = .paced,
    rotation: Rotation = .none
  ) {
    self.data = data
    self.keyTimes = keyTimes
    self.mode = mode
    self.rotation = rotation
  }
}

extension LayerAnimation {
  /// The values that the animation states.
  public var allValues: [LayerValue] {
    switch values {
    case .basic(let from, let to, let by): [from, to, by].compactMap(\.self)
    case .keyframes(let values, _, _, _): values
    case .path: []
    }
  }

  /// The names of the images that the animation shows.
  public var images: [String] {
    allValues.compactMap { if case .image(let asset) = $0 { asset } else { nil } }
  }

  /// The animation with other names of images.
  func mappingImages(_ change: (String) -> String) -> LayerAnimation {
    guard property.kind == .image else { return self }
    func mapped(_ value: LayerValue) -> LayerValue {
      if case .image(let asset) = value { .image(change(asset)) } else { value }
    }
    var animation = self
    switch values {
    case .basic(let from, let to, let by):
      animation.values = .basic(from: from.map(mapped), to: to.map(mapped), by: by.map(mapped))
    case .keyframes(let values, let keyTimes, let mode, let easings):
      animation.values = .keyframes(
        values.map(mapped), keyTimes: keyTimes, mode: mode, easings: easings)
    case .path: break
    }
    return animation
  }
}
