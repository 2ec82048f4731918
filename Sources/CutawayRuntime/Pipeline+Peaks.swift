package import CutawayGraph
package import CutawayTime
import Synchronization

/// The peaks of the samples that passed an element, interval by interval.
package final class PeakMeter: Sendable {
  private let interval: MediaTime
  private let rate: Int64
  private let found: Mutex<[Float]>

  /// The largest absolute sample of each interval; 1 is full scale.
  package var peaks: [Float] { found.withLock { $0 } }

  fileprivate init(_ interval: MediaTime, rate: Int, count: Int) {
    (self.interval, self.rate) = (interval, Int64(rate))
    found = Mutex(Array(repeating: 0, count: count))
  }

  fileprivate func measure(_ samples: UnsafeBufferPointer<Float>, from start: Int64, channels: Int)
  {
    // A time stamp is that of a sample, rounded to nanoseconds.
    let sample = MediaTime(1, over: rate)
    let first = MediaTime(nanoseconds: start).rounded(in: sample)
    let end = first + Int64(samples.count / channels)
    found.withLock { found in
      var number = first, place = (sample * Int(clamping: first)).floored(in: interval)
      while number < end {
        // The first sample of the next interval.
        let next = min(end, (interval * Int(clamping: place + 1)).ceiled(in: sample))
        if let index = Int(exactly: place), found.indices.contains(index) {
          let part = samples[Int(number - first) * channels..<Int(next - first) * channels]
          found[index] = part.reduce(found[index]) { max($0, abs($1)) }
        }
        (number, place) = (max(next, number), place + 1)
      }
    }
  }
}

extension Pipeline {
  /// Measures the peaks of the sound that reaches an element.
  ///
  /// - Parameters:
  ///   - role: The element, which accepts interleaved 32-bit float.
  ///   - rate: The samples per second.
  ///   - channels: The number of channels, of which the loudest counts.
  ///   - interval: The duration that each peak covers.
  ///   - count: The number of peaks; later sound is not measured.
  /// - Returns: The meter, to be read after the end of the stream.
  package func measurePeaks(
    entering role: PipelineGraph.Role, sampleRate rate: Int, channels: Int = 1,
    per interval: MediaTime,
    count: Int
  ) -> PeakMeter {
    let meter = PeakMeter(interval, rate: rate, count: count)
    watchSamples(entering: role) { meter.measure($0.samples, from: $0.start, channels: channels) }
    return meter
  }
}
