package import CutawayTime

/// The frames of a track in presentation order, with their exact times.
///
/// Containers round times to ticks: Matroska mostly to milliseconds, MPEG streams to 1/90,000 s. Where
/// the times of consecutive frames are those of a usual frame rate, rounded, the times of the rate are
/// used. A file can have several such runs: phones write single frames of another duration.
package struct FrameTimes: Sendable, Hashable {
  /// The stated times in ticks, in ascending order.
  private let stamps: [Int64]
  private let tick: MediaTime
  /// Consecutive frames of one rate, or of none.
  private let runs: [Run]
  /// The start of the first frame, which may be later than its stamp: see ``firstStart(of:_:_:)``.
  private let first: MediaTime
  /// The end of the last frame.
  package private(set) var end: MediaTime

  private struct Run: Hashable {
    /// The first frame.
    var first: Int
    /// The times that the stamps are rounded from; `nil` if the stamps are the times.
    var grid: Grid?
  }

  /// Times at equal distances.
  private struct Grid: Hashable {
    var origin: MediaTime
    var step: MediaTime
  }

  /// Finds the times of the frames of a track of pictures.
  ///
  /// - Parameter list: The packets. Packets of one presentation time are one frame.
  package init(_ list: PacketList) {
    tick = list.tick
    var stamps = list.packets.map(\.time)
    stamps.sort()
    self.stamps = stamps
    runs = Self.runs(of: stamps, tick: list.tick, stated: list.frameDuration)
    first = Self.firstStart(of: stamps, list, runs)
    end = .zero
    end = Self.end(of: self, list)
  }

  /// The number of frames.
  package var count: Int { stamps.count }

  /// The start of a frame in the time of the media.
  package func start(of frame: Int) -> MediaTime {
    if frame == 0 { return first }
    let stamp = tick * Int(stamps[frame])
    guard let grid = run(of: frame).grid else { return stamp }
    return grid.origin + grid.step * Int((stamp - grid.origin).rounded(in: grid.step))
  }

  /// The start of the frame that has a stated time; the time itself if no frame has it.
  func exactTime(ofStamp time: MediaTime) -> MediaTime {
    let frame = stamps.partitioningIndex { tick * Int($0) >= time }
    return frame < count && tick * Int(stamps[frame]) == time ? start(of: frame) : time
  }

  /// The frame that is shown at a time of the media: the last one that does not start after it, or the
  /// first one; `nil` if there are no frames.
  package func frame(at time: MediaTime) -> Int? {
    if stamps.isEmpty { return nil }
    return max(0, stamps.indices.partitioningIndex { start(of: $0) > time } - 1)
  }

  /// The duration of most frames, if more than half of them have the same; `nil` otherwise.
  package var usualDuration: MediaTime? {
    var counts: [MediaTime: Int] = [:]
    // Parts of a long film suffice.
    for frame in stride(from: 1, to: count, by: max(1, count / 10_000)) {
      counts[start(of: frame) - start(of: frame - 1), default: 0] += 1
    }
    let total = counts.values.reduce(0, +)
    return counts.first { $0.value * 2 > total && $0.key > .zero }?.key
  }

  /// The frame duration of the usual rate that is nearest to the mean rate; `nil` for a single frame.
  package var meanDuration: MediaTime? {
    guard count > 1 else { return nil }
    let mean = (start(of: count - 1) - start(of: 0)).seconds / Double(count - 1)
    func distance(_ step: MediaTime) -> Double { abs(step.seconds / mean - 1) }
    return Self.usualSteps.min { distance($0) < distance($1) }
  }

  private func run(of frame: Int) -> Run {
    runs[max(0, runs.partitioningIndex { $0.first > frame } - 1)]
  }

  /// How much later than its stamp the first frame starts.
  package var delay: MediaTime { stamps.first.map { first - tick * Int($0) } ?? .zero }

  // MARK: Starts and ends

  /// The start of the first frame.
  ///
  /// Recorders of fragments let the picture begin together with the sound, which a codec delays: the
  /// first frame then lasts a part of a frame longer than all others. It counts from where its rate
  /// puts it. An edit list, if there is one, states the start itself.
  private static func firstStart(
    of stamps: [Int64], _ list: PacketList, _ runs: [Run]
  ) -> MediaTime {
    guard let stamp = stamps.first else { return .zero }
    let stated = list.tick * Int(stamp)
    if let grid = runs[0].grid {
      return grid.origin + grid.step * Int((stated - grid.origin).rounded(in: grid.step))
    }
    guard list.edits.isEmpty, runs.count > 1, runs[1].first == 1, let grid = runs[1].grid else {
      return stated
    }
    let place = grid.origin - grid.step
    return stated <= place && place - stated < grid.step ? place : stated
  }

  /// The end of the last frame: as its packet states it, or after the distance of the two last frames.
  private static func end(of times: FrameTimes, _ list: PacketList) -> MediaTime {
    guard let last = times.stamps.last, let first = times.stamps.first else { return .zero }
    let start = times.start(of: times.count - 1)
    // A single frame without a duration lasts as long as a frame of films.
    let distance =
      times.count > 1
      ? start - times.start(of: times.count - 2) : list.frameDuration ?? MediaTime(1, over: 25)
    var stated = list.packets.last { $0.time == last }?.duration ?? 0
    // Tables of decoding times have the duration of the last frame at the last packet.
    if let begin = list.packets.first?.decoding {
      stated = max(stated, first + list.mediaEnd - begin - last)
    }
    guard stated > 0 else { return start + distance }
    let own = times.tick * Int(stated)
    // The stated duration is rounded, too, in files that were copied to milliseconds of them.
    let rounding = max(times.tick, MediaTime(1, over: 1_000))
    let isUsual = own - distance < rounding && distance - own < rounding
    return start + (isUsual ? distance : own)
  }

  // MARK: Rates

  /// The rates that containers round, the most frequent first.
  private static let usualSteps =
    [30, 25, 24, 60, 50, 48, 120].map { MediaTime(1, over: $0) }
    + [30, 24, 60, 48, 120].map { MediaTime(1_001, over: $0 * 1_000) }

  /// A duration of frames that a container states in whole nanoseconds or ticks, without this rounding
  /// if it is that of a usual rate.
  private static func usual(_ stated: MediaTime) -> MediaTime {
    // 29.97 and 23.976 stand for 30000/1001 and 24000/1001, from which they differ by a millionth.
    usualSteps.first { abs(($0 / stated).seconds - 1) < 0.000_002 } ?? stated
  }

  /// The minimum number of frames whose times are taken for those of a rate.
  private static let shortest = 8

  /// The greatest unit of which all distances of stamps are multiples: a file that was copied from
  /// another container has the rounding of both.
  private static func unit(of stamps: [Int64], tick: MediaTime) -> MediaTime {
    var divisor: Int64 = 0
    for (a, b) in zip(stamps, stamps.dropFirst()) {
      divisor = greatestCommonDivisor(divisor, b - a)
      if divisor == 1 { break }
    }
    return tick * max(1, Int(divisor))
  }

  private static func runs(of stamps: [Int64], tick: MediaTime, stated: MediaTime?) -> [Run] {
    let coarse = unit(of: stamps, tick: tick)
    let factor = (coarse / tick).numerator
    if factor > 1, let base = stamps.first {
      // Frames that all have the same distance are exact.
      let distances = stamps.map { ($0 - base) / factor }
      let origin = tick * Int(base)
      return runs(of: distances, inUnitsOf: coarse, stated: stated).map { run in
        guard let grid = run.grid else { return run }
        return Run(first: run.first, grid: Grid(origin: origin + grid.origin, step: grid.step))
      }
    }
    return runs(of: stamps, inUnitsOf: tick, stated: stated)
  }

  private static func runs(
    of stamps: [Int64], inUnitsOf tick: MediaTime, stated: MediaTime?
  ) -> [Run] {
    let all = ((stated.map { [usual($0)] } ?? []) + usualSteps).compactMap { step in
      RoundedSteps(step, tick: tick)
    }
    // Short films fit several rates. The stated one is often an average.
    let steps = all.filter(\.isExact) + all.filter { !$0.isExact }
    var runs: [Run] = [], first = 0
    while first < stamps.count {
      var best: (runs: [Run], end: Int, cost: Int)?
      for step in steps {
        let found = Self.runs(of: stamps, from: first, step)
        if found.runs.isEmpty { continue }
        // The rate that explains the most frames, with the fewest interruptions and unknown roundings
        // of the first frame of a run.
        let cost = found.runs.reduce(0) { sum, run in
          sum + (run.grid?.origin == tick * Int(stamps[run.first]) ? 1 : 2)
        }
        let isBetter = best.map { (found.end, -cost) > ($0.end, -$0.cost) } ?? true
        if isBetter { best = (found.runs, found.end, cost) }
      }
      if let best {
        runs += best.runs
        first = best.end
      } else {
        if runs.last.map({ $0.grid != nil }) ?? true { runs.append(Run(first: first)) }
        first += 1
      }
    }
    return runs.isEmpty ? [Run(first: 0)] : runs
  }

  /// Consecutive runs of one rate, each with enough frames.
  private static func runs(
    of stamps: [Int64], from start: Int, _ step: RoundedSteps
  ) -> (runs: [Run], end: Int) {
    var runs: [Run] = [], first = start
    while first < stamps.count {
      let found = step.run(of: stamps, from: first)
      let isWhole = first == 0 && found.end == stamps.count && found.end > 1
      guard isWhole || found.end - first >= shortest else { break }
      runs.append(Run(first: first, grid: Grid(origin: found.origin, step: step.step)))
      first = found.end
    }
    return (runs, first)
  }
}

/// A rate, as times that are rounded to ticks show it.
private struct RoundedSteps {
  let step: MediaTime
  private let tick: MediaTime
  /// A step is `numerator / denominator` ticks.
  private let numerator: Int64
  private let denominator: Int64

  /// Whether ticks show the rate without rounding.
  var isExact: Bool { denominator == 1 }

  /// From how many ticks a step on a single one is taken for rounding: some muxers cut off nanoseconds.
  private static let fine = 500

  /// Creates a rate; `nil` if its steps have so few ticks that all times fit, or cannot be computed.
  init?(_ step: MediaTime, tick: MediaTime) {
    let ticks = step / tick
    guard ticks >= MediaTime(3), ticks.denominator < 1 << 20, ticks.numerator < 1 << 40 else {
      return nil
    }
    self.step = step
    self.tick = tick
    (numerator, denominator) = (ticks.numerator, ticks.denominator)
  }

  /// The greatest run of times that are those of the rate, rounded to the nearest tick.
  ///
  /// - Returns: The index after the run, and its time 0.
  func run(of stamps: [Int64], from first: Int) -> (end: Int, origin: MediaTime) {
    // Distances from the first stamp, in units of 1 / (2 · denominator) ticks. The rounding of the
    // first stamp is unknown, and every other stamp limits it.
    let half = isExact && numerator < Self.fine ? 0 : denominator
    var low = -half, high = half, number: Int64 = 0, index = first + 1
    let base = stamps[first]
    while index < stamps.count {
      let (distance, isTooFar) = (stamps[index] - base).multipliedReportingOverflow(
        by: 2 * denominator)
      // The sums below stay far from the limit.
      if isTooFar || distance > 1 << 61 { break }
      let middle = (low + high) / 2
      let next = (distance - middle + numerator).floorDivided(by: 2 * numerator)
      let rest = distance - 2 * numerator * next
      guard next > number, max(low, rest - half) <= min(high, rest + half) else { break }
      (low, high) = (max(low, rest - half), min(high, rest + half))
      number = next
      index += 1
    }
    let offset = max(low, min(high, 0))
    return (index, tick * Int(base) + tick * MediaTime(offset, over: 2 * denominator))
  }
}

private func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}

extension Int64 {
  /// The quotient, rounded towards negative infinity.
  fileprivate func floorDivided(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
