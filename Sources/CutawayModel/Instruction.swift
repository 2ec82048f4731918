public import CutawayTime

/// What the picture is made of during a range of time.
public struct Instruction: Sendable, Hashable, Codable {
  public var range: TimeRange
  /// What shows where no layer covers; `nil` is the composition's background.
  public var background: Color?
  /// Topmost first.
  ///
  /// A track that is not listed is not shown.
  public var layers: [Layer]

  public init(range: TimeRange, background: Color? = nil, layers: [Layer] = []) {
    self.range = range
    self.background = background
    self.layers = layers
  }
}

/// How a track is shown by an instruction.
///
/// Times are those of the composition.
public struct Layer: Sendable, Hashable, Codable {
  public var track: Track.ID
  /// Where the frame goes; the identity by default.
  public var transform: AnimatedValue<LayerTransform>
  /// 0…1; 1 by default.
  public var opacity: AnimatedValue<Double>
  /// The part of the frame that is shown, in the pixels of the source, before the transform; the
  /// whole frame by default.
  public var crop: AnimatedValue<Rectangle>
  /// Effects on the source frame, applied in this order before crop and transform.
  public var effects: [Effect]

  public init(
    track: Track.ID, transform: AnimatedValue<LayerTransform> = .init(),
    opacity: AnimatedValue<Double> = .init(), crop: AnimatedValue<Rectangle> = .init(),
    effects: [Effect] = []
  ) {
    self.track = track
    self.transform = transform
    self.opacity = opacity
    self.crop = crop
    self.effects = effects
  }
}

/// A transform that may start from one which depends on the segment shown.
public struct LayerTransform: Sendable, Hashable, Codable {
  public enum Base: String, Sendable, Hashable, Codable, CaseIterable {
    /// The frame as it is stored, at the top left.
    case identity
    /// The segment's own orientation.
    case preferred
    /// Upright, then as large as fits into the render size, in its middle.
    case fit
    /// Upright, then as small as covers the render size, in its middle.
    case fill
    /// Upright, then stretched to the render size.
    case stretch
  }

  public var base: Base
  /// What follows the base.
  public var matrix: TransformMatrix

  public init(_ base: Base = .identity, then matrix: TransformMatrix = .identity) {
    self.base = base
    self.matrix = matrix
  }

  public init(_ matrix: TransformMatrix) { self.init(.identity, then: matrix) }
}
