import CCutawayEBUR128
import CCutawayGStreamer
package import CutawayGraph
package import CutawayTime
import Synchronization

/// The loudness of the sound that passed an element, by EBU R 128 (ITU-R BS.1770).
package final class LoudnessMeter: Sendable {
  private let state: Mutex<State>

  private struct State: @unchecked Sendable {
    // One thread at a time uses it, under a lock.
    var meter: UnsafeMutablePointer<ebur128_state>?
    var peaks: [Float] = []
    /// The number of measured samples of the last interval.
    var filled = 0
  }

  /// The number of samples per interval.
  private let intervalLength: Int

  /// The duration that each of ``truePeaks`` covers: a millisecond, in whole samples.
  package let interval: MediaTime

  fileprivate init(sampleRate: Int, channels: Int) {
    let modes = EBUR128_MODE_I.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue
    let meter = ebur128_init(UInt32(channels), UInt(sampleRate), Int32(modes))
    // The library supports front, centre and surround of 5.1; GStreamer's 7.1 has two more side
    // channels.
    if channels == 8, let meter {
      ebur128_set_channel(meter, 6, Int32(EBUR128_Mp090.rawValue))
      ebur128_set_channel(meter, 7, Int32(EBUR128_Mm090.rawValue))
    }
    state = Mutex(State(meter: meter))
    intervalLength = max(1, sampleRate / 1000)
    interval = MediaTime(Int64(intervalLength), over: Int64(sampleRate))
  }

  deinit { state.withLock { ebur128_destroy(&$0.meter) } }

  fileprivate func measure(_ samples: UnsafeBufferPointer<Float>, channels: Int) {
    guard let first = samples.baseAddress else { return }
    state.withLock { state in
      guard let meter = state.meter else { return }
      var frame = 0
      let count = samples.count / channels
      while frame < count {
        if state.filled == 0 { state.peaks.append(0) }
        let length = min(intervalLength - state.filled, count - frame)
        ebur128_add_frames_float(meter, first + frame * channels, length)
        let last = state.peaks.count - 1
        state.peaks[last] = max(state.peaks[last], Float(Self.newestPeak(meter)))
        frame += length
        state.filled = (state.filled + length) % intervalLength
      }
    }
  }

  /// The true peak of the samples that were added last.
  private static func newestPeak(_ meter: UnsafeMutablePointer<ebur128_state>) -> Double {
    (0..<meter.pointee.channels).map { channel in
      var peak = 0.0
      ebur128_prev_true_peak(meter, channel, &peak)
      return peak
    }.max() ?? 0
  }

  /// The integrated loudness in LUFS; `nil` if the sound was too short or too quiet to measure.
  package var integrated: Double? {
    state.withLock { state in
      guard let meter = state.meter else { return nil }
      var loudness = 0.0
      let isKnown = ebur128_loudness_global(meter, &loudness) == Int32(EBUR128_SUCCESS.rawValue)
      return isKnown && loudness.isFinite ? loudness : nil
    }
  }

  /// The true peaks of the measured intervals in order, each over all channels.
  ///
  /// A peak may be stated one interval late, because a peak between samples is known some samples
  /// later.
  package var truePeaks: [Float] { state.withLock { $0.peaks } }

  /// The true peak of all channels, including peaks between samples; 1 is full scale.
  package var truePeak: Double {
    state.withLock { state in
      guard let meter = state.meter else { return 0 }
      return (0..<meter.pointee.channels).map { channel in
        var peak = 0.0
        ebur128_true_peak(meter, channel, &peak)
        return peak
      }.max() ?? 0
    }
  }
}

extension Pipeline {
  /// Measures the loudness of the sound that reaches an element.
  ///
  /// Call it before the pipeline starts.
  ///
  /// - Parameters:
  ///   - role: The element, which accepts interleaved 32-bit float.
  ///   - sampleRate: In samples per second.
  ///   - channels: In GStreamer's order.
  /// - Returns: The meter, to be read after the end of the stream.
  package func measureLoudness(
    entering role: PipelineGraph.Role, sampleRate: Int, channels: Int
  ) -> LoudnessMeter {
    let meter = LoudnessMeter(sampleRate: sampleRate, channels: channels)
    watchSamples(entering: role) { meter.measure($0.samples, channels: channels) }
    return meter
  }
}
