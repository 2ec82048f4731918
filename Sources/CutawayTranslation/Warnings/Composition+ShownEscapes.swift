import CutawayModel
import CutawayOverlays

extension Composition {
  /// Texts that show a backslash and an n, which a file reads as a line feed in double quotes only.
  func shownEscapes() -> [Warning] {
    placedLayers.flatMap { path, layer in
      layer.paths(path) { $0.showsEscape }.map { path in
        Warning(
          .shownEscape,
          "the text shows '\\n' as it is; in double quotes it starts a new line, as a line of a block ('|') does",
          path: path + ["text"])
      }
    }
  }
}

extension OverlayLayer {
  /// The paths of the layer and of those in it whose text has a property.
  fileprivate func paths(_ path: [String], _ isFound: (LayerText) -> Bool) -> [[String]] {
    let inner = layers.enumerated().flatMap { index, layer in
      layer.paths(path + ["layers", "\(index)"], isFound)
    }
    if case .text(let text) = content, isFound(text) { return [path] + inner }
    return inner
  }
}

extension LayerText {
  fileprivate var showsEscape: Bool {
    let strings: [String] =
      switch source {
      case .spans(let spans): spans.map(\.string)
      case .instants(let instants): instants.flatMap { $0.spans.map(\.string) }
      case .words(let words): words.words.map(\.string)
      case .captions: []
      }
    return !isLiteral && strings.contains { $0.contains("\\n") }
  }
}
