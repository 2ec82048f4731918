import CutawayElementKit
import CutawayModel

#if Overlays
import CutawayLayers
#endif

extension Composition {
  /// Whether lines of captions fit into the width of their layer; all do where texts cannot be measured.
  ///
  /// - Parameters:
  ///   - captions: The captions, whose words may have another size while they are spoken.
  ///   - layer: Their layer.
  ///   - size: The render size.
  /// - Returns: A function of the text of a line.
  func lineFit(
    of captions: LayerCaptions, in layer: OverlayLayer, _ size: PixelSize
  ) -> (String) -> Bool {
    #if Overlays
    // The check of the fonts, which follows, reports a file that cannot be read.
    guard let fit = try? LineFit(layer, in: size, fonts) else { return { _ in true } }
    let styles = Set([captions.past, captions.current, captions.future].map(\.measured))
    return { fit.fits($0, in: Array(styles)) }
    #else
    return { _ in true }
    #endif
  }
}

extension LayerTextStyle {
  /// What changes the width of letters.
  fileprivate var measured: LayerTextStyle {
    LayerTextStyle(families: families, size: size, weight: weight, isItalic: isItalic)
  }
}
