#if Overlays
import CutawayDiagnostics
import CutawayElementKit
import CutawayGraph
import CutawayLayers
import CutawayMedia
import CutawayModel

extension Composition {
  /// Checks that the font files can be read, and warns of fonts and characters that are missing.
  ///
  /// - Throws: `PreparationError` with the code `unreadableMedia`, which names a font file.
  func checkTexts(onWarning: (Warning) -> Void) async throws(PreparationError) {
    let (layers, fonts) = (placedLayers, fonts)
    if layers.isEmpty { return }
    let result = await onBlockingThread { () -> Result<[TextRemark], ElementError> in
      Result { () throws(ElementError) in try TextRemark.remarks(on: layers, fonts) }
    }
    do throws(ElementError) {
      for remark in try result.get() {
        switch remark.kind {
        case .replacedFont(let wanted, let used, let file):
          onWarning(
            Warning(
              .replacedFont,
              "the font '\(wanted)' is not available; '\(used)' from \(file) replaces it",
              path: remark.path))
        case .missingCharacters(let characters):
          let codes = characters.prefix(8).map { scalar in
            "U+" + String(scalar.value, radix: 16, uppercase: true)
          }.joined(separator: ", ")
          onWarning(
            Warning(
              .missingGlyph, "no font has the characters \(codes)", path: remark.path))
        }
      }
    } catch {
      let fault = Fault(
        path: ["fonts"], error: CompositionError(.danglingReference, "\(error)"))
      throw PreparationError(.unreadableMedia, listing: [fault])
    }
  }
}
#endif
