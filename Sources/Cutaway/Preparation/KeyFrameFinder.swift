import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTrack
import CutawayTranslation
import Synchronization

/// Finds frames of a composition that decode quickly, because a source has a key frame there.
final class KeyFrameFinder: Sendable {
  private let resolved: ResolvedComposition
  /// The lock also serialises searches, because a reader serves one thread at a time.
  private let readers = Mutex<[Source: KeyFrameReader]>([:])

  private struct Source: Hashable {
    var location: String
    var trackIndex: Int
  }

  /// The time limit of a search.
  private let patience: Duration
  /// The maximum number of open files.
  private static let readerCount = 4

  /// - Parameters:
  /// - resolved: The composition that plays.
  /// - patience: The time limit of a search.
  init(_ resolved: ResolvedComposition, patience: Duration) {
    self.resolved = resolved
    self.patience = patience
  }

  /// The start of the output frame nearest to `time` at which a source has a key frame.
  ///
  /// - Parameters:
  ///   - time: The wanted time, in the composition.
  ///   - range: The times that the frame may have, both ends included.
  /// - Returns: `nil` if there is none, or if the search exceeds the time limit.
  func frame(nearest time: MediaTime, in range: ClosedRange<MediaTime>) async -> MediaTime? {
    if case .frame(let start) = await search(nearest: time, in: range) { start } else { nil }
  }

  /// What a search finds.
  enum Finding {
    case frame(MediaTime)
    /// No source has a key frame in the range.
    case none
    /// No source has key frames, or the search exceeds the time limit.
    case unknown
  }

  /// Searches like ``frame(nearest:in:)``.
  func search(nearest time: MediaTime, in range: ClosedRange<MediaTime>) async -> Finding {
    guard
      resolved.composition.tracks.contains(where: { track in
        track.mediaType == .video && track.segments.contains { source(of: $0) != nil }
      })
    else { return .unknown }
    let found: MediaTime?? = await onBlockingThread(waiting: patience) { [self] in
      readers.withLock { readers in
        // If the previous search made this one wait until the time limit, skip it.
        Task.isCancelled ? nil : find(nearest: time, in: range, by: &readers)
      }
    }
    guard let found else { return .unknown }
    return found.map { .frame($0) } ?? .none
  }

  /// The file of a segment, if it has key frames.
  private func source(of segment: Segment) -> Source? {
    guard let media = segment.media, let asset = resolved.composition.asset(media.asset),
      asset.isFile, let tracks = resolved.media[media.asset]?.videoTracks,
      tracks.indices.contains(media.trackIndex), tracks[media.trackIndex].frameDuration != nil
    else { return nil }
    return Source(location: asset.location, trackIndex: media.trackIndex)
  }

  private func find(
    nearest time: MediaTime, in range: ClosedRange<MediaTime>,
    by readers: inout [Source: KeyFrameReader]
  ) -> MediaTime? {
    var found: [MediaTime] = []
    for track in resolved.composition.tracks where track.mediaType == .video {
      for segment in track.segments {
        if let frame = frame(of: segment, nearest: time, in: range, by: &readers) {
          found.append(frame)
        }
      }
    }
    return found.min { abs(($0 - time).seconds) < abs(($1 - time).seconds) }
  }

  /// The first output frame that shows the key frame of a segment.
  private func frame(
    of segment: Segment, nearest time: MediaTime, in range: ClosedRange<MediaTime>,
    by readers: inout [Source: KeyFrameReader]
  ) -> MediaTime? {
    let target = segment.target
    let (first, last) = (max(range.lowerBound, target.start), min(range.upperBound, target.end))
    guard first <= last, let mapping = segment.mapping, let source = source(of: segment) else {
      return nil
    }
    let reader = reader(of: source, among: &readers)
    let wanted = mapping.sourceTime(at: min(max(time, first), last))
    let ends = (mapping.sourceTime(at: first), mapping.sourceTime(at: last))
    let window = min(ends.0, ends.1)...max(ends.0, ends.1)
    // Playback reports a file that fails.
    guard let key = try? reader.nearest(to: wanted, in: window) else { return nil }
    let frame = resolved.frameDuration
    let shown = mapping.targetTime(of: key)
    // Packet time stamps are rounded, possibly up.
    let start = frame * Int((shown - MediaTime(1, over: 1_000)).ceiled(in: frame))
    return range.contains(start) && target.contains(start) ? start : nil
  }

  private func reader(
    of source: Source, among readers: inout [Source: KeyFrameReader]
  ) -> KeyFrameReader {
    if let reader = readers[source] { return reader }
    if readers.count >= Self.readerCount { readers.removeAll() }
    let reader = KeyFrameReader(location: source.location, trackIndex: source.trackIndex)
    readers[source] = reader
    return reader
  }
}
