import CutawayElementKit
import CutawayKeyframes
import CutawayTime

/// A number that changes from sample to sample, parsed from keyframes.
///
/// The value of a sample depends only on its position, not on blocks or seeks.
struct GainCurve: Sendable {
  private let sampleDuration: MediaTime
  private var source: Shared<AnimatedValue<Double>>?
  /// The pieces in order of time; each applies until the next one starts.
  private var pieces: [Piece] = []

  private struct Piece: Sendable {
    /// The first sample to which the piece applies.
    var first: Int64
    var course: Course
  }

  private enum Course: Sendable {
    case constant(Double)
    /// A ramp with its start and length in samples, which may be fractions.
    case ramp(AnimatedValue<Double>.Ramp, start: Double, length: Double)
  }

  init(sampleRate: Int) { sampleDuration = MediaTime(1, over: Int64(sampleRate)) }

  /// The sample at a stream time that was rounded to nanoseconds.
  func position(_ time: Duration) -> Int64 { MediaTime(time).rounded(in: sampleDuration) }

  /// Takes over the keyframes of a property, unless they are unchanged.
  mutating func read(
    _ source: Shared<AnimatedValue<Double>>, property: String
  ) throws(ElementError) {
    if source == self.source { return }
    pieces = Self.pieces(of: try source.value(of: property), sampleDuration)
    self.source = source
  }

  private static func pieces(
    of values: AnimatedValue<Double>, _ sampleDuration: MediaTime
  ) -> [Piece] {
    var pieces: [Piece] = []
    for entry in values.entries {
      let first = entry.span.start.ceiled(in: sampleDuration)
      // A piece that ended before its first sample applied to none.
      while let last = pieces.last, last.first >= first { pieces.removeLast() }
      switch entry {
      case .instant(_, let value): pieces.append(Piece(first: first, course: .constant(value)))
      case .ramp(let ramp):
        let course = Course.ramp(
          ramp, start: (ramp.range.start / sampleDuration).seconds,
          length: (ramp.range.duration / sampleDuration).seconds)
        let end = ramp.range.end.ceiled(in: sampleDuration)
        if first < end { pieces.append(Piece(first: first, course: course)) }
        pieces.append(Piece(first: end, course: .constant(ramp.to)))
      }
    }
    return pieces
  }

  /// The value that all these samples have; `nil` if it may change among them.
  func constant(in samples: Range<Int64>, default: Double) -> Double? {
    let index = index(of: samples.lowerBound)
    if index + 1 < pieces.count, pieces[index + 1].first < samples.upperBound { return nil }
    guard index >= 0 else { return `default` }
    if case .constant(let value) = pieces[index].course { return value }
    return nil
  }

  /// Writes the values of consecutive samples from `position` on.
  func fill(_ values: inout [Float], from position: Int64, default: Double) {
    let count = values.count
    var index = index(of: position), done = 0
    while done < count {
      let next =
        index + 1 < pieces.count ? Int(clamping: pieces[index + 1].first - position) : count
      let end = min(count, next)
      let course = index < 0 ? Course.constant(`default`) : pieces[index].course
      Self.fill(&values, done..<end, course, first: position)
      done = end
      index += 1
    }
  }

  private static func fill(
    _ values: inout [Float], _ range: Range<Int>, _ course: Course, first: Int64
  ) {
    switch course {
    case .constant(let value):
      for index in range { values[index] = Float(value) }
    case .ramp(let ramp, let start, let length) where ramp.easing == .linear:
      let slope = (ramp.to - ramp.from) / length, from = ramp.from, first = Double(first) - start
      for index in range { values[index] = Float(from + slope * (first + Double(index))) }
    case .ramp(let ramp, let start, let length):
      for index in range {
        let part = (Double(first + Int64(index)) - start) / length
        values[index] = Float(ramp.value(at: part))
      }
    }
  }

  /// The index of the piece that applies to a sample; -1 before the first piece.
  private func index(of position: Int64) -> Int {
    var low = 0, high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].first <= position { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}
