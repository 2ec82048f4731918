package import CutawayElementKit
package import CutawayOverlays

/// Whether lines of a text fit into the width that its layer gives them.
package struct LineFit: Sendable {
  private let resources: LayerResources
  private let layer: OverlayLayer
  private let text: LayerText
  private let size: PixelSize

  /// Prepares for a layer in a picture; `nil` if it is no text, or if its lines do not wrap.
  ///
  /// - Parameters:
  ///   - layer: The layer, which counts as one that lies in no other.
  ///   - size: The size of the picture.
  ///   - fonts: The fonts.
  /// - Throws: `ElementError`, which names a font file that cannot be read.
  package init?(_ layer: OverlayLayer, in size: PixelSize, _ fonts: FontSources)
    throws(ElementError)
  {
    guard case .text(let text) = layer.content, text.wraps, !text.shrinksToFit else { return nil }
    resources = try LayerResources(fonts: fonts)
    (self.text, self.size) = (text, size)
    self.layer = layer
  }

  /// Whether a line fits, in each of some styles.
  package func fits(_ line: String, in styles: [LayerTextStyle]) -> Bool {
    styles.allSatisfy { style in
      var text = text
      text.source = .spans([LayerTextSpan(line, style)])
      text.isLiteral = true
      let wrapped = height(of: text)
      text.wraps = false
      return wrapped <= height(of: text) + 0.01
    }
  }

  /// The height that a text needs in the width of the layer.
  private func height(of text: LayerText) -> Double {
    var layer = layer
    (layer.content, layer.range, layer.isHidden) = (.text(text), nil, false)
    (layer.height, layer.opacity, layer.layers) = (nil, AnimatedValue(), [])
    // At its start, a layer may be invisible.
    (layer.enter, layer.exit) = (nil, nil)
    return LayerTree(size: size, layers: [layer])
      .presentation(at: .zero, measuring: LayerSizes(resources: resources)).first?.height ?? 0
  }
}
