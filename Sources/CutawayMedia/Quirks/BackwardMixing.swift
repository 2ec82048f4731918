import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks
import Synchronization

extension Quirk {
  /// GstAudioAggregator refuses segments of backward playback, and then mixes buffers without a segment.
  ///
  /// The mixer gets mirrored times and reversed samples, so that it runs forward: time t is B - t for
  /// the end B of the segment. What it delivers is mirrored back.
  package static let backwardMixing = Quirk(
    "audiomixer does not play backwards",
    versions: [.all],
    upstream: "\"Negative rates not supported yet\" in gstaudioaggregator.c",
    test: "the sound of a composition plays backwards through its mixer")
}

/// Lets the sound mixers of a bin play backwards.
func mirrorBackwardPlayback(of mixersIn: UnsafeMutablePointer<GstElement>) {
  guard Quirk.backwardMixing.applies else { return }
  let bin = UnsafeMutableRawPointer(mixersIn).assumingMemoryBound(to: GstBin.self)
  forEach(gst_bin_iterate_recurse(bin), as: GstElement.self) { element in
    guard factoryName(of: element) == "audiomixer" else { return }
    let seek = MixerSeek()
    forEach(gst_element_iterate_pads(element), as: GstPad.self) { pad in
      let isOutput = pad.pointee.direction == GST_PAD_SRC
      let mirror = MirroredPad(seek, isOutput: isOutput)
      mirror.attach(to: pad)
      // GstAggregator sends seeks to the pads before its own.
      guard !isOutput, let peer = gst_pad_get_peer(pad) else { return }
      mirror.attach(to: peer, types: [GST_PAD_PROBE_TYPE_EVENT_UPSTREAM])
      gst_object_unref(peer)
    }
  }
}

/// The last seek of a mixer, in the times of its streams.
private final class MixerSeek: Sendable {
  struct Range {
    var start: gint64 = 0
    /// -1 if it is unknown.
    var stop: gint64 = -1
    var isBackward = false
  }

  let range = Mutex(Range())
}

/// A pad between a stream that may run backwards and a mixer that runs forward.
private final class MirroredPad: @unchecked Sendable {
  // Its events and buffers come in one thread; seeks use the common state only.
  private let seek: MixerSeek
  private let isOutput: Bool
  /// The end of the segment that runs backwards; `nil` if it runs forward.
  private var end: GstClockTime?
  private var bytesPerFrame = 0

  init(_ seek: MixerSeek, isOutput: Bool) { (self.seek, self.isOutput) = (seek, isOutput) }

  func attach(
    to pad: UnsafeMutablePointer<GstPad>,
    types: [GstPadProbeType] = [
      GST_PAD_PROBE_TYPE_BUFFER, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
      GST_PAD_PROBE_TYPE_EVENT_UPSTREAM,
    ]
  ) {
    gst_pad_add_probe(
      pad, GstPadProbeType(rawValue: types.reduce(0) { $0 | $1.rawValue }),
      { _, info, context in
        Unmanaged<MirroredPad>.fromOpaque(context!).takeUnretainedValue().pass(info!)
        return GST_PAD_PROBE_OK
      },
      Unmanaged.passRetained(self).toOpaque(),
      { Unmanaged<MirroredPad>.fromOpaque($0!).release() })
  }

  private func pass(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
    if info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
      if let end, let buffer = gst_swift_probe_buffer(info) {
        gst_swift_probe_set_buffer(info, mirrored(buffer, at: end))
      }
      return
    }
    guard let event = gst_swift_probe_event(info) else { return }
    let new: UnsafeMutablePointer<GstEvent>? =
      switch gst_swift_event_type(event) {
      case GST_EVENT_SEEK: isOutput ? forward(event) : backward(event)
      case GST_EVENT_SEGMENT: mirrored(segment: event)
      case GST_EVENT_GAP: end.flatMap { mirrored(gap: event, at: $0) }
      case GST_EVENT_CAPS: noted(caps: event)
      default: nil
      }
    guard let new else { return }
    gst_event_set_seqnum(new, gst_event_get_seqnum(event))
    gst_swift_probe_replace_event(info, new)
  }

  private func noted(caps event: UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent>?
  {
    var caps: Caps?
    gst_event_parse_caps(event, &caps)
    var format = GstAudioInfo()
    if gst_audio_info_from_caps(&format, caps) != 0 { bytesPerFrame = Int(format.bpf) }
    return nil
  }
}

// MARK: Seeks

/// What a seek asks for.
private struct Seek {
  var rate = 1.0
  var format = GST_FORMAT_UNDEFINED
  var flags = GST_SEEK_FLAG_NONE
  var startType = GST_SEEK_TYPE_NONE
  var start: gint64 = 0
  var stopType = GST_SEEK_TYPE_NONE
  var stop: gint64 = 0

  init(_ event: UnsafeMutablePointer<GstEvent>) {
    gst_event_parse_seek(event, &rate, &format, &flags, &startType, &start, &stopType, &stop)
  }

  func event(_ rate: Double, from start: gint64, to stop: gint64) -> UnsafeMutablePointer<GstEvent>
  {
    gst_event_new_seek(rate, format, flags, GST_SEEK_TYPE_SET, start, GST_SEEK_TYPE_SET, stop)
  }
}

extension MirroredPad {
  /// Returns the seek for the mixer instead of one that comes from downstream.
  private func forward(_ event: UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent>? {
    let asked = Seek(event)
    guard asked.format == GST_FORMAT_TIME, asked.startType != GST_SEEK_TYPE_END,
      asked.stopType != GST_SEEK_TYPE_END
    else { return nil }
    return seek.range.withLock { range in
      let wasBackward = range.isBackward
      if asked.startType == GST_SEEK_TYPE_SET { range.start = asked.start }
      if asked.stopType == GST_SEEK_TYPE_SET { range.stop = asked.stop }
      range.isBackward = asked.rate < 0 && range.stop >= range.start
      if range.isBackward {
        return asked.event(-asked.rate, from: 0, to: range.stop - range.start)
      }
      // The segment of the mixer has other times than the one that the seek continues.
      return wasBackward ? asked.event(asked.rate, from: range.start, to: range.stop) : nil
    }
  }

  /// Returns the seek for the stream of an input instead of one that comes from the mixer.
  private func backward(_ event: UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent>?
  {
    let sent = Seek(event)
    return seek.range.withLock { range in
      range.isBackward && sent.rate > 0
        ? sent.event(-sent.rate, from: range.start, to: range.stop) : nil
    }
  }
}

// MARK: Data

extension MirroredPad {
  private func mirrored(
    segment event: UnsafeMutablePointer<GstEvent>
  ) -> UnsafeMutablePointer<GstEvent>? {
    var found: UnsafePointer<GstSegment>?
    gst_event_parse_segment(event, &found)
    guard var segment = found?.pointee, segment.format == GST_FORMAT_TIME else { return nil }
    if isOutput {
      let range = seek.range.withLock { $0 }
      guard range.isBackward, segment.rate > 0 else {
        end = nil
        return nil
      }
      (segment.start, segment.stop) = (GstClockTime(range.start), GstClockTime(range.stop))
      (segment.time, segment.position) = (segment.start, segment.stop)
    } else {
      guard segment.rate < 0, segment.stop != gst_swift_unknown_time() else {
        end = nil
        return nil
      }
    }
    end = segment.stop
    segment.rate = -segment.rate
    if !isOutput {
      segment.stop -= segment.start
      (segment.start, segment.time, segment.position) = (0, 0, 0)
    }
    return gst_event_new_segment(&segment)
  }

  private func mirrored(
    gap event: UnsafeMutablePointer<GstEvent>, at end: GstClockTime
  ) -> UnsafeMutablePointer<GstEvent>? {
    var (time, duration) = (GstClockTime(0), GstClockTime(0))
    gst_event_parse_gap(event, &time, &duration)
    guard duration != gst_swift_unknown_time(), time + duration <= end else { return nil }
    return gst_event_new_gap(end - time - duration, duration)
  }

  /// Returns the buffer with its last sample first, and its time counted from the end.
  ///
  /// - Parameters:
  ///   - buffer: A buffer, which the function takes over.
  ///   - end: The end of the segment.
  /// - Returns: The buffer to use instead, which the caller owns.
  private func mirrored(
    _ buffer: UnsafeMutablePointer<GstBuffer>, at end: GstClockTime
  ) -> UnsafeMutablePointer<GstBuffer> {
    let new = gst_swift_buffer_make_writable(buffer)!
    let (time, duration) = (gst_swift_pts(new), gst_swift_duration(new))
    let unknown = gst_swift_unknown_time()
    if time != unknown, duration != unknown {
      // Times are rounded: a buffer may end 1 ns after the segment.
      gst_swift_set_times(new, end >= time + duration ? end - time - duration : 0, duration)
    }
    gst_swift_set_offsets(new, unknown, unknown)
    var map = GstMapInfo()
    let access = GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)
    guard bytesPerFrame > 0, gst_buffer_map(new, &map, access) != 0 else { return new }
    defer { gst_buffer_unmap(new, &map) }
    let bytes = UnsafeMutableRawBufferPointer(start: map.data, count: Int(map.size))
    var (first, last) = (0, bytes.count / bytesPerFrame - 1)
    while first < last {
      for byte in 0..<bytesPerFrame {
        bytes.swapAt(first * bytesPerFrame + byte, last * bytesPerFrame + byte)
      }
      (first, last) = (first + 1, last - 1)
    }
    return new
  }
}
