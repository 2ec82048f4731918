import Cutaway
import CutawayApple
import CutawayDiagnostics
import CutawayModel
import CutawayTime

/// A track of a composition that can be edited.
///
/// Edits without `throws` ignore what they cannot do, with a warning in the log.
public final class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
  /// Inserts a range of a track at its natural rate; later parts move back.
  ///
  /// A start past the end leaves an empty segment before it. An invalid start appends. The part of the
  /// range outside of the source track is left out, with a warning.
  ///
  /// - Throws: ``AVError`` if the range is invalid or lies outside of the track, the start is negative,
  ///   or the track has another kind of media.
  public func insertTimeRange(
    _ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime
  ) throws {
    var edited = content
    let pieces = try pieces(timeRange, of: track)
    try Self.insert(pieces.segments, into: &edited, at: startTime)
    content = edited
    sources.merge(pieces.sources) { own, _ in own }
  }

  /// Inserts ranges of tracks one after another, or none if one cannot be inserted.
  ///
  /// A range with an invalid start is an empty one.
  public func insertTimeRanges(
    _ timeRanges: [NSValue], of tracks: [AVAssetTrack], at startTime: CMTime
  ) throws {
    guard timeRanges.count == tracks.count else {
      throw AVError(
        .unknown, "\(timeRanges.count) ranges of \(tracks.count) tracks cannot be inserted")
    }
    var edited = content, known = sources, segments: [Segment] = []
    for (range, track) in zip(timeRanges.map(\.timeRangeValue), tracks) {
      guard range.start.isNumeric else {
        guard let length = range.duration.mediaTime else { continue }
        segments.append(Segment(target: TimeRange(start: .zero, duration: length)))
        continue
      }
      let pieces = try pieces(range, of: track)
      segments += pieces.segments
      known.merge(pieces.sources) { own, _ in own }
    }
    try Self.insert(segments, into: &edited, at: startTime)
    (content, sources) = (edited, known)
  }

  /// Inserts an empty range; at or past the end it has no effect.
  public func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    edit("insert an empty range") { track, range throws(CompositionError) in
      try track.insertEmpty(range)
    } over: {
      timeRange.exact
    }
  }

  /// Removes a range; later parts move forward.
  public func removeTimeRange(_ timeRange: CMTimeRange) {
    edit("remove a range") { track, range throws(CompositionError) in
      try track.remove(range)
    } over: {
      limited(timeRange)
    }
  }

  /// Stretches or compresses a range to another duration; later parts move.
  public func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    edit("scale a range") { track, range throws(CompositionError) in
      try track.scale(range, to: duration.mediaTime ?? .zero)
    } over: {
      limited(timeRange)
    }
  }

  /// Checks segments.
  ///
  /// - Throws: ``AVError`` with the code of the first fault.
  public func validateSegments(_ trackSegments: [AVCompositionTrackSegment]) throws {
    _ = try segments(from: trackSegments)
  }

  /// Connects tracks; it has no effect.
  public func addTrackAssociation(
    to compositionTrack: AVCompositionTrack, type trackAssociationType: AVAssetTrack.AssociationType
  ) {}
  /// Disconnects tracks; it has no effect.
  public func removeTrackAssociation(
    to compositionTrack: AVCompositionTrack, type trackAssociationType: AVAssetTrack.AssociationType
  ) {}
  /// Replaces a format; it has no effect.
  public func replaceFormatDescription(
    _ originalFormatDescription: CMFormatDescription,
    with replacementFormatDescription: CMFormatDescription?
  ) {}
}

extension AVAssetTrack {
  /// A relation between tracks.
  public struct AssociationType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a relation.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Sound of the same language.
    public static let audioFallback = AssociationType(rawValue: "folw")
    /// Chapters.
    public static let chapterList = AssociationType(rawValue: "chap")
  }
}

extension AVSegmentProvider where Self: AVMutableCompositionTrack {
  /// The segments, in order of time, without gaps; `nil` removes all.
  ///
  /// Segments that are not valid are ignored, with a warning; see
  /// ``AVMutableCompositionTrack/validateSegments(_:)``.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public var segments: [AVCompositionTrackSegment]! {
    get { segmentList }
    set { replaceSegments(with: newValue ?? []) }
  }
}

extension AVMutableCompositionTrack {
  func replaceSegments(with list: [AVCompositionTrackSegment]) {
    do {
      let (segments, sources) = try segments(from: list)
      try content.setSegments(segments)
      self.sources = sources
    } catch {
      Log.warn("the segments of track \(trackID) stay as they are: \(error)")
    }
  }

  /// Segments of the model, and the files that they play.
  ///
  /// - Throws: ``AVError`` with the code of the first fault.
  private func segments(
    from list: [AVCompositionTrackSegment]
  ) throws(AVError) -> (segments: [Segment], sources: [Asset.ID: AVURLAsset]) {
    var end = MediaTime.zero, segments: [Segment] = [], sources: [Asset.ID: AVURLAsset] = [:]
    for (index, segment) in list.enumerated() {
      let what = "segment \(index) of track \(trackID)"
      guard let target = segment.timeMapping.target.exact, !target.isEmpty else {
        throw AVError(.invalidCompositionTrackSegmentDuration, "\(what) has no duration")
      }
      if target.start != end {
        throw AVError(
          .compositionTrackSegmentsNotContiguous,
          "\(what) starts at \(target.start.text) s, not at \(end.text) s", trackID: trackID,
          time: CMTime(target.start))
      }
      end = target.end
      guard let url = segment.sourceURL else {
        segments.append(Segment(target: target))
        continue
      }
      let source = segment.timeMapping.source
      guard let start = source.start.mediaTime, start >= .zero else {
        throw AVError(
          .invalidCompositionTrackSegmentSourceStartTime, "\(what) starts before its file")
      }
      guard let range = source.exact, !range.isEmpty else {
        throw AVError(
          .invalidCompositionTrackSegmentSourceDuration, "\(what) plays no range of its file")
      }
      let asset = Asset(fileAt: url), file = self.sources[asset.id] ?? AVURLAsset(url: url)
      let track = file.currentTracks.first {
        $0.trackID == segment.sourceTrackID && $0.mediaType == mediaType
      }
      guard let facts = track?.facts else {
        throw AVError(
          .invalidSourceMedia, "\(what): \(url.path) has no such track \(segment.sourceTrackID)")
      }
      sources[asset.id] = file
      segments.append(
        Segment(
          target: target,
          media: Segment.Media(asset: asset.id, trackIndex: facts.index, source: range)))
    }
    return (segments, sources)
  }

  /// The segments that play a range of a track, from 0 on.
  private func pieces(
    _ timeRange: CMTimeRange, of track: AVAssetTrack
  ) throws(AVError) -> (segments: [Segment], sources: [Asset.ID: AVURLAsset]) {
    guard track.mediaType == mediaType else {
      throw AVError(
        .unknown,
        "a track of type \(track.mediaType.rawValue) cannot be inserted into one of type "
          + mediaType.rawValue, trackID: track.trackID)
    }
    guard let start = timeRange.start.mediaTime, start >= .zero, timeRange.duration.isValid,
      !timeRange.duration.isIndefinite, timeRange.duration >= .zero
    else {
      throw AVError(
        .unknown, "the range \(rangeText(timeRange)) of track \(track.trackID) is not valid",
        trackID: track.trackID)
    }
    if timeRange.duration == .zero { return ([], [:]) }
    let whole = track.timeRange.exact ?? TimeRange(start: .zero, duration: .zero)
    let end = timeRange.duration.mediaTime.map { start + $0 } ?? whole.end
    guard start < whole.end, start < end else {
      throw AVError(
        .invalidSourceMedia,
        "the range \(rangeText(timeRange)) lies outside of track \(track.trackID), which ends at "
          + "\(whole.end.text) s", trackID: track.trackID)
    }
    let range = TimeRange(start: start, end: min(end, whole.end))
    if end > whole.end {
      Log.warn(
        "the range \(rangeText(timeRange)) ends after track \(track.trackID), at \(whole.end.text) s; "
          + "the rest is left out")
    }
    if let track = track as? AVCompositionTrack {
      return (
        track.content.segments.compactMap { $0.clipped(to: range) }, track.sources
      )
    }
    guard let facts = track.facts else {
      throw AVError(.invalidSourceMedia, "track \(track.trackID) is no track of a file")
    }
    let url = Asset(id: "asset", location: facts.location).url
    let asset = Asset(fileAt: url)
    let media = Segment.Media(asset: asset.id, trackIndex: facts.index, source: range)
    let file = track.asset as? AVURLAsset ?? AVURLAsset(url: url)
    return ([Segment(target: range, media: media)], [asset.id: file])
  }

  private static func insert(
    _ pieces: [Segment], into track: inout Track, at startTime: CMTime
  ) throws(AVError) {
    if pieces.isEmpty { return }
    guard !startTime.isValid || startTime.isNumeric else {
      throw AVError(.unknown, "a range cannot be inserted at a time that is not numeric")
    }
    do throws(CompositionError) {
      try track.insert(pieces, at: startTime.mediaTime ?? track.duration)
    } catch {
      throw AVError(.unknown, error.message, time: startTime)
    }
  }

  /// Edits the track over a range; an invalid range or a failure is a warning.
  private func edit(
    _ what: String, _ body: (inout Track, TimeRange) throws(CompositionError) -> Void,
    over range: () -> TimeRange?
  ) {
    guard let range = range() else {
      return Log.warn("cannot \(what) of track \(trackID): the range is not valid, or lies outside")
    }
    if range.isEmpty { return }
    do throws(CompositionError) {
      try body(&content, range)
    } catch {
      Log.warn("cannot \(what) of track \(trackID): \(error.message)")
    }
  }

  /// The part of a range before the end of the track, which may have no end itself.
  private func limited(_ range: CMTimeRange) -> TimeRange? {
    guard range.isValid, let start = range.start.mediaTime else { return nil }
    let end = range.end.mediaTime ?? content.duration
    return TimeRange(start: start, end: max(start, min(end, content.duration)))
  }
}

/// A range in seconds, for messages.
func rangeText(_ range: CMTimeRange) -> String {
  range.exact.map { "\($0.text) s" } ?? "\(range.start.seconds)..\(range.end.seconds) s"
}

extension Asset {
  /// The asset of a file, named by its location.
  init(fileAt url: URL) {
    let asset = Asset(id: "asset", url: url)
    self.init(id: Asset.ID(asset.location), location: asset.location)
  }
}
