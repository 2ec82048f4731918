import ArgumentParser
import Cutaway
import CutawayFile
import CutawayPreview
import CutawayTime
import CutawayTranslation
import Foundation

extension Play {
  /// Rejects options for which the page has its own controls.
  func validateBrowser() throws {
    guard let http else { return }
    // Called only for its errors.
    _ = try address(http)
    if range != nil {
      throw ValidationError(
        "--range: not available with --http, whose page shows the whole composition")
    }
    if !(1.0 / 16...16).contains(rate) {
      throw ValidationError("--rate: browsers play at 1/16 to 16 times the speed")
    }
  }

  private func address(_ text: String) throws -> PreviewAddress {
    guard let address = PreviewAddress(text) else {
      throw ValidationError(
        "--http: '\(text)' is not a port or an address such as 8080, 0.0.0.0:8080 or [::1]:0")
    }
    return address
  }

  /// Serves a page until a signal arrives.
  func serve(
    _ document: CompositionDocument, _ composition: ResolvedComposition, at place: String,
    _ warnings: Set<Diagnostic>
  ) async throws {
    let wanted = try playerSettings(composition)
    var settings = BrowserPreview.Settings()
    settings.address = try address(place)
    settings.start = wanted.start ?? .zero
    settings.rate = wanted.rate
    settings.loops = loop
    settings.isMuted = mute
    settings.onMissing = missing.onMissing
    let file = InputFile(path: input.file).name
    let preview = BrowserPreview(composition, file: file, settings: settings)
    let followed = followed(after: document, warnings)
    let follower = Task { await followed?.show(on: preview) }
    defer { follower.cancel() }
    try await preview.run { url in
      report(line: url)
      tell("open this URL in a browser; Ctrl-C stops the server")
    }
  }
}

extension FollowedComposition {
  /// Shows each new version in the preview.
  fileprivate func show(on preview: BrowserPreview) async {
    await run { change in
      switch change {
      case .composition(let composition, _, let warnings):
        for warning in warnings { tell(warning) }
        preview.show(composition, warnings: warnings)
      case .faults(let faults):
        for fault in faults { tell(fault) }
        preview.report(faults)
      }
    }
  }
}
