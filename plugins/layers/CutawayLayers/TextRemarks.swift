import CutawayDrawing
package import CutawayElementKit
package import CutawayOverlays
import CutawayTypesetting

/// Something that a text cannot show as wanted.
package struct TextRemark: Sendable, Hashable {
  /// The keys and indices of the layer.
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

extension TextRemark {
  /// What the texts of layers cannot show as wanted, each font and each character once.
  ///
  /// - Parameters:
  ///   - layers: The layers, with their paths.
  ///   - fonts: The fonts.
  /// - Returns: The remarks, in the order of the layers.
  /// - Throws: `ElementError`, which names a font file that cannot be read.
  package static func remarks(
    on layers: [(path: [String], layer: OverlayLayer)], _ fonts: FontSources
  ) throws(ElementError) -> [TextRemark] {
    // The fonts of the system need no reading.
    if fonts.files.isEmpty, !layers.contains(where: { $0.layer.hasText }) { return [] }
    let resources = try LayerResources(fonts: fonts)
    var remarks: [TextRemark] = [], families: Set<String> = [], characters: Set<Unicode.Scalar> = []
    func add(_ layer: OverlayLayer, _ path: [String]) {
      if case .text(let text) = layer.content {
        for text in text.allTexts {
          let report = resources.typesetter.report(on: text.paragraphs(width: nil, height: nil))
          for replacement in report.replacements
          where families.insert(replacement.wanted).inserted {
            remarks.append(
              TextRemark(
                path: path,
                kind: .replacedFont(
                  wanted: replacement.wanted, used: replacement.used, file: replacement.file)))
          }
          let missing = report.missing.filter { characters.insert($0).inserted }
          if !missing.isEmpty {
            remarks.append(TextRemark(path: path, kind: .missingCharacters(missing)))
          }
        }
      }
      for (index, particle) in layer.particles.enumerated() {
        add(particle, path + ["emitter", "cells", "\(index)", "layer"])
      }
      for (key, inner) in [("layers", layer.layers), ("mask", layer.mask)] {
        for (index, layer) in inner.enumerated() { add(layer, path + [key, "\(index)"]) }
      }
    }
    for (path, layer) in layers { add(layer, path) }
    return remarks
  }
}

extension OverlayLayer {
  /// Whether the layer or one in it is a text.
  fileprivate var hasText: Bool {
    if case .text = content { return true }
    return (layers + mask + particles).contains(where: \.hasText)
  }
}

extension LayerText {
  /// The characters of many texts, each once for each style; none for no texts.
  private static func characters(of instants: ArraySlice<LayerTextInstant>) -> [[LayerTextSpan]] {
    var seen: [LayerTextStyle: Set<Character>] = [:]
    for span in instants.flatMap(\.spans) {
      seen[span.style, default: []].formUnion(span.string)
    }
    // Characters that Pango would join stand apart.
    return seen.map { style, characters in
      [LayerTextSpan(characters.sorted().map(String.init).joined(separator: " "), style)]
    }
  }

  /// The texts that this one shows at any time.
  fileprivate var allTexts: [LayerText] {
    let all: [[LayerTextSpan]] =
      switch source {
      case .spans(let spans): [spans]
      case .instants(let instants):
        // A thousand of many texts say enough about their font; of the others, each character does.
        instants.prefix(1_000).map(\.spans) + Self.characters(of: instants.dropFirst(1_000))
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
