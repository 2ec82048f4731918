public import CutawayTime

/// Copies of a layer, each changed against the one before, as from `CAReplicatorLayer`.
public struct LayerCopies: Sendable, Hashable, Codable {
  /// How often the layer is drawn, the original included.
  public var count: Int
  /// The displacement in pixels, after rotation and scale.
  public var offset: Point
  /// Degrees clockwise about the position of the layer.
  public var rotation: Double
  /// The scale of both axes about the position of the layer.
  public var scale: Point
  /// The factor of the opacity.
  public var opacity: Double
  /// How much later the clock of the copy runs.
  public var delay: MediaTime

  /// Creates copies that cover each other.
  public init(
    count: Int, offset: Point = Point(x: 0, y: 0), rotation: Double = 0,
    scale: Point = Point(x: 1, y: 1), opacity: Double = 1, delay: MediaTime = .zero
  ) {
    self.count = count
    self.offset = offset
    self.rotation = rotation
    self.scale = scale
    self.opacity = opacity
    self.delay = delay
  }
}

/// How a layer appears or disappears.
public struct LayerPassage: Sendable, Hashable, Codable {
  /// Whether the opacity changes from or to 0.
  public var fades: Bool
  /// The direction in which the layer moves.
  public var slide: Direction?
  /// The length of the way; `nil` is to outside the layer around.
  public var distance: LayerLength?
  /// The scale at the outer end; `nil` does not scale.
  public var scale: Double?
  /// How long it takes, in the clock around the layer; a spring takes as long as it needs to settle.
  public var duration: MediaTime
  /// The rate of the change, from the start to the end of the movement.
  ///
  /// Without one, a layer that appears is slow at the end (``Easing/easeOut``), and one that disappears is slow at the
  /// start (``Easing/easeIn``).
  public var easing: LayerEasing?

  /// A direction of movement.
  public enum Direction: String, Sendable, Hashable, Codable, CaseIterable {
    /// Along an axis.
    case left, right, up, down
  }

  /// Creates a passage, which lasts half a second by default.
  public init(
    fades: Bool = false, slide: Direction? = nil, distance: LayerLength? = nil,
    scale: Double? = nil,
    duration: MediaTime = MediaTime(1, over: 2), easing: LayerEasing? = nil
  ) {
    self.fades = fades
    self.slide = slide
    self.distance = distance
    self.scale = scale
    self.duration = duration
    self.easing = easing
  }
}

extension LayerPassage {
  /// How long the passage takes.
  public var time: MediaTime {
    guard case .spring(let spring)? = easing else { return duration }
    return MediaTime(nanoseconds: Int64(spring.settlingDuration * 1e9))
  }
}
