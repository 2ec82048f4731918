public import CutawayTime

/// A part of a clip, which may last until the end of the clip.
public struct ClipRange: Sendable, Hashable {
  /// The start, in the time of the asset.
  public var start: MediaTime
  /// The end, in the time of the asset; `nil` is the end of the clip.
  public var end: MediaTime?

  /// The whole clip.
  public static let whole = ClipRange(from: .zero)

  /// Creates a part; without an end, it lasts until the end of the clip.
  public init(from start: MediaTime, to end: MediaTime? = nil) {
    self.start = start
    self.end = end
  }

  /// Creates a part with a known end.
  public init(_ range: TimeRange) { self.init(from: range.start, to: range.end) }

  /// The range in a track of an asset.
  ///
  /// - Throws: `CompositionError` if the end is that of the clip, and the clip has none or ends
  ///   before the start.
  package func resolved(
    in media: MediaDescription, called name: Asset.ID, of index: Int = 0, _ type: Track.MediaType
  ) throws(CompositionError) -> TimeRange {
    if let end { return TimeRange(start: start, end: end) }
    guard let length = media.length(of: index, type)?.duration ?? media.duration else {
      throw CompositionError(
        .invalidValue, "'\(name)' has no end: give a 'duration', or a 'source' with an end")
    }
    guard start < length else {
      throw CompositionError(
        .outOfRange, "\(start.text) s lies past the end of '\(name)', at \(length.text) s")
    }
    return TimeRange(start: start, end: length)
  }
}
