import CCutawayGStreamer
import CutawayElementKit
import CutawayQuirks
import Synchronization

/// The streams of a stream bin, and their pads.
final class StreamPads: @unchecked Sendable {
  // The bin owns this object. Its other properties change before pads are added and after they are inactive.
  let bin: Instance
  private let isSource: Bool
  private(set) var streams: [Stream] = []
  private var flow = StreamFlow([])
  /// What opens the streams again; `nil` if nothing does.
  var watch: StreamWatch?

  struct Stream {
    var pad: UnsafeMutablePointer<GstPad>
    var element: UnsafeMutablePointer<GstElement>
    var kind: OpenedStream.Kind
    var link: StreamLink
  }

  private let begun = Atomic(false)

  init(_ bin: Instance, isSource: Bool) { (self.bin, self.isSource) = (bin, isSource) }

  /// Notes that the streams are opened; `false` if that was done already.
  func begin() -> Bool { !begun.exchange(true, ordering: .acquiringAndReleasing) }

  var element: UnsafeMutablePointer<GstElement> {
    bin.assumingMemoryBound(to: GstElement.self)
  }

  /// Adds a pad for each stream.
  ///
  /// The elements of a stream run when its pad is linked: a stream that nobody wants must not fail. None runs before
  /// all pads have been added, because downstream decides then.
  func add(_ all: OpenedStreams) {
    let opened = all.streams
    let group = gst_util_group_id_next()
    let collection = gst_stream_collection_new(nil)
    defer { gst_object_unref(collection) }
    flow = StreamFlow(opened.map { $0.kind == .subtitle })
    for (index, stream) in opened.enumerated() {
      gst_element_set_locked_state(stream.element, 1)
      // A new bin has no elements or pads of these names.
      gst_bin_add(bin.assumingMemoryBound(to: GstBin.self), stream.element)
      guard let target = gst_element_get_static_pad(stream.element, "src") else { continue }
      defer { gst_object_unref(target) }
      let kind = stream.kind.rawValue, number = opened[..<index].count { $0.kind == stream.kind }
      let template = template(number == 0 ? kind : "\(kind)_%u", of: bin)
      let pad = gst_ghost_pad_new_from_template(
        number == 0 ? kind : "\(kind)_\(number)", target, template)!
      let (beginning, description) = announce(stream, on: pad, group: group)
      gst_stream_collection_add_stream(collection, description)
      let link = StreamLink(
        flow: flow, index: index, isSparse: stream.kind == .subtitle, element: stream.element,
        beginning: beginning, information: all.information(on: stream))
      direct(link, on: pad)
      streams.append(Stream(pad: pad, element: stream.element, kind: stream.kind, link: link))
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
    let id = gst_pad_create_stream_id(pad, element, gst_swift_object_name(pad))
    defer { g_free(id) }
    let start = gst_event_new_stream_start(id)!
    gst_event_set_group_id(start, group)
    let caps = gst_caps_from_string(stream.caps)
    defer { gst_caps_unref(caps) }
    let flags = stream.kind == .subtitle ? GST_STREAM_FLAG_SPARSE : GST_STREAM_FLAG_NONE
    gst_event_set_stream_flags(start, flags)
    let description = gst_stream_new(id, caps, stream.kind.type, flags)
    if let tags = stream.tags {
      gst_stream_set_tags(description, tags)
      gst_tag_list_unref(tags)
    }
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
  func stop() {
    watch?.end()
    watch = nil
    flow.stop()
  }

  /// Makes a flow for the next elements, and ends that of the present ones.
  func renewFlow() -> StreamFlow {
    flow.stop()
    flow = StreamFlow(streams.map { $0.kind == .subtitle })
    flow.open()
    return flow
  }

  /// Replaces the element of a stream; nothing downstream takes data.
  func exchange(
    _ index: Int, for opened: OpenedStream, _ flow: StreamFlow, _ information: [StreamLink.Event]
  ) {
    let stream = streams[index], container = bin.assumingMemoryBound(to: GstBin.self)
    if gst_pad_is_linked(stream.pad) != 0 { flow.start(index) }
    gst_element_set_locked_state(opened.element, 1)
    gst_object_ref(stream.element)
    // The bin has the old element, and its new one has another name. Outside of the bin, an element that is stopped while
    // it starts cannot report that as an error of the pipeline.
    gst_bin_remove(container, stream.element)
    gst_element_set_state(stream.element, GST_STATE_NULL)
    gst_object_unref(stream.element)
    gst_bin_add(container, opened.element)
    guard let target = gst_element_get_static_pad(opened.element, "src") else { return }
    defer { gst_object_unref(target) }
    let ghost = UnsafeMutableRawPointer(stream.pad).assumingMemoryBound(to: GstGhostPad.self)
    stream.link.renew(flow: flow, element: opened.element, information: information)
    // The new element is in the bin, and its pad has no peer.
    gst_ghost_pad_set_target(ghost, target)
    streams[index].element = opened.element
  }

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
func run(_ element: UnsafeMutablePointer<GstElement>) {
  gst_element_set_locked_state(element, 0)
  // An element that fails posts an error.
  gst_element_sync_state_with_parent(element)
}

extension OpenedStream {
  /// The tags of the stream alone, which the caller owns; `nil` if there are none.
  fileprivate var tags: UnsafeMutablePointer<GstTagList>? {
    language.map { makeTags(["language-code": $0], scope: GST_TAG_SCOPE_STREAM) }
  }
}

extension OpenedStreams {
  /// The events with the tags and the chapters, which the caller owns.
  func information(on stream: OpenedStream) -> [StreamLink.Event] {
    var events: [UnsafeMutablePointer<GstEvent>] = []
    if !tags.isEmpty {
      events.append(gst_event_new_tag(makeTags(tags, scope: GST_TAG_SCOPE_GLOBAL)))
    }
    if let tags = stream.tags { events.append(gst_event_new_tag(tags)) }
    if !chapters.isEmpty {
      let contents = makeContents(chapters)
      events.append(gst_event_new_toc(contents, 0))
      gst_swift_toc_unref(contents)
    }
    return events.map { StreamLink.Event(event: $0) }
  }
}
