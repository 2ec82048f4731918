import CCutawayGStreamer
import CutawayDiagnostics
import CutawayMedia
import CutawaySystem
package import CutawayTime
import Synchronization

/// The traffic of a pipeline: the data and events that left its sources and reached its sinks.
///
/// Elements between them may delay frames, as encoders do.
final class Traffic: Sendable {
  private let counter = Atomic<UInt64>(0)
  private let counterAtEnd = Atomic<UInt64>(.max)
  private let reached = Atomic<Int64>(0)
  private let dueTime = Atomic<Int64>(0)
  private let busyReaders = Atomic<Int>(0)
  private let mayBlock = Atomic<Bool>(false)

  /// The number of observed movements.
  var count: UInt64 { counter.load(ordering: .relaxed) }
  /// The start of the latest frame or block of samples that left a source, in stream time.
  var position: MediaTime { MediaTime(nanoseconds: reached.load(ordering: .relaxed)) }
  /// The running time at which a sink that waits for the clock has played its data.
  var due: Int64 { dueTime.load(ordering: .relaxed) }
  /// Whether the stream has ended, and nothing has moved since.
  var hasEnded: Bool { counterAtEnd.load(ordering: .relaxed) == count }
  /// Whether the stream waits for a reader.
  var isHeld: Bool { busyReaders.load(ordering: .relaxed) > 0 }

  /// Whether a sink may wait as long as it likes, because a program reads what it writes.
  var sinksMayBlock: Bool { mayBlock.load(ordering: .relaxed) }

  func allowSinksToBlock() { mayBlock.store(true, ordering: .relaxed) }
  func end() { counterAtEnd.store(count, ordering: .relaxed) }
  /// Records that the stream waits for a reader.
  func hold() { busyReaders.add(1, ordering: .relaxed) }
  /// Records that a reader waits for the stream.
  func release() { busyReaders.subtract(1, ordering: .relaxed) }

  /// The position of a pad in the pipeline.
  private enum Place {
    case source
    case sink(waitsForClock: Bool)
  }

  private final class Watch: Sendable {
    let traffic: Traffic
    let place: Place

    init(_ traffic: Traffic, _ place: Place) {
      self.traffic = traffic
      self.place = place
    }
  }

  /// Watches the element if it is a source or a sink, or a bin that acts as one.
  func watch(_ element: UnsafeMutablePointer<GstElement>) {
    if element.pointee.numsinkpads == 0 {
      forEach(gst_element_iterate_src_pads(element), as: GstPad.self) { watch($0, .source) }
    } else if element.pointee.numsrcpads == 0 {
      let waits =
        gst_swift_has_property(element, "sync") != 0
        && gst_swift_boolean_property(element, "sync") != 0
      forEach(gst_element_iterate_sink_pads(element), as: GstPad.self) {
        watch($0, .sink(waitsForClock: waits))
      }
    }
  }

  private func watch(_ pad: UnsafeMutablePointer<GstPad>, _ place: Place) {
    let types =
      GST_PAD_PROBE_TYPE_DATA_DOWNSTREAM.rawValue | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
    gst_pad_add_probe(
      pad, GstPadProbeType(rawValue: types),
      { pad, info, watch in
        if let pad, let info {
          Unmanaged<Watch>.fromOpaque(watch!)._withUnsafeGuaranteedRef {
            $0.traffic.see(info, at: pad, $0.place)
          }
        }
        return GST_PAD_PROBE_OK
      }, Unmanaged.passRetained(Watch(self, place)).toOpaque(),
      { Unmanaged<Watch>.fromOpaque($0!).release() })
  }

  private func see(
    _ info: UnsafeMutablePointer<GstPadProbeInfo>, at pad: UnsafeMutablePointer<GstPad>,
    _ place: Place
  ) {
    counter.add(1, ordering: .relaxed)
    let type = info.pointee.type.rawValue
    if type & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0, let buffer = gst_swift_probe_buffer(info) {
      switch place {
      case .source:
        if let start = streamTime(gst_swift_pts(buffer), at: pad) {
          reached.store(start, ordering: .relaxed)
        }
      case .sink(waitsForClock: true):
        if let end = endTime(of: buffer, at: pad) { dueTime.store(end, ordering: .relaxed) }
      case .sink: break
      }
    } else if type & GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue != 0 {
      // Running time restarts.
      dueTime.store(0, ordering: .relaxed)
    }
  }
}

extension Pipeline {
  /// The time without data after which a running pipeline fails.
  package static let patience = Duration.seconds(20)

  /// Lets sinks wait as long as they like, because the readers of pipes may pause.
  package func allowSinksToBlock() { traffic.allowSinksToBlock() }

  /// Ends the stream with an error if no data have moved for `patience`.
  ///
  /// The time while the process was stopped does not count. A source has three times the patience,
  /// because it may have several time limits of its own, whose errors name the file.
  func watch() async {
    var round = 1
    let limit = patience / .seconds(1), look = limit / 20
    // An element in an endless loop may keep one of two cores busy.
    var left = Patience(seconds: limit, busyFrom: 0.9, on: clock), seen = traffic.count
    var lastTime = gst_swift_unknown_time()
    // This throws when the scope of the pipeline ends.
    while (try? await clock.sleep(seconds: look)) != nil {
      let count = traffic.count, time = gst_element_get_current_running_time(element)
      let isClockRunning = time != lastTime && time != gst_swift_unknown_time()
      let waitsForClock = isClockRunning && Int64(clamping: time) < traffic.due
      if count != seen || waitsForClock || !isExpectedToMove {
        left.restore()
        round = 1
      } else {
        left.spend(atMost: look * 1.5)
      }
      (seen, lastTime) = (count, time)
      guard left.rest <= 0 else { continue }
      if traffic.sinksMayBlock, culprit?.rank == .sink {
        left.restore()
        continue
      }
      guard round < 3, culprit?.rank == Rank.source else {
        failBySilence(after: patience * round)
        return
      }
      left.restore()
      round += 1
    }
  }

  /// Whether the pipeline plays, changes its state or seeks.
  private var isExpectedToMove: Bool {
    if traffic.hasEnded || traffic.isHeld { return false }
    var state = GST_STATE_NULL
    return switch gst_element_get_state(element, &state, nil, 0) {
    case GST_STATE_CHANGE_ASYNC: true
    case GST_STATE_CHANGE_SUCCESS: state == GST_STATE_PLAYING
    default: false
    }
  }

  /// Ends the stream with the error that no data move.
  func failBySilence(after patience: Duration) {
    let seconds = patience / .seconds(1)
    let length = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    fail(
      PipelineError(
        .timedOut,
        "no data has moved for \(length) s; the stream is stalled at "
          + "\(MediaTime(traffic.position.rounded(in: milli), over: 1_000).text) s",
        element: stuckElement))
  }

  /// The element in which a streaming thread blocks, which is the cause of a stall.
  ///
  /// A streaming thread holds the stream lock of each pad that it passes. In the blocking element
  /// it holds that of a sink pad, but of no later pad. Full queues and mixers with a full input
  /// also block threads: they wait for other elements.
  package var stuckElement: String? { culprit?.name }

  /// The start of the latest frame or block of samples that left a source, in stream time.
  package var sourcePosition: MediaTime { traffic.position }

  /// The likelihood that a blocked thread is an element's fault, the most likely first.
  private enum Rank: Int {
    case filter, source, mixer, sink
  }

  private var culprit: (rank: Rank, name: String)? {
    var found: (rank: Rank, name: String)?
    let bin = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBin.self)
    forEach(gst_bin_iterate_recurse(bin), as: GstElement.self) { candidate in
      guard let rank = rankAsCulprit(candidate), rank.rawValue < found?.rank.rawValue ?? .max,
        let name = gst_swift_object_name(candidate)
      else { return }
      found = (rank, String(cString: name))
    }
    return found
  }

  /// `nil` if no thread blocks in the element.
  private func rankAsCulprit(_ element: UnsafeMutablePointer<GstElement>) -> Rank? {
    var linkedInputs = 0, heldInputs = 0, heldOutputs = 0, passesOn = false
    forEach(gst_element_iterate_sink_pads(element), as: GstPad.self) { pad in
      if gst_pad_is_linked(pad) != 0 { linkedInputs += 1 }
      if isInUse(pad) { heldInputs += 1 }
    }
    forEach(gst_element_iterate_src_pads(element), as: GstPad.self) { pad in
      if isInUse(pad) { heldOutputs += 1 }
      guard let peer = gst_pad_get_peer(pad) else { return }
      if isInUse(peer) { passesOn = true }
      gst_object_unref(peer)
    }
    let type = gst_swift_type_of(element)
    if passesOn || g_type_is_a(type, gst_bin_get_type()) != 0 { return nil }
    if element.pointee.numsinkpads == 0 { return heldOutputs > 0 ? .source : nil }
    guard heldInputs > 0 else { return nil }
    let queues = ["GstQueue", "GstQueue2", "GstMultiQueue"]
    if queues.contains(where: { isKind(type, $0) }) { return nil }
    if linkedInputs > 1 || isKind(type, "GstAggregator") { return .mixer }
    return element.pointee.numsrcpads == 0 ? .sink : .filter
  }

  private func isKind(_ type: GType, _ name: String) -> Bool {
    let other = g_type_from_name(name)
    return other != 0 && g_type_is_a(type, other) != 0
  }
}

private let milli = MediaTime(1, over: 1_000)

/// Whether a streaming thread is inside a pad's function.
private func isInUse(_ pad: UnsafeMutablePointer<GstPad>) -> Bool {
  if g_rec_mutex_trylock(&pad.pointee.stream_rec_lock) == 0 { return true }
  g_rec_mutex_unlock(&pad.pointee.stream_rec_lock)
  return false
}

/// A time on a pad in stream time, which is the time of the output.
private func streamTime(_ time: GstClockTime, at pad: UnsafeMutablePointer<GstPad>) -> Int64? {
  guard time != gst_swift_unknown_time(),
    let event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0)
  else { return nil }
  defer { gst_swift_event_unref(event) }
  var segment: UnsafePointer<GstSegment>?
  gst_event_parse_segment(event, &segment)
  guard let segment else { return nil }
  let result = gst_swift_stream_time(segment, time)
  return result == gst_swift_unknown_time() ? nil : Int64(clamping: result)
}
