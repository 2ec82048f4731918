public import CutawayTime

/// The layers and the background of the picture during a time range.
public struct Instruction: Sendable, Hashable, Codable {
  /// When the instruction applies, in the time of the composition; not empty.
  public var range: TimeRange
  /// The colour where no layer is visible; `nil` uses the background of the composition.
  public var background: Color?
  /// The background of the lowest layer, unless the layer states its own; `nil` uses that of the
  /// composition, or none if the instruction has a ``background``.
  ///
  /// Where the lowest layer has no frame, it is that of the next one.
  public var blurredBackground: BlurredBackground?
  /// The layers, topmost first.
  ///
  /// A track that is not listed is not shown.
  public var layers: [Layer]
  /// An element that combines layers in a way of its own; `nil` draws them over each other.
  public var compositor: Compositor?
  /// Whether the overlays of the composition lie over the picture.
  public var showsOverlays: Bool

  /// Creates an instruction; without layers it shows the background only.
  public init(
    range: TimeRange, background: Color? = nil, blurredBackground: BlurredBackground? = nil,
    layers: [Layer] = [], compositor: Compositor? = nil, showsOverlays: Bool = true
  ) {
    self.range = range
    self.background = background
    self.blurredBackground = blurredBackground
    self.layers = layers
    self.compositor = compositor
    self.showsOverlays = showsOverlays
  }
}

/// How an instruction shows a track.
///
/// Times are those of the composition.
public struct Layer: Sendable, Hashable, Codable {
  /// The video track that the layer shows; at most once in an instruction.
  public var track: Track.ID
  /// Places the frame in the picture; the identity by default.
  public var transform: AnimatedValue<LayerTransform>
  /// The opacity, 0…1; 1 by default.
  public var opacity: AnimatedValue<Double>
  /// The visible part of the frame, in pixels of the source, before the transform; the whole frame
  /// by default.
  public var crop: AnimatedValue<Rectangle>
  /// Effects on the source frame, in the order in which they are applied, before crop and
  /// transform.
  public var effects: [Effect]
  /// How the colours of the frame are mixed with those below it.
  ///
  /// A layer that a compositor combines has ``ColorBlending/normal``.
  public var blending: ColorBlending
  /// A blurred enlargement of the frame behind the layer; `nil` for none.
  ///
  /// It fills the picture, so nothing below the layer is visible. It shows the frame after its
  /// effects and, if it is constant, its crop.
  public var blurredBackground: BlurredBackground?

  /// Creates a layer that shows the track unchanged, except for the given values.
  public init(
    track: Track.ID, transform: AnimatedValue<LayerTransform> = .init(),
    opacity: AnimatedValue<Double> = .init(), crop: AnimatedValue<Rectangle> = .init(),
    effects: [Effect] = [], blending: ColorBlending = .normal,
    blurredBackground: BlurredBackground? = nil
  ) {
    self.track = track
    self.transform = transform
    self.opacity = opacity
    self.crop = crop
    self.effects = effects
    self.blending = blending
    self.blurredBackground = blurredBackground
  }
}

/// A transform that starts with a base, which may depend on the segment shown.
public struct LayerTransform: Sendable, Hashable, Codable {
  /// The placement of a frame before the matrix is applied.
  public enum Base: String, Sendable, Hashable, Codable, CaseIterable {
    /// The frame as stored, at the top left.
    case identity
    /// The preferred transform of the segment's media.
    case preferred
    /// Upright, scaled to the largest size that fits the render size, and centred.
    case fit
    /// Upright, scaled to the smallest size that covers the render size, and centred.
    case fill
    /// Upright, stretched to the render size.
    case stretch
  }

  /// The placement that is applied first.
  public var base: Base
  /// The transform that is applied after the base.
  public var matrix: TransformMatrix

  /// Creates a transform that applies a base and then a matrix.
  public init(_ base: Base = .identity, then matrix: TransformMatrix = .identity) {
    self.base = base
    self.matrix = matrix
  }

  /// Creates a transform of the stored frame, without regard to its orientation.
  public init(_ matrix: TransformMatrix) { self.init(.identity, then: matrix) }
}
