import CCutawayCairo

/// A system font, found by Pango.
public struct Font: Sendable, Hashable {
  /// A family, or several separated by commas, of which the first that is installed is used.
  public var family: String
  /// The height of the em square in pixels.
  public var size: Double
  /// Whether the weight is bold; regular by default.
  public var isBold: Bool

  /// Creates a font; if the family is not installed, Pango substitutes another one.
  public init(family: String, size: Double, isBold: Bool = false) {
    self.family = family
    self.size = size
    self.isBold = isBold
  }

  /// The number of Pango units per pixel.
  static let unit = Double(PANGO_SCALE)

  /// The width of a line of text in pixels; 0 if Cairo fails.
  public func width(of text: String) -> Double {
    // The measurement needs a surface, but no pixels.
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 0, 0) else { return 0 }
    defer { cairo_surface_destroy(surface) }
    guard let context = cairo_create(surface) else { return 0 }
    defer { cairo_destroy(context) }
    var width: Int32 = 0
    withLayout(of: text, on: context) { pango_layout_get_size($0, &width, nil) }
    return Double(width) / Self.unit
  }

  /// Calls `body` with the layout of a line of text, which is valid during the call only.
  func withLayout(of text: String, on context: OpaquePointer, _ body: (OpaquePointer) -> Void) {
    guard let layout = pango_cairo_create_layout(context),
      let description = pango_font_description_new()
    else { return }
    defer {
      pango_font_description_free(description)
      cairo_swift_unref(UnsafeMutableRawPointer(layout))
    }
    pango_font_description_set_family(description, family)
    pango_font_description_set_absolute_size(description, size * Self.unit)
    if isBold { pango_font_description_set_weight(description, PANGO_WEIGHT_BOLD) }
    pango_layout_set_font_description(layout, description)
    pango_layout_set_single_paragraph_mode(layout, 1)
    pango_layout_set_text(layout, text, -1)
    body(layout)
  }
}
