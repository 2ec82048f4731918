import CGStreamer
public import MediaTime
import Synchronization

/// How far samples that passed a place in a pipeline swing, interval by interval.
public final class PeakMeter: Sendable {
  private let interval: Int64
  private let found: Mutex<[Float]>

  /// The greatest absolute sample of each interval, 1 being full scale.
  public var peaks: [Float] { found.withLock { $0 } }

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
  public func measurePeaks(
    entering name: String, sampleRate rate: Int, per interval: MediaTime, count: Int
  ) -> PeakMeter {
    let probe = PeakProbe(meter: PeakMeter(interval, count: count), rate: Int64(rate))
    _ = withPad("sink", of: name) { pad in
      gst_pad_add_probe(
        pad, GST_PAD_PROBE_TYPE_BUFFER,
        { _, info, probe in
          guard let buffer = gst_swift_probe_buffer(info) else { return GST_PAD_PROBE_OK }
          Unmanaged<PeakProbe>.fromOpaque(probe!)._withUnsafeGuaranteedRef { $0.read(buffer) }
          return GST_PAD_PROBE_OK
        }, Unmanaged.passRetained(probe).toOpaque(),
        { Unmanaged<PeakProbe>.fromOpaque($0!).release() })
    }
    return probe.meter
  }
}

private final class PeakProbe: Sendable {
  let meter: PeakMeter
  let rate: Int64

  init(meter: PeakMeter, rate: Int64) {
    self.meter = meter
    self.rate = rate
  }

  func read(_ buffer: UnsafeMutablePointer<GstBuffer>) {
    let start = gst_swift_pts(buffer)
    var map = GstMapInfo()
    // A gap holds nothing but zeros.
    guard start != gst_swift_unknown_time(), gst_swift_has_flag(buffer, GST_BUFFER_FLAG_GAP) == 0,
      gst_buffer_map(buffer, &map, GST_MAP_READ) != 0
    else { return }
    defer { gst_buffer_unmap(buffer, &map) }
    let samples = UnsafeRawBufferPointer(start: map.data, count: Int(map.size))
    meter.measure(samples.bindMemory(to: Float.self), from: Int64(clamping: start), rate: rate)
  }
}
