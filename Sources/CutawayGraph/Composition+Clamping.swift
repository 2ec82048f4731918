public import CutawayModel
import CutawayTime

extension Composition {
  /// The composition with each segment that reaches past the end of its media cut off there, as
  /// AVFoundation's `insertTimeRange(_:of:at:)` does without a word: what is missing is silence, or no
  /// picture.
  ///
  /// What follows keeps its time. Subtitles, stills and media of which only an estimate of the length is
  /// known are left alone. Without this, such a segment is a fault: see
  /// `ResolvedComposition`.
  ///
  /// - Parameter media: What the assets hold; segments of assets that are not in it are left alone.
  /// - Returns: The composition with segments that lie within their media.
  /// - Throws: ``CompositionError`` where a segment starts at or past the end of its media, so that nothing
  ///   of it is left.
  public func clampingSources(
    to media: [Asset.ID: MediaDescription]
  ) throws(CompositionError) -> Composition {
    var clamped = self
    for index in tracks.indices {
      var parts: [Segment] = []
      for segment in tracks[index].segments {
        parts += try segment.clampingSource(to: media, as: tracks[index].mediaType)
      }
      // A track does not end with emptiness.
      if parts.last?.isEmpty == true, tracks[index].segments.last?.isEmpty == false {
        parts.removeLast()
      }
      try clamped.tracks[index].setSegments(parts)
    }
    return clamped
  }
}

extension Segment {
  /// What there is of the segment, and the emptiness after it.
  fileprivate func clampingSource(
    to descriptions: [Asset.ID: MediaDescription], as type: Track.MediaType
  ) throws(CompositionError) -> [Segment] {
    guard let media, let mapping,
      let length = descriptions[media.asset]?.length(of: media.trackIndex, type),
      !length.isEstimated, media.source.end > length.duration
    else { return [self] }
    if media.source.start >= length.duration {
      throw CompositionError(
        .outOfRange,
        "the range from \(media.source.start.text) s lies past the end of '\(media.asset)', at "
          + "\(length.duration.text) s")
    }
    let end = target.start + (length.duration - media.source.start) / mapping.speed
    let rest = Segment(target: TimeRange(start: end, end: target.end))
    return [clipped(to: TimeRange(start: target.start, end: end)), rest].compactMap { $0 }
  }
}
