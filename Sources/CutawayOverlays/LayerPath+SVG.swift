extension LayerPath {
  /// Reads the data of an SVG path (SVG 2, section 9.3).
  ///
  /// - Throws: `CompositionError` that quotes the invalid part.
  public init(svg data: String) throws(CompositionError) {
    self.init()
    var scanner = SVGScanner(data)
    var command: Character?
    var here = Point(x: 0, y: 0), start = here
    /// The last control point of the curve before, which smooth curves of its degree mirror.
    var control: (point: Point, isCubic: Bool)?
    func mirrored(_ isCubic: Bool) -> Point {
      guard let control, control.isCubic == isCubic else { return here }
      return Point(x: 2 * here.x - control.point.x, y: 2 * here.y - control.point.y)
    }
    while let next = try scanner.command(after: command) {
      command = next
      let isRelative = next.isLowercase, kind = Character(next.uppercased())
      func point() throws(CompositionError) -> Point {
        let x = try scanner.number(), y = try scanner.number()
        return isRelative ? Point(x: here.x + x, y: here.y + y) : Point(x: x, y: y)
      }
      if steps.isEmpty, kind != "M" {
        throw CompositionError(.invalidValue, "a path starts with 'M', found '\(next)'")
      }
      var newControl: (point: Point, isCubic: Bool)?
      switch kind {
      case "M":
        here = try point()
        start = here
        add(.move(here))
        // Further pairs are lines.
        command = isRelative ? "l" : "L"
      case "L":
        here = try point()
        add(.line(here))
      case "H":
        let x = try scanner.number()
        here.x = isRelative ? here.x + x : x
        add(.line(here))
      case "V":
        let y = try scanner.number()
        here.y = isRelative ? here.y + y : y
        add(.line(here))
      case "C", "S":
        let first = kind == "C" ? try point() : mirrored(true)
        let second = try point(), end = try point()
        add(.curve(first, second, to: end))
        (here, newControl) = (end, (second, true))
      case "Q", "T":
        let middle = kind == "Q" ? try point() : mirrored(false)
        let end = try point()
        func third(_ from: Point) -> Point {
          Point(x: from.x + (middle.x - from.x) * 2 / 3, y: from.y + (middle.y - from.y) * 2 / 3)
        }
        add(.curve(third(here), third(end), to: end))
        (here, newControl) = (end, (middle, false))
      case "A":
        let radii = (try scanner.number(), try scanner.number())
        let rotation = try scanner.number()
        let arc = SVGArc(
          radii: radii, rotation: rotation, isLarge: try scanner.flag(),
          isClockwise: try scanner.flag(), end: try point())
        let curves = arc.curves(from: here)
        for curve in curves { add(.curve(curve.first, curve.second, to: curve.end)) }
        if curves.isEmpty, arc.end != here { add(.line(arc.end)) }
        here = arc.end
      case "Z":
        add(.close)
        here = start
        // A new part without a move starts where the last one started.
        command = nil
      default:
        throw CompositionError(.invalidValue, "'\(next)' is not supported in a path")
      }
      control = newControl
    }
    if steps.isEmpty { throw CompositionError(.invalidValue, "a path without 'M'") }
  }
}

/// Splits the data of an SVG path into commands and numbers.
private struct SVGScanner {
  private var rest: Substring

  init(_ data: String) { rest = data[...] }

  private mutating func skipSeparators() {
    rest = rest.drop { $0.isWhitespace || $0 == "," }
  }

  /// The next command: a letter or, before a number, the last one; `nil` at the end.
  mutating func command(after last: Character?) throws(CompositionError) -> Character? {
    skipSeparators()
    guard let next = rest.first else { return nil }
    if next.isLetter {
      rest.removeFirst()
      return next
    }
    guard let last else {
      throw CompositionError(.invalidValue, "'\(rest.prefix(12))' is not a command of a path")
    }
    return last
  }

  /// A flag, 0 or 1, which the next number may follow at once.
  mutating func flag() throws(CompositionError) -> Bool {
    skipSeparators()
    guard let digit = rest.first, digit == "0" || digit == "1" else {
      throw CompositionError(
        .invalidValue, "expected 0 or 1 in an arc of a path, found '\(rest.prefix(12))'")
    }
    rest.removeFirst()
    return digit == "1"
  }

  mutating func number() throws(CompositionError) -> Double {
    skipSeparators()
    var end = rest.startIndex, hasPoint = false, hasExponent = false
    while end < rest.endIndex {
      let character = rest[end], isFirst = end == rest.startIndex
      let followsExponent =
        !isFirst && "eE".contains(rest[rest.index(before: end)])
      switch character {
      case "0"..."9": break
      case "+" where isFirst || followsExponent, "-" where isFirst || followsExponent: break
      case "." where !hasPoint && !hasExponent: hasPoint = true
      case "e" where !isFirst && !hasExponent, "E" where !isFirst && !hasExponent:
        hasExponent = true
      default:
        return try take(to: end)
      }
      end = rest.index(after: end)
    }
    return try take(to: end)
  }

  private mutating func take(to end: Substring.Index) throws(CompositionError) -> Double {
    guard let number = Double(rest[..<end]), number.isFinite, abs(number) < 1e7 else {
      throw CompositionError(
        .invalidValue, "expected a number in a path, found '\(rest.prefix(12))'")
    }
    rest = rest[end...]
    return number
  }
}
