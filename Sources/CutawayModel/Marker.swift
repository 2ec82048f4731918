public import CutawayTime

/// A named instant of a composition: an export writes the markers as chapters where its type of file
/// has them.
public struct Marker: Sendable, Hashable, Codable {
  public var time: MediaTime
  public var title: String

  public init(at time: MediaTime, title: String) {
    self.time = time
    self.title = title
  }
}
