import CutawayElementKit
import CutawayFile
import CutawayOverlays
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Random trees against a slow reference: 64 samples per pixel, in double precision, without bitmaps.
///
/// With `CUTAWAY_TREES=500` there are twelve times as many.
@Suite struct ReferenceTests {
  /// The seeds of some trees of forty, or twelve times as many.
  private static func seeds(_ count: UInt64) -> Range<UInt64> {
    0..<(ProcessInfo.processInfo.environment["CUTAWAY_TREES"] == "500" ? 12 * count : count)
  }

  /// Red, green, blue, each times alpha, and alpha.
  private typealias Premultiplied = SIMD4<Double>

  private static func over(_ top: Premultiplied, _ bottom: Premultiplied) -> Premultiplied {
    top + bottom * (1 - top.w)
  }

  private static func premultiplied(_ color: Color?) -> Premultiplied {
    guard let color else { return Premultiplied() }
    let alpha = Double(color.alpha) / 255
    return Premultiplied(
      Double(color.red) / 255 * alpha, Double(color.green) / 255 * alpha,
      Double(color.blue) / 255 * alpha, alpha)
  }

  /// Whether a point lies in a rectangle with round corners, inset by a distance.
  private static func isInside(
    _ p: Point, _ width: Double, _ height: Double, radius: Double, inset: Double = 0
  ) -> Bool {
    guard p.x >= inset, p.y >= inset, p.x < width - inset, p.y < height - inset else {
      return false
    }
    let r = max(0, min(radius - inset, width / 2 - inset, height / 2 - inset))
    let dx = max(inset + r - p.x, p.x - (width - inset - r), 0)
    let dy = max(inset + r - p.y, p.y - (height - inset - r), 0)
    return dx * dx + dy * dy <= r * r
  }

  /// The colour of a layer with the layers in it at a point of the layer around.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - around: The point.
  ///   - clips: Takes note of the clips and masks in which the point lies. Where two of their edges cross a
  ///     pixel, their coverages are multiplied, as Core Animation does: a pixel may show something
  ///     although no point lies in both.
  /// - Returns: The colour.
  private static func color(
    of layer: PresentedLayer, at around: Point, clips: inout Int
  ) -> Premultiplied {
    let m = layer.matrix, d = m.determinant
    let (x, y) = (around.x - m.tx, around.y - m.ty)
    let p = Point(x: (m.d * x - m.c * y) / d, y: (m.a * y - m.b * x) / d)
    let isIn = isInside(p, layer.width, layer.height, radius: layer.cornerRadius)
    var result = isIn ? premultiplied(layer.background) : Premultiplied()
    if case .video = layer.content, isInside(p, layer.width, layer.height, radius: 0),
      isIn || !layer.masksToBounds
    {
      // The picture fills the layer. Its luma rises by one for each pixel.
      let x = p.x / layer.width * Double(TreeImage.width)
      let fromTop = layer.isFlipped ? layer.height - p.y : p.y
      let y = fromTop / layer.height * Double(TreeImage.height)
      let luma: Double = 40 + min(max(x - 0.5, 0), 95) + min(max(y - 0.5, 0), 63)
      let grey = (luma - 16) / 219
      result = Premultiplied(grey, grey, grey, 1)
    }
    if case .shape(let shape) = layer.content {
      let (u, v) = (2 * p.x / layer.width - 1, 2 * p.y / layer.height - 1)
      let isFilled = shape.outline == .ellipse ? u * u + v * v <= 1 : isIn
      if isFilled { result = over(premultiplied(shape.fill), result) }
    }
    if layer.masksToBounds { clips = clips &* 31 &+ (isIn ? 1 : 2) }
    for inner in layer.layers where isIn || !layer.masksToBounds {
      result = over(color(of: inner, at: p, clips: &clips), result)
    }
    if let border = layer.border, isIn,
      !isInside(
        p, layer.width, layer.height, radius: layer.cornerRadius, inset: border.width)
    {
      result = over(premultiplied(border.color), result)
    }
    if let mask = layer.mask.first {
      let alpha = color(of: mask, at: p, clips: &clips).w
      clips = clips &* 31 &+ (alpha > 0 ? 1 : 2)
      result *= alpha
    }
    return result * layer.opacity
  }

  private struct NoSizes: LayerMeasuring {
    func size(of content: LayerContent, width: Double?) -> LayerSize? { nil }
  }

  /// Luma and chroma of a pixel over a colour, and whether an edge crosses it that is visible, or that clips.
  private static func reference(
    _ layers: [PresentedLayer], x: Int, y: Int, over base: SIMD3<Double>
  ) -> (value: SIMD3<Double>, isEdge: Bool) {
    var sum = SIMD3<Double>(), least = SIMD3(repeating: 1e9), greatest = SIMD3(repeating: -1e9)
    var allClips: Set<Int> = []
    // Samples around the pixel find edges that touch it.
    for index in 0..<100 {
      let (column, row) = (index % 10 - 1, index / 10 - 1)
      let isIn = (0..<8).contains(column) && (0..<8).contains(row)
      // Those around it lie an eighth of a pixel away: Cairo places edges in fifteenths.
      func place(_ index: Int) -> Double {
        index < 0 ? -1.0 / 8 : index > 7 ? 9.0 / 8 : (Double(index) + 0.5) / 8
      }
      let point = Point(x: Double(x) + place(column), y: Double(y) + place(row))
      var color = Premultiplied(), clips = 0
      for layer in layers { color = over(Self.color(of: layer, at: point, clips: &clips), color) }
      allClips.insert(clips)
      let own = color.w > 0 ? SIMD3(color.x, color.y, color.z) / color.w : SIMD3()
      let value =
        TreeImage.components(own) * color.w + base * (1 - color.w)
      if isIn { sum += value }
      least = pointwiseMin(least, value)
      greatest = pointwiseMax(greatest, value)
    }
    // The picture of trees with a picture is a slope.
    return (sum / 64, (greatest - least).max() > (base.x == 16 ? 12 : 1) || allClips.count > 1)
  }

  private static func layer(_ random: inout SeededGenerator, depth: Int, moves: Bool)
    -> OverlayLayer
  {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    func chance(_ part: Double) -> Bool { number(0...1) < part }
    func color() -> Color {
      Color(
        red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
        blue: .random(in: 0...255, using: &random),
        alpha: chance(0.6) ? 255 : .random(in: 60...255, using: &random))
    }
    var layer = OverlayLayer()
    layer.width = .pixels(number(8...60))
    layer.height = .pixels(number(8...40))
    layer.position = .point(x: .pixels(number(10...80)), y: .pixels(number(10...55)))
    if chance(0.4) { layer.rotation = AnimatedValue(number(-180...180)) }
    if chance(0.3) {
      layer.scale = AnimatedValue(Point(x: number(0.5...1.5), y: number(0.5...1.5)))
    }
    if chance(0.4) { layer.opacity = AnimatedValue(number(0.2...1)) }
    if chance(0.7) { layer.background = color() }
    if chance(0.4) { layer.cornerRadius = number(0...15) }
    if chance(0.3) { layer.border = LayerBorder(width: number(1...5), color: color()) }
    if chance(0.4) { layer.content = .shape(LayerShape(.ellipse, fill: color())) }
    if chance(0.2) { layer.isGeometryFlipped = true }
    if chance(0.2) { layer.origin = Point(x: number(-8...8), y: number(-8...8)) }
    if chance(0.2) {
      layer.sublayerTransform = TransformMatrix.scale(x: number(0.8...1.3), y: number(0.8...1.3))
        .concatenating(.rotation(degrees: number(-40...40)))
    }
    if moves {
      layer.offset = AnimatedValue(Point(x: 0, y: 0))
      layer.animations = [
        LayerAnimation(
          .offset,
          .basic(from: .point(Point(x: -5, y: 3)), to: .point(Point(x: 5, y: -3)), by: nil),
          duration: 1)
      ]
    }
    guard depth > 0 else { return layer }
    layer.masksToBounds = chance(0.3)
    layer.layers = (0..<Int.random(in: 0...2, using: &random)).map { _ in
      self.layer(&random, depth: depth - 1, moves: moves && chance(0.5))
    }
    if chance(0.2) {
      var mask = self.layer(&random, depth: 0, moves: false)
      mask.layers = []
      layer.mask = [mask]
    }
    return layer
  }

  /// Draws random trees, and returns the mean and the greatest error of samples that no edge crosses,
  /// and the mean error of all.
  private static func errors(
    _ seed: UInt64, moves: Bool, frame: Int64
  ) throws -> (inner: Double, all: Double, place: String) {
    var random = SeededGenerator(seed: seed)
    let layers = (0..<2).map { _ in layer(&random, depth: 2, moves: moves) }
    return try errors(layers, frame: frame)
  }

  private static func errors(
    _ layers: [OverlayLayer], frame: Int64
  ) throws -> (inner: Double, all: Double, place: String) {
    let showsPicture = layers.contains(where: \.showsPicture)
    let image = try TreeImage.drawn(
      layers, over: showsPicture ? TreeImage.slope : TreeImage.grey, frame: frame)
    let base = SIMD3<Double>(showsPicture ? 16 : 100, 128, 128)
    let size = PixelSize(width: TreeImage.width, height: TreeImage.height)
    let shown = LayerTree(size: size, layers: layers).presentation(
      at: MediaTime(frame, over: 10), measuring: NoSizes())
    var inner = 0.0, sum = 0.0, place = ""
    for y in 0..<TreeImage.height {
      for x in 0..<TreeImage.width {
        let expected = reference(shown, x: x, y: y, over: base)
        for plane in 0..<3 {
          let error = abs(Double(image[plane, x, y]) - expected.value[plane])
          sum += error
          if !expected.isEdge, error > inner {
            inner = error
            place = "plane \(plane) at \(x), \(y) of \(SharedLayers(layers).text)"
          }
        }
      }
    }
    return (inner, sum / Double(3 * TreeImage.width * TreeImage.height), place)
  }

  @Test(arguments: seeds(16))
  func `a still tree is that of the reference`(seed: UInt64) throws {
    let errors = try Self.errors(seed, moves: false, frame: 0)
    // Where two edges lie in a pixel, their coverages are multiplied.
    #expect(errors.inner <= 10, "\(errors.place)")
    #expect(errors.all <= 0.5)
  }

  @Test(arguments: seeds(8))
  func `a moving tree is nearly that of the reference`(seed: UInt64) throws {
    // Between pixels, bilinear sampling widens an edge to its neighbours.
    let errors = try Self.errors(1_000 + seed, moves: true, frame: 4)
    #expect(errors.all <= 1.5)
  }

  /// A tree with the picture in a layer: rounded, turned, masked, in a layer that clips.
  private static func pictureTree(_ random: inout SeededGenerator) -> [OverlayLayer] {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    func chance(_ part: Double) -> Bool { number(0...1) < part }
    var picture = OverlayLayer(.video(.resize))
    picture.width = .pixels(number(40...90))
    picture.height = .pixels(number(30...60))
    picture.position = .point(x: .pixels(number(30...66)), y: .pixels(number(20...44)))
    if chance(0.5) { picture.rotation = AnimatedValue(number(-180...180)) }
    if chance(0.5) { picture.opacity = AnimatedValue(number(0.3...1)) }
    if chance(0.7) { (picture.cornerRadius, picture.masksToBounds) = (number(2...20), true) }
    if chance(0.3) { picture.border = LayerBorder(width: number(1...4), color: .white) }
    if chance(0.3) {
      var mask = layer(&random, depth: 0, moves: false)
      (mask.layers, mask.background, mask.border) = ([], .black, nil)
      (mask.content, mask.opacity) = (.box, AnimatedValue())
      picture.mask = [mask]
    }
    // Through a transparent border, the picture is visible, as nothing that shows it is drawn as one.
    if picture.opacity.entries.count == 1 { picture.border = nil }
    let below = (0..<2).map { _ in layer(&random, depth: 1, moves: false) }
    let above = [layer(&random, depth: 1, moves: false)]
    if chance(0.5) { return below + [picture] + above }
    var group = layer(&random, depth: 0, moves: false)
    (group.width, group.height) = (.pixels(90), .pixels(60))
    (group.opacity, group.masksToBounds, group.content) = (AnimatedValue(), true, .box)
    group.layers = [picture]
    return below + [group] + above
  }

  @Test(arguments: seeds(16))
  func `the picture in a tree is that of the reference`(seed: UInt64) throws {
    var random = SeededGenerator(seed: 5_000 + seed)
    let errors = try Self.errors(Self.pictureTree(&random), frame: 0)
    #expect(errors.inner <= 12, "\(errors.place)")
    #expect(errors.all <= 0.75, "\(errors.place)")
  }
}
