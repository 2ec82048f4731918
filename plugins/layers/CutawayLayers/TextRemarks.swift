import CutawayDrawing
package import CutawayElementKit
import CutawayFile
package import CutawayOverlays

/// Something that a text cannot show as wanted.
package struct TextRemark: Sendable, Hashable {
  /// The keys and indices of the layer, from `overlays` on.
  package let path: [String]
  /// What is missing.
  package let kind: Kind

  /// What is missing.
  package enum Kind: Sendable, Hashable {
    /// A family, with the family and the file that replace it.
    case replacedFont(wanted: String, used: String, file: String)
    /// Characters that no font has.
    case missingCharacters([Unicode.Scalar])
  }
}

extension [OverlayLayer] {
  /// What the texts of overlays cannot show as wanted, each font and each character once.
  ///
  /// - Throws: `ElementError`, which names a font file that cannot be read.
  package func textRemarks(_ fonts: FontSources) throws(ElementError) -> [TextRemark] {
    // The fonts of the system need no reading.
    if fonts.files.isEmpty, !contains(where: \.hasText) { return [] }
    let resources = try LayerResources(fonts: fonts.text, fonts)
    var remarks: [TextRemark] = [], families: Set<String> = [], characters: Set<Unicode.Scalar> = []
    func add(_ layers: [OverlayLayer], _ path: [String]) {
      for (index, layer) in layers.enumerated() {
        let own = path + ["\(index)"]
        if case .text(let text) = layer.content {
          for text in text.allTexts {
            let report = resources.typesetter.report(on: text.paragraphs(width: nil, height: nil))
            for replacement in report.replacements
            where families.insert(replacement.wanted).inserted {
              remarks.append(
                TextRemark(
                  path: own,
                  kind: .replacedFont(
                    wanted: replacement.wanted, used: replacement.used, file: replacement.file)))
            }
            let missing = report.missing.filter { characters.insert($0).inserted }
            if !missing.isEmpty {
              remarks.append(TextRemark(path: own, kind: .missingCharacters(missing)))
            }
          }
        }
        add(layer.layers, own + ["layers"])
        add(layer.mask, own + ["mask"])
      }
    }
    add(self, ["overlays"])
    return remarks
  }
}

extension OverlayLayer {
  /// Whether the layer or one in it is a text.
  fileprivate var hasText: Bool {
    if case .text = content { return true }
    return (layers + mask).contains(where: \.hasText)
  }
}

extension LayerText {
  /// The texts that this one shows at any time.
  fileprivate var allTexts: [LayerText] {
    let all: [[LayerTextSpan]] =
      switch source {
      case .spans(let spans): [spans]
      // A thousand of many texts say enough about their font.
      case .instants(let instants): instants.prefix(1_000).map(\.spans)
      case .words(let words):
        [words.words.map { LayerTextSpan($0.string) }]
          + [words.past, words.current, words.future].map { [LayerTextSpan(" ", $0)] }
      case .captions: []
      }
    return all.map { spans in
      var text = self
      text.source = .spans(spans)
      return text
    }
  }
}
