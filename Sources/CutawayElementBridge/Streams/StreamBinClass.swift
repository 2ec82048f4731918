import CCutawayGStreamer
import CutawayElementKit

/// The class of one kind of stream bin.
final class StreamBinClass<Bin: StreamBin>: Dispatcher, StreamBinDispatcher {
  private let layout: InstanceLayout<Bin, StreamPads>
  /// The schemes as GStreamer wants them: a list of C strings, which is never freed.
  let schemes: UnsafePointer<UnsafePointer<CChar>?>

  init() {
    layout = InstanceLayout(after: MemoryLayout<GstBin>.size)
    let list = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: 2)
    list.initialize(repeating: nil, count: 2)
    if let scheme = Bin.scheme { list[0] = UnsafePointer(g_strdup(scheme)) }
    schemes = UnsafePointer(list)
    super.init(
      parent: gst_bin_get_type(), classSize: MemoryLayout<GstBinClass>.size, storage: layout)
  }

  override func addInterfaces(to type: GType) { if isSource { addURIHandler(to: type) } }

  override func describe(_ gclass: UnsafeMutableRawPointer) {
    describeFunctions(gclass)
    layout.installProperties(in: gclass, read: .start)
    addMetadata(
      klass: isSource ? "Source/Audio/Video" : "Codec/Demuxer",
      pads: isSource ? [] : [(GST_PAD_SINK, Bin.sinkCaps)], to: gclass)
    let element = gclass.assumingMemoryBound(to: GstElementClass.self)
    for kind in OpenedStream.Kind.allCases {
      let caps = gst_caps_from_string(kind.caps)
      // A composition has one picture and one sound, and any number of subtitles.
      for name in [kind.rawValue] + (kind == .subtitle ? ["\(kind)_%u"] : []) {
        gst_element_class_add_pad_template(
          element, gst_pad_template_new(name, GST_PAD_SRC, GST_PAD_SOMETIMES, caps))
      }
      gst_caps_unref(caps)
    }
  }

  override func initialize(_ instance: Instance) {
    super.initialize(instance)
    layout.state(of: instance).pointee = StreamPads(instance, isSource: isSource)
    if isSource {
      gst_swift_set_source(instance)
    } else {
      addSink(to: instance)
    }
  }

  var isSource: Bool { Bin.scheme != nil }

  func pads(of instance: Instance) -> StreamPads? { layout.state(of: instance).pointee }

  func uri(of instance: Instance) -> String? { layout.current(of: instance).uri }

  func setURI(_ uri: String, of instance: Instance) throws(ElementError) {
    var settings = layout.current(of: instance)
    try settings.setURI(uri)
    let new = settings
    layout.change(of: instance) { $0 = new }
  }

  func open(_ instance: Instance, upstream: String?) throws(ElementError) {
    let settings = layout.current(of: instance)
    debug?.log(.info, instance, "opens \(upstream ?? settings.uri ?? "")")
    pads(of: instance)?.add(try settings.open(upstream))
    if isSource, let version = settings.version { watch(instance, since: version) }
  }

  /// Opens the streams again whenever the settings or what they name changes.
  private func watch(_ instance: Instance, since version: String) {
    guard let pads = pads(of: instance) else { return }
    // The watch is over before the instance is.
    pads.watch = StreamWatch { [self] watch in
      var known = version
      while watch.pause() {
        guard let settings = watch.use({ layout.current(of: instance) }) else { return }
        // A file that is being replaced is missing for a moment.
        guard let version = settings.version, version != known else { continue }
        known = version
        do throws(ElementError) {
          let opened = try settings.open(nil)
          let reason = watch.use { pads.replace(by: opened) } ?? .over
          if reason != nil { opened.discard() }
          if let reason, reason != .over {
            _ = watch.use { warn(reason.rawValue, from: instance) }
          }
        } catch {
          _ = watch.use { warn(error.description, from: instance) }
        }
      }
    }
  }

  /// Reports why the element plays what it played before.
  private func warn(_ reason: String, from instance: Instance) {
    debug?.log(.warning, instance, reason)
    gst_swift_post_warning(instance, reason)
  }
}

/// The common part of all stream bins.
protocol StreamBinDispatcher: Dispatcher {
  var isSource: Bool { get }

  var schemes: UnsafePointer<UnsafePointer<CChar>?> { get }

  func pads(of instance: Instance) -> StreamPads?

  func uri(of instance: Instance) -> String?

  func setURI(_ uri: String, of instance: Instance) throws(ElementError)

  /// Opens the streams and adds their pads.
  func open(_ instance: Instance, upstream: String?) throws(ElementError)
}

extension StreamBinDispatcher {
  /// Sets the functions of GstElement.
  func describeFunctions(_ gclass: UnsafeMutableRawPointer) {
    answer(as: self as any StreamBinDispatcher)
    let element = gclass.assumingMemoryBound(to: GstElementClass.self)
    element.pointee.change_state = { element, transition in
      let instance = Instance(element!), found = find(Instance(element!))
      let parent = found.parentClass!.assumingMemoryBound(to: GstElementClass.self)
      if transition == GST_STATE_CHANGE_READY_TO_PAUSED, found.isSource {
        let isOpen = posting(from: instance, onError: false) { () throws(ElementError) in
          try found.open(instance, upstream: nil)
          return true
        }
        guard isOpen else { return GST_STATE_CHANGE_FAILURE }
      }
      if transition == GST_STATE_CHANGE_PAUSED_TO_READY { found.pads(of: instance)?.stop() }
      let result = parent.pointee.change_state(element, transition)
      let isFailing =
        transition == GST_STATE_CHANGE_READY_TO_PAUSED && result == GST_STATE_CHANGE_FAILURE
      // The pads are inactive now, so no thread streams.
      if isFailing || transition == GST_STATE_CHANGE_PAUSED_TO_READY {
        found.pads(of: instance)?.removeAll()
      }
      return result
    }
    element.pointee.query = { element, query in
      let found = find(Instance(element!))
      if found.answerURI(query!, of: Instance(element!)) { return 1 }
      return found.parentClass!.assumingMemoryBound(to: GstElementClass.self).pointee
        .query(element, query)
    }
  }

  /// Answers queries for the URI, from which GStreamer makes the IDs of the streams.
  func answerURI(_ query: Query, of instance: Instance) -> Bool {
    guard isSource, gst_swift_query_type(query) == GST_QUERY_URI,
      let uri = uri(of: instance)
    else { return false }
    gst_query_set_uri(query, uri)
    return true
  }

  /// Adds the sink pad of a demuxer.
  func addSink(to instance: Instance) {
    let sink = gst_pad_new_from_template(template("sink", of: instance), "sink")!
    gst_pad_set_chain_function_full(
      sink,
      { _, parent, buffer in
        gst_buffer_unref(buffer)
        return receive(Instance(parent!))
      }, nil, nil)
    gst_pad_set_event_function_full(
      sink,
      { pad, parent, event in
        let type = gst_swift_event_type(event!)
        gst_event_unref(event)
        // The streams have events of their own. This one comes from an empty file, too.
        if type == GST_EVENT_EOS { _ = receive(Instance(parent!)) }
        return 1
      }, nil, nil)
    // A new element has no pad of this name.
    gst_element_add_pad(instance.assumingMemoryBound(to: GstElement.self), sink)
  }

  /// Lets programs find and set the URI.
  func addURIHandler(to type: GType) {
    var info = GInterfaceInfo()
    info.interface_init = { interface, _ in
      let handler = interface!.assumingMemoryBound(to: GstURIHandlerInterface.self)
      handler.pointee.get_type = { _ in GST_URI_SRC }
      handler.pointee.get_protocols = { type in
        // The registration of an element keeps its class.
        guard let gclass = g_type_class_peek(type) else { return nil }
        return (storedDispatcher(of: gclass) as? any StreamBinDispatcher)?.schemes
      }
      handler.pointee.get_uri = { handler in
        find(Instance(handler!)).uri(of: Instance(handler!)).flatMap { g_strdup($0) }
      }
      handler.pointee.set_uri = { handler, uri, error in
        do throws(ElementError) {
          try find(Instance(handler!)).setURI(String(cString: uri!), of: Instance(handler!))
          return 1
        } catch let failure {
          let code = gint(GST_URI_ERROR_BAD_URI.rawValue)
          error?.pointee = g_error_new_literal(gst_uri_error_quark(), code, failure.description)
          return 0
        }
      }
    }
    g_type_add_interface_static(type, gst_uri_handler_get_type(), &info)
  }
}

private func find(_ instance: Instance) -> any StreamBinDispatcher {
  dispatcher(
    of: instance, as: (any StreamBinDispatcher).self,
    classOffset: MemoryLayout<GstBinClass>.size)
}

/// Opens the streams of a demuxer, when the first data arrive.
///
/// The data themselves are not used: what upstream reads is opened by its location.
private func receive(_ instance: Instance) -> GstFlowReturn {
  let found = find(instance)
  guard found.pads(of: instance)?.begin() == true else { return GST_FLOW_EOS }
  return posting(from: instance, onError: GST_FLOW_ERROR) { () throws(ElementError) in
    try found.open(instance, upstream: upstreamURI(of: instance))
    return GST_FLOW_EOS
  }
}

private func upstreamURI(of instance: Instance) -> String? {
  let element = instance.assumingMemoryBound(to: GstElement.self)
  guard let sink = gst_element_get_static_pad(element, "sink") else { return nil }
  defer { gst_object_unref(sink) }
  guard let query = gst_query_new_uri() else { return nil }
  defer { gst_query_unref(query) }
  guard gst_pad_peer_query(sink, query) != 0 else { return nil }
  var text: UnsafeMutablePointer<CChar>?
  gst_query_parse_uri(query, &text)
  defer { g_free(text) }
  return text.map { String(cString: $0) }
}
