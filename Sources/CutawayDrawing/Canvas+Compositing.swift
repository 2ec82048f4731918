import CCutawayCairo

extension Canvas {
  /// How a drawing is mixed with what is below it: Porter and Duff's operators, and the modes of the PDF reference
  /// (ISO 32000-1, 11.3.5).
  public enum Blending: Sendable, Hashable, CaseIterable {
    /// The modes of colours.
    case over, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight
    case hardLight, difference, exclusion, hue, saturation, color, luminosity
    /// The operators of alpha.
    case clear, source, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn
    case destinationOut, destinationAtop, xor
    /// The sum.
    case add

    /// Whether it changes what the drawing does not cover.
    public var isUnbounded: Bool {
      [.clear, .source, .sourceIn, .sourceOut, .destinationIn, .destinationAtop].contains(self)
    }
  }

  /// Mixes the drawing of another canvas of the same size with this one.
  ///
  /// - Parameters:
  ///   - other: The other canvas.
  ///   - opacity: The opacity, 0…1.
  ///   - blending: How they are mixed.
  public func mix(_ other: Canvas, opacity: Double, _ blending: Blending) {
    cairo_save(context)
    cairo_set_operator(context, blending.operation)
    draw(other, opacity: opacity)
    cairo_restore(context)
  }

  /// Fills everything in the clip.
  public func fill(_ paint: Paint) {
    set(paint, fillsPath: false)
    cairo_paint(context)
  }

  /// Runs `body`, whose drawing has hard edges.
  public func withHardEdges(_ body: () -> Void) {
    cairo_save(context)
    cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
    body()
    cairo_restore(context)
  }
}

extension Canvas.Blending {
  var operation: cairo_operator_t {
    switch self {
    case .over: CAIRO_OPERATOR_OVER
    case .multiply: CAIRO_OPERATOR_MULTIPLY
    case .screen: CAIRO_OPERATOR_SCREEN
    case .overlay: CAIRO_OPERATOR_OVERLAY
    case .darken: CAIRO_OPERATOR_DARKEN
    case .lighten: CAIRO_OPERATOR_LIGHTEN
    case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
    case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
    case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
    case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
    case .difference: CAIRO_OPERATOR_DIFFERENCE
    case .exclusion: CAIRO_OPERATOR_EXCLUSION
    case .hue: CAIRO_OPERATOR_HSL_HUE
    case .saturation: CAIRO_OPERATOR_HSL_SATURATION
    case .color: CAIRO_OPERATOR_HSL_COLOR
    case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
    case .clear: CAIRO_OPERATOR_CLEAR
    case .source: CAIRO_OPERATOR_SOURCE
    case .sourceIn: CAIRO_OPERATOR_IN
    case .sourceOut: CAIRO_OPERATOR_OUT
    case .sourceAtop: CAIRO_OPERATOR_ATOP
    case .destinationOver: CAIRO_OPERATOR_DEST_OVER
    case .destinationIn: CAIRO_OPERATOR_DEST_IN
    case .destinationOut: CAIRO_OPERATOR_DEST_OUT
    case .destinationAtop: CAIRO_OPERATOR_DEST_ATOP
    case .xor: CAIRO_OPERATOR_XOR
    case .add: CAIRO_OPERATOR_ADD
    }
  }
}
