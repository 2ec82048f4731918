import CutawayOverlays

extension [OverlayLayer] {
  /// Reads layers in the syntax of composition files: a list in YAML or JSON.
  ///
  /// - Throws: ``CompositionFileError`` with all errors in the text.
  package init(tree text: String) throws(CompositionFileError) {
    let tree = try SourceTree(SourceText(text, file: "tree"), file: "tree")
    var reader = Reader(file: "tree", directory: "", diagnostics: tree.diagnostics)
    let layers = ValueForm<[OverlayLayer]>.overlays.read(&reader, tree.root, nil)
    guard let layers, reader.diagnostics.isEmpty else {
      throw CompositionFileError(reader.diagnostics)
    }
    self = layers
  }

  /// The layers on one line, as ``init(tree:)`` reads them.
  package var treeText: String { ValueForm<[OverlayLayer]>.overlays.write(self).flow }
}
