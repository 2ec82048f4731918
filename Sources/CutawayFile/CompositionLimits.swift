/// How large a composition file may be.
///
/// The limits bound what reading costs before anything is known about the edit. A ``RenderPolicy`` limits the edit.
public struct CompositionLimits: Sendable, Hashable {
  /// The length of the text in bytes.
  public var bytes: Int
  /// Scalars, lists and maps.
  ///
  /// The values of an anchor count again for each alias.
  public var values: Int
  /// Segments.
  ///
  /// Each repetition counts.
  public var segments: Int

  /// Creates limits.
  public init(bytes: Int, values: Int, segments: Int) {
    (self.bytes, self.values, self.segments) = (bytes, values, segments)
  }

  /// For files of others: far more than an edit made by hand needs, and low enough that a hostile file costs less than a
  /// second and less than 100 MB.
  public static let standard = CompositionLimits(
    bytes: 4 << 20, values: 120_000, segments: 20_000)

  /// For one's own files, which programs may write: reading costs up to a minute and some gigabytes.
  public static let large = CompositionLimits(
    bytes: 128 << 20, values: 4_000_000, segments: 500_000)
}
