package import CutawayGraph
package import CutawayTime
import Synchronization

/// The peaks of the samples that passed an element, interval by interval.
package final class PeakMeter: Sendable {
  private let interval: Int64
  private let found: Mutex<[Float]>

  /// The largest absolute sample of each interval; 1 is full scale.
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
  /// Measures the peaks of the sound that reaches an element.
  ///
  /// - Parameters:
  ///   - role: The element, which accepts one channel of 32-bit float.
  ///   - rate: The samples per second.
  ///   - interval: The duration that each peak covers.
  ///   - count: The number of peaks; later sound is not measured.
  /// - Returns: The meter, to be read after the end of the stream.
  package func measurePeaks(
    entering role: PipelineGraph.Role, sampleRate rate: Int, per interval: MediaTime, count: Int
  ) -> PeakMeter {
    let meter = PeakMeter(interval, count: count)
    watchSamples(entering: role) { meter.measure($0.samples, from: $0.start, rate: Int64(rate)) }
    return meter
  }
}
