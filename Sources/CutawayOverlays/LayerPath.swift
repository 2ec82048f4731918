import Glibc

/// A path of lines and cubic Bézier curves, in pixels.
public struct LayerPath: Sendable, Hashable {
  /// The steps, in order; the first is a move.
  public private(set) var steps: [Step] = []

  /// A step of a path.
  public enum Step: Sendable, Hashable {
    /// Starts a part at a point.
    case move(Point)
    /// A straight line to a point.
    case line(Point)
    /// A cubic curve with two control points.
    case curve(Point, Point, to: Point)
    /// A straight line to the start of the part.
    case close
  }

  /// Creates an empty path.
  public init() {}

  /// Adds a step; a line without a start becomes a move.
  public mutating func add(_ step: Step) {
    if steps.isEmpty {
      switch step {
      case .line(let point), .curve(_, _, let point): steps.append(.move(point))
      case .close: return
      case .move: break
      }
    }
    steps.append(step)
  }

  /// Adds all steps of another path.
  public mutating func add(_ path: LayerPath) { for step in path.steps { add(step) } }

  /// The outline of a shape in an area.
  ///
  /// A rectangle starts at its top left corner, and continues to the right; an ellipse starts at its
  /// right end, and continues downwards.
  ///
  /// - Throws: `CompositionError` if SVG data cannot be read.
  public init(
    _ outline: LayerShape.Outline, width: Double, height: Double
  ) throws(CompositionError) {
    switch outline {
    case .rectangle: self.init(width: width, height: height, radius: 0)
    case .roundedRectangle(let radius): self.init(width: width, height: height, radius: radius)
    case .ellipse:
      self.init()
      arc(corners: [
        (
          Point(x: width, y: height / 2), Point(x: width, y: height), Point(x: width / 2, y: height)
        ),
        (Point(x: width / 2, y: height), Point(x: 0, y: height), Point(x: 0, y: height / 2)),
        (Point(x: 0, y: height / 2), Point(x: 0, y: 0), Point(x: width / 2, y: 0)),
        (Point(x: width / 2, y: 0), Point(x: width, y: 0), Point(x: width, y: height / 2)),
      ])
    case .path(let data): self = try LayerPath(svg: data)
    }
  }

  /// A rectangle with round corners of a radius, at most half the shorter side.
  public init(width: Double, height: Double, radius: Double, inset: Double = 0) {
    let (left, top, right, bottom) = (inset, inset, width - inset, height - inset)
    func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
    let r = max(0, min(radius - inset, (right - left) / 2, (bottom - top) / 2))
    guard r > 0 else {
      add(.move(point(left, top)))
      for corner in [point(right, top), point(right, bottom), point(left, bottom)] {
        add(.line(corner))
      }
      add(.close)
      return
    }
    add(.move(point(left + r, top)))
    arc(corners: [
      (point(right - r, top), point(right, top), point(right, top + r)),
      (point(right, bottom - r), point(right, bottom), point(right - r, bottom)),
      (point(left + r, bottom), point(left, bottom), point(left, bottom - r)),
      (point(left, top + r), point(left, top), point(left + r, top)),
    ])
  }

  /// Adds quarters of ellipses about corners, with lines between them, and closes the path.
  private mutating func arc(corners: [(start: Point, corner: Point, end: Point)]) {
    // The control points of a quarter of a circle; the error is 0.03 %.
    let part = 0.552_284_749_830_793_6
    func between(_ a: Point, _ b: Point) -> Point {
      Point(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part)
    }
    for (start, corner, end) in corners {
      add(steps.isEmpty ? .move(start) : .line(start))
      add(.curve(between(start, corner), between(end, corner), to: end))
    }
    add(.close)
  }

  /// The path with all points transformed.
  public func applying(_ matrix: TransformMatrix) -> LayerPath {
    func moved(_ point: Point) -> Point {
      let (x, y) = matrix.apply(x: point.x, y: point.y)
      return Point(x: x, y: y)
    }
    var path = LayerPath()
    path.steps = steps.map { step in
      switch step {
      case .move(let point): .move(moved(point))
      case .line(let point): .line(moved(point))
      case .curve(let a, let b, let end): .curve(moved(a), moved(b), to: moved(end))
      case .close: .close
      }
    }
    return path
  }

  /// The smallest rectangle that contains the path and the control points of its curves.
  public var bounds: Rectangle {
    let points = steps.flatMap { step -> [Point] in
      switch step {
      case .move(let point), .line(let point): [point]
      case .curve(let a, let b, let end): [a, b, end]
      case .close: []
      }
    }
    guard let first = points.first else { return Rectangle(x: 0, y: 0, width: 0, height: 0) }
    let left = points.reduce(first.x) { min($0, $1.x) }
    let right = points.reduce(first.x) { max($0, $1.x) }
    let top = points.reduce(first.y) { min($0, $1.y) }
    let bottom = points.reduce(first.y) { max($0, $1.y) }
    return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The length of all lines and curves in pixels.
  public var length: Double {
    flattened.reduce(0) { sum, line in
      zip(line, line.dropFirst()).reduce(sum) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
    }
  }

  /// The path between two parts of its length, 0…1, as lines; its parts count one after another.
  ///
  /// - Parameters:
  ///   - start: Where the result starts.
  ///   - end: Where it ends.
  /// - Returns: The path; it is empty if the end does not lie after the start.
  public func trimmed(from start: Double, to end: Double) -> LayerPath {
    if start <= 0, end >= 1 { return self }
    let lines = flattened
    let lengths = lines.map { line in
      zip(line, line.dropFirst()).reduce(0.0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
    }
    let whole = lengths.reduce(0, +), from = max(0, start) * whole, to = min(1, end) * whole
    var result = LayerPath(), place = 0.0
    guard from < to else { return result }
    for line in lines {
      var isStarted = false
      for (a, b) in zip(line, line.dropFirst()) {
        let length = hypot(b.x - a.x, b.y - a.y), next = place + length
        defer { place = next }
        guard length > 0, next > from, place < to else { continue }
        func point(_ distance: Double) -> Point {
          let part = (distance - place) / length
          return Point(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part)
        }
        if !isStarted { result.add(.move(point(max(from, place)))) }
        isStarted = true
        result.add(.line(point(min(to, next))))
      }
    }
    return result
  }

  /// The parts as polygons; curves are divided into 32 lines each.
  private var flattened: [[Point]] {
    var lines: [[Point]] = [], line: [Point] = []
    for step in steps {
      switch step {
      case .move(let point):
        if line.count > 1 { lines.append(line) }
        line = [point]
      case .line(let point): line.append(point)
      case .curve(let a, let b, let end):
        let start = line.last ?? a
        for index in 1...32 {
          let t = Double(index) / 32, s = 1 - t
          let (w, x, y, z) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
          line.append(
            Point(
              x: w * start.x + x * a.x + y * b.x + z * end.x,
              y: w * start.y + x * a.y + y * b.y + z * end.y))
        }
      case .close:
        if let first = line.first { line.append(first) }
      }
    }
    return line.count > 1 ? lines + [line] : lines
  }
}
