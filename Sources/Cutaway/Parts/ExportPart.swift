public import CutawayTime

/// A part of an export, which one process renders.
public struct ExportPart: Sendable, Hashable, Codable {
  /// The number: 1 to ``count`` for the picture, 0 for the sound, the subtitles, the chapters and
  /// the metadata of the whole.
  public var number: Int
  /// The number of parts of the picture, at least 1.
  public var count: Int
  /// The usual length of chunks in seconds; the same for all parts of a film.
  public var chunkLength = RenderPlan.usualChunkLength
  /// The digest of the plan to which the part must belong; `nil` accepts any.
  public var plan: String?

  /// The valid range of ``count``.
  public static let counts = 1...100_000

  /// Creates a part; the numbers are checked when it is rendered.
  public init(_ number: Int, of count: Int) {
    self.number = number
    self.count = count
  }
}
