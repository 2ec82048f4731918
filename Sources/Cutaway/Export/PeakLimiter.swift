import CutawayModel
package import CutawayTime
import Foundation

/// Computes a gain over time that keeps the peaks of a sound below a ceiling.
///
/// All peaks are known before rendering, so the gain falls before a peak without delaying the
/// sound: it falls over 5 ms, stays low for 10 ms, and recovers exponentially with 120 ms. Limiters
/// in broadcasting use these times: slow enough to preserve low frequencies, fast enough to be
/// inaudible.
package struct PeakLimiter {
  /// The maximum true peak of each interval; 1 is full scale.
  let peaks: [Float]
  let interval: MediaTime

  package init(peaks: [Float], interval: MediaTime) {
    self.peaks = peaks
    self.interval = interval
  }

  /// -1.1 dBTP: the -1 dBTP of EBU R 128 (2020), less the tolerance of meters.
  package static let ceiling = 0.881_048_873_008_014_5

  private static let attack = 0.005, hold = 0.01, release = 0.12

  /// The gain over time that amplifies the sound and limits peaks to the ceiling.
  package func gain(amplifying amplification: Double) -> AnimatedValue<Double> {
    let course = course(amplifying: amplification)
    if course.allSatisfy({ $0 == 1 }) { return AnimatedValue(amplification) }
    let knots = knots(of: course)
    var entries: [AnimatedValue<Double>.Entry] = []
    if knots[0].value == knots[1].value {
      entries.append(.instant(at: .zero, value: knots[0].value * amplification))
    }
    for (knot, next) in zip(knots, knots.dropFirst()) where knot.value != next.value {
      let range = TimeRange(start: interval * knot.index, end: interval * next.index)
      entries.append(
        .ramp(
          .init(over: range, from: knot.value * amplification, to: next.value * amplification)))
    }
    return AnimatedValue(inSuccession: entries)
  }

  /// The amplification at which the highest peak reaches the ceiling.
  package var highestAmplification: Double {
    Self.ceiling / max(Double(peaks.max() ?? 0), .leastNormalMagnitude)
  }

  /// The limiter's factor at the start of each interval, and at the end of the last one.
  private func course(amplifying amplification: Double) -> [Double] {
    let needed = peaks.map { min(1, Self.ceiling / (amplification * Double($0))) }
    let seconds = interval.seconds
    let attack = max(1, Int((Self.attack / seconds).rounded()))
    let hold = max(1, Int((Self.hold / seconds).rounded()))
    let recovery = 1 - exp(-seconds / Self.release)
    var low: [Double] = [], last = 1.0
    low.reserveCapacity(needed.count)
    for index in needed.indices {
      // One interval more ahead, because a peak may be reported one interval late.
      let window = max(0, index - hold)..<min(needed.count, index + attack + 2)
      last = min(needed[window].min() ?? 1, last + (1 - last) * recovery)
      // Within a thousandth of full recovery, the recovery is complete.
      if last > 0.999 { last = min(1, needed[window].min() ?? 1) }
      low.append(last)
    }
    // The mean over the attack time: the gain falls in a straight line and arrives in time.
    var smooth: [Double] = [], sum = (low.first ?? 1) * Double(attack + 1)
    smooth.reserveCapacity(low.count)
    for index in low.indices {
      sum += low[index] - low[max(0, index - attack - 1)]
      smooth.append(min(1, sum / Double(attack + 1)))
    }
    let starts = smooth.indices.map { min(smooth[max(0, $0 - 1)], smooth[$0]) }
    return (starts + [smooth.last ?? 1]).map { $0 > 0.999_99 ? 1 : $0 }
  }

  private struct Knot {
    var index: Int
    var value: Double
  }

  /// The ends of straight lines that follow a course to within 1 % below and 0.02 % above.
  ///
  /// A line continues as long as one slope fits all of its points.
  private func knots(of course: [Double]) -> [Knot] {
    var knots = [Knot(index: 0, value: course[0])]
    var slopes = -Double.infinity...Double.infinity
    for index in course.indices.dropFirst() {
      let fitting = self.slopes(from: knots[knots.count - 1], to: index, of: course)
      if slopes.overlaps(fitting) {
        slopes = slopes.clamped(to: fitting)
      } else {
        knots.append(end(of: knots[knots.count - 1], at: index - 1, slopes, of: course))
        slopes = self.slopes(from: knots[knots.count - 1], to: index, of: course)
      }
    }
    knots.append(end(of: knots[knots.count - 1], at: course.count - 1, slopes, of: course))
    return knots
  }

  /// The slopes of lines that pass a point within the tolerance.
  private func slopes(
    from start: Knot, to index: Int, of course: [Double]
  ) -> ClosedRange<Double> {
    let length = Double(index - start.index)
    let lowest = course[index] * 0.99, highest = min(1, course[index] * 1.0002)
    return (lowest - start.value) / length...(highest - start.value) / length
  }

  /// The end of the line whose slope is nearest to the course.
  private func end(
    of start: Knot, at index: Int, _ slopes: ClosedRange<Double>, of course: [Double]
  ) -> Knot {
    let length = Double(index - start.index), slope = (course[index] - start.value) / length
    let fitting = min(max(slope, slopes.lowerBound), slopes.upperBound)
    return Knot(index: index, value: start.value + fitting * length)
  }
}
