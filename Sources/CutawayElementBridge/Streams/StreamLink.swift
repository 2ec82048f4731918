import CCutawayGStreamer
import Synchronization

/// A stream for the callbacks of its pad.
final class StreamLink: @unchecked Sendable {
  let index: Int
  /// Whether the stream has data for a few times only.
  let isSparse: Bool
  private let target: Mutex<Target>

  /// The element that feeds the stream.
  @safe private struct Target: @unchecked Sendable {
    var flow: StreamFlow
    /// The bin owns it while it is here.
    var element: UnsafeMutablePointer<GstElement>
  }

  var flow: StreamFlow { target.withLock { $0.flow } }
  var element: UnsafeMutablePointer<GstElement> { target.withLock { $0 }.element }
  /// The event that begins the stream.
  private let beginning: UnsafeMutablePointer<GstEvent>
  /// Events with tags and chapters, which follow the first segment.
  private let information: Mutex<[Event]>

  @safe struct Event: @unchecked Sendable {
    let event: UnsafeMutablePointer<GstEvent>
  }

  /// Creates a stream; it takes over `beginning` and `information`.
  init(
    flow: StreamFlow, index: Int, isSparse: Bool, element: UnsafeMutablePointer<GstElement>,
    beginning: UnsafeMutablePointer<GstEvent>, information: [Event]
  ) {
    (self.index, self.isSparse, self.beginning) = (index, isSparse, beginning)
    target = Mutex(Target(flow: flow, element: element))
    self.information = Mutex(information)
  }

  /// Replaces the element; the link takes over `information`.
  func renew(
    flow: StreamFlow, element: UnsafeMutablePointer<GstElement>, information new: [Event]
  ) {
    target.withLock { $0 = Target(flow: flow, element: element) }
    let old = information.withLock { information in
      defer { information = new }
      return information
    }
    for event in old { gst_event_unref(event.event) }
  }

  deinit {
    gst_event_unref(beginning)
    for event in information.withLock({ $0 }) { gst_event_unref(event.event) }
  }

  /// Sends tags and chapters, after the first segment.
  func inform(through ghost: UnsafeMutablePointer<GstObject>?) {
    let events = information.withLock { events in
      defer { events = [] }
      return events
    }
    guard let ghost else { return }
    let pad = UnsafeMutableRawPointer(ghost).assumingMemoryBound(to: GstPad.self)
    // The pad keeps them for elements that are linked later.
    for event in events { gst_pad_push_event(pad, event.event) }
  }

  /// The event to send for an event of the elements, whose streams have other IDs.
  func replacing(
    _ event: UnsafeMutablePointer<GstEvent>
  ) -> UnsafeMutablePointer<GstEvent>? {
    guard gst_swift_event_type(event) == GST_EVENT_STREAM_START else { return event }
    gst_event_unref(event)
    return gst_swift_event_ref(beginning)
  }

  var retainedPointer: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  static func at(_ context: UnsafeMutableRawPointer?) -> StreamLink {
    Unmanaged<StreamLink>.fromOpaque(context!).takeUnretainedValue()
  }

  static func release(_ context: UnsafeMutableRawPointer?) {
    Unmanaged<StreamLink>.fromOpaque(context!).release()
  }
}

/// Sets the functions of a pad and of the pad inside the bin that feeds it.
func direct(_ link: StreamLink, on pad: UnsafeMutablePointer<GstPad>) {
  _ = gst_swift_connect_owning(
    pad, "linked",
    unsafeBitCast(
      {
        let link = StreamLink.at($2)
        link.flow.start(link.index)
        if link.flow.isOpen { run(link.element) }
      }
        as @convention(c) (
          UnsafeMutablePointer<GstPad>, UnsafeMutablePointer<GstPad>, UnsafeMutableRawPointer
        ) -> Void, to: GCallback.self), link.retainedPointer,
    { context, _ in StreamLink.release(context) })
  gst_pad_set_query_function_full(pad, answerSeeking, nil, nil)
  gst_pad_set_event_function_full(
    pad,
    { pad, parent, event in
      // Elements behind another bin's ghost pad are linked without a signal of this pad.
      if gst_swift_event_type(event!) == GST_EVENT_RECONFIGURE {
        let link = StreamLink.at(pad!.pointee.eventdata)
        link.flow.relink(link.index)
      }
      let isSeek = gst_swift_event_type(event!) == GST_EVENT_SEEK
      return gst_pad_event_default(pad, parent, isSeek ? addingEnd(to: event!, on: pad!) : event)
    }, link.retainedPointer, { StreamLink.release($0) })
  let proxy = UnsafeMutableRawPointer(pad).assumingMemoryBound(to: GstProxyPad.self)
  guard let found = gst_proxy_pad_get_internal(proxy) else { return }
  defer { gst_object_unref(found) }
  let inner = UnsafeMutableRawPointer(found).assumingMemoryBound(to: GstPad.self)
  gst_pad_set_chain_function_full(
    inner,
    { pad, parent, buffer in
      let link = StreamLink.at(pad!.pointee.chaindata), time = gst_swift_pts(buffer!)
      if link.isSparse, gst_buffer_get_size(buffer!) == 0 {
        let end = time + gst_swift_duration(buffer!)
        gst_swift_buffer_unref(buffer!)
        sendGap(from: time, to: end, on: pad!, parent)
        return GST_FLOW_OK
      }
      var isOwned = true
      defer { if isOwned { gst_swift_buffer_unref(buffer!) } }
      return link.flow.send(link.index, at: time) { keepsBuffer in
        isOwned = keepsBuffer
        let sent = keepsBuffer ? gst_swift_buffer_ref(buffer!) : buffer
        return gst_proxy_pad_chain_default(pad, parent, sent)
      }
    }, link.retainedPointer, { StreamLink.release($0) })
  // A queue of `decodebin3` frees the query of a stream that nobody selects while it is queued, and hangs.
  if link.isSparse {
    gst_pad_set_query_function_full(
      inner,
      { pad, parent, query in
        gst_swift_query_type(query!) == GST_QUERY_ALLOCATION
          ? 0 : gst_pad_query_default(pad, parent, query)
      }, nil, nil)
  }
  gst_pad_set_event_function_full(
    inner,
    { pad, parent, event in
      let link = StreamLink.at(pad!.pointee.eventdata)
      link.flow.note(event!, link.index)
      // A segment without a text: sinks wait for something.
      if gst_swift_event_type(event!) == GST_EVENT_EOS, link.isSparse,
        !link.flow.hasSent(link.index)
      {
        sendGap(to: gst_swift_unknown_time(), on: pad!, parent)
      }
      // `decodebin3` hangs if a stream ends before others. Muxers hang if it does not.
      if gst_swift_event_type(event!) == GST_EVENT_EOS, link.isSparse, isForPlayers(link.element),
        !link.flow.waitForOthers(link.index)
      {
        gst_event_unref(event!)
        return 1
      }
      let isSegment = gst_swift_event_type(event!) == GST_EVENT_SEGMENT
      let isHandled = gst_pad_event_default(pad, parent, link.replacing(event!))
      if isSegment { link.inform(through: parent) }
      return isHandled
    }, link.retainedPointer, { StreamLink.release($0) })
}

/// Whether an element is inside a bin that feeds `decodebin3`.
private func isForPlayers(_ element: UnsafeMutablePointer<GstElement>) -> Bool {
  var inner = UnsafeMutableRawPointer(gst_object_ref(element)!)
  defer { gst_object_unref(inner) }
  while let parent = gst_object_get_parent(inner.assumingMemoryBound(to: GstObject.self)) {
    gst_object_unref(inner)
    inner = UnsafeMutableRawPointer(parent)
    let name = factoryName(of: inner.assumingMemoryBound(to: GstElement.self))
    if name == "urisourcebin" || name == "parsebin" { return true }
  }
  return false
}

/// Says that no data follow, to elements that wait for data; others may ignore it.
///
/// - Parameters:
///   - start: The start; `nil` for that of the segment.
///   - end: The end; if it is unknown, that of the segment.
///   - pad: The pad inside the bin.
///   - parent: The pad of the bin.
private func sendGap(
  from start: GstClockTime? = nil, to end: GstClockTime, on pad: UnsafeMutablePointer<GstPad>,
  _ parent: UnsafeMutablePointer<GstObject>?
) {
  guard let event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0) else { return }
  defer { gst_event_unref(event) }
  var found: UnsafePointer<GstSegment>?
  gst_event_parse_segment(event, &found)
  guard let segment = found?.pointee else { return }
  let unknown = gst_swift_unknown_time()
  var (from, to) = (start ?? segment.start, end == unknown ? segment.stop : end)
  // Backwards, nothing is sent before it.
  if segment.rate < 0 { (from, to) = (segment.start, segment.position) }
  let length = to == unknown ? unknown : max(from, to) - from
  gst_pad_event_default(pad, parent, gst_event_new_gap(from, length))
}

/// A composition is seekable, though GstAggregator says that nothing behind it is.
private func answerSeeking(
  _ pad: UnsafeMutablePointer<GstPad>?, _ parent: UnsafeMutablePointer<GstObject>?,
  _ query: UnsafeMutablePointer<GstQuery>?
) -> gboolean {
  guard gst_swift_query_type(query!) == GST_QUERY_SEEKING else {
    return gst_pad_query_default(pad, parent, query)
  }
  var format = GST_FORMAT_UNDEFINED, duration: gint64 = -1
  gst_query_parse_seeking(query, &format, nil, nil, nil)
  guard format == GST_FORMAT_TIME, gst_pad_query_duration(pad, format, &duration) != 0 else {
    return 0
  }
  gst_query_set_seeking(query, format, 1, 0, duration)
  return 1
}
