import Glibc

extension LayerPath {
  /// The number of lines and curves, without the lines of length 0 that close a part.
  public var pieceCount: Int { pieces.count }

  /// The lines and curves; moves between them are jumps.
  fileprivate var pieces: [PathPiece] {
    var pieces: [PathPiece] = [], place = Point(x: 0, y: 0), first = place
    for step in steps {
      switch step {
      case .move(let point): (place, first) = (point, point)
      case .line(let point):
        pieces.append(PathPiece(from: place, to: point))
        place = point
      case .curve(let a, let b, let end):
        pieces.append(PathPiece(place, a, b, end, divisions: 64))
        place = end
      case .close:
        if place != first { pieces.append(PathPiece(from: place, to: first)) }
        place = first
      }
    }
    return pieces
  }
}

/// A way along a path, for animations of a position.
struct PathMotion {
  /// The lines and curves; moves between them are jumps.
  private let pieces: [PathPiece]
  private let mode: LayerAnimation.Mode
  /// The part of the cycle at which each piece starts, and the end of the last one.
  private let times: [Double]

  /// Creates a way; `nil` if the path cannot be read, or has no length.
  init?(_ path: LayerMotionPath) {
    // The file reader has checked the path; without one, nothing moves.
    guard let pieces = (try? LayerPath(svg: path.data))?.pieces else { return nil }
    let whole = pieces.reduce(0) { $0 + $1.length }, count = pieces.count
    guard whole > 0 else { return nil }
    self.pieces = pieces
    mode = path.mode
    if path.mode == .paced {
      var sum = 0.0
      times =
        [0]
        + pieces.map { piece in
          sum += piece.length
          return sum / whole
        }
    } else if path.keyTimes.count == count + 1 {
      times = path.keyTimes
    } else {
      times = (0...count).map { Double($0) / Double(count) }
    }
  }

  /// The piece and the parameter in it at a part of the cycle.
  private func place(at progress: Double) -> (piece: PathPiece, t: Double) {
    let index = min(pieces.count - 1, times.lastIndex { $0 <= progress } ?? 0)
    let piece = pieces[index], length = times[index + 1] - times[index]
    let part = length > 0 ? (progress - times[index]) / length : 1
    let inside = min(max(part, 0), 1)
    switch mode {
    case .discrete: return (piece, inside < 1 ? 0 : 1)
    case .paced: return (piece, piece.parameter(atLength: inside))
    case .linear, .cubic: return (piece, inside)
    }
  }

  func point(at progress: Double) -> Point {
    let (piece, t) = place(at: progress)
    return piece.point(at: t)
  }

  /// The direction in degrees clockwise; 0 is to the right.
  func direction(at progress: Double) -> Double {
    let (piece, t) = place(at: progress)
    return piece.direction(at: t) ?? 0
  }

  var first: Point { pieces[0].start }
  var last: Point { pieces[pieces.count - 1].end }
}

/// A line or a curve.
private struct PathPiece {
  let start: Point
  let first: Point
  let second: Point
  let end: Point
  /// The lengths from the start to each of the points between which the piece is divided.
  var lengths: [Double] = [0]

  /// A line, as a curve whose parameter is the part of its length.
  init(from start: Point, to end: Point) {
    func between(_ part: Double) -> Point {
      Point(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)
    }
    self.init(start, between(1.0 / 3), between(2.0 / 3), end, divisions: 1)
  }

  init(_ start: Point, _ first: Point, _ second: Point, _ end: Point, divisions: Int) {
    (self.start, self.first, self.second, self.end) = (start, first, second, end)
    for index in 1...divisions {
      let a = point(at: Double(index - 1) / Double(divisions))
      let b = point(at: Double(index) / Double(divisions))
      lengths.append(lengths[index - 1] + hypot(b.x - a.x, b.y - a.y))
    }
  }

  var length: Double { lengths[lengths.count - 1] }

  /// The point at a parameter, 0…1.
  func point(at t: Double) -> Point {
    let s = 1 - t
    func value(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d
    }
    return Point(
      x: value(start.x, first.x, second.x, end.x), y: value(start.y, first.y, second.y, end.y))
  }

  /// The direction at a parameter in degrees clockwise; `nil` without a tangent.
  func direction(at t: Double) -> Double? {
    func difference(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      let s = 1 - t
      return s * s * (b - a) + 2 * s * t * (c - b) + t * t * (d - c)
    }
    var x = difference(start.x, first.x, second.x, end.x)
    var y = difference(start.y, first.y, second.y, end.y)
    // A control point may lie on its end.
    if hypot(x, y) < 1e-9 {
      let (a, b) = (point(at: max(0, t - 1e-4)), point(at: min(1, t + 1e-4)))
      (x, y) = (b.x - a.x, b.y - a.y)
    }
    return hypot(x, y) < 1e-12 ? nil : atan2(y, x) * 180 / .pi
  }

  /// The parameter at a part of the length.
  func parameter(atLength part: Double) -> Double {
    let distance = part * length, count = lengths.count - 1
    let index = min(count - 1, max(0, (lengths.firstIndex { $0 > distance } ?? count) - 1))
    let step = lengths[index + 1] - lengths[index]
    let rest = step > 0 ? (distance - lengths[index]) / step : 0
    return (Double(index) + rest) / Double(count)
  }
}
