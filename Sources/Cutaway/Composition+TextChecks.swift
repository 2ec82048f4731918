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
    await checkAnimations(onWarning: onWarning)
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

  /// Warns of what is in Lottie animations and is not drawn.
  private func checkAnimations(onWarning: (Warning) -> Void) async {
    var seen: Set<String> = []
    for (path, layer) in placedLayers {
      for name in layer.images where seen.insert(name).inserted {
        guard let asset = asset(Asset.ID(name)) else { continue }
        // What cannot be read is reported where it is drawn.
        let file = await onBlockingThread { try? LottieFile(at: asset.location) }
        guard let file, !file.undrawn.isEmpty else { continue }
        onWarning(
          Warning(
            .undrawnPart, "'\(name)' has \(file.undrawn.joined(separator: ", ")), not drawn",
            path: path))
      }
    }
  }
}
#endif
