package import CutawayTime
import Synchronization

/// How far samples that passed a place in a pipeline swing, interval by interval.
package final class PeakMeter: Sendable {
  private let interval: Int64
  private let found: Mutex<[Float]>

  /// The greatest absolute sample of each interval, 1 being full scale.
  package var peaks: [Float] { found.withLock { $0 } }

  fileprivate init(_ interval: MediaTime, count: Int) {
    self.interval = max(1, interval.nanoseconds)
    found = Mutex(Array(repeating: 0, count: count))
  }

  fileprivate func measure(_ samples: UnsafeBufferPointer<Float>, from start: Int64, rate: Int64) {
    found.withLock { found in
      for (index, sample) in samples.enumerated() {
        let place = (start + Int64(index) * 1_000_000_000 / rate) / interval
        guard found.indices.contains(Int(place)) else { continue }
        found[Int(place)] = max(found[Int(place)], abs(sample))
      }
    }
  }
}

extension Pipeline {
  /// Measures the sound that reaches an element.
  ///
  /// - Parameters:
  ///   - name: The element, which takes one channel of 32-bit float.
  ///   - rate: The samples a second.
  ///   - interval: The length of what one peak stands for.
  ///   - count: How many peaks; sound that comes later is not measured.
  /// - Returns: Where the peaks can be read once the stream is over.
  package func measurePeaks(
    entering name: String, sampleRate rate: Int, per interval: MediaTime, count: Int
  ) -> PeakMeter {
    let meter = PeakMeter(interval, count: count)
    watchSamples(entering: name) { meter.measure($0.samples, from: $0.start, rate: Int64(rate)) }
    return meter
  }
}
