/// How a layer is combined with what lies below it, as by `compositor`'s pads.
package enum BlendMode: String, PropertyEnumeration, Codable {
  /// The layer replaces what is below it.
  case source
  /// The layer is blended over what is below it.
  case over
  /// As ``over``, but the alphas are added: two pictures whose opacities sum to 1 are opaque.
  case add
}
