import CCutawayCairo

/// An image to draw on with Cairo.
///
/// Coordinates are pixels from the top left, y downwards.
///
/// All pointers stay private to this module.
public final class Canvas {
  let surface: OpaquePointer
  let context: OpaquePointer
  /// The number of pixels in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// How gradients are dithered.
  public var dithering = Dithering.components
  /// The memory of a caller that the surface is a copy of; `nil` if the surface is the picture.
  private let copied: CanvasMemory?

  /// Creates a transparent image; `nil` if a side exceeds Cairo's maximum of 32,767 pixels.
  public convenience init?(width: Int, height: Int) {
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { return nil }
    self.init(surface, copying: nil, width: width, height: height)
  }

  /// Creates a canvas that draws into memory of the caller, which must outlive it; `nil` if a side
  /// exceeds Cairo's maximum of 32,767 pixels.
  ///
  /// - Parameters:
  ///   - memory: The first byte of the upper row.
  ///   - layout: How a pixel lies in memory.
  ///   - width: The number of pixels in a row.
  ///   - height: The number of rows.
  ///   - bytesPerRow: The distance of two rows.
  public convenience init?(
    memory: UnsafeMutableRawPointer, _ layout: PixelMemoryLayout, width: Int, height: Int,
    bytesPerRow: Int
  ) {
    precondition(bytesPerRow >= width * layout.bytesPerPixel, "rows overlap")
    let pixels = CanvasMemory(
      memory, layout, width: width, height: height, bytesPerRow: bytesPerRow)
    if let surface = pixels.direct {
      self.init(surface, copying: nil, width: width, height: height)
      return
    }
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { return nil }
    self.init(surface, copying: pixels, width: width, height: height)
  }

  /// Takes over a surface.
  private init?(_ surface: OpaquePointer, copying memory: CanvasMemory?, width: Int, height: Int) {
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface)
    else {
      cairo_surface_destroy(surface)
      return nil
    }
    self.surface = surface
    self.context = context
    self.width = width
    self.height = height
    copied = memory
  }

  /// Draws into the picture as it is now: the owner of the memory may have changed it.
  public func edit(_ body: () -> Void) {
    if let copied { copied.load(into: surface) } else { cairo_surface_mark_dirty(surface) }
    body()
    cairo_surface_flush(surface)
    copied?.store(surface)
  }

  /// Replaces the picture by that of a canvas of the same size.
  public func copy(_ other: Canvas) {
    precondition(other.width == width && other.height == height, "another size")
    edit {
      cairo_save(context)
      cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
      cairo_set_source_surface(context, other.surface, 0, 0)
      cairo_paint(context)
      cairo_restore(context)
    }
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// A colour with straight alpha; each component is 0…1.
  public struct Ink: Sendable, Hashable {
    /// The components, 0…1; red, green and blue are not multiplied by alpha.
    public var red, green, blue, alpha: Double

    /// Creates a colour; an `alpha` of 1 is opaque.
    public init(red: Double, green: Double, blue: Double, alpha: Double) {
      self.red = red
      self.green = green
      self.blue = blue
      self.alpha = alpha
    }
  }

  /// Runs `body`, and clips its drawing to a rectangle.
  ///
  /// Restores the previous clip afterwards.
  public func clip(
    x: Double, y: Double, width: Double, height: Double, cornerRadius: Double = 0,
    _ body: () -> Void
  ) {
    cairo_save(context)
    traceRectangle(x, y, width, height, cornerRadius)
    cairo_clip(context)
    body()
    cairo_restore(context)
  }

  /// Fills a rectangle; a `cornerRadius` larger than half a side is reduced to that.
  public func fillRectangle(
    x: Double, y: Double, width: Double, height: Double, cornerRadius: Double = 0, _ ink: Ink
  ) {
    traceRectangle(x, y, width, height, cornerRadius)
    set(ink)
    cairo_fill(context)
  }

  /// Draws the outline of a rectangle, centred on its edges; all measures are pixels.
  public func strokeRectangle(
    x: Double, y: Double, width: Double, height: Double, cornerRadius: Double = 0, _ ink: Ink,
    lineWidth: Double
  ) {
    traceRectangle(x, y, width, height, cornerRadius)
    stroke(ink, lineWidth, dash: 0)
  }

  /// Fills a polygon, which is closed automatically.
  public func fill(_ points: [(x: Double, y: Double)], _ ink: Ink) {
    trace(points, closed: true)
    set(ink)
    cairo_fill(context)
  }

  /// Draws lines between points; `dash` is the length of dashes and of the gaps between them, 0 for
  /// none.
  public func stroke(
    _ points: [(x: Double, y: Double)], closed: Bool, _ ink: Ink, lineWidth: Double,
    dash: Double = 0
  ) {
    trace(points, closed: closed)
    stroke(ink, lineWidth, dash: dash)
  }

  /// Draws one line of text with its baseline at `y`.
  public func write(_ text: String, font: Font, x: Double, baseline y: Double, _ ink: Ink) {
    font.withLayout(of: text, on: context) { layout in
      set(ink)
      cairo_move_to(context, x, y - Double(pango_layout_get_baseline(layout)) / Font.unit)
      pango_cairo_show_layout(context, layout)
    }
  }

  /// The image as straight RGBA, four bytes per pixel, rows from the top.
  public var pixels: [UInt8] {
    copied?.load(into: surface)
    cairo_surface_flush(surface)
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    guard let data = cairo_image_surface_get_data(surface) else { return pixels }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for row in 0..<height {
      for column in 0..<width {
        let source = row * stride + column * 4, target = (row * width + column) * 4
        let alpha = Int(data[source + 3])
        guard alpha > 0 else { continue }
        pixels[target] = UInt8(min(255, Int(data[source + 2]) * 255 / alpha))
        pixels[target + 1] = UInt8(min(255, Int(data[source + 1]) * 255 / alpha))
        pixels[target + 2] = UInt8(min(255, Int(data[source]) * 255 / alpha))
        pixels[target + 3] = UInt8(alpha)
      }
    }
    return pixels
  }

  func set(_ ink: Ink) {
    cairo_set_source_rgba(context, ink.red, ink.green, ink.blue, ink.alpha)
  }

  private func stroke(_ ink: Ink, _ lineWidth: Double, dash: Double) {
    set(ink)
    cairo_set_line_width(context, lineWidth)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    var dashes = [dash]
    cairo_set_dash(context, &dashes, dash > 0 ? 1 : 0, 0)
    cairo_stroke(context)
  }

  private func trace(_ points: [(x: Double, y: Double)], closed: Bool) {
    cairo_new_path(context)
    for point in points { cairo_line_to(context, point.x, point.y) }
    if closed { cairo_close_path(context) }
  }

  private func traceRectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ cornerRadius: Double
  ) {
    cairo_new_path(context)
    let radius = min(cornerRadius, width / 2, height / 2)
    guard radius > 0 else {
      cairo_rectangle(context, x, y, width, height)
      return
    }
    let quarter = Double.pi / 2
    for (index, corner) in [
      (x + width - radius, y + radius), (x + width - radius, y + height - radius),
      (x + radius, y + height - radius), (x + radius, y + radius),
    ].enumerated() {
      let angle = Double(index - 1) * quarter
      cairo_arc(context, corner.0, corner.1, radius, angle, angle + quarter)
    }
    cairo_close_path(context)
  }
}
