import CutawayElementBridge
import CutawayElementKit
import CutawayTime

/// Sound played faster or slower together with its pitch, as by a tape.
///
/// Each sample of the output is computed for its exact place between samples of the source: nothing is
/// early or late at any speed, and a seek gives what the way from the start would.
struct Varispeed: Sendable {
  /// Samples of the source for each of the output.
  let speed: Double
  /// The place of the output's sample 0 in the source, in samples.
  private let origin: Double
  private let channels: Int
  /// Crossings of the filter a sample: fewer where the source's band has to be narrowed.
  private let scale: Double
  /// How many samples before and after a place make its value.
  private let reach: Int64

  /// Samples of the source, one of each channel in turn.
  private var window: [Float] = []
  private var windowStart: Int64 = 0
  /// Made when they are first needed: a place is asked for more often than samples are.
  private var weights: [Float] = []

  /// - Parameters:
  ///   - mapping: From times of the source to those of the output.
  ///   - unit: The length of a sample of either.
  ///   - channels: Of both.
  init(_ mapping: TimeMapping, unit: MediaTime, channels: Int) {
    speed = mapping.speed.seconds
    origin = ((mapping.source.start - mapping.target.start * mapping.speed) / unit).seconds
    self.channels = channels
    scale = SincKernel.passband * min(1, 1 / speed)
    reach = Int64((Double(SincKernel.crossings) / scale).rounded(.up))
  }

  /// The place of an output sample in the source, in samples.
  private func place(of position: Int64) -> Double { origin + Double(position) * speed }

  /// The first sample of the source that the output sample at `position` is made of; not before 0.
  func first(for position: Int64) -> Int64 { max(0, start(of: place(of: position))) }

  private func start(of place: Double) -> Int64 { Int64(place.rounded(.down)) - reach + 1 }

  /// The samples from `position` on, one of each channel in turn.
  ///
  /// - Parameters:
  ///   - position: In the output.
  ///   - count: How many.
  ///   - cursor: Where the source's samples come from.
  /// - Returns: The samples; `nil` where reading was interrupted, to be asked again.
  /// - Throws: `ElementError` that says why the source cannot be read.
  mutating func samples(
    at position: Int64, count: Int64, from cursor: inout SampleCursor
  ) throws(ElementError) -> [Float]? {
    let low = start(of: place(of: position))
    let high = start(of: place(of: position + count - 1)) + 2 * reach
    if weights.isEmpty { weights = Array(repeating: 0, count: Int(2 * reach)) }
    guard try fillWindow(low..<high, from: &cursor) else { return nil }
    var output = [Float](repeating: 0, count: Int(count) * channels)
    for index in 0..<Int(count) {
      let place = place(of: position + Int64(index)), first = start(of: place)
      SincKernel.fill(&weights, from: Double(first) - place, scale: scale)
      let base = Int(first - windowStart) * channels
      for (tap, weight) in weights.enumerated() {
        for channel in 0..<channels {
          output[index * channels + channel] += weight * window[base + tap * channels + channel]
        }
      }
    }
    return output
  }

  /// Makes the window hold a range of the source; what lies outside of that is silent.
  ///
  /// - Returns: Whether it does; not if reading was interrupted.
  private mutating func fillWindow(
    _ range: Range<Int64>, from cursor: inout SampleCursor
  ) throws(ElementError) -> Bool {
    if window.isEmpty || range.lowerBound < windowStart
      || range.lowerBound > windowStart + Int64(window.count / channels)
    {
      window = []
      windowStart = range.lowerBound
    } else {
      window.removeFirst(Int(range.lowerBound - windowStart) * channels)
      windowStart = range.lowerBound
    }
    while true {
      let end = windowStart + Int64(window.count / channels), missing = range.upperBound - end
      if missing <= 0 { return true }
      if end < 0 {
        window += Array(repeating: 0, count: Int(min(missing, -end)) * channels)
        continue
      }
      switch try cursor.samples(at: end, count: missing) {
      case .samples(let sample, let part):
        sample.append(part, channels: channels, to: &window)
      case .silence(let count):
        window += Array(repeating: 0, count: Int(count) * channels)
      case .interrupted: return false
      }
    }
  }
}
