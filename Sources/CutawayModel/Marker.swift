public import CutawayTime

/// A named instant of a composition.
///
/// An export writes the markers as chapters if its file type supports them.
public struct Marker: Sendable, Hashable, Codable {
  /// The time in the composition, 0 or later.
  public var time: MediaTime
  /// The name of the chapter.
  public var title: String

  /// Creates a marker.
  public init(at time: MediaTime, title: String) {
    self.time = time
    self.title = title
  }
}
