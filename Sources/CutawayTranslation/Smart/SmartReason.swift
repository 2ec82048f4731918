/// Why frames are encoded instead of copied.
package struct SmartReason: Sendable, Hashable {
  /// The kind of a reason.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The pictures of the source have another format than those of the film.
    case format = "other format"
    /// Nothing, or not one whole frame alone, is visible.
    case layers = "layers"
    case opacity, transform, crop, effect, speed
    /// The colours are mixed with those below.
    case blending = "blend mode"
    /// A title or another overlay lies above.
    case overlay = "layer above"
    /// The composition or the asset overrides the colours.
    case colors = "colours"
    /// The frames of the source do not fall on those of the film.
    case times
    /// The packets of the source cannot be copied.
    case source
    /// The edit cuts a group of pictures.
    case group = "cut in a group"
    /// There is no key frame at which a copy can start.
    case start = "no start"
    /// The copy would be too short.
    case short = "too short"
    /// A decoder does not show the copy like the source.
    case unproven = "join not proven"
  }

  /// The kind.
  package var kind: Kind
  /// The place in the composition.
  package var path: [String]
  /// Facts that the kind does not contain; may be empty.
  package var detail: String

  /// Creates a reason.
  package init(_ kind: Kind, path: [String] = [], _ detail: String = "") {
    self.kind = kind
    self.path = path
    self.detail = detail
  }
}

extension SmartReason: CustomStringConvertible {
  /// The reason in words, with its place.
  package var description: String {
    kind.rawValue + (path.isEmpty ? "" : " (\(path.joined(separator: ".")))")
      + (detail.isEmpty ? "" : ": \(detail)")
  }
}
