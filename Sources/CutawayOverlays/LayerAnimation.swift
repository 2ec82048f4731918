public import CutawayTime

/// An animation of one property of a layer, as Core Animation's basic and keyframe animations.
///
/// Its times are those of the layer's clock.
public struct LayerAnimation: Sendable, Hashable, Codable {
  /// The animated property.
  public var property: LayerProperty
  /// The values that the property takes.
  public var values: Values
  /// When the first cycle starts.
  public var begin: MediaTime
  /// The length of a cycle; `nil` is that of the spring or, without one, 0.25 s.
  public var duration: MediaTime?
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

  /// The values of an animation.
  public enum Values: Sendable, Hashable, Codable {
    /// From one value to another, as `CABasicAnimation`: what is missing is the value so far.
    case basic(from: LayerValue?, to: LayerValue?, by: LayerValue?)
    /// One value after another. The key times are parts of the cycle in order, or none for even
    /// ones.
    case keyframes([LayerValue], keyTimes: [Double], mode: Mode)
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
    /// By a Catmull-Rom spline.
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
    fill: Fill = .both
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

/// A property of a layer that an animation can change.
public enum LayerProperty: String, Sendable, Hashable, Codable, CaseIterable {
  /// The place of the anchor point in the layer around, in pixels; a point.
  case position
  /// The horizontal place of the anchor point, in pixels.
  case positionX = "position.x"
  /// The vertical place of the anchor point, in pixels.
  case positionY = "position.y"
  /// The point of the layer at its position, 0…1; a point.
  case anchorPoint
  /// The order among siblings.
  case zPosition
  /// The width in pixels.
  case width
  /// The height in pixels.
  case height
  /// The displacement in pixels; a point.
  case offset
  /// The horizontal displacement in pixels.
  case offsetX = "offset.x"
  /// The vertical displacement in pixels.
  case offsetY = "offset.y"
  /// The scale of both axes; a point.
  case scale
  /// The horizontal scale.
  case scaleX = "scale.x"
  /// The vertical scale.
  case scaleY = "scale.y"
  /// Degrees clockwise.
  case rotation
  /// The opacity, 0…1.
  case opacity
  /// The colour behind the content.
  case background
  /// The radius of the corners in pixels.
  case cornerRadius
  /// The thickness of the border in pixels.
  case borderWidth
  /// The colour of the border.
  case borderColor
  /// The displacement of the shadow in pixels; a point.
  case shadowOffset
  /// The standard deviation of the shadow in pixels.
  case shadowRadius
  /// The opacity of the shadow, 0…1.
  case shadowOpacity
  /// The colour of the shadow.
  case shadowColor
  /// The colour of a text.
  case color
  /// The size of a text in pixels.
  case fontSize
  /// The inside of a shape.
  case fill
  /// The colour of a shape's line.
  case strokeColor
  /// The thickness of a shape's line in pixels.
  case lineWidth
  /// The part of the path at which its line starts, 0…1.
  case strokeStart
  /// The part of the path at which its line ends, 0…1.
  case strokeEnd
  /// The start of a gradient in the layer, 0…1; a point.
  case startPoint
  /// The end of a gradient in the layer, 0…1; a point.
  case endPoint

  /// The kind of the property's values.
  public var kind: LayerValue.Kind {
    switch self {
    case .position, .anchorPoint, .offset, .scale, .shadowOffset, .startPoint, .endPoint: .point
    case .background, .borderColor, .shadowColor, .color, .fill, .strokeColor: .color
    default: .number
    }
  }
}

/// A value of a property of a layer.
public enum LayerValue: Sendable, Hashable, Codable {
  /// A number in the unit of the property.
  case number(Double)
  /// A point, or a displacement.
  case point(Point)
  /// A colour with straight alpha.
  case color(Color)

  /// The kind of a value.
  public enum Kind: Sendable, Hashable {
    /// The cases of ``LayerValue``.
    case number, point, color
  }

  /// The kind of this value.
  public var kind: Kind {
    switch self {
    case .number: .number
    case .point: .point
    case .color: .color
    }
  }

  /// The components, on which animations calculate.
  var components: SIMD4<Double> {
    switch self {
    case .number(let number): SIMD4(number, 0, 0, 0)
    case .point(let point): SIMD4(point.x, point.y, 0, 0)
    case .color(let color):
      SIMD4(Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
    }
  }

  /// A value of the same kind; components of colours are rounded and limited.
  func with(_ components: SIMD4<Double>) -> LayerValue {
    switch self {
    case .number: .number(components[0])
    case .point: .point(Point(x: components[0], y: components[1]))
    case .color: .color(Color(components: (0..<4).map { components[$0] }))
    }
  }
}
