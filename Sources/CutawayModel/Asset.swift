/// A media file, under the name that a composition gives it.
public struct Asset: Sendable, Hashable, Codable, Identifiable {
  /// The name of an asset in its composition.
  public typealias ID = Identifier<Asset>

  /// The name that segments refer to; unique in a composition.
  public var id: ID
  /// A URI, or a path relative to the working directory.
  public var location: String
  /// Overrides the colorimetry that the file states for its video; `nil` uses that of the file.
  public var colorimetry: Colorimetry?

  /// Matrix, transfer function, primaries and range of Y′CbCr, named after standards.
  public typealias Colorimetry = SourceSegment.Colorimetry

  /// Creates an asset; the file is not opened.
  public init(id: ID, location: String, colorimetry: Colorimetry? = nil) {
    self.id = id
    self.location = location
    self.colorimetry = colorimetry
  }
}
