import CCutawayGStreamer
import CutawayElementBridge
package import CutawayGraph
package import CutawayTime
import Synchronization

extension Pipeline {
  /// Repeats connected graphs without end, for sinks that take one continuous stream.
  ///
  /// As soon as all graphs have ended, they seek to their start. What follows the entrances notices neither
  /// the ends nor the seeks: it gets one segment, with times that continue.
  ///
  /// - Parameters:
  ///   - roles: The elements to which the graphs are connected.
  ///   - length: The length of a round: that of all its frames.
  package func repeatRounds(entering roles: [PipelineGraph.Role], of length: MediaTime) {
    let rounds = Rounds(of: length, in: element) { [weak self] in self?.hasEndedPace ?? true }
    for role in roles {
      // The entrance exists, because a graph is connected to it.
      _ = withPad("sink", of: role) { entrance in
        guard let exit = gst_pad_get_peer(entrance) else { return }
        defer { gst_object_unref(exit) }
        rounds.add(exit, entrance)
      }
    }
  }
}

/// The rounds of all streams of a pipeline.
private final class Rounds: @unchecked Sendable {
  // GStreamer's objects may be used from any thread. The pads own the streams, and these own the rounds.
  private let pipeline: UnsafeMutablePointer<GstElement>
  private let length: MediaTime
  private let isOver: @Sendable () -> Bool
  private let state = Mutex(State())

  private struct State {
    var streams: [Reference] = []
    var endedCount = 0
    var round = 0
  }

  private struct Reference {
    weak let stream: RepeatedStream?
  }

  init(
    of length: MediaTime, in pipeline: UnsafeMutablePointer<GstElement>,
    isOver: @escaping @Sendable () -> Bool
  ) {
    (self.length, self.pipeline, self.isOver) = (length, pipeline, isOver)
  }

  func add(_ exit: UnsafeMutablePointer<GstPad>, _ entrance: UnsafeMutablePointer<GstPad>) {
    let stream = RepeatedStream(exit, entrance, of: length) { [self] in noteEnd() }
    state.withLock { $0.streams.append(Reference(stream: stream)) }
    let types =
      GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_BOTH.rawValue
      | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
    gst_pad_add_probe(
      exit, GstPadProbeType(rawValue: types),
      { _, info, stream in
        Unmanaged<RepeatedStream>.fromOpaque(stream!)._withUnsafeGuaranteedRef { $0.pass(info!) }
      }, Unmanaged.passRetained(stream).toOpaque(),
      { Unmanaged<RepeatedStream>.fromOpaque($0!).release() })
  }

  /// Begins the next round when the last stream of this one has ended.
  private func noteEnd() {
    let next: (streams: [RepeatedStream], round: Int)? = state.withLock { state in
      state.endedCount += 1
      guard state.endedCount == state.streams.count else { return nil }
      state.endedCount = 0
      state.round += 1
      return (state.streams.compactMap(\.stream), state.round)
    }
    // What is refused because the streams have been asked to end is no end of a round.
    guard let next, !isOver() else { return }
    // They may be removed meanwhile.
    gst_object_ref(pipeline)
    for stream in next.streams { stream.retainPads() }
    // A streaming thread cannot flush itself.
    Task(executorPreference: Pipeline.controls) { [self] in
      defer {
        for stream in next.streams { stream.releasePads() }
        gst_object_unref(pipeline)
      }
      for stream in next.streams { stream.begin(next.round) }
      for stream in next.streams where !stream.seekToStart() && !isOver() {
        gst_swift_post_error(
          pipeline, gst_resource_error_quark(), Int32(GST_RESOURCE_ERROR_SEEK.rawValue),
          "the composition cannot be repeated: it cannot seek to its start", #fileID, #line, nil)
      }
    }
  }
}

/// A stream on its way from a graph that is repeated to its entrance.
private final class RepeatedStream: @unchecked Sendable {
  // The pads own the stream through their probe.
  private let exit: UnsafeMutablePointer<GstPad>
  private let entrance: UnsafeMutablePointer<GstPad>
  private let length: MediaTime
  private let noteEnd: @Sendable () -> Void
  private let state = Mutex(State())

  private struct State {
    var round = 0
    /// What is added to times in nanoseconds.
    var offset: GstClockTime = 0
    /// The format of sound.
    var sound: Sound?
    /// The samples of all rounds so far.
    var samples: Int64 = 0
    /// The samples at the start of the round that the rounds before have had in advance.
    var excess: Int64 = 0
  }

  private struct Sound {
    var rate: Int64
    var bytesPerSample: Int
  }

  init(
    _ exit: UnsafeMutablePointer<GstPad>, _ entrance: UnsafeMutablePointer<GstPad>,
    of length: MediaTime, noteEnd: @escaping @Sendable () -> Void
  ) {
    (self.exit, self.entrance, self.length, self.noteEnd) = (exit, entrance, length, noteEnd)
  }

  func retainPads() {
    gst_object_ref(exit)
    gst_object_ref(entrance)
  }

  func releasePads() {
    gst_object_unref(entrance)
    gst_object_unref(exit)
  }

  /// Starts counting a round, when no data flow.
  func begin(_ round: Int) {
    state.withLock { state in
      state.round = round
      guard let sound = state.sound else {
        state.offset = GstClockTime((length * round).nanoseconds)
        return
      }
      let first = (length * round).rounded(in: MediaTime(1, over: sound.rate))
      state.excess = state.samples - first
      state.samples = first
      state.offset = GstClockTime(MediaTime(first, over: sound.rate).nanoseconds)
    }
  }

  /// Seeks the graph to its start; the flush ends here.
  func seekToStart() -> Bool {
    let flags = GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue
    return gst_pad_send_event(
      exit,
      gst_event_new_seek(
        1, GST_FORMAT_TIME, GstSeekFlags(rawValue: flags), GST_SEEK_TYPE_SET, 0,
        GST_SEEK_TYPE_NONE, -1)) != 0
  }

  /// Handles a buffer or an event.
  func pass(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
    if info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
      return passBuffer(info)
    }
    guard let event = gst_swift_probe_event(info) else { return GST_PAD_PROBE_OK }
    let (round, offset) = state.withLock { ($0.round, $0.offset) }
    switch gst_swift_event_type(event) {
    case GST_EVENT_EOS:
      completeSound()
      noteEnd()
      return GST_PAD_PROBE_DROP
    case GST_EVENT_FLUSH_START, GST_EVENT_FLUSH_STOP: return GST_PAD_PROBE_DROP
    case GST_EVENT_STREAM_START where round > 0: return GST_PAD_PROBE_DROP
    case GST_EVENT_SEGMENT:
      if round > 0 { return GST_PAD_PROBE_DROP }
      gst_swift_probe_replace_event(info, endless(event))
    case GST_EVENT_CAPS: note(event)
    case GST_EVENT_GAP:
      var (start, duration) = (GstClockTime(0), GstClockTime(0))
      gst_event_parse_gap(event, &start, &duration)
      gst_swift_probe_replace_event(info, gst_event_new_gap(start + offset, duration))
    case GST_EVENT_QOS:
      var (type, proportion, difference, time) =
        (GST_QOS_TYPE_UNDERFLOW, 0.0, GstClockTimeDiff(0), GstClockTime(0))
      gst_event_parse_qos(event, &type, &proportion, &difference, &time)
      // What was late in an earlier round is of no concern in this one.
      if time < offset { return GST_PAD_PROBE_DROP }
      gst_swift_probe_replace_event(
        info, gst_event_new_qos(type, proportion, difference, time - offset))
    default: break
    }
    return GST_PAD_PROBE_OK
  }

  private func passBuffer(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
    guard let original = gst_swift_probe_buffer(info) else { return GST_PAD_PROBE_OK }
    return state.withLock { state in
      var skipped = 0
      if let sound = state.sound {
        let count = Int64(gst_buffer_get_size(original)) / Int64(sound.bytesPerSample)
        let excess = min(max(state.excess, 0), count)
        state.excess -= excess
        state.samples += count
        if excess == count, count > 0 { return GST_PAD_PROBE_DROP }
        skipped = Int(excess) * sound.bytesPerSample
      }
      guard state.round > 0, let buffer = gst_swift_buffer_make_writable(original) else {
        return GST_PAD_PROBE_OK
      }
      buffer.pointee.pts += state.offset
      buffer.pointee.dts = gst_swift_unknown_time()
      buffer.pointee.mini_object.flags &=
        ~(GST_BUFFER_FLAG_DISCONT.rawValue | GST_BUFFER_FLAG_RESYNC.rawValue)
      if skipped > 0, let sound = state.sound {
        let time = GstClockTime(
          MediaTime(Int64(skipped / sound.bytesPerSample), over: sound.rate).nanoseconds)
        buffer.pointee.pts += time
        buffer.pointee.duration -= min(time, buffer.pointee.duration)
        gst_buffer_resize(buffer, gssize(skipped), -1)
      }
      gst_swift_probe_set_buffer(info, buffer)
      return GST_PAD_PROBE_OK
    }
  }

  /// The segment without an end, which would cut off later rounds.
  private func endless(_ event: UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent> {
    var segment = GstSegment()
    gst_event_copy_segment(event, &segment)
    (segment.stop, segment.duration) = (.max, .max)
    let result = gst_event_new_segment(&segment)!
    gst_event_set_seqnum(result, gst_event_get_seqnum(event))
    return result
  }

  private func note(_ event: UnsafeMutablePointer<GstEvent>) {
    var caps: UnsafeMutablePointer<GstCaps>?
    gst_event_parse_caps(event, &caps)
    var info = GstAudioInfo()
    guard let caps, let fields = gst_caps_get_structure(caps, 0),
      String(cString: gst_structure_get_name(fields)) == "audio/x-raw",
      gst_audio_info_from_caps(&info, caps) != 0
    else { return }
    state.withLock { $0.sound = Sound(rate: Int64(info.rate), bytesPerSample: Int(info.bpf)) }
  }

  /// Adds silence up to the end of the last frame: sound ends with the composition, at a sample.
  private func completeSound() {
    let missing: (count: Int64, start: Int64, Sound)? = state.withLock { state in
      guard let sound = state.sound else { return nil }
      let end = (length * (state.round + 1)).rounded(in: MediaTime(1, over: sound.rate))
      guard end > state.samples else { return nil }
      defer { state.samples = end }
      return (end - state.samples, state.samples, sound)
    }
    guard let (count, start, sound) = missing else { return }
    let size = Int(count) * sound.bytesPerSample
    guard let silence = gst_buffer_new_allocate(nil, gsize(size), nil) else { return }
    gst_buffer_memset(silence, 0, 0, gsize(size))
    func time(_ sample: Int64) -> GstClockTime {
      GstClockTime(MediaTime(sample, over: sound.rate).nanoseconds)
    }
    silence.pointee.pts = time(start)
    silence.pointee.duration = time(start + count) - time(start)
    // The pad has ended, and passes nothing on; what follows it has not.
    _ = gst_pad_chain(entrance, silence)
  }
}
