import CCutawayCairo
import Glibc

extension Canvas {
  /// The numbers between which the colours of gradients alternate, so that the mean of a neighbourhood is exact.
  public enum Dithering: Sendable, Hashable {
    /// Red, green and blue of 8 bits.
    case components
    /// Luma and chroma of 8 bits in BT.709, into which the picture is converted later.
    case video
  }

  /// Uses a gradient for the next fill of the path, or without one of the clip.
  ///
  /// Cairo draws gradients with 8 bits, in visible bands.
  ///
  /// - Parameters:
  ///   - stops: The colours.
  ///   - fillsPath: Whether the path limits the fill.
  ///   - place: Returns the place in the gradient of a point; not finite where nothing is drawn.
  private func set(
    _ stops: [Paint.Stop], fillsPath: Bool, at place: (_ x: Double, _ y: Double) -> Double
  ) {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    cairo_identity_matrix(context)
    defer { cairo_set_matrix(context, &matrix) }
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(context, &left, &top, &right, &bottom)
    if fillsPath {
      var (x1, y1, x2, y2) = (0.0, 0.0, 0.0, 0.0)
      cairo_fill_extents(context, &x1, &y1, &x2, &y2)
      (left, top, right, bottom) = (max(left, x1), max(top, y1), min(right, x2), min(bottom, y2))
    }
    (left, top) = (left.rounded(.down), top.rounded(.down))
    let (width, height) = (right.rounded(.up) - left, bottom.rounded(.up) - top)
    var inverse = matrix
    guard width > 0, height > 0, cairo_matrix_invert(&inverse) == CAIRO_STATUS_SUCCESS,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)),
      let data = cairo_image_surface_get_data(surface)
    else { return set(Ink(red: 0, green: 0, blue: 0, alpha: 0)) }
    let stride = Int(cairo_image_surface_get_stride(surface))
    var colors = GradientColors(stops, dithering)
    for row in 0..<Int(height) {
      let words = UnsafeMutableRawPointer(data + row * stride)
        .assumingMemoryBound(to: UInt32.self)
      let y = top + Double(row) + 0.5
      let (startX, startY) = (inverse.xy * y + inverse.x0, inverse.yy * y + inverse.y0)
      for column in 0..<Int(width) {
        let x = left + Double(column) + 0.5
        let place = place(inverse.xx * x + startX, inverse.yx * x + startY)
        words[column] = colors.word(at: place, x: Int(left) &+ column, y: Int(top) &+ row)
      }
    }
    cairo_surface_mark_dirty(surface)
    cairo_set_source_surface(context, surface, left, top)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
    cairo_surface_destroy(surface)
  }

  /// Uses a paint for the next fill of the path, or without one of the clip.
  func set(_ paint: Paint, fillsPath: Bool) {
    switch paint {
    case .ink(let ink): set(ink)
    case .axial(let from, let to, let stops):
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      let square = dx * dx + dy * dy
      set(stops, fillsPath: fillsPath) { x, y in
        square > 0 ? ((x - from.x) * dx + (y - from.y) * dy) / square : 1
      }
    case .radial(let center, let radii, let stops):
      guard radii.x > 0, radii.y > 0 else {
        return set(Ink(red: 0, green: 0, blue: 0, alpha: 0))
      }
      set(stops, fillsPath: fillsPath) { x, y in
        let (dx, dy) = ((x - center.x) / radii.x, (y - center.y) / radii.y)
        return (dx * dx + dy * dy).squareRoot()
      }
    case .circles(let from, let to, let stops):
      let first = max(0, from.radius), growth = max(0, to.radius) - first
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      let square = dx * dx + dy * dy - growth * growth
      set(stops, fillsPath: fillsPath) { x, y in
        // The point lies on circles at the places t with |p − t·d| = r + t·g; the last one covers the others.
        let (px, py) = (x - from.x, y - from.y)
        let half = px * dx + py * dy + first * growth
        let rest = px * px + py * py - first * first
        if square == 0 {
          let place = rest / (2 * half)
          return first + place * growth >= 0 ? place : .nan
        }
        let root = (half * half - square * rest).squareRoot()
        let (a, b) = ((half + root) / square, (half - root) / square)
        let (last, before) = (max(a, b), min(a, b))
        if first + last * growth >= 0 { return last }
        return first + before * growth >= 0 ? before : .nan
      }
    case .conic(let center, let angle, let stops):
      set(stops, fillsPath: fillsPath) { x, y in
        let turns = (atan2(y - center.y, x - center.x) - angle) / (2 * .pi)
        return turns - turns.rounded(.down)
      }
    }
  }
}

/// The colours of a gradient by their places.
private struct GradientColors {
  private var parts: [Part] = []
  /// The part of the last pixel; that of the next one is usually the same.
  private var current = 0
  private let dithering: Canvas.Dithering

  /// A part between two places.
  private struct Part {
    var start: Double
    var end: Double
    /// Straight red, green, blue and alpha of 0…255, at the start.
    var color: SIMD4<Float>
    /// How they change per place; 0 is one colour, which is not dithered.
    var slope = SIMD4<Float>()
    var isFlat = true
    var isOpaque = false
  }

  init(_ stops: [Canvas.Paint.Stop], _ dithering: Canvas.Dithering) {
    self.dithering = dithering
    func numbers(_ ink: Canvas.Ink) -> SIMD4<Float> {
      let color = SIMD4(Float(ink.red), Float(ink.green), Float(ink.blue), Float(ink.alpha))
      return color.clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 1)) * 255
    }
    guard let first = stops.first else { return }
    var last = (place: first.place, color: numbers(first.ink))
    parts = [Part(start: -.infinity, end: last.place, color: last.color)]
    for stop in stops.dropFirst() {
      let next = (place: max(stop.place, last.place), color: numbers(stop.ink))
      if next.place > last.place {
        parts.append(
          Part(
            start: last.place, end: next.place, color: last.color,
            slope: (next.color - last.color) / Float(next.place - last.place),
            isFlat: next.color == last.color,
            isOpaque: last.color.w == 255 && next.color.w == 255))
      }
      last = next
    }
    parts.append(Part(start: last.place, end: .infinity, color: last.color))
  }

  /// The premultiplied pixel, with alpha in the highest byte.
  @inline(__always)
  mutating func word(at place: Double, x: Int, y: Int) -> UInt32 {
    if parts.isEmpty || !place.isFinite { return 0 }
    while place >= parts[current].end { current &+= 1 }
    while place < parts[current].start { current &-= 1 }
    let part = parts[current]
    if part.isFlat { return Self.word(part.color, Self.whole(part.color.w), 0) }
    let color = part.color + part.slope * Float(place - part.start)
    let threshold = Self.threshold(x, y)
    if part.isOpaque {
      guard dithering == .video else { return Self.word(color, 255, threshold) }
      // Chroma may be halved.
      return Self.videoWord(color, threshold, Self.threshold(x &>> 1, y &>> 1))
    }
    var alpha = color.w
    if part.slope.w != 0 {
      // Alpha is a factor of what lies below, often less than a third of white: several of its steps are one of that.
      let room = 2 * min(alpha, 255 - alpha) + 1, width = min(room, 4)
      alpha += threshold * width
    }
    return Self.word(color, Self.whole(alpha), Self.threshold(y, x))
  }

  /// A number between −½ and ½ for a pixel, which is added before rounding.
  ///
  /// In each neighbourhood they are evenly distributed: the sequence R2 of M. Roberts, a lattice of the plastic number,
  /// as a triangle wave, so that no edge shows where it starts again.
  @inline(__always)
  private static func threshold(_ x: Int, _ y: Int) -> Float {
    let bits =
      UInt32(truncatingIfNeeded: x) &* 3_242_174_889
      &+ UInt32(truncatingIfNeeded: y) &* 2_447_445_414
    let wave = abs(Int32(bitPattern: bits &>> 8) &- 0x80_0000)
    // A colour that is a whole number but for errors of arithmetic stays what it is.
    return Float(wave) * (0x1p-23 * 510 / 512) - 255.0 / 512
  }

  /// The pixel with a whole alpha.
  @inline(__always)
  private static func word(
    _ color: SIMD4<Float>, _ alpha: Float, _ threshold: Float
  ) -> UInt32 {
    let share = alpha * (1 / 255)
    return byte(alpha) &<< 24 | byte(color.x * share + threshold) &<< 16
      | byte(color.y * share + threshold) &<< 8 | byte(color.z * share + threshold)
  }

  /// The opaque pixel that becomes dithered luma and chroma.
  ///
  /// Steps of luma and chroma are wider than those of components, so that the nearest components become them again.
  @inline(__always)
  private static func videoWord(
    _ color: SIMD4<Float>, _ threshold: Float, _ chromaThreshold: Float
  ) -> UInt32 {
    let (kr, kb): (Float, Float) = (0.2126, 0.0722)
    let light = kr * color.x + (1 - kr - kb) * color.y + kb * color.z
    let blue = (color.z - light) * (112 / 255 / (1 - kb))
    let red = (color.x - light) * (112 / 255 / (1 - kr))
    let luma = whole(light * (219.0 / 255) + threshold) * (255.0 / 219)
    let r = luma + whole(red + chromaThreshold) * ((1 - kr) * 255 / 112)
    let b = luma + whole(blue + chromaThreshold) * ((1 - kb) * 255 / 112)
    let g = (luma - kr * r - kb * b) / (1 - kr - kb)
    return 0xFF00_0000 | byte(r) &<< 16 | byte(g) &<< 8 | byte(b)
  }

  /// The nearest whole number, of one below 2²², by the precision of the mantissa: `rounded()` is a call.
  @inline(__always)
  private static func whole(_ number: Float) -> Float { (number + 0x1.8p23) - 0x1.8p23 }

  /// The nearest whole number in 0…255.
  @inline(__always)
  private static func byte(_ number: Float) -> UInt32 {
    let limited = number > 0 ? (number < 255 ? number : 255) : 0
    return (limited + 0x1p23).bitPattern & 255
  }
}
