/// A media file, by the name that a composition gives it.
public struct Asset: Sendable, Hashable, Codable, Identifiable {
  public typealias ID = String

  public var id: ID
  /// A URI, or a path relative to the working directory.
  public var location: String

  public init(id: ID, location: String) {
    self.id = id
    self.location = location
  }
}
