import CCutawayCairo
import Synchronization

/// Text of one style, in one or more lines.
public struct Paragraphs: Sendable, Hashable {
  /// The text; a line feed starts a new line.
  public var text: String
  /// Names of families; the first that is installed is used.
  public var families: [String]
  /// The height of the em square in pixels.
  public var size: Double
  /// The weight, 100…1000; 400 is regular.
  public var weight: Int
  /// Whether the letters slant.
  public var isItalic: Bool
  /// Where lines lie in the width.
  public var alignment: Alignment
  /// The width in pixels in which lines wrap; `nil` does not wrap.
  public var width: Double?

  /// Where lines lie.
  public enum Alignment: Sendable, Hashable {
    /// At the side at which the script starts.
    case natural
    /// At a side, or in the middle.
    case left, center, right
  }

  /// Creates a text that does not wrap.
  public init(
    _ text: String, families: [String], size: Double, weight: Int = 400, isItalic: Bool = false,
    alignment: Alignment = .natural, width: Double? = nil
  ) {
    self.text = text
    self.families = families
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
    self.alignment = alignment
    self.width = width
  }
}

/// Measures and draws text, whatever the user's settings: without hinting, at unrounded positions, in
/// pixels.
///
/// One thread uses it at a time; others wait.
public final class Typesetter: Sendable {
  private let lock = Mutex(())
  // Only used under the lock.
  private nonisolated(unsafe) let context: Context

  /// Creates a typesetter with the fonts of the system.
  public init() { context = Context() }

  /// The size of a text in pixels.
  public func size(of text: Paragraphs) -> (width: Double, height: Double) {
    lock.withLock { _ in
      context.withLayout(of: text) { layout in
        var width: Int32 = 0, height: Int32 = 0
        pango_layout_get_size(layout, &width, &height)
        return (Double(width) / Font.unit, Double(height) / Font.unit)
      }
    }
  }

  /// Draws a text whose top left corner is the origin of the canvas's coordinates.
  public func draw(_ text: Paragraphs, on canvas: Canvas, _ ink: Canvas.Ink) {
    lock.withLock { _ in
      context.withLayout(of: text) { layout in
        canvas.set(ink)
        cairo_move_to(canvas.context, 0, 0)
        pango_cairo_update_layout(canvas.context, layout)
        pango_cairo_show_layout(canvas.context, layout)
      }
    }
  }
}

/// Pango's state: a font map of its own, and settings that do not depend on the user's.
private struct Context: ~Copyable {
  private let map: UnsafeMutablePointer<PangoFontMap>
  private let context: OpaquePointer

  init() {
    map = pango_cairo_font_map_new()
    pango_cairo_font_map_set_resolution(OpaquePointer(map), 72)
    context = pango_font_map_create_context(map)
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
  }

  deinit {
    cairo_swift_unref(UnsafeMutableRawPointer(context))
    cairo_swift_unref(map)
  }

  /// Calls `body` with the layout of a text, which is valid during the call only.
  func withLayout<Result>(of text: Paragraphs, _ body: (OpaquePointer) -> Result) -> Result {
    let layout = pango_layout_new(context)!
    let description = pango_font_description_new()!
    defer {
      pango_font_description_free(description)
      cairo_swift_unref(UnsafeMutableRawPointer(layout))
    }
    pango_font_description_set_family(description, text.families.joined(separator: ","))
    pango_font_description_set_absolute_size(description, text.size * Font.unit)
    pango_font_description_set_weight(
      description, PangoWeight(rawValue: UInt32(min(1_000, max(100, text.weight)))))
    if text.isItalic { pango_font_description_set_style(description, PANGO_STYLE_ITALIC) }
    pango_layout_set_font_description(layout, description)
    if let width = text.width {
      let units = (width * Font.unit).rounded(.up)
      pango_layout_set_width(layout, Int32(min(max(0, units), Double(Int32.max))))
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    }
    switch text.alignment {
    case .natural: break
    case .left, .center, .right:
      // Pango turns left and right round in text from right to left.
      pango_layout_set_auto_dir(layout, 0)
      pango_layout_set_alignment(
        layout,
        text.alignment == .left
          ? PANGO_ALIGN_LEFT : text.alignment == .right ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_CENTER)
    }
    pango_layout_set_text(layout, text.text, -1)
    return body(layout)
  }
}
