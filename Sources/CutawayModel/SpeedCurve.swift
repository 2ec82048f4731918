package import CutawayKeyframes
package import CutawayTime

/// The speed of a clip, which may change while the clip plays.
///
/// The speed changes in steps: a clip becomes pieces of one speed each, which last whole output frames.
/// A ramp becomes pieces of a tenth of a second or less, which have the mean of the speeds at their
/// ends, so that the steps of a linear ramp add up to its integral. Within a piece of `d` seconds, the
/// position in the source is off by at most `a·d²/8` seconds, where `a` is the change of the speed per
/// second: the mean speed crosses the ramp in the middle of the piece.
package struct SpeedCurve: Sendable, Hashable {
  /// Source seconds per second of the output, in seconds from the start of the clip.
  ///
  /// Before the first entry, its value applies.
  package var values: AnimatedValue<Double>

  package init(_ values: AnimatedValue<Double>) { self.values = values }

  /// The speeds that sound can have.
  package static let bounds = 1.0 / 32...32

  /// A part of the clip with one speed.
  package struct Piece: Sendable, Hashable {
    /// The part of the source.
    package var source: TimeRange
    /// How long it plays.
    package var duration: MediaTime
  }

  /// The only speed; `nil` if it changes.
  package var constant: MediaTime? {
    guard case .instant(_, let value)? = values.entries.first, values.entries.count == 1 else {
      return nil
    }
    return rational(value)
  }

  /// Divides a clip.
  ///
  /// Each piece has its own speed to its end. The last one ends with the last whole output frame of the
  /// source, so that less than a frame is left out. A clip that is shorter than a frame is one piece.
  ///
  /// - Parameters:
  ///   - source: What the clip plays.
  ///   - isReversed: Whether it plays from its end to its start.
  ///   - frame: Seconds per output frame, which the clip starts with.
  ///   - limit: The maximum number of pieces.
  /// - Returns: The pieces in order of time; `nil` if there would be more.
  package func pieces(
    of source: TimeRange, isReversed: Bool, frame: MediaTime, limit: Int
  ) -> [Piece]? {
    guard let steps = steps(frame, limit: limit) else { return nil }
    var lengths: [(source: MediaTime, frames: Int64)] = [], rest = source.duration
    for step in steps {
      if let frames = step.frames {
        let length = step.speed * frame * Int(frames)
        if length < rest {
          lengths.append((length, frames))
          rest = rest - length
          continue
        }
      }
      let frames = (rest / step.speed).floored(in: frame)
      if frames > 0 { lengths.append((step.speed * frame * Int(frames), frames)) }
      if lengths.isEmpty { return [Piece(source: source, duration: rest / step.speed)] }
      break
    }
    var played = MediaTime.zero
    return lengths.map { length, frames in
      let start = isReversed ? source.end - played - length : source.start + played
      played = played + length
      return Piece(
        source: TimeRange(start: start, duration: length), duration: frame * Int(frames))
    }
  }

  /// A number of frames with one speed; `nil` for all that follow.
  private typealias Step = (speed: MediaTime, frames: Int64?)

  private func steps(_ frame: MediaTime, limit: Int) -> [Step]? {
    var steps: [Step] = [], end: Int64 = 0, speed: Double?
    func hold(until frame: Int64) {
      if let speed, frame > end { steps.append((rational(speed), frame - end)) }
      end = max(end, frame)
    }
    for entry in values.entries {
      let first = entry.span.start.rounded(in: frame)
      switch entry {
      case .instant(_, let value):
        speed = speed ?? value
        hold(until: first)
        speed = value
      case .ramp(let ramp):
        speed = speed ?? ramp.from
        hold(until: first)
        let frames = ramp.range.end.rounded(in: frame) - first
        let longest = max(1, MediaTime(1, over: 10).floored(in: frame))
        let count = max(1, (frames + longest - 1) / longest)
        if steps.count + Int(count) > limit { return nil }
        for index in 0..<count where frames > 0 {
          let bounds = [index, index + 1].map { frames * $0 / count }
          let mean = bounds.map { bound in
            let progress = ramp.easing.progress(at: Double(bound) / Double(frames))
            return ramp.from + (ramp.to - ramp.from) * progress
          }
          steps.append((rational((mean[0] + mean[1]) / 2), bounds[1] - bounds[0]))
        }
        end += max(0, frames)
        speed = ramp.to
      }
    }
    steps.append((rational(speed ?? 1), nil))
    return steps.count > limit ? nil : steps
  }

  /// A speed in thousandths, so that times stay short fractions.
  private func rational(_ speed: Double) -> MediaTime {
    max(MediaTime(1, over: 32), MediaTime(Int64((speed * 1000).rounded()), over: 1000))
  }
}
