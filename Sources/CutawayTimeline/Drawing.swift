package import CutawayModel

/// An image made of shapes, drawn in their order.
///
/// Coordinates are pixels from the top left, y downwards.
package struct Drawing: Sendable, Hashable {
  /// The width in pixels; a rendered image rounds it up.
  package var width: Double
  /// The height in pixels; a rendered image rounds it up.
  package var height: Double
  /// The colour behind all shapes.
  package var background: Color
  /// The shapes, from bottom to top.
  package var shapes: [Shape]

  /// Creates a drawing.
  package init(width: Double, height: Double, background: Color, shapes: [Shape] = []) {
    self.width = width
    self.height = height
    self.background = background
    self.shapes = shapes
  }

  /// A point on the drawing.
  package struct Point: Sendable, Hashable {
    /// The coordinates, in pixels from the left and from the top.
    package var x, y: Double

    /// Creates a point from its x and y coordinates.
    package init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The style of a line along a path or an edge.
  package struct Line: Sendable, Hashable {
    /// The colour of the line.
    package var color: Color
    /// The width in pixels, centred on the path.
    package var width: Double
    /// The length of the dashes and of the gaps between them, in pixels; 0 for a solid line.
    package var dash: Double

    /// Creates a style, by default a solid line of one pixel.
    package init(_ color: Color, width: Double = 1, dash: Double = 0) {
      self.color = color
      self.width = width
      self.dash = dash
    }
  }

  /// One line of text.
  package struct Text: Sendable, Hashable {
    /// The characters to draw.
    package var text: String
    /// The position on the baseline: of the left end, the middle or the right end, depending on the
    /// alignment.
    package var origin: Point
    /// The height of the em square in pixels.
    package var size: Double
    /// The colour of the text.
    package var color: Color
    /// Whether the weight is bold.
    package var isBold: Bool
    /// The part of the text that ``origin`` locates.
    package var alignment: Alignment
    /// The maximum width in pixels.
    ///
    /// A longer text is shortened, and ends with an ellipsis.
    package var maximumWidth: Double

    /// The horizontal position of a text relative to its origin.
    package enum Alignment: Sendable, Hashable {
      /// The part of the text that lies at the origin.
      case left, middle, right
    }

    /// Creates a text, by default left-aligned with a size of 12 pixels and any width.
    package init(
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

  /// An image as pixels, and as a file that a browser can display.
  package struct Picture: Sendable, Hashable {
    /// The size of the image in its own pixels.
    package var size: PixelSize
    /// The pixels as straight RGBA, four bytes each, rows from the top.
    package var pixels: [UInt8]
    /// The same image as a JPEG or PNG file, for SVG; empty if no SVG is needed.
    package var file: [UInt8]

    /// Creates an image; `pixels` must have four bytes for each pixel of `size`.
    package init(size: PixelSize, pixels: [UInt8], file: [UInt8] = []) {
      self.size = size
      self.pixels = pixels
      self.file = file
    }
  }

  /// A part of a drawing.
  package indirect enum Shape: Sendable, Hashable {
    /// A rectangle, whose corners may be rounded.
    case rectangle(Rectangle, fill: Color?, stroke: Line? = nil, cornerRadius: Double = 0)
    /// A closed shape with straight sides.
    case polygon([Point], fill: Color?, stroke: Line? = nil)
    /// An open line through points.
    case path([Point], Line)
    /// Slanted lines that fill a rectangle, `spacing` pixels apart.
    case hatching(Rectangle, Line, spacing: Double)
    /// One line of text.
    case text(Text)
    /// An image, stretched to a rectangle.
    case picture(Picture, Rectangle)
    /// Shapes that are visible only inside a rectangle.
    case clipped(Rectangle, cornerRadius: Double = 0, [Shape])
    /// Shapes with colours of the video.
    ///
    /// A viewer that changes the colours of a drawing must keep these.
    case film([Shape])
  }
}

extension Drawing {
  /// Appends the shapes of another drawing, moved down by `y` pixels.
  package mutating func append(_ other: Drawing, below y: Double) {
    shapes += other.shapes.map { $0.moved(down: y) }
  }
}

extension Rectangle {
  var maxX: Double { x + width }
  var maxY: Double { y + height }
  var center: Drawing.Point { Drawing.Point(x + width / 2, y + height / 2) }

  /// The rectangle reduced by a margin on all sides.
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
