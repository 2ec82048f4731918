package import CutawayModel
import CutawayTime

extension Composition {
  /// The composition with each segment that extends past the end of its media cut off there.
  ///
  /// The missing part becomes silence, or time without a frame.
  ///
  /// AVFoundation's `insertTimeRange(_:of:at:)` does the same without reporting it. Later segments
  /// keep their times. Subtitles, stills and media whose duration is only estimated are left
  /// unchanged. Without this method, such a segment is a fault: see `ResolvedComposition`.
  ///
  /// - Parameter media: The descriptions of the assets. Segments of assets without one are left
  ///   unchanged.
  /// - Returns: The composition, with segments that lie within their media.
  /// - Throws: ``CompositionError`` if a segment starts at or past the end of its media, so that no
  ///   part of it remains.
  package func clampingSources(
    to media: [Asset.ID: MediaDescription]
  ) throws(CompositionError) -> Composition {
    var clamped = self
    for index in tracks.indices {
      var parts: [Segment] = []
      for segment in tracks[index].segments {
        parts += try segment.clampingSource(to: media, as: tracks[index].mediaType)
      }
      // A track must not end with an empty segment.
      if parts.last?.isEmpty == true, tracks[index].segments.last?.isEmpty == false {
        parts.removeLast()
      }
      try clamped.tracks[index].setSegments(parts)
    }
    return clamped
  }
}

extension Segment {
  /// The available part of the segment, and an empty segment after it.
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
    let end = mapping.targetTime(of: length.duration)
    if mapping.isReversed {
      let rest = Segment(target: TimeRange(start: target.start, end: end))
      return [rest, clipped(to: TimeRange(start: end, end: target.end))].compactMap { $0 }
    }
    let rest = Segment(target: TimeRange(start: end, end: target.end))
    return [clipped(to: TimeRange(start: target.start, end: end)), rest].compactMap { $0 }
  }
}
