import CutawayDiagnostics
import CutawayElementKit
import CutawayModel
import CutawayTime
import CutawayTranslation

extension Composition {
  /// The maximum number of subtitles that a layer shows, which is that of a film of many hours.
  private static let captionLimit = 10_000

  /// Replaces the captions of overlays by texts with their times.
  ///
  /// - Parameters:
  ///   - size: The render size, from which their styles follow.
  ///   - target: The render size to which the composition will be changed; `nil` keeps it.
  ///   - unreadable: Assets that cannot be read, whose captions become empty.
  ///   - onMissing: How to treat other subtitles that cannot be read.
  ///   - onWarning: Receives a warning for captions that are left out.
  /// - Returns: The composition.
  /// - Throws: `PreparationError` with the code `unreadableMedia`, which names the asset.
  package func resolvingCaptions(
    in size: PixelSize, for target: PixelSize? = nil, without unreadable: Set<Asset.ID> = [],
    onMissing: MissingMedia = .stop,
    onWarning: (Warning) -> Void = { _ in }
  ) async throws(PreparationError) -> Composition {
    var texts: [String: [TextCue]] = [:]
    for (path, layer) in placedLayers {
      for name in layer.captions where texts[name] == nil {
        texts[name] = []
        guard let asset = asset(Asset.ID(name)), !unreadable.contains(asset.id) else { continue }
        do {
          let cues = try await CueReader.read(asset.location, trackIndex: 0)
          if cues.count > Self.captionLimit {
            throw ElementError(
              "a layer shows at most \(Self.captionLimit) subtitles, not \(cues.count)",
              code: .invalidSettings)
          }
          texts[name] = cues
        } catch let error as ElementError {
          let message = "cannot read the subtitles of '\(asset.location)': \(error)"
          guard onMissing == .gap else {
            let fault = Fault(path: path, error: CompositionError(.danglingReference, message))
            throw PreparationError(.unreadableMedia, listing: [fault])
          }
          onWarning(
            Warning(.missingMedia, "\(message); the layer stays empty", path: path))
        } catch {
          throw PreparationError(.cancelled, "the preparation was cancelled")
        }
      }
    }
    if texts.isEmpty { return self }
    return mappingLayers { layer in
      let area = layer.area(in: target ?? size, from: size)
      return layer.mapping { layer in
        layer = layer.withCaptionLook(in: area)
        guard case .text(var text) = layer.content, case .captions(let captions) = text.source
        else { return }
        text.source = .instants(
          captions.instants(
            of: texts[captions.asset] ?? [], fitting: lineFit(of: captions, in: layer, area)))
        text.isLiteral = true
        layer.content = .text(text)
      }
    }
  }
}
