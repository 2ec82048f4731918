import CCutawayGStreamer
import CutawayElementBridge

/// Resamples sound at the exact times of the output's samples.
///
/// Two things would shift it by up to a sample of the source:
/// - Decoders cut sound off at the start of their segment, at whole samples, and give the rest the
///   time of the segment's start. So the segment starts at 0 here, and nothing is cut off.
/// - `audioresample` computes its first sample for the time of the first one that it receives, which
///   lies anywhere between two samples of the output. So the sound is extended or shortened at its
///   start to a sample whose time is also one of the output's: at 44.1 kHz, each 147th is at 48 kHz.
final class SampleAlignment: @unchecked Sendable {
  // The monitor guards what two threads use; only the streaming thread uses the rest.
  private let zero = Monitor(Zero())
  private let sourceRate: Int64
  private let outputRate: Int64
  private var isStart = true
  /// Whether the segment before the decoder is the first one of a passage.
  private var startsAgain = false
  /// The first segment since the last flush, as the demuxer states it.
  private var first: (start: guint64, time: guint64)?

  private struct Zero {
    /// The time stamp of stream time 0 in the current segment, in nanoseconds.
    var offset: Int64 = 0
    /// How much later samples of the passage are than their stream time, because none is negative.
    var base: Int64 = 0
    var origin = MediaSample.Origin.time(0)
    /// The time of the last seek in nanoseconds.
    var asked: Int64 = 0

    /// The time stamp of the asset's time 0, in nanoseconds.
    var stamp: Int64 {
      switch origin {
      case .stamp(let stamp): stamp
      case .time(let time): offset + time
      }
    }

    /// The asset's time 0 on the clock of the samples.
    var ofSamples: MediaSample.Origin {
      switch origin {
      case .stamp: origin
      case .time(let time): .time(base + time)
      }
    }
  }

  /// The maximum number of samples by which the start is moved; more would add nothing.
  private static let limit: Int64 = 4096

  private init(from sourceRate: Int32, to outputRate: Int32) {
    self.sourceRate = Int64(sourceRate)
    self.outputRate = Int64(outputRate)
  }

  /// Aligns the sound of a chain.
  ///
  /// - Parameters:
  ///   - pad: The pad that delivers encoded sound.
  ///   - resampler: The `audioresample` of the chain.
  ///   - sourceRate: The sample rate of the encoded sound in hertz; 0 if unknown.
  ///   - outputRate: The sample rate of the output in hertz.
  /// - Returns: The alignment, which its pads keep alive, too.
  static func aligning(
    _ pad: UnsafeMutablePointer<GstPad>, before resampler: UnsafeMutablePointer<GstElement>,
    from sourceRate: Int32, to outputRate: Int32
  ) -> SampleAlignment {
    let alignment = SampleAlignment(from: sourceRate, to: outputRate)
    alignment.watchSegments(of: pad)
    guard let input = gst_element_get_static_pad(resampler, "sink") else { return alignment }
    defer { gst_object_unref(input) }
    let kinds = GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue | GST_PAD_PROBE_TYPE_BUFFER.rawValue
    gst_pad_add_probe(
      input, GstPadProbeType(rawValue: kinds),
      { pad, info, alignment in
        Unmanaged<SampleAlignment>.fromOpaque(alignment!)._withUnsafeGuaranteedRef {
          $0.align(info!, on: pad!)
        }
        return GST_PAD_PROBE_OK
      }, Unmanaged.passRetained(alignment).toOpaque(),
      { Unmanaged<SampleAlignment>.fromOpaque($0!).release() })
    return alignment
  }

  /// Lets decoders keep all sound of a pad from the start of a passage on.
  func watchSegments(of pad: UnsafeMutablePointer<GstPad>) {
    let kinds =
      GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
    gst_pad_add_probe(
      pad, GstPadProbeType(rawValue: kinds),
      { _, info, alignment in
        Unmanaged<SampleAlignment>.fromOpaque(alignment!)._withUnsafeGuaranteedRef {
          $0.openStart(info!)
        }
        return GST_PAD_PROBE_OK
      }, Unmanaged.passRetained(self).toOpaque(),
      { Unmanaged<SampleAlignment>.fromOpaque($0!).release() })
  }

  /// Sets the asset's time 0; call it before data flow.
  func count(from origin: MediaSample.Origin) { zero.update { $0.origin = origin } }

  /// The asset's time 0 on the clock of the samples.
  var origin: MediaSample.Origin { zero.update { $0.ofSamples } }

  /// The time of the last sample up to `time`, in nanoseconds, rounded up.
  ///
  /// Demuxers cut raw sound off at a whole sample and give it the time of the seek.
  func sampleTime(before time: Int64) -> Int64 {
    zero.update { $0.asked = time }
    guard sourceRate > 0 else { return time }
    let sample = Int128(time) * Int128(sourceRate) / 1_000_000_000
    return Int64((sample * 1_000_000_000 + Int128(sourceRate) - 1) / Int128(sourceRate))
  }

  private func openStart(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
    guard let event = gst_swift_probe_event(info) else { return }
    if gst_swift_event_type(event) == GST_EVENT_FLUSH_STOP { first = nil }
    guard gst_swift_event_type(event) == GST_EVENT_SEGMENT else { return }
    var given: UnsafePointer<GstSegment>?
    gst_event_parse_segment(event, &given)
    guard var segment = given?.pointee, segment.format == GST_FORMAT_TIME, segment.rate > 0 else {
      return
    }
    let time = believable(Int64(clamping: segment.time))
    let offset = believable(Int64(clamping: segment.start)) - time
    // A pad that is linked once more sends its segment again.
    if first.map({ $0 == (segment.start, segment.time) }) != false {
      first = (segment.start, segment.time)
      startsAgain = true
      let isOpen = zero.update { zero in
        // An edit that begins later than asked for starts with its first sample.
        let isOpen = time <= zero.asked + 1_000_000
        zero.offset = offset
        zero.base = isOpen ? max(0, offset) : 0
        return isOpen
      }
      if !isOpen { return }
      segment.start = 0
      segment.time = GstClockTime(max(0, -offset))
      segment.position = 0
    } else {
      // The next edit of the track, or the next stream of a file.
      let base = zero.update { zero in
        zero.offset = offset
        return zero.base
      }
      if base == 0 { return }
      segment.time = GstClockTime(max(0, time + base))
    }
    let own = gst_event_new_segment(&segment)
    gst_event_set_seqnum(own, gst_event_get_seqnum(event))
    gst_swift_probe_replace_event(info, own)
  }

  private func align(
    _ info: UnsafeMutablePointer<GstPadProbeInfo>, on pad: UnsafeMutablePointer<GstPad>
  ) {
    guard info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 else {
      // A segment follows each flush.
      if gst_swift_probe_event(info).map(gst_swift_event_type) == GST_EVENT_SEGMENT, startsAgain {
        isStart = true
        startsAgain = false
      }
      return
    }
    guard isStart, let buffer = gst_swift_probe_buffer(info), gst_buffer_get_size(buffer) > 0 else {
      return
    }
    isStart = false
    guard let caps = gst_pad_get_current_caps(pad) else { return }
    defer { gst_caps_unref(caps) }
    var format = GstAudioInfo()
    let stamp = gst_swift_pts(buffer)
    guard stamp != gst_swift_unknown_time(), gst_audio_info_from_caps(&format, caps) != 0,
      format.layout == GST_AUDIO_LAYOUT_INTERLEAVED, format.bpf > 0
    else { return }
    let frame = Int64(format.bpf)
    let count = max(1, Int64(gst_buffer_get_size(buffer)) / frame)
    let pts = believable(Int64(clamping: stamp))
    let added = addition(at: pts, count: count, rate: Int64(format.rate))
    if added == 0 { return }
    let moved = max(0, pts - added * 1_000_000_000 / Int64(format.rate))
    if added > 0 {
      let bytes = gsize(added * frame)
      guard let longer = gst_buffer_new_allocate(nil, bytes, nil) else { return }
      gst_buffer_memset(longer, 0, 0, bytes)
      gst_buffer_copy_into(longer, buffer, gst_swift_copy_all(), 0, .max)
      gst_swift_set_times(longer, GstClockTime(moved), gst_swift_unknown_time())
      gst_swift_buffer_unref(buffer)
      gst_swift_probe_set_buffer(info, longer)
    } else {
      let own = gst_swift_buffer_make_writable(buffer)
      gst_buffer_resize(own, gssize(-added * frame), gssize((count + added) * frame))
      gst_swift_set_times(own, GstClockTime(moved), gst_swift_unknown_time())
      gst_swift_probe_set_buffer(info, own)
    }
  }

  /// How many samples to add before a time stamp, or to remove after it if the number is negative.
  ///
  /// Only sound before the asset's time 0 is removed.
  private func addition(at stamp: Int64, count: Int64, rate: Int64) -> Int64 {
    guard rate > 0, rate != outputRate else { return 0 }
    let time = stamp - zero.update { $0.stamp }
    func samples(_ time: Int64) -> Int64 { Int64(Double(time) * Double(rate) / 1e9) }
    let most = min(Self.limit, samples(stamp))
    let least = -min(Self.limit, count - 1, samples(max(0, -time)))
    let place = Double(time) * Double(outputRate) / 1e9
    let step = Double(outputRate) / Double(rate)
    var best: Int64 = 0, distance = 1.0
    for size in 0...max(most, -least) {
      for added in [size, -size] where (least...most).contains(added) {
        let shifted = place - Double(added) * step
        let off = abs(shifted - shifted.rounded())
        // Time stamps count nanoseconds: a smaller difference means nothing.
        if off < distance - 0.0005 { (best, distance) = (added, off) }
      }
    }
    return best
  }
}
