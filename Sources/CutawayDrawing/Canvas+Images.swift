import CCutawayCairo

extension Canvas {
  /// An area in pixels.
  public struct Area: Sendable, Hashable {
    /// The corner and the size.
    public var x, y, width, height: Double

    /// Creates an area.
    public init(x: Double, y: Double, width: Double, height: Double) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// Draws an image of straight RGBA pixels, scaled to a rectangle.
  ///
  /// Ignores `pixels` of the wrong length.
  public func draw(
    _ pixels: [UInt8], width: Int, height: Int, x: Double, y: Double, toWidth: Double,
    toHeight: Double, isSmooth: Bool = true
  ) {
    let part = Area(x: 0, y: 0, width: Double(width), height: Double(height))
    draw(
      pixels, width: width, height: height,
      parts: [(part, Area(x: x, y: y, width: toWidth, height: toHeight))], isSmooth: isSmooth)
  }

  /// Draws parts of an image of straight RGBA pixels, each scaled to an area.
  ///
  /// The pixels at the edges of the image repeat outside of it. Areas of several parts touch each other
  /// without a seam. Ignores `pixels` of the wrong length.
  ///
  /// - Parameters:
  ///   - pixels: The image.
  ///   - width: The number of pixels in a row.
  ///   - height: The number of rows.
  ///   - parts: The parts and where they lie.
  ///   - isSmooth: Whether pixels are interpolated.
  public func draw(
    _ pixels: [UInt8], width: Int, height: Int, parts: [(part: Area, area: Area)],
    isSmooth: Bool = true
  ) {
    guard let picture = Self.surface(pixels, width, height) else { return }
    defer { cairo_surface_destroy(picture) }
    if parts.count > 1 {
      // Two edges that cover a pixel in part would let through what lies below.
      cairo_push_group(context)
      cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
    }
    for (part, area) in parts where part.width > 0 && part.height > 0 {
      cairo_save(context)
      cairo_translate(context, area.x, area.y)
      cairo_scale(context, area.width / part.width, area.height / part.height)
      cairo_set_source_surface(context, picture, -part.x, -part.y)
      cairo_pattern_set_filter(
        cairo_get_source(context), isSmooth ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST)
      cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
      cairo_rectangle(context, 0, 0, part.width, part.height)
      cairo_fill(context)
      cairo_restore(context)
    }
    if parts.count > 1 {
      cairo_pop_group_to_source(context)
      cairo_paint(context)
    }
  }

  /// A surface with straight RGBA pixels; `nil` if their number is wrong.
  private static func surface(_ pixels: [UInt8], _ width: Int, _ height: Int) -> OpaquePointer? {
    guard width > 0, height > 0, pixels.count == width * height * 4,
      let picture = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { return nil }
    guard let data = cairo_image_surface_get_data(picture) else {
      cairo_surface_destroy(picture)
      return nil
    }
    let stride = Int(cairo_image_surface_get_stride(picture))
    for row in 0..<height {
      for column in 0..<width {
        let source = (row * width + column) * 4, target = row * stride + column * 4
        let alpha = Int(pixels[source + 3])
        // Cairo's pixels are 32-bit words, with blue in the lowest byte, premultiplied by alpha.
        data[target] = UInt8(Int(pixels[source + 2]) * alpha / 255)
        data[target + 1] = UInt8(Int(pixels[source + 1]) * alpha / 255)
        data[target + 2] = UInt8(Int(pixels[source]) * alpha / 255)
        data[target + 3] = UInt8(alpha)
      }
    }
    cairo_surface_mark_dirty(picture)
    return picture
  }
}
