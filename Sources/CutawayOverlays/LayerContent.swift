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
}

/// A still image.
public struct LayerImage: Sendable, Hashable, Codable {
  /// The name of an asset; in the property of an element, a path or a URI.
  public var asset: String
  /// How the image fills the layer.
  public var gravity: Gravity

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
  }

  /// Creates an image that fills its layer.
  public init(asset: String, gravity: Gravity = .resize) {
    self.asset = asset
    self.gravity = gravity
  }
}

/// Text in one style; a line feed starts a new line.
public struct LayerText: Sendable, Hashable, Codable {
  /// The text.
  public var string: String
  /// The font.
  public var font: LayerFont
  /// The colour of the letters.
  public var color: Color
  /// Where lines lie in the width of the layer.
  public var alignment: Alignment

  /// Where lines lie.
  public enum Alignment: String, Sendable, Hashable, Codable, CaseIterable {
    /// At the side at which the script starts.
    case natural
    /// At a side, or in the middle.
    case left, center, right
  }

  /// Creates a white text.
  public init(
    _ string: String, font: LayerFont = LayerFont(),
    color: Color = Color(red: 255, green: 255, blue: 255), alignment: Alignment = .natural
  ) {
    self.string = string
    self.font = font
    self.color = color
    self.alignment = alignment
  }
}

/// A font as text names it.
public struct LayerFont: Sendable, Hashable, Codable {
  /// Names of families; the first that is installed is used.
  public var families: [String]
  /// The height of the em square in pixels.
  public var size: Double
  /// The weight, 100…900; 400 is regular, 700 bold.
  public var weight: Int
  /// Whether the letters slant.
  public var isItalic: Bool

  /// Creates a font: the system's sans-serif with 48 pixels by default.
  public init(
    families: [String] = ["sans-serif"], size: Double = 48, weight: Int = 400,
    isItalic: Bool = false
  ) {
    self.families = families
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
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
      cap: Cap = .butt, join: Join = .miter, dash: [Double] = []
    ) {
      self.color = color
      self.width = width
      self.start = start
      self.end = end
      self.cap = cap
      self.join = join
      self.dash = dash
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
