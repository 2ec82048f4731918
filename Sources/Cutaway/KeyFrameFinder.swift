import Composition
import Dispatch
import MediaTime
import Synchronization
import Track
import Translation

/// Finds frames of a composition that come quickly: those where a source has a key frame.
final class KeyFrameFinder: Sendable {
  private let resolved: ResolvedComposition
  /// Readers block the thread that asks them.
  private let queue = DispatchQueue(label: "cutaway.keyframes", qos: .userInitiated)
  private let readers = Mutex<[Source: KeyFrameReader]>([:])

  private struct Source: Hashable {
    var location: String
    var trackIndex: Int
  }

  /// How long it looks.
  private let patience: DispatchTimeInterval
  /// How many files it keeps open.
  private static let readerCount = 4

  /// - Parameters:
  ///   - resolved: What is played.
  ///   - patience: How long it looks for a frame, at most.
  init(_ resolved: ResolvedComposition, patience: DispatchTimeInterval) {
    self.resolved = resolved
    self.patience = patience
  }

  /// The start of the frame nearest to a time at which a source has a key frame.
  ///
  /// - Parameters:
  ///   - time: When.
  ///   - range: Where it may lie, both ends included.
  /// - Returns: `nil` where there is none, or it is not found in time.
  func frame(nearest time: MediaTime, in range: ClosedRange<MediaTime>) async -> MediaTime? {
    let answer = OneAnswer()
    return await withCheckedContinuation { continuation in
      answer.wait(continuation)
      queue.async { [self] in
        // A call that came too late for the one before is not worth its time.
        if answer.isGiven { return }
        answer.give(find(nearest: time, in: range))
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + patience) { answer.give(nil) }
    }
  }

  private func find(nearest time: MediaTime, in range: ClosedRange<MediaTime>) -> MediaTime? {
    let found = resolved.composition.tracks.lazy.filter { $0.mediaType == .video }
      .flatMap(\.segments).compactMap { self.frame(of: $0, nearest: time, in: range) }
    return found.min { abs(($0 - time).seconds) < abs(($1 - time).seconds) }
  }

  /// The first frame that shows the key frame of a segment.
  private func frame(
    of segment: Segment, nearest time: MediaTime, in range: ClosedRange<MediaTime>
  ) -> MediaTime? {
    let target = segment.target
    let (first, last) = (max(range.lowerBound, target.start), min(range.upperBound, target.end))
    guard first <= last, let media = segment.media, let mapping = segment.mapping,
      let asset = resolved.composition.asset(media.asset),
      let tracks = resolved.media[media.asset]?.videoTracks,
      tracks.indices.contains(media.trackIndex), tracks[media.trackIndex].frameDuration != nil
    else { return nil }
    let reader = reader(of: Source(location: asset.location, trackIndex: media.trackIndex))
    let wanted = mapping.sourceTime(at: min(max(time, first), last))
    let window = mapping.sourceTime(at: first)...mapping.sourceTime(at: last)
    // A file that fails is told of when it is played.
    guard let key = try? reader.nearest(to: wanted, in: window) else { return nil }
    let frame = resolved.frameDuration
    let shown = target.start + (key - mapping.source.start) / mapping.speed
    // Times of packets are rounded, perhaps up.
    let start = frame * Int((shown - MediaTime(1, over: 1_000)).ceiled(in: frame))
    return range.contains(start) && target.contains(start) ? start : nil
  }

  private func reader(of source: Source) -> KeyFrameReader {
    readers.withLock { readers in
      if let reader = readers[source] { return reader }
      if readers.count >= Self.readerCount { readers.removeAll() }
      let reader = KeyFrameReader(location: source.location, trackIndex: source.trackIndex)
      readers[source] = reader
      return reader
    }
  }
}

/// The first of several answers.
private final class OneAnswer: Sendable {
  private let state = Mutex<CheckedContinuation<MediaTime?, Never>?>(nil)

  var isGiven: Bool { state.withLock { $0 == nil } }

  func wait(_ continuation: CheckedContinuation<MediaTime?, Never>) {
    state.withLock { $0 = continuation }
  }

  func give(_ time: MediaTime?) {
    let continuation = state.withLock { state in
      defer { state = nil }
      return state
    }
    continuation?.resume(returning: time)
  }
}
