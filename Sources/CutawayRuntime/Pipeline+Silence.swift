package import CutawayGraph
package import CutawayTime
import Synchronization

/// The time ranges in which the sound that passed an element was silent.
package final class SilenceMeter: Sendable {
  private let threshold: Float
  private let rate: Int64
  private let state = Mutex(State())

  private struct State {
    /// The first sample of a silence that has not ended, and the number after the last sample.
    var start: Int64?, end: Int64 = 0
    var found: [Range<Int64>] = []
  }

  fileprivate init(threshold: Double, rate: Int) {
    (self.threshold, self.rate) = (Float(threshold), Int64(rate))
  }

  fileprivate func measure(_ samples: UnsafeBufferPointer<Float>, from start: Int64, channels: Int)
  {
    // A time stamp is that of a sample, rounded to nanoseconds.
    let first = MediaTime(nanoseconds: start).rounded(in: MediaTime(1, over: rate))
    let threshold = threshold
    state.withLock { state in
      for frame in 0..<samples.count / channels {
        var peak: Float = 0
        for channel in 0..<channels { peak = max(peak, abs(samples[frame * channels + channel])) }
        let number = first + Int64(frame)
        if peak < threshold {
          if state.start == nil { state.start = number }
        } else if let start = state.start {
          state.found.append(start..<number)
          state.start = nil
        }
      }
      state.end = first + Int64(samples.count / channels)
    }
  }

  /// The silences in order, exact to the sample.
  ///
  /// - Parameter duration: The shortest silence.
  /// - Returns: The ranges.
  package func silences(ofAtLeast duration: MediaTime) -> [TimeRange] {
    let all = state.withLock { state in
      state.found + [state.start.map { $0..<max($0, state.end) }].compactMap(\.self)
    }
    return all.map {
      TimeRange(
        start: MediaTime($0.lowerBound, over: rate), end: MediaTime($0.upperBound, over: rate))
    }.filter { $0.duration >= duration && !$0.isEmpty }
  }
}

extension Pipeline {
  /// Finds the silences of the sound that reaches an element.
  ///
  /// Call it before the pipeline starts.
  ///
  /// - Parameters:
  ///   - role: The element, which accepts interleaved 32-bit float.
  ///   - threshold: The linear amplitude that every sample of a silence stays below.
  ///   - sampleRate: In samples per second.
  ///   - channels: The number of channels.
  /// - Returns: The meter, to be read after the end of the stream.
  package func findSilence(
    entering role: PipelineGraph.Role, below threshold: Double, sampleRate: Int, channels: Int
  ) -> SilenceMeter {
    let meter = SilenceMeter(threshold: threshold, rate: sampleRate)
    watchSamples(entering: role) { meter.measure($0.samples, from: $0.start, channels: channels) }
    return meter
  }
}
