/// A box behind the letters of a text.
public struct TextBackground: Sendable, Hashable {
  /// The colour.
  public var ink: Canvas.Ink
  /// How far the box extends beyond the lines at both sides, in pixels.
  public var paddingX: Double
  /// How far the box extends above and below the lines, in pixels.
  public var paddingY: Double
  /// The radius of the corners in pixels.
  public var cornerRadius: Double
  /// Whether the box follows the length of each line; else it is a rectangle around all lines.
  public var isPerLine: Bool

  /// Creates a box.
  public init(
    _ ink: Canvas.Ink, padding: (x: Double, y: Double) = (0, 0), cornerRadius: Double = 0,
    isPerLine: Bool = false
  ) {
    self.ink = ink
    (paddingX, paddingY) = (padding.x, padding.y)
    (self.cornerRadius, self.isPerLine) = (cornerRadius, isPerLine)
  }

  /// The outline of the box.
  ///
  /// - Parameter lines: The areas of the lines, from the top to the bottom; empty ones have no box.
  /// - Returns: One path, in which areas that overlap count once.
  func outline(of lines: [Canvas.Area]) -> [Canvas.PathStep] {
    let boxes = lines.filter { $0.width > 0 }.map { line in
      Box(
        left: line.x - paddingX, right: line.x + line.width + paddingX, top: line.y - paddingY,
        bottom: line.y + line.height + paddingY)
    }
    guard let first = boxes.first else { return [] }
    if !isPerLine {
      let whole = boxes.dropFirst().reduce(first) { $0.union($1) }
      return Self.rounded([whole].corners, radius: cornerRadius)
    }
    return boxes.connected.flatMap { group in
      Self.rounded(group.withoutSmallSteps(of: cornerRadius).corners, radius: cornerRadius)
    }
  }

  /// A polygon with right angles, whose corners are rounded as far as its edges allow.
  private static func rounded(
    _ corners: [(x: Double, y: Double)], radius: Double
  ) -> [Canvas.PathStep] {
    // How far the control points of a quarter of a circle lie on the way to the corner.
    let part = 0.552_284_75
    var steps: [Canvas.PathStep] = []
    for (index, corner) in corners.enumerated() {
      let before = corners[(index + corners.count - 1) % corners.count]
      let after = corners[(index + 1) % corners.count]
      // One of the differences is 0.
      let (to, from) = (
        abs(before.x - corner.x) + abs(before.y - corner.y),
        abs(after.x - corner.x) + abs(after.y - corner.y)
      )
      let reach = max(0, min(radius, to / 2, from / 2))
      func point(_ other: (x: Double, y: Double), _ length: Double, _ distance: Double) -> (
        x: Double, y: Double
      ) {
        guard length > 0 else { return corner }
        return (
          corner.x + (other.x - corner.x) / length * distance,
          corner.y + (other.y - corner.y) / length * distance
        )
      }
      let start = point(before, to, reach), end = point(after, from, reach)
      steps.append(
        steps.isEmpty ? .move(x: start.x, y: start.y) : .line(x: start.x, y: start.y))
      guard reach > 0 else { continue }
      let a = point(before, to, reach * (1 - part)), b = point(after, from, reach * (1 - part))
      steps.append(.curve(x1: a.x, y1: a.y, x2: b.x, y2: b.y, x: end.x, y: end.y))
    }
    return steps + [.close]
  }
}

/// The padded area of a line.
private struct Box {
  var left: Double, right: Double, top: Double, bottom: Double

  func union(_ other: Box) -> Box {
    Box(
      left: min(left, other.left), right: max(right, other.right), top: min(top, other.top),
      bottom: max(bottom, other.bottom))
  }
}

extension [Box] {
  /// Runs of boxes that touch the next one.
  fileprivate var connected: [[Box]] {
    var groups: [[Box]] = []
    for box in self {
      if let last = groups.last?.last, box.top <= last.bottom, box.left < last.right,
        last.left < box.right
      {
        groups[groups.count - 1].append(box)
      } else {
        groups.append([box])
      }
    }
    return groups
  }

  /// The boxes, of which neighbours whose edges differ by less than a length get the outer edge.
  fileprivate func withoutSmallSteps(of length: Double) -> [Box] {
    var boxes = self
    // Down and up again, so that a wide line reaches neighbours in both directions.
    let pairs = Swift.zip(boxes.indices, boxes.indices.dropFirst()).map { ($0, $1) }
    for (upper, lower) in pairs + pairs.reversed() {
      if abs(boxes[upper].left - boxes[lower].left) < length {
        let left = Swift.min(boxes[upper].left, boxes[lower].left)
        (boxes[upper].left, boxes[lower].left) = (left, left)
      }
      if abs(boxes[upper].right - boxes[lower].right) < length {
        let right = Swift.max(boxes[upper].right, boxes[lower].right)
        (boxes[upper].right, boxes[lower].right) = (right, right)
      }
    }
    return boxes
  }

  /// The corners of the outline of boxes that touch, clockwise.
  fileprivate var corners: [(x: Double, y: Double)] {
    guard let first, let last else { return [] }
    var left: [(x: Double, y: Double)] = [], right: [(x: Double, y: Double)] = []
    for (upper, lower) in Swift.zip(self, dropFirst()) {
      // The wider box keeps its whole height.
      if upper.right != lower.right {
        let y = upper.right > lower.right ? upper.bottom : lower.top
        right += [(upper.right, y), (lower.right, y)]
      }
      if upper.left != lower.left {
        let y = upper.left < lower.left ? upper.bottom : lower.top
        left += [(upper.left, y), (lower.left, y)]
      }
    }
    return [(first.left, first.top), (first.right, first.top)] + right
      + [(last.right, last.bottom), (last.left, last.bottom)] + left.reversed()
  }
}
