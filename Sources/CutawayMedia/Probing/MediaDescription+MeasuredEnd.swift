import CutawayElementBridge
import CutawayModel
import CutawayTime

extension MediaDescription {
  /// Replaces the estimated duration of an MPEG stream by the ends of its tracks.
  ///
  /// Its demuxer estimates the duration from the clock references. The last frames lie behind the
  /// last one, and short files have no second one, so that their estimate is 0.
  mutating func measureEnds(of location: String) {
    guard isDurationEstimated, let estimate = duration?.nanoseconds, localPath(location) != nil
    else { return }
    let start = max(0, estimate - Self.tail)
    func end(_ media: MediaReader.Media, _ index: Int, _ frame: MediaTime?) -> MediaTime? {
      guard
        let end = lastEnd(location, media, index, from: start, usual: frame?.nanoseconds ?? 0)
          .map({ MediaTime(nanoseconds: $0) })
      else { return nil }
      // Time stamps are rounded to ticks of the clock.
      guard let frame, frame > .zero else { return end }
      let whole = frame * Int(end.rounded(in: frame))
      return abs(end.seconds - whole.seconds) < Self.tick ? whole : end
    }
    for index in videoTracks.indices {
      videoTracks[index].duration = end(.video, index, videoTracks[index].frameDuration)
    }
    for index in audioTracks.indices { audioTracks[index].duration = end(.audio, index, nil) }
    let ends = videoTracks.map(\.duration) + audioTracks.map(\.duration)
    duration = ends.compactMap(\.self).max() ?? duration
    isDurationEstimated = ends.contains(nil)
  }

  /// How much of the stream is read before the estimated end, in nanoseconds.
  private static let tail: Int64 = 3_000_000_000
  /// A tick of the clock of time stamps in seconds (ISO/IEC 13818-1, 2.4.3.7).
  private static let tick = 1.0 / 90_000
}

/// The highest end of a track's packets; `nil` if there are none, or they cannot be read to the end.
private func lastEnd(
  _ location: String, _ media: MediaReader.Media, _ index: Int, from start: Int64, usual: Int64
) -> Int64? {
  let reader = MediaReader(
    .init(location: location, trackIndex: index, output: .packets(media)), from: start)
  defer { reader.close() }
  let deadline = ContinuousClock.now + .seconds(8)
  var end: Int64?
  // A file that cannot be read keeps its estimate; an export reports the reason.
  while ContinuousClock.now < deadline, let reading = try? reader.next() {
    switch reading {
    case .sample(let sample): end = max(end ?? 0, sample.start + (sample.duration ?? usual))
    case .end: return end
    case .interrupted: return nil
    }
  }
  return nil
}
