import CutawayModel
import CutawayTime

extension Track {
  /// The gain that results from the volumes and fades of segments and from declicked cuts.
  ///
  /// - Parameters:
  ///   - origin: The time of the composition that becomes time 0 of the output.
  ///   - sampleDuration: The duration of an output sample: fades start and end with the samples of
  ///     their segments.
  /// - Returns: The gain, in the time of the output.
  func fades(from origin: MediaTime, sampleDuration: MediaTime) -> AnimatedValue<Double> {
    func onGrid(_ time: MediaTime) -> MediaTime {
      sampleDuration * Int((time - origin).rounded(in: sampleDuration))
    }
    var entries: [AnimatedValue<Double>.Entry] = []
    var gain = 1.0
    for (index, segment) in segments.enumerated() where !segment.isEmpty {
      let (start, end) = (onGrid(segment.target.start), onGrid(segment.target.end))
      // A segment shorter than half a sample has no fades.
      if start == end { continue }
      let (fadeIn, fadeOut) = (fadeIn(of: index), fadeOut(of: index))
      // After rounding, both fades may not fit: each is then shortened by a fraction of a sample.
      let excess = (fadeIn?.duration ?? .zero) + (fadeOut?.duration ?? .zero) - (end - start)
      let cut = max(.zero, excess) / MediaTime(fadeIn != nil && fadeOut != nil ? 2 : 1)
      let volume = segment.media?.volume ?? 1
      if let fadeIn {
        entries.append(
          .ramp(
            .init(
              over: TimeRange(start: start, duration: max(.zero, fadeIn.duration - cut)), from: 0,
              to: volume, easing: fadeIn.easing)))
      } else if gain != volume {
        entries.append(.instant(at: start, value: volume))
      }
      gain = volume
      if let fadeOut {
        entries.append(
          .ramp(
            .init(
              over: TimeRange(start: min(end, end - fadeOut.duration + cut), end: end),
              from: volume,
              to: 0, easing: fadeOut.easing)))
        gain = 0
      }
    }
    return AnimatedValue(inSuccession: entries)
  }

  private func fadeIn(of index: Int) -> Segment.Fade? {
    let segment = segments[index]
    if let fade = segment.media?.fadeIn { return fade }
    let before = index > 0 ? segments[index - 1] : nil
    return before.map { $0.continues(with: segment) } == true ? nil : smoothing(of: segment)
  }

  private func fadeOut(of index: Int) -> Segment.Fade? {
    let segment = segments[index]
    if let fade = segment.media?.fadeOut { return fade }
    let after = index + 1 < segments.count ? segments[index + 1] : nil
    return after.map { segment.continues(with: $0) } == true ? nil : smoothing(of: segment)
  }

  /// Half of the fade at a cut, for one side of it.
  ///
  /// The curve is smooth at both ends: a linear fade would add its slope to that of the loudest
  /// samples.
  private func smoothing(of segment: Segment) -> Segment.Fade? {
    guard declick > .zero else { return nil }
    let room = [segment.media?.fadeIn, segment.media?.fadeOut].compactMap { $0?.duration }
      .reduce(segment.target.duration) { $0 - $1 }
    let half = min(declick / MediaTime(2), room / MediaTime(2))
    return half > .zero
      ? Segment.Fade(half, easing: .cubicBezier(x1: 0.37, y1: 0, x2: 0.63, y2: 1)) : nil
  }
}
