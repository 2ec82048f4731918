import CutawayDrawing

/// How what is drawn is mixed with what is there.
public enum CGBlendMode: Int32, Sendable, CaseIterable {
  /// What is drawn covers what is there.
  case normal = 0
  /// The modes of colours of the PDF reference (ISO 32000-1, 11.3.5).
  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight
  /// Further ones.
  case difference, exclusion, hue, saturation, color, luminosity
  /// The operators of Porter and Duff, within what is drawn.
  case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn
  /// Further ones.
  case destinationOut, destinationAtop, xor
  /// The sum, at most white.
  case plusLighter = 27

  var blending: Canvas.Blending {
    switch self {
    case .normal: .over
    case .multiply: .multiply
    case .screen: .screen
    case .overlay: .overlay
    case .darken: .darken
    case .lighten: .lighten
    case .colorDodge: .colorDodge
    case .colorBurn: .colorBurn
    case .softLight: .softLight
    case .hardLight: .hardLight
    case .difference: .difference
    case .exclusion: .exclusion
    case .hue: .hue
    case .saturation: .saturation
    case .color: .color
    case .luminosity: .luminosity
    case .clear: .clear
    case .copy: .source
    case .sourceIn: .sourceIn
    case .sourceOut: .sourceOut
    case .sourceAtop: .sourceAtop
    case .destinationOver: .destinationOver
    case .destinationIn: .destinationIn
    case .destinationOut: .destinationOut
    case .destinationAtop: .destinationAtop
    case .xor: .xor
    case .plusLighter: .add
    }
  }
}

/// What `drawPath(using:)` draws.
public enum CGPathDrawingMode: Int32, Sendable {
  /// The inside, by the nonzero winding rule or by the even-odd rule.
  case fill = 0, eoFill
  /// A line along the path.
  case stroke
  /// Both.
  case fillStroke, eoFillStroke
}
