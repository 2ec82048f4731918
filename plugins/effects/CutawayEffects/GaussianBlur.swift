package import CutawayElementKit
import Glibc

/// A Gaussian filter of packed pixels or of a plane, whose cost depends little on its standard
/// deviation.
///
/// The filter halves the picture until a short kernel suffices, and doubles the result. Each halving
/// with 1, 4, 6, 4, 1 sixteenths, and each doubling, add a variance of 1 at their scale, which the
/// kernel omits. Pixels beyond an edge repeat the pixel at the edge.
package struct GaussianBlur: Sendable {
  /// The size of the picture, and the number of components of a pixel: 1 or 4.
  private let width: Int, height: Int, components: Int
  /// The standard deviations along rows and along columns, in pixels; the latter is at least as
  /// great, and at most twice as great.
  private var sigma: SIMD2<Double>
  /// The weights at distances 0, 1, 2, … along rows of the smallest level.
  private var kernel: [Float] = []
  /// The weights along its columns.
  private var tallKernel: [Float] = []
  /// The halved images.
  ///
  /// They have two more rows and columns on each side, which suffice to represent the repeated
  /// edges: at index 0 and beyond, a row is constant.
  private var levels: [FloatImage]
  /// The last rows that were loaded, and halved or filtered, for each level.
  private var rings: [FloatImage]
  /// Rows of the width of the frame and of the levels.
  private var lines: [FloatImage]
  /// The rows from which the current one is made: itself, then the pairs of rows around it.
  private var near: [Int] = []

  /// Creates a filter of packed pixels.
  init(_ format: VideoFormat, sigma: Double) {
    self.init(width: format.width, height: format.height, components: 4, sigma: SIMD2(sigma, sigma))
  }

  /// Creates a filter of a plane: 0 is luma, 1 and 2 are chroma.
  ///
  /// - Parameters:
  ///   - format: The format of the frame.
  ///   - plane: The plane.
  ///   - sigma: The standard deviation in pixels of luma.
  init(_ format: PlanarFormat, plane: Int, sigma: Double) {
    self.init(
      width: format.width(of: plane), height: format.height(of: plane), components: 1,
      sigma: Self.sigma(sigma, format, plane))
  }

  /// Creates a filter of pixels or of a plane.
  ///
  /// - Parameters:
  ///   - width: The number of columns.
  ///   - height: The number of rows.
  ///   - components: The components of a pixel: 1 or 4.
  ///   - sigma: The standard deviations along rows and along columns; the latter is at least as great, and at
  ///     most twice as great.
  package init(width: Int, height: Int, components: Int, sigma: SIMD2<Double>) {
    (self.width, self.height, self.components, self.sigma) = (width, height, components, sigma)
    (levels, rings, lines) = ([], [], [])
    prepare()
  }

  private static func sigma(
    _ sigma: Double, _ format: PlanarFormat, _ plane: Int
  ) -> SIMD2<Double> {
    let isHalf = plane > 0 && format.chroma.halvesColumns
    return SIMD2(
      isHalf ? sigma / 2 : sigma, plane > 0 && format.chroma.halvesRows ? sigma / 2 : sigma)
  }

  /// Changes the standard deviation of packed pixels, and keeps the memory if possible.
  mutating func set(sigma: Double) { set(SIMD2(sigma, sigma)) }

  /// Changes the standard deviation of a plane, and keeps the memory if possible.
  mutating func set(sigma: Double, _ format: PlanarFormat, plane: Int) {
    set(Self.sigma(sigma, format, plane))
  }

  private mutating func set(_ sigma: SIMD2<Double>) {
    if sigma == self.sigma { return }
    self.sigma = sigma
    prepare()
  }

  /// The number of halvings that leaves a standard deviation of at least 1.
  package static func depth(_ sigma: Double) -> Int {
    var depth = 0
    while rest(sigma, depth + 1) >= 1 { depth += 1 }
    return depth
  }

  /// The remaining variance at the smallest level.
  private static func rest(_ sigma: Double, _ depth: Int) -> Double {
    let scale = pow(4, Double(depth))
    return (sigma * sigma - 2 * (scale - 1) / 3) / scale
  }

  /// The weights for a remaining variance.
  private static func kernel(_ variance: Double, reach limit: Int) -> [Float] {
    let reach = min(limit, Int((3 * variance.squareRoot()).rounded(.up)))
    let weights = (0...reach).map { exp(-Double($0 * $0) / max(2 * variance, 1e-9)) }
    let sum = weights.reduce(0) { $0 + 2 * $1 } - 1
    return weights.map { Float($0 / sum) }
  }

  private mutating func prepare() {
    let depth = Self.depth(sigma.x)
    kernel = Self.kernel(Self.rest(sigma.x, depth), reach: 8)
    tallKernel = Self.kernel(Self.rest(sigma.y, depth), reach: 16)
    if depth == levels.count, !rings.isEmpty { return }
    func image(_ width: Int, _ height: Int) -> FloatImage {
      FloatImage(width: width, height: height, components: components)
    }
    // Twice the reach of the kernel along columns, and more.
    let ring = depth > 0 ? 8 : sigma.x == sigma.y ? 32 : 64
    (levels, rings, lines) = ([], [], [image(width, 2)])
    var (width, height) = (width, height)
    for _ in 0..<depth {
      (width, height) = (
        width / 2 + (levels.isEmpty ? 5 : 3), height / 2 + (levels.isEmpty ? 5 : 3)
      )
      levels.append(image(width, height))
      rings.append(image(width, ring))
      lines.append(image(width, 1))
    }
    // The smallest level is filtered out of place.
    rings.append(image(width, depth == 0 ? ring : height))
  }

  /// Filters rows, and calls `finish` with each row of the result, from the top.
  package mutating func run<Rows: FloatRows & ~Copyable & ~Escapable>(
    on frame: inout Rows,
    _ finish: (_ frame: inout Rows, _ row: FloatImage, _ y: Int, _ isOpaque: Bool) -> Void
  ) {
    if levels.isEmpty { return filter(&frame, finish) }
    let isOpaque = halve(&frame)
    for level in 1..<levels.count { halve(to: level) }
    filterSmallest()
    for level in (1..<levels.count).reversed() { double(to: level - 1) }
    for y in 0..<height {
      double(row: y, of: 0, origin: 0)
      finish(&frame, lines[0], y, isOpaque)
    }
  }

  /// Filters without halving.
  private mutating func filter<Rows: FloatRows & ~Copyable & ~Escapable>(
    _ frame: inout Rows,
    _ finish: (_ frame: inout Rows, _ row: FloatImage, _ y: Int, _ isOpaque: Bool) -> Void
  ) {
    var (loaded, isOpaque) = (0, true)
    let reach = tallKernel.count - 1, last = height - 1, mask = rings[0].height - 1
    for y in 0...last {
      while loaded <= min(y + reach, last) {
        isOpaque = frame.load(loaded, into: &lines[0], row: 1) && isOpaque
        rings[0].filterColumns(kernel, of: lines[0], row: 1, into: loaded & mask)
        loaded += 1
      }
      findRows(around: y, 0...last, mask: mask)
      lines[0].filterRows(tallKernel, of: rings[0], rows: near, into: 0)
      finish(&frame, lines[0], y, isOpaque)
    }
  }

  /// Finds the rows around `y`, limited to those that exist; `mask` is applied to their numbers.
  private mutating func findRows(around y: Int, _ range: ClosedRange<Int>, mask: Int) {
    near.removeAll(keepingCapacity: true)
    near.append(y & mask)
    for distance in 1..<max(1, tallKernel.count) {
      near.append(max(y - distance, range.lowerBound) & mask)
      near.append(min(y + distance, range.upperBound) & mask)
    }
  }

  // MARK: Halving

  /// Halves the frame into the first level; returns whether it is opaque.
  private mutating func halve<Rows: FloatRows & ~Copyable & ~Escapable>(
    _ frame: inout Rows
  ) -> Bool {
    var isOpaque = true
    var loaded = 0
    for row in 0..<levels[0].height {
      let centre = 2 * row - 4
      while loaded <= min(max(centre + 2, 0), height - 1) {
        isOpaque = frame.load(loaded, into: &lines[0], row: 0) && isOpaque
        rings[0].halveColumns(of: lines[0], row: 0, first: -4, into: loaded & 7)
        loaded += 1
      }
      mix(into: row, of: 0, around: centre, height: height)
    }
    return isOpaque
  }

  /// Halves a level into the next.
  private mutating func halve(to level: Int) {
    let source = levels[level - 1]
    var loaded = 0
    for row in 0..<levels[level].height {
      let centre = 2 * row - 2
      while loaded <= min(max(centre + 2, 0), source.height - 1) {
        rings[level].halveColumns(of: source, row: loaded, first: -2, into: loaded & 7)
        loaded += 1
      }
      mix(into: row, of: level, around: centre, height: source.height)
    }
  }

  /// Mixes five rows of a ring into a row of a level.
  private mutating func mix(into row: Int, of level: Int, around centre: Int, height: Int) {
    func place(_ y: Int) -> Int { min(max(y, 0), height - 1) & 7 }
    levels[level].halveRows(
      of: rings[level],
      rows: (
        place(centre - 2), place(centre - 1), place(centre), place(centre + 1), place(centre + 2)
      ), into: row)
  }

  // MARK: The smallest level

  private mutating func filterSmallest() {
    let level = levels.count - 1, last = levels[level].height - 1
    for row in 0...last {
      rings[level + 1].filterColumns(kernel, of: levels[level], row: row, into: row)
    }
    for row in 0...last {
      findRows(around: row, 0...last, mask: ~0)
      levels[level].filterRows(tallKernel, of: rings[level + 1], rows: near, into: row)
    }
  }

  // MARK: Doubling

  /// Doubles the level after `level` into it.
  ///
  /// Only rows that the next step reads are written.
  private mutating func double(to level: Int) {
    for row in 1..<levels[level].height - 1 { double(row: row, of: level + 1, origin: 2) }
  }

  /// Doubles a row of the image before `source`, which has `origin` more rows than its picture.
  private mutating func double(row: Int, of source: Int, origin: Int) {
    let isBetween = row & 1 == 1, first = (row - origin) >> 1
    lines[source + 1].doubleRows(
      of: levels[source], first: first + (isBetween ? 2 : 1), count: isBetween ? 2 : 3, into: 0)
    let line = lines[source + 1]
    if source == 0 {
      lines[0].doubleColumns(of: line, row: 0, first: 2, into: 0)
    } else {
      levels[source - 1].doubleColumns(of: line, row: 0, first: 1, into: row)
    }
  }
}
