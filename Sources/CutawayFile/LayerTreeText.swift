import CutawayOverlays

extension [OverlayLayer] {
  /// Reads layers in the syntax of composition files: a list in YAML or JSON.
  ///
  /// - Throws: ``CompositionFileError`` with all errors in the text.
  package init(tree text: String) throws(CompositionFileError) {
    self = try ValueForm<[OverlayLayer]>.overlays.value(of: text, name: "tree")
  }

  /// The layers on one line, as ``init(tree:)`` reads them.
  package var treeText: String { ValueForm<[OverlayLayer]>.overlays.write(self).launchFlow }
}

extension FontSources {
  private static var form: ValueForm<FontSources> { .map(Constructs.fonts) }

  /// Reads fonts in the syntax of composition files.
  ///
  /// - Throws: ``CompositionFileError`` with all errors in the text.
  package init(text: String) throws(CompositionFileError) {
    self = try Self.form.value(of: text, name: "fonts")
  }

  /// The fonts on one line, as ``init(text:)`` reads them.
  package var text: String { Self.form.write(self).launchFlow }
}

extension ValueForm {
  /// Reads a value that is not part of a file.
  fileprivate func value(of text: String, name: String) throws(CompositionFileError) -> Value {
    let tree = try SourceTree(SourceText(text, file: name), file: name)
    var reader = Reader(file: name, directory: "", diagnostics: tree.diagnostics)
    let value = read(&reader, tree.root, nil)
    guard let value, reader.diagnostics.isEmpty else {
      throw CompositionFileError(reader.diagnostics)
    }
    return value
  }
}
