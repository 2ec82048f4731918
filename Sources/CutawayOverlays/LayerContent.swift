public import CutawayTime

/// What a layer shows itself.
public enum LayerContent: Sendable, Hashable, Codable {
  /// Only its background, its border and its layers.
  case box
  /// Text.
  case text(LayerText)
  /// A still image, which fills the layer as its gravity says.
  case image(LayerImage)
  /// A path that is filled and stroked.
  case shape(LayerShape)
  /// Colours that change into each other.
  case gradient(LayerGradient)
  /// The picture below the overlays, which then is shown there only.
  case video(LayerImage.Gravity)
  /// Particles, which lie below the layers in the layer.
  case emitter(LayerEmitter)
  /// The level of a sound.
  case waveform(LayerWaveform)
}

/// An image: a still, or one that moves.
public struct LayerImage: Sendable, Hashable, Codable {
  /// The name of an asset; in the property of an element, a path or a URI.
  public var asset: String
  /// How the image fills the layer.
  public var gravity: Gravity
  /// The visible part of the image, where 0 and 1 are its edges; outside, the pixels at its edges
  /// repeat.
  ///
  /// Its coordinates are those of the layer: from the top left or, where the geometry is flipped, from
  /// the bottom left.
  public var contentsRect = Rectangle(x: 0, y: 0, width: 1, height: 1)
  /// The part of the visible part that is stretched, where 0 and 1 are its edges.
  ///
  /// With a gravity that scales, the four corners around it keep their size, and the edges are
  /// stretched along the edge.
  public var contentsCenter = Rectangle(x: 0, y: 0, width: 1, height: 1)
  /// The pixels of the image in a pixel of the layer, for the image's own size and for gravities that
  /// do not scale.
  public var scale = 1.0
  /// The part of a moving image that plays from the start of the layer's clock; `nil` is all.
  public var source: TimeRange?
  /// The speed of a moving image; 1 is its own.
  public var speed: Double
  /// Whether a moving image starts again at its end; `nil` is yes for GIF and Lottie, and no for
  /// films, whose last frame stays.
  public var loops: Bool?
  /// The frame that a presented layer shows, as the drawing identifies it.
  public internal(set) var frame = 0

  /// How an image fills a layer of another size.
  public enum Gravity: String, Sendable, Hashable, Codable, CaseIterable {
    /// Each axis scales on its own.
    case resize
    /// Fits into the layer, centred.
    case resizeAspect
    /// Covers the layer, centred, and exceeds it unless the layer clips.
    case resizeAspectFill
    /// Keeps its size, centred.
    case center
    /// Keeps its size, centred at an edge.
    case top, bottom, left, right
    /// Keeps its size, in a corner.
    case topLeft, topRight, bottomLeft, bottomRight
  }

  /// Creates an image that fills its layer.
  public init(
    asset: String, gravity: Gravity = .resize, source: TimeRange? = nil, speed: Double = 1,
    loops: Bool? = nil
  ) {
    self.asset = asset
    self.gravity = gravity
    self.source = source
    self.speed = speed
    self.loops = loops
  }
}

/// A path that is filled and stroked.
public struct LayerShape: Sendable, Hashable, Codable {
  /// The outline.
  public var outline: Outline
  /// The colour of the inside; `nil` fills nothing.
  public var fill: Color?
  /// The line along the outline; `nil` draws none.
  public var stroke: Stroke?
  /// Whether a point is inside if the outline surrounds it an odd number of times; else it is if the
  /// outline surrounds it in one direction more often than in the other.
  public var isEvenOdd = false

  /// An outline in the area of the layer.
  public enum Outline: Sendable, Hashable, Codable {
    /// The area of the layer.
    case rectangle
    /// The area with round corners of a radius in pixels, at most half the shorter side.
    case roundedRectangle(radius: Double)
    /// The ellipse that touches the edges.
    case ellipse
    /// A path in the syntax of SVG's `d` attribute, in pixels of the layer.
    case path(String)
  }

  /// A line along an outline.
  public struct Stroke: Sendable, Hashable, Codable {
    /// The colour.
    public var color: Color
    /// The thickness in pixels.
    public var width: Double
    /// The part of the outline's length at which the line starts, 0…1.
    public var start: Double
    /// The part of the outline's length at which the line ends, 0…1.
    public var end: Double
    /// The form of the ends.
    public var cap: Cap
    /// The form of the corners.
    public var join: Join
    /// The lengths of dashes and gaps in pixels, in turn; empty is a continuous line.
    public var dash: [Double]
    /// The place in the dashes at which the line starts, in pixels.
    public var dashPhase: Double
    /// The largest length of a mitred corner as a multiple of the thickness; a longer one is bevelled.
    public var miterLimit: Double

    /// The form of a line's ends.
    public enum Cap: String, Sendable, Hashable, Codable, CaseIterable {
      /// As `CGLineCap`.
      case butt, round, square
    }

    /// The form of a line's corners.
    public enum Join: String, Sendable, Hashable, Codable, CaseIterable {
      /// As `CGLineJoin`.
      case miter, round, bevel
    }

    /// Creates a line, black and 1 pixel thick by default.
    public init(
      color: Color = .black, width: Double = 1, start: Double = 0, end: Double = 1,
      cap: Cap = .butt, join: Join = .miter, dash: [Double] = [], dashPhase: Double = 0,
      miterLimit: Double = 10
    ) {
      self.color = color
      self.width = width
      self.start = start
      self.end = end
      self.cap = cap
      self.join = join
      self.dash = dash
      self.dashPhase = dashPhase
      self.miterLimit = miterLimit
    }
  }

  /// Creates a shape, filled with black by default.
  public init(_ outline: Outline, fill: Color? = .black, stroke: Stroke? = nil) {
    self.outline = outline
    self.fill = fill
    self.stroke = stroke
  }
}

/// Colours that change into each other, without premultiplication.
public struct LayerGradient: Sendable, Hashable, Codable {
  /// At least two colours.
  public var colors: [Color]
  /// The place of each colour, 0…1, in order; empty is even.
  public var locations: [Double]
  /// The form.
  public var kind: Kind
  /// The start in the layer, 0…1: where the first colour lies.
  public var from: Point
  /// The end in the layer, 0…1: where the last colour lies.
  public var to: Point

  /// The form of a gradient.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Along a line.
    case axial
    /// An ellipse about the start, whose half axes are the distances to the end.
    case radial
    /// Around the start, clockwise from the direction to the end.
    case conic
  }

  /// Creates a gradient, axial from the top to the bottom by default.
  public init(
    colors: [Color], locations: [Double] = [], kind: Kind = .axial,
    from: Point = Point(x: 0.5, y: 0), to: Point = Point(x: 0.5, y: 1)
  ) {
    self.colors = colors
    self.locations = locations
    self.kind = kind
    self.from = from
    self.to = to
  }
}
