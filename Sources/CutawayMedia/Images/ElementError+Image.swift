import CutawayDiagnostics
package import CutawayElementKit
package import CutawaySources

extension ElementError {
  /// The failure of an image.
  package init(image: MediaSource, _ reason: String, code: Code = .unreadable) {
    self.init("cannot read the image \(image): \(reason)", code: code)
    source = FailedSource("\(image)", reason: reason)
  }
}
