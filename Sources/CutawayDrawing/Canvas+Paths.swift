import CCutawayCairo

extension Canvas {
  /// A step of a path; coordinates are pixels.
  public enum PathStep: Sendable, Hashable {
    /// Starts a part of the path at a point.
    case move(x: Double, y: Double)
    /// A straight line to a point.
    case line(x: Double, y: Double)
    /// A cubic Bézier curve with two control points to a point.
    case curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double)
    /// A straight line to the start of the part.
    case close
  }

  /// The inside of a path.
  public enum Paint: Sendable {
    /// One colour.
    case ink(Ink)
    /// Colours along a line, which stay beyond its ends.
    case axial(from: (x: Double, y: Double), to: (x: Double, y: Double), [Stop])
    /// Colours from the centre of an ellipse to its edge, which stay beyond it.
    case radial(center: (x: Double, y: Double), radii: (x: Double, y: Double), [Stop])
    /// Colours from one circle to another, which stay inside of the first and beyond the second.
    case circles(from: Circle, to: Circle, [Stop])
    /// Colours around a centre, from an angle in radians on, clockwise on screen.
    case conic(center: (x: Double, y: Double), angle: Double, [Stop])

    /// A circle of a gradient.
    public struct Circle: Sendable, Hashable {
      /// The centre and the radius.
      public var x, y, radius: Double

      /// Creates a circle.
      public init(x: Double, y: Double, radius: Double) {
        (self.x, self.y, self.radius) = (x, y, radius)
      }
    }

    /// A colour at a place of a gradient, 0…1.
    public struct Stop: Sendable, Hashable {
      /// The place.
      public var place: Double
      /// The colour.
      public var ink: Ink

      /// Creates a colour at a place.
      public init(_ place: Double, _ ink: Ink) {
        self.place = place
        self.ink = ink
      }
    }
  }

  /// A line along a path.
  public struct Line: Sendable, Hashable {
    /// The colour.
    public var ink: Ink
    /// The thickness in pixels.
    public var width: Double
    /// The form of the ends.
    public var cap: Cap
    /// The form of the corners.
    public var join: Join
    /// The lengths of dashes and gaps in turn; empty is a continuous line.
    public var dash: [Double]
    /// The place in the dashes at which the line starts.
    public var dashPhase = 0.0
    /// The largest length of a mitred corner as a multiple of the thickness.
    public var miterLimit = 10.0

    /// The form of a line's ends.
    public enum Cap: Sendable, Hashable {
      /// As Cairo's line caps.
      case butt, round, square
    }

    /// The form of a line's corners.
    public enum Join: Sendable, Hashable {
      /// As Cairo's line joins.
      case miter, round, bevel
    }

    /// Creates a line.
    public init(
      _ ink: Ink, width: Double, cap: Cap = .butt, join: Join = .miter, dash: [Double] = []
    ) {
      self.ink = ink
      self.width = width
      self.cap = cap
      self.join = join
      self.dash = dash
    }
  }

  /// Runs `body` with transformed coordinates: a point (x, y) lies at (a·x + c·y + tx, b·x + d·y + ty).
  public func transform(
    a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double, _ body: () -> Void
  ) {
    // Cairo stops at a matrix without inverse; nothing would be visible.
    let determinant = a * d - b * c
    guard determinant.isFinite, abs(determinant) > 1e-12, tx.isFinite, ty.isFinite else { return }
    cairo_save(context)
    var matrix = cairo_matrix_t(xx: a, yx: b, xy: c, yy: d, x0: tx, y0: ty)
    cairo_transform(context, &matrix)
    body()
    cairo_restore(context)
  }

  /// Fills the inside of a path, by the nonzero winding rule or by the even-odd rule.
  public func fill(_ path: [PathStep], _ paint: Paint, isEvenOdd: Bool = false) {
    trace(path)
    cairo_set_fill_rule(
      context, isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    set(paint, fillsPath: true)
    cairo_fill(context)
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
  }

  /// Draws a line along a path.
  public func stroke(_ path: [PathStep], _ line: Line) {
    guard line.width > 0 else { return }
    trace(path)
    set(line.ink)
    cairo_set_line_width(context, line.width)
    cairo_set_miter_limit(context, line.miterLimit)
    cairo_set_line_cap(context, line.cap.value)
    cairo_set_line_join(context, line.join.value)
    // Cairo refuses dashes of which none has a length.
    var dashes = line.dash.contains { $0 > 0 } ? line.dash.map { max(0, $0) } : []
    cairo_set_dash(context, &dashes, Int32(dashes.count), line.dashPhase)
    cairo_stroke(context)
  }

  /// Runs `body`, and clips its drawing to the inside of a path, by the nonzero winding rule or by the even-odd rule.
  public func clip(to path: [PathStep], isEvenOdd: Bool = false, _ body: () -> Void) {
    cairo_save(context)
    trace(path)
    cairo_set_fill_rule(
      context, isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    cairo_clip(context)
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    body()
    cairo_restore(context)
  }

  /// Runs `body`, and lays its drawing down as one, with an opacity from 0 to 1.
  public func group(opacity: Double, _ blending: Blending = .over, _ body: () -> Void) {
    cairo_push_group(context)
    body()
    cairo_pop_group_to_source(context)
    cairo_save(context)
    cairo_set_operator(context, blending.operation)
    cairo_paint_with_alpha(context, opacity)
    cairo_restore(context)
  }

  /// Runs `body`, and shows its drawing where `mask` has drawn, in proportion to its alpha.
  public func masked(by mask: () -> Void, _ body: () -> Void) {
    cairo_push_group(context)
    mask()
    let pattern = cairo_pop_group(context)
    cairo_push_group(context)
    body()
    cairo_pop_group_to_source(context)
    cairo_mask(context, pattern)
    cairo_pattern_destroy(pattern)
  }

  /// Runs `body`, and makes transparent what its drawing covers.
  public func erase(_ body: () -> Void) {
    cairo_push_group(context)
    body()
    cairo_pop_group_to_source(context)
    cairo_set_operator(context, CAIRO_OPERATOR_DEST_OUT)
    cairo_paint(context)
    cairo_set_operator(context, CAIRO_OPERATOR_OVER)
  }

  private func trace(_ path: [PathStep]) {
    cairo_new_path(context)
    for step in path {
      switch step {
      case .move(let x, let y): cairo_move_to(context, x, y)
      case .line(let x, let y): cairo_line_to(context, x, y)
      case .curve(let x1, let y1, let x2, let y2, let x, let y):
        cairo_curve_to(context, x1, y1, x2, y2, x, y)
      case .close: cairo_close_path(context)
      }
    }
  }
}

extension Canvas.Line.Cap {
  fileprivate var value: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

extension Canvas.Line.Join {
  fileprivate var value: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}
