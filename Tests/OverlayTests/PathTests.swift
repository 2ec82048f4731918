import CutawayOverlays
import Foundation
import Testing

/// Outlines and SVG data.
@Suite struct PathTests {
  private func length(_ path: LayerPath) -> Double {
    // A trimmed path consists of lines.
    var here = Point(x: 0, y: 0), sum = 0.0
    for step in path.trimmed(from: 1e-12, to: 1).steps {
      switch step {
      case .move(let point): here = point
      case .line(let point):
        sum += hypot(point.x - here.x, point.y - here.y)
        here = point
      default: Issue.record("not a line")
      }
    }
    return sum
  }

  @Test func `outlines have the lengths of their figures`() throws {
    let rectangle = try LayerPath(.rectangle, width: 30, height: 20)
    #expect(abs(length(rectangle) - 100) < 1e-6)
    let circle = try LayerPath(.ellipse, width: 20, height: 20)
    #expect(abs(length(circle) - 20 * .pi) < 0.02)
    let rounded = try LayerPath(.roundedRectangle(radius: 5), width: 30, height: 20)
    #expect(abs(length(rounded) - (60 + 10 * .pi)) < 0.02)
    // A radius of more than half the shorter side counts as that.
    let pill = try LayerPath(.roundedRectangle(radius: 99), width: 30, height: 20)
    #expect(abs(length(pill) - (20 + 20 * .pi)) < 0.02)
  }

  @Test
  func `Q61: a rectangle starts at its corner, an ellipse at its right end and continues down`()
    throws
  {
    #expect(
      try LayerPath(.rectangle, width: 30, height: 20).steps.prefix(2)
        == [.move(Point(x: 0, y: 0)), .line(Point(x: 30, y: 0))])
    let arc = try LayerPath(.ellipse, width: 20, height: 10).trimmed(from: 0, to: 0.25)
    guard case .move(let first)? = arc.steps.first, case .line(let last)? = arc.steps.last else {
      Issue.record("no arc")
      return
    }
    #expect(abs(first.x - 20) < 1e-9 && abs(first.y - 5) < 1e-9)
    #expect(abs(last.x - 10) < 0.1 && abs(last.y - 10) < 0.1)
  }

  @Test func `Q60: a stroke is cut by length along the whole path`() throws {
    let path = try LayerPath(svg: "M0 0 H 10 M 0 5 H 30")
    #expect(
      path.trimmed(from: 0.125, to: 0.5).steps == [
        .move(Point(x: 5, y: 0)), .line(Point(x: 10, y: 0)), .move(Point(x: 0, y: 5)),
        .line(Point(x: 10, y: 5)),
      ])
    #expect(path.trimmed(from: 0.6, to: 0.4).steps.isEmpty)
    #expect(path.trimmed(from: 0, to: 1) == path)
  }

  @Test func `SVG data with absolute, relative, repeated and smooth commands`() throws {
    #expect(
      try LayerPath(svg: "m1,2 3-4 l.5.5Z").steps == [
        .move(Point(x: 1, y: 2)), .line(Point(x: 4, y: -2)), .line(Point(x: 4.5, y: -1.5)), .close,
      ])
    #expect(
      try LayerPath(svg: "M0 0C1 2 3 4 5 6S 9 9 10 0s1 1 2 2").steps == [
        .move(Point(x: 0, y: 0)),
        .curve(Point(x: 1, y: 2), Point(x: 3, y: 4), to: Point(x: 5, y: 6)),
        .curve(Point(x: 7, y: 8), Point(x: 9, y: 9), to: Point(x: 10, y: 0)),
        .curve(Point(x: 11, y: -9), Point(x: 11, y: 1), to: Point(x: 12, y: 2)),
      ])
    #expect(
      try LayerPath(svg: "M0 0 Q 3 3 6 0 T 12 0 1e1 1").steps.count == 4)
    #expect(
      try LayerPath(svg: "M2 2 h3 v-1 H0 V7 z l1 1").steps == [
        .move(Point(x: 2, y: 2)), .line(Point(x: 5, y: 2)), .line(Point(x: 5, y: 1)),
        .line(Point(x: 0, y: 1)), .line(Point(x: 0, y: 7)), .close, .line(Point(x: 3, y: 3)),
      ])
  }

  @Test(arguments: [
    "", "L 1 1", "M 1", "M 1 x", "M 1 1 A 1 1 0 0 x 2 2", "M 1 1 5", "M 1 1e999", "M 1 1 z 5",
  ])
  func `other data are an error that quotes them`(data: String) {
    #expect(throws: CompositionError.self) { try LayerPath(svg: data) }
  }

  @Test(arguments: [
    ("0 1", 0.0, 0.25), ("0 0", 10, 0.25), ("1 1", 10, 0.75), ("1 0", 0, 0.75), ("01", 0, 0.25),
  ])
  func `an arc lies on its circle, on the side of its flags`(
    flags: String, center: Double, part: Double
  ) throws {
    for data in ["M 10 0 A 10 10 0 \(flags) 0 10", "M 10 0 a 10 10 30 \(flags)-10 10"] {
      let path = try LayerPath(svg: data)
      #expect(abs(length(path) - part * 20 * .pi) < 0.05)
      for step in path.trimmed(from: 0.01, to: 1).steps {
        guard case .line(let point) = step else { continue }
        #expect(abs(hypot(point.x - center, point.y - center) - 10) < 0.03)
      }
    }
  }

  @Test(arguments: 0..<50 as Range<Int>)
  func `arcs lie on their ellipses`(index: Int) throws {
    // Multiples of the golden ratio are spread evenly.
    var place = Double(index * 8)
    func number(_ range: ClosedRange<Double>) -> Double {
      place += 1
      let part = (place * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
      return range.lowerBound + (range.upperBound - range.lowerBound) * part
    }
    let (rx, ry, angle) = (number(20...60), number(20...60), number(-180...180) * .pi / 180)
    // Two points of an ellipse about the origin, and the arc between them in the order of angles.
    let first = number(-3...3), turn = number(0.2...6)
    func point(at t: Double) -> Point {
      let (x, y) = (rx * cos(t), ry * sin(t))
      return Point(x: cos(angle) * x - sin(angle) * y, y: sin(angle) * x + cos(angle) * y)
    }
    let (start, end) = (point(at: first), point(at: first + turn))
    let path = try LayerPath(
      svg: "M \(start.x) \(start.y) A \(rx) \(ry) \(angle * 180 / .pi) \(turn > .pi ? 1 : 0) 1 "
        + "\(end.x),\(end.y)")
    var count = 0
    for step in path.trimmed(from: 0.001, to: 0.999).steps {
      guard case .line(let point) = step else { continue }
      let x = (cos(angle) * point.x + sin(angle) * point.y) / rx
      let y = (cos(angle) * point.y - sin(angle) * point.x) / ry
      #expect(abs(hypot(x, y) - 1) < 0.003)
      let along = (atan2(y, x) - first).truncatingRemainder(dividingBy: 2 * .pi)
      #expect((along < 0 ? along + 2 * .pi : along) <= turn + 1e-6)
      count += 1
    }
    #expect(count > 8)
  }

  @Test func `radii that are too small grow, and those of 0 make a line`() throws {
    #expect(abs(length(try LayerPath(svg: "M 0 0 A 1 1 0 0 1 20 0")) - 10 * .pi) < 0.05)
    #expect(abs(length(try LayerPath(svg: "M 0 0 A 0 5 0 0 1 20 0")) - 20) < 1e-6)
    #expect(throws: CompositionError.self) { try LayerPath(svg: "M 0 0 A 5 5 0 2 1 20 0") }
  }
}
