import CutawayContainers
import CutawayDiagnostics
import CutawayElementBridge
import CutawayModel
import CutawayQuirks
import CutawayTranslation

/// The orientation that a movie file states, because its frames are stored rotated.
struct StoredOrientation: Sendable, Hashable, Codable {
  /// The size of the stored frames.
  var size: PixelSize
  var orientation: Orientation

  /// The orientation of a film; `nil` if its frames are upright.
  init?(_ film: SmartPlan.Film?) {
    guard let film, film.orientation != .identity else { return nil }
    size = PixelSize(width: film.format.width, height: film.format.height)
    orientation = film.orientation
  }

  /// Writes the orientation into a complete file.
  ///
  /// - Throws: ``ExportError`` if this fails: the film would play rotated.
  func apply(to temporaryPath: String, named path: String) throws(ExportError) {
    guard Quirk.movieOrientation.applies else { return }
    let m = MediaDescription.Video(size: size, frameDuration: nil, orientation: orientation)
      .preferredTransform
    do throws(ContainerError) {
      try FilePatch.apply(
        try MovieHeader(completed: temporaryPath)
          .withPictures(turnedBy: [m.a, m.b, m.c, m.d, m.tx, m.ty]), to: temporaryPath)
    } catch {
      throw ExportError(.failed, "cannot turn the picture of '\(path)': \(error)")
    }
  }
}
