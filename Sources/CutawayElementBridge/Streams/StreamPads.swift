import CCutawayGStreamer
import CutawayElementKit
import CutawayQuirks
import Synchronization

/// The streams of a stream bin, and their pads.
final class StreamPads: @unchecked Sendable {
  // The bin owns this object. Its other properties change before pads are added and after they are inactive.
  private let bin: Instance
  private let isSource: Bool
  private var streams:
    [(pad: UnsafeMutablePointer<GstPad>, element: UnsafeMutablePointer<GstElement>)] = []
  private var flow = StreamFlow(count: 0)
  private let begun = Atomic(false)

  init(_ bin: Instance, isSource: Bool) { (self.bin, self.isSource) = (bin, isSource) }

  /// Notes that the streams are opened; `false` if that was done already.
  func begin() -> Bool { !begun.exchange(true, ordering: .acquiringAndReleasing) }

  private var element: UnsafeMutablePointer<GstElement> {
    bin.assumingMemoryBound(to: GstElement.self)
  }

  /// Adds a pad for each stream.
  ///
  /// The elements of a stream run when its pad is linked: a stream that nobody wants must not fail. None runs before
  /// all pads have been added, because downstream decides then.
  func add(_ opened: [OpenedStream]) {
    let group = gst_util_group_id_next()
    let collection = gst_stream_collection_new(nil)
    defer { gst_object_unref(collection) }
    flow = StreamFlow(count: opened.count)
    for (index, stream) in opened.enumerated() {
      gst_element_set_locked_state(stream.element, 1)
      // A new bin has no elements or pads of these names.
      gst_bin_add(bin.assumingMemoryBound(to: GstBin.self), stream.element)
      guard let target = gst_element_get_static_pad(stream.element, "src") else { continue }
      defer { gst_object_unref(target) }
      let template = template(stream.kind.rawValue, of: bin)
      let pad = gst_ghost_pad_new_from_template(stream.kind.rawValue, target, template)!
      streams.append((pad, stream.element))
      let (beginning, description) = announce(stream, on: pad, group: group)
      gst_stream_collection_add_stream(collection, description)
      direct(
        StreamLink(flow: flow, index: index, element: stream.element, beginning: beginning), on: pad
      )
    }
    if isSource { publish(collection!) }
    for stream in streams { gst_element_add_pad(element, stream.pad) }
    gst_element_no_more_pads(element)
    flow.open()
    let linked = streams.filter { gst_pad_is_linked($0.pad) != 0 }
    // If nothing is linked, the first stream waits for a link, and finally fails: a link may have been
    // refused, or wait for a stream that the composition does not have.
    for stream in linked.isEmpty ? Array(streams.prefix(1)) : linked { run(stream.element) }
  }

  /// Says which streams there are.
  ///
  /// What contains a demuxer does that itself, and does not expect it of the demuxer.
  private func publish(_ collection: UnsafeMutablePointer<GstStreamCollection>) {
    let event = gst_event_new_stream_collection(collection)!
    defer { gst_event_unref(event) }
    for stream in streams { gst_pad_store_sticky_event(stream.pad, event) }
    let object = bin.assumingMemoryBound(to: GstObject.self)
    gst_element_post_message(element, gst_message_new_stream_collection(object, collection))
  }

  /// Stores the first events on a pad, because programs choose by them what they link.
  ///
  /// - Returns: The event that begins the stream and the description of the stream, which the caller owns.
  private func announce(
    _ stream: OpenedStream, on pad: UnsafeMutablePointer<GstPad>, group: guint
  ) -> (UnsafeMutablePointer<GstEvent>, UnsafeMutablePointer<GstStream>?) {
    let id = gst_pad_create_stream_id(pad, element, stream.kind.rawValue)
    defer { g_free(id) }
    let start = gst_event_new_stream_start(id)!
    gst_event_set_group_id(start, group)
    let caps = gst_caps_from_string(stream.caps)
    defer { gst_caps_unref(caps) }
    let description = gst_stream_new(id, caps, stream.kind.type, GST_STREAM_FLAG_NONE)
    // parsebin describes the streams of a demuxer itself, unless their events do.
    if isSource { gst_event_set_stream(start, description) }
    gst_pad_set_active(pad, 1)
    // The pad is new, so nothing refuses the events.
    gst_pad_store_sticky_event(pad, start)
    if gst_caps_is_fixed(caps) != 0 {
      let event = gst_event_new_caps(caps)!
      gst_pad_store_sticky_event(pad, event)
      gst_event_unref(event)
    }
    return (start, description)
  }

  /// Lets the threads of the streams go on.
  func stop() { flow.stop() }

  /// Removes the streams; the pads are inactive.
  func removeAll() {
    for stream in streams {
      gst_element_set_locked_state(stream.element, 1)
      gst_element_set_state(stream.element, GST_STATE_NULL)
      if Quirk.rawSourcePads.applies { removeGhost(of: stream.pad) }
      // Both are in the bin.
      gst_element_remove_pad(element, stream.pad)
      gst_bin_remove(bin.assumingMemoryBound(to: GstBin.self), stream.element)
    }
    streams = []
    begun.store(false, ordering: .releasing)
  }
}

/// Brings the elements of a stream into the state of the bin.
private func run(_ element: UnsafeMutablePointer<GstElement>) {
  gst_element_set_locked_state(element, 0)
  // An element that fails posts an error.
  gst_element_sync_state_with_parent(element)
}

/// A stream for the callbacks of its pad.
private final class StreamLink: @unchecked Sendable {
  let flow: StreamFlow
  let index: Int
  /// The bin owns it longer than the pad.
  let element: UnsafeMutablePointer<GstElement>
  /// The event that begins the stream.
  private let beginning: UnsafeMutablePointer<GstEvent>

  /// Creates a stream; it takes over `beginning`.
  init(
    flow: StreamFlow, index: Int, element: UnsafeMutablePointer<GstElement>,
    beginning: UnsafeMutablePointer<GstEvent>
  ) {
    (self.flow, self.index) = (flow, index)
    (self.element, self.beginning) = (element, beginning)
  }

  deinit { gst_event_unref(beginning) }

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
private func direct(_ link: StreamLink, on pad: UnsafeMutablePointer<GstPad>) {
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
      var isOwned = true
      defer { if isOwned { gst_swift_buffer_unref(buffer!) } }
      return link.flow.send(link.index, at: time) { keepsBuffer in
        isOwned = keepsBuffer
        let sent = keepsBuffer ? gst_swift_buffer_ref(buffer!) : buffer
        return gst_proxy_pad_chain_default(pad, parent, sent)
      }
    }, link.retainedPointer, { StreamLink.release($0) })
  gst_pad_set_event_function_full(
    inner,
    { pad, parent, event in
      let link = StreamLink.at(pad!.pointee.eventdata)
      link.flow.note(event!, link.index)
      return gst_pad_event_default(pad, parent, link.replacing(event!))
    }, link.retainedPointer, { StreamLink.release($0) })
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
