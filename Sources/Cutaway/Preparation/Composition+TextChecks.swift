#if Overlays
import CutawayDiagnostics
import CutawayElementKit
import CutawayTranslation
import CutawayLayers
import CutawayMedia
import CutawayModel

extension Composition {
  /// Checks that the font files can be read, and warns of fonts and characters that are missing, and
  /// of layers that are probably not as intended.
  ///
  /// - Throws: `PreparationError` with the code `unreadableMedia`, which names a font file.
  func checkLayers(
    media: [Asset.ID: MediaDescription], onWarning: (Warning) -> Void
  ) async throws(PreparationError) {
    let (layers, fonts) = (placedLayers, fonts)
    if layers.isEmpty { return }
    let animations = await checkAnimations(onWarning: onWarning)
    let (size, duration) = (renderSize(media), duration)
    typealias Remarks = (texts: [TextRemark], layers: [LayerRemark])
    let result = await onBlockingThread { () -> Result<Remarks, ElementError> in
      Result { () throws(ElementError) in
        let texts = try TextRemark.remarks(on: layers, fonts)
        let remarks = try LayerRemark.remarks(on: layers, fonts, size: size, duration: duration) {
          animations.contains($0) ? nil : media[Asset.ID($0)]?.videoTracks.first?.uprightSize
        }
        return (texts, remarks)
      }
    }
    do throws(ElementError) {
      let remarks = try result.get()
      remarks.layers.forEach { onWarning(Warning($0)) }
      for remark in remarks.texts {
        switch remark.kind {
        case .replacedFont(let wanted, let used, let file):
          onWarning(
            Warning(
              .replacedFont,
              "the font '\(wanted)' is not available; '\(used)' from \(file) replaces it",
              path: remark.path))
        case .missingCharacters(let characters):
          let names = characters.prefix(8).map(\.nameForPeople).joined(separator: ", ")
          let others = characters.count > 8 ? " and \(characters.count - 8) others" : ""
          onWarning(
            Warning(
              .missingGlyph,
              "no font has \(characters.count == 1 ? "the character" : "the characters") \(names)"
                + "\(others); install a font that has them, or add one to 'fonts'",
              path: remark.path))
        }
      }
    } catch {
      let fault = Fault(
        path: ["fonts"], error: CompositionError(.danglingReference, "\(error)"))
      throw PreparationError(.unreadableMedia, listing: [fault])
    }
  }

  /// Warns of what is in Lottie animations and is not drawn.
  ///
  /// - Parameter onWarning: Receives the warnings.
  /// - Returns: The names of the assets that are Lottie animations.
  private func checkAnimations(onWarning: (Warning) -> Void) async -> Set<String> {
    var seen: Set<String> = [], animations: Set<String> = []
    for (path, layer) in placedLayers {
      for name in layer.images where seen.insert(name).inserted {
        guard let asset = asset(Asset.ID(name)) else { continue }
        // What cannot be read is reported where it is drawn.
        let file = await onBlockingThread { try? LottieFile(at: asset.location) }
        if file != nil { animations.insert(name) }
        guard let file, !file.undrawn.isEmpty else { continue }
        onWarning(
          Warning(
            .undrawnPart, "'\(name)' has \(file.undrawn.joined(separator: ", ")), not drawn",
            path: path))
      }
    }
    return animations
  }
}

extension Unicode.Scalar {
  /// The character itself, or its name in Unicode if it is not visible by itself.
  fileprivate var nameForPeople: String {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator, .nonspacingMark, .enclosingMark, .spacingMark:
      properties.name
        ?? "U+" + String(repeating: "0", count: max(0, 4 - String(value, radix: 16).count))
        + String(value, radix: 16, uppercase: true)
    default: "'\(self)'"
    }
  }
}

extension Warning {
  /// A warning of a layer that is probably not as intended.
  fileprivate init(_ remark: LayerRemark) {
    switch remark.kind {
    case .textBeyondPicture(let text, let time, let pixels):
      self.init(
        .cutText,
        "the text '\(text)' at \(time.shortText) s exceeds the picture by "
          + "\(Int(pixels.rounded(.up))) pixels",
        path: remark.path)
    case .cutText(let text, let width, let height, let isClipped):
      let excess = [(width, "wider"), (height, "higher")].filter { $0.0 > 1 }
        .map { "\(Int($0.0.rounded(.up))) pixels \($0.1)" }.joined(separator: " and ")
      self.init(
        .cutText,
        "the text '\(text)' is \(excess) than its layer" + (isClipped ? ", which cuts it" : ""),
        path: remark.path)
    case .unseen(let reason):
      self.init(.unseenLayer, "the layer is never visible: \(reason)", path: remark.path)
    case .enlargedImage(let asset, let factor):
      let text = "\((factor * 10).rounded() / 10)".replacing(".0", with: "")
      self.init(
        .enlargedImage, "'\(asset)' is shown at \(text) times its size", path: remark.path)
    case .lateAnimation(let property, let begin, let end):
      self.init(
        .lateAnimation,
        "an animation of \(property.rawValue) begins at \(begin.text) s of the layer's own time, which ends at "
          + "\(end.text) s; the start of the layer is 0", path: remark.path)
    }
  }
}
#endif
