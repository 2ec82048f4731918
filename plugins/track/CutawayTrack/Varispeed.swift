import CutawayElementBridge
import CutawayElementKit
import CutawayMedia
import CutawayTime

/// Changes the speed of sound together with its pitch, like a tape.
///
/// Each output sample is computed for its exact position between source samples. It is on time at
/// any speed, and a seek gives the same samples as playing from the start.
struct Varispeed: Sendable {
  /// The number of source samples per output sample.
  let speed: Double
  /// The source position of the output's sample 0, in samples.
  private let origin: Double
  private let channels: Int
  /// Filter crossings per sample: less than 1 if the source's band must be narrowed.
  private let scale: Double
  /// The number of samples before and after a position that contribute to its value.
  private let reach: Int64

  /// Source samples, one of each channel in turn.
  private var window: [Float] = []
  private var windowStart: Int64 = 0
  /// Allocated on first use, because positions are requested more often than samples.
  private var weights: [Float] = []

  /// Creates a resampler.
  ///
  /// - Parameters:
  ///   - mapping: The mapping from source times to output times.
  ///   - unit: The duration of a sample, in the source and in the output.
  ///   - channels: The number of channels of both.
  init(_ mapping: TimeMapping, unit: MediaTime, channels: Int) {
    speed = mapping.speed.seconds
    origin = ((mapping.source.start - mapping.target.start * mapping.speed) / unit).seconds
    self.channels = channels
    scale = SincKernel.passband * min(1, 1 / speed)
    reach = Int64((Double(SincKernel.crossings) / scale).rounded(.up))
  }

  /// The source position of an output sample, in samples.
  private func place(of position: Int64) -> Double { origin + Double(position) * speed }

  /// The first source sample that contributes to the output sample at `position`; at least 0.
  func first(for position: Int64) -> Int64 { max(0, start(of: place(of: position))) }

  private func start(of place: Double) -> Int64 { Int64(place.rounded(.down)) - reach + 1 }

  /// The samples from `position` on, one of each channel in turn.
  ///
  /// - Parameters:
  ///   - position: The position in the output.
  ///   - count: The number of samples per channel.
  ///   - cursor: The cursor of the source.
  /// - Returns: The samples; `nil` if reading was interrupted and must be repeated.
  /// - Throws: `ElementError` with the reason why the source cannot be read.
  mutating func samples<Reader>(
    at position: Int64, count: Int64, from cursor: inout SampleCursor<Reader>
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

  /// Loads a range of the source into the window; samples outside the source are silent.
  ///
  /// - Returns: `false` if reading was interrupted.
  private mutating func fillWindow<Reader>(
    _ range: Range<Int64>, from cursor: inout SampleCursor<Reader>
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
