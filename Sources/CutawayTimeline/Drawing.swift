public import CutawayModel

/// A picture made of shapes, drawn in their order; coordinates are pixels from the top left.
public struct Drawing: Sendable, Hashable {
  public var width: Double
  public var height: Double
  public var background: Color
  public var shapes: [Shape]

  public init(width: Double, height: Double, background: Color, shapes: [Shape] = []) {
    self.width = width
    self.height = height
    self.background = background
    self.shapes = shapes
  }

  /// A place on the drawing.
  public struct Point: Sendable, Hashable {
    public var x, y: Double

    public init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// A line drawn along an edge.
  public struct Line: Sendable, Hashable {
    public var color: Color
    public var width: Double
    /// The length of dashes and of the holes between them; 0 for none.
    public var dash: Double

    public init(_ color: Color, width: Double = 1, dash: Double = 0) {
      self.color = color
      self.width = width
      self.dash = dash
    }
  }

  /// One line of text.
  public struct Text: Sendable, Hashable {
    public var text: String
    /// The baseline's left end; its middle or right end by the alignment.
    public var origin: Point
    public var size: Double
    public var color: Color
    public var isBold: Bool
    public var alignment: Alignment
    /// What does not fit into this width is left out, with an ellipsis in its place.
    public var maximumWidth: Double

    public enum Alignment: Sendable, Hashable { case left, middle, right }

    public init(
      _ text: String, at origin: Point, size: Double = 12, color: Color, isBold: Bool = false,
      alignment: Alignment = .left, maximumWidth: Double = .infinity
    ) {
      self.text = text
      self.origin = origin
      self.size = size
      self.color = color
      self.isBold = isBold
      self.alignment = alignment
      self.maximumWidth = maximumWidth
    }
  }

  /// A picture's pixels, or bytes that a browser reads.
  public struct Picture: Sendable, Hashable {
    public var size: PixelSize
    /// Straight RGBA.
    public var pixels: [UInt8]
    /// The same as a JPEG or PNG file, for drawings that become SVG.
    public var file: [UInt8]

    public init(size: PixelSize, pixels: [UInt8], file: [UInt8] = []) {
      self.size = size
      self.pixels = pixels
      self.file = file
    }
  }

  public indirect enum Shape: Sendable, Hashable {
    case rectangle(Rectangle, fill: Color?, stroke: Line? = nil, cornerRadius: Double = 0)
    case polygon([Point], fill: Color?, stroke: Line? = nil)
    case path([Point], Line)
    /// Slanted lines at a distance from each other.
    case hatching(Rectangle, Line, spacing: Double)
    case text(Text)
    case picture(Picture, Rectangle)
    /// Shapes of which only what lies in a rectangle is seen.
    case clipped(Rectangle, cornerRadius: Double = 0, [Shape])
    /// Shapes with colours of the film, as pictures have: whoever shows a drawing in other colours
    /// leaves them as they are.
    case film([Shape])
  }
}

extension Drawing {
  /// Draws another drawing's shapes, moved down.
  public mutating func append(_ other: Drawing, below y: Double) {
    shapes += other.shapes.map { $0.moved(down: y) }
  }
}

extension Rectangle {
  var maxX: Double { x + width }
  var maxY: Double { y + height }
  var center: Drawing.Point { Drawing.Point(x + width / 2, y + height / 2) }

  /// The rectangle without a margin.
  func inset(by margin: Double) -> Rectangle {
    Rectangle(
      x: x + margin, y: y + margin, width: max(0, width - 2 * margin),
      height: max(0, height - 2 * margin))
  }

  func moved(down y: Double) -> Rectangle {
    Rectangle(x: x, y: self.y + y, width: width, height: height)
  }
}

extension Drawing.Shape {
  func moved(down y: Double) -> Self {
    func moved(_ point: Drawing.Point) -> Drawing.Point { Drawing.Point(point.x, point.y + y) }
    switch self {
    case .rectangle(let box, let fill, let stroke, let radius):
      return .rectangle(box.moved(down: y), fill: fill, stroke: stroke, cornerRadius: radius)
    case .polygon(let points, let fill, let stroke):
      return .polygon(points.map(moved), fill: fill, stroke: stroke)
    case .path(let points, let line): return .path(points.map(moved), line)
    case .hatching(let box, let line, let spacing):
      return .hatching(box.moved(down: y), line, spacing: spacing)
    case .text(var text):
      text.origin = moved(text.origin)
      return .text(text)
    case .picture(let picture, let box): return .picture(picture, box.moved(down: y))
    case .clipped(let box, let radius, let shapes):
      return .clipped(
        box.moved(down: y), cornerRadius: radius, shapes.map { $0.moved(down: y) })
    case .film(let shapes): return .film(shapes.map { $0.moved(down: y) })
    }
  }
}
