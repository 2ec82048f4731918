import CCutawayGStreamer
import CutawayElementKit
import Synchronization

/// The chain between the two pads of a bin, and its exchange.
///
/// The thread that streams into the bin exchanges chains: it builds the next chain, drains the old
/// one with an end-of-stream event, links the next one, and removes the old one. If no chain
/// applies, an `identity` takes its place, so that flushes always reach downstream.
///
/// Sticky events (caps, segment) wait for the buffer that they describe, so that a chain never
/// receives caps for the next one.
final class ChainSwitch: @unchecked Sendable {
  // The pads and the bin are valid during pad callbacks: they own this object. Everything else
  // belongs to the thread that streams into the sink pad, under that pad's stream lock.
  let bin: UnsafeMutablePointer<GstBin>
  private let sink: UnsafeMutablePointer<GstPad>
  private let source: UnsafeMutablePointer<GstPad>
  /// Reads the chains; `nil` if they are unchanged.
  private let readPlan: () throws(ElementError) -> [ChainSpan]?

  private var plan: [ChainSpan] = []
  private var current: (element: UnsafeMutablePointer<GstElement>, chain: String)?
  /// Events that wait for a buffer.
  private var held: [UnsafeMutablePointer<GstEvent>] = []
  private var segment = GstSegment()

  private struct Status {
    var isFlushing = false
    var isStopping = false
    var isDrained = false
  }
  private let status = Monitor(Status())
  /// Held while the pads change their targets, and while a flush passes, so that no flush is lost.
  private let targets = Mutex(())

  init(
    _ instance: Instance, sink: UnsafeMutablePointer<GstPad>,
    source: UnsafeMutablePointer<GstPad>,
    readPlan: @escaping () throws(ElementError) -> [ChainSpan]?
  ) {
    bin = instance.assumingMemoryBound(to: GstBin.self)
    self.sink = sink
    self.source = source
    self.readPlan = readPlan
    gst_segment_init(&segment, GST_FORMAT_TIME)
  }

  private var instance: Instance { Instance(bin) }
  private var parent: UnsafeMutablePointer<GstObject> {
    instance.assumingMemoryBound(to: GstObject.self)
  }

  // MARK: States

  /// Builds each chain once, so that an invalid chain fails before playback.
  func check() throws(ElementError) {
    try renewPlan()
    for chain in Set(plan.map(\.chain)) { try drop(make(chain), isInBin: false) }
  }

  /// Prepares for a stream.
  func open() throws(ElementError) {
    status.update { $0 = Status() }
    gst_segment_init(&segment, GST_FORMAT_TIME)
    let chain = try make("")
    gst_bin_add(bin, chain)
    try link(chain)
    current = (chain, "")
  }

  /// Ends all waits; call it before the pads are deactivated.
  func interrupt() { status.update { $0.isStopping = true } }

  /// Releases all resources; call it when streaming has stopped.
  func close() {
    dropHeldEvents { _ in true }
    guard let old = current else { return }
    current = nil
    drop(old.element, isInBin: true)
  }

  // MARK: Data

  func receive(_ buffer: Buffer) -> GstFlowReturn {
    let flow = posting(from: instance, onError: GST_FLOW_ERROR) { () throws(ElementError) in
      try prepare(for: gst_swift_pts(buffer), isGap: false)
    }
    guard flow == GST_FLOW_OK else {
      gst_swift_buffer_unref(buffer)
      return flow
    }
    return gst_proxy_pad_chain_default(sink, parent, buffer)
  }

  func receive(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
    let type = gst_swift_event_type(event)
    switch type {
    case GST_EVENT_FLUSH_START:
      status.update { $0.isFlushing = true }
      return targets.withLock { _ in forward(event) }
    case GST_EVENT_FLUSH_STOP:
      status.update { $0.isFlushing = false }
      // The stream and its caps are unchanged. A new segment follows.
      dropHeldEvents {
        ![GST_EVENT_STREAM_START, GST_EVENT_CAPS].contains(gst_swift_event_type($0))
      }
      return forward(event)
    case GST_EVENT_GAP:
      var time: GstClockTime = 0
      gst_event_parse_gap(event, &time, nil)
      let flow = posting(from: instance, onError: GST_FLOW_ERROR) { () throws(ElementError) in
        try prepare(for: time, isGap: true)
      }
      guard flow == GST_FLOW_OK else {
        gst_swift_event_unref(event)
        return false
      }
      return forward(event)
    default:
      if gst_swift_event_is_serialized(event) == 0 { return forward(event) }
      if type == GST_EVENT_EOS || gst_swift_event_is_sticky(event) == 0 {
        releaseHeldEvents()
        return forward(event)
      }
      if type == GST_EVENT_SEGMENT { gst_event_copy_segment(event, &segment) }
      held.append(event)
      return true
    }
  }

  private func forward(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
    gst_pad_event_default(sink, parent, event) != 0
  }

  private func releaseHeldEvents() {
    let events = held
    held = []
    // If an event is refused, the following buffer is refused for the same reason.
    for event in events { _ = forward(event) }
  }

  private func dropHeldEvents(where isUnwanted: (UnsafeMutablePointer<GstEvent>) -> Bool) {
    held.filter(isUnwanted).forEach(gst_swift_event_unref)
    held.removeAll(where: isUnwanted)
  }

  /// Installs the chain for a time, and forwards the waiting events.
  private func prepare(
    for time: GstClockTime, isGap: Bool
  ) throws(ElementError) -> GstFlowReturn {
    try renewPlan()
    let place = gst_swift_stream_time(&segment, time)
    let wanted =
      place == gst_swift_unknown_time() ? "" : plan.chain(at: Int64(clamping: place))
    if current?.chain != wanted {
      // A gap needs no chain.
      let next = isGap ? "" : wanted
      if current?.chain != next, try !exchange(for: next) { return GST_FLOW_FLUSHING }
    }
    releaseHeldEvents()
    return GST_FLOW_OK
  }

  private func renewPlan() throws(ElementError) {
    if let plan = try readPlan() { self.plan = plan }
  }

  // MARK: Chains

  /// Replaces the current chain.
  ///
  /// - Returns: `false` if a flush or the end of the stream came first.
  private func exchange(for wanted: String) throws(ElementError) -> Bool {
    let next = try make(wanted)
    gst_bin_add(bin, next)
    guard gst_element_sync_state_with_parent(next) != 0 else {
      drop(next, isInBin: true)
      throw ElementError("the chain '\(wanted)' cannot start")
    }
    if let current { drain(current.element) }
    let old = current?.element
    do throws(ElementError) {
      let isThere = try targets.withLock { _ throws(ElementError) in
        if status.update({ $0.isFlushing || $0.isStopping }) { return false }
        try link(next)
        current = (next, wanted)
        return true
      }
      (isThere ? old : next).map { drop($0, isInBin: true) }
      return isThere
    } catch {
      drop(next, isInBin: true)
      throw error
    }
  }

  /// Drains a chain, and waits until it is done, a flush comes or the stream ends.
  private func drain(_ chain: UnsafeMutablePointer<GstElement>) {
    guard let entrance = gst_element_get_static_pad(chain, "sink"),
      let exit = gst_element_get_static_pad(chain, "src")
    else { return }
    defer {
      gst_object_unref(entrance)
      gst_object_unref(exit)
    }
    status.update { $0.isDrained = false }
    // The end of a chain is not the end of the stream.
    let probe = gst_pad_add_probe(
      exit, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
      { _, info, context in
        guard let event = gst_swift_probe_event(info!),
          gst_swift_event_type(event) == GST_EVENT_EOS
        else { return GST_PAD_PROBE_OK }
        ChainSwitch.at(context).status.update { $0.isDrained = true }
        return GST_PAD_PROBE_DROP
      }, retainedPointer, { ChainSwitch.release($0) })
    // If the event is refused, the chain was flushed and contains no data.
    if gst_pad_send_event(entrance, gst_event_new_eos()) != 0 {
      while status.wait(
        seconds: 1, until: { $0.isDrained || $0.isFlushing || $0.isStopping ? true : nil }) == nil
      {}
    }
    gst_pad_remove_probe(exit, probe)
  }

  /// Creates a chain, without an owner.
  private func make(_ chain: String) throws(ElementError) -> UnsafeMutablePointer<GstElement> {
    do throws(ElementError) {
      return try makeBin(chain.isEmpty ? "identity" : chain)
    } catch {
      var failure = error
      failure.description = "'\(chain)': \(error)"
      throw failure
    }
  }

  /// Connects both pads to a chain.
  private func link(_ chain: UnsafeMutablePointer<GstElement>) throws(ElementError) {
    for (name, pad) in [("sink", sink), ("src", source)] {
      let target = gst_element_get_static_pad(chain, name)
      defer { target.map { gst_object_unref($0) } }
      let ghost = UnsafeMutableRawPointer(pad).assumingMemoryBound(to: GstGhostPad.self)
      guard let target, gst_ghost_pad_set_target(ghost, target) != 0 else {
        throw ElementError("a chain needs one input and one output")
      }
    }
  }

  private func drop(_ chain: UnsafeMutablePointer<GstElement>, isInBin: Bool) {
    guard isInBin else {
      gst_object_ref_sink(chain)
      gst_object_unref(chain)
      return
    }
    gst_element_set_locked_state(chain, 1)
    // Shutting down cannot fail, and the chain is in the bin.
    gst_element_set_state(chain, GST_STATE_NULL)
    gst_bin_remove(bin, chain)
  }
}

extension ChainSwitch {
  /// The context of a callback, which ``release`` must release.
  var retainedPointer: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  static func at(_ context: UnsafeMutableRawPointer?) -> ChainSwitch {
    Unmanaged<ChainSwitch>.fromOpaque(context!).takeUnretainedValue()
  }

  static func release(_ context: UnsafeMutableRawPointer?) {
    Unmanaged<ChainSwitch>.fromOpaque(context!).release()
  }
}
