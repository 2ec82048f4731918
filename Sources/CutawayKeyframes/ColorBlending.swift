/// How the colours of a layer are mixed with those below it.
///
/// Except for ``add``, these are the separable modes of W3C's Compositing and Blending Level 1. Colours are those of
/// the picture as it is stored, without multiplication by alpha.
public enum ColorBlending: String, Sendable, Hashable, Codable, CaseIterable {
  /// The layer covers what is below it.
  case normal
  /// The product, which is never lighter.
  case multiply
  /// The inverse of the product of the inverses, which is never darker.
  case screen
  /// Multiplies or screens, depending on what is below.
  case overlay
  /// Darkens or brightens softly, depending on the layer.
  case softLight
  /// Multiplies or screens, depending on the layer.
  case hardLight
  /// The smaller component of both.
  case darken
  /// The greater component of both.
  case lighten
  /// Brightens what is below.
  case colorDodge
  /// Darkens what is below.
  case colorBurn
  /// The distance of both.
  case difference
  /// As ``difference``, with less contrast.
  case exclusion
  /// The sum, at most white.
  case add
}
