public import CutawayTime

extension MediaTime {
  /// Reads a time in any of the format's spellings: `1.5`, `1/30`, `1500ms`, `00:01:02.500`, `45f`.
  ///
  /// - Parameters:
  ///   - spelling: The text.
  ///   - frameDuration: What a count of frames is multiplied by.
  public init?(spelling: String, frameDuration: MediaTime) {
    switch TimeText(spelling) {
    case .seconds(let time?)?: self = time
    case .frames(let count?)?: self = frameDuration * count
    default: return nil
    }
  }
}
