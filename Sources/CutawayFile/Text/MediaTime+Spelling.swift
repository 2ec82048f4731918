package import CutawayTime

extension MediaTime {
  /// Parses a time in any form of the file format: `1.5`, `1/30`, `1500ms`, `00:01:02.500`, `45f`.
  ///
  /// The result is `nil` for any other text.
  ///
  /// - Parameters:
  ///   - spelling: The text.
  ///   - frameDuration: Seconds per output frame, for a number of frames.
  package init?(spelling: String, frameDuration: MediaTime) {
    switch TimeText(spelling) {
    case .seconds(let time?)?: self = time
    case .frames(let count?)?: self = frameDuration * count
    default: return nil
    }
  }
}
