import CCutawayGStreamer
import CutawayElementKit

/// The state of a chain selector instance.
struct ChainSelectorState<Selector: ChainSelector> {
  var chains: ChainSwitch
}

/// The class of one kind of chain selector.
final class ChainSelectorClass<Selector: ChainSelector>: Dispatcher, ChainSelectorDispatcher {
  private let layout: InstanceLayout<Selector, ChainSelectorState<Selector>>

  init() {
    layout = InstanceLayout(after: MemoryLayout<GstBin>.size)
    super.init(
      parent: gst_bin_get_type(), classSize: MemoryLayout<GstBinClass>.size, storage: layout)
  }

  override func describe(_ gclass: UnsafeMutableRawPointer) {
    describeFunctions(gclass)
    layout.installProperties(in: gclass, read: .playing)
    addMetadata(
      klass: "Filter/Bin/Video",
      pads: [(GST_PAD_SINK, Selector.caps), (GST_PAD_SRC, Selector.caps)], to: gclass)
  }

  override func initialize(_ instance: Instance) {
    super.initialize(instance)
    var read: Selector?
    let chains = addPads(to: instance) { [layout] () throws(ElementError) in
      let settings = layout.current(of: instance)
      if settings == read { return nil }
      let plan = try settings.makePlan()
      read = settings
      return plan
    }
    layout.state(of: instance).pointee = ChainSelectorState(chains: chains)
  }

  func chains(of instance: Instance) -> ChainSwitch? {
    layout.state(of: instance).pointee?.chains
  }
}

/// The common part of all chain selectors.
protocol ChainSelectorDispatcher: Dispatcher {
  func chains(of instance: Instance) -> ChainSwitch?
}

extension ChainSelectorDispatcher {
  /// Sets the functions of GstElement.
  func describeFunctions(_ gclass: UnsafeMutableRawPointer) {
    answer(as: self as any ChainSelectorDispatcher)
    let element = gclass.assumingMemoryBound(to: GstElementClass.self)
    element.pointee.change_state = { element, transition in
      let instance = Instance(element!), found = find(Instance(element!))
      guard let chains = found.chains(of: instance) else { return GST_STATE_CHANGE_FAILURE }
      let isReady = posting(from: instance, onError: false) { () throws(ElementError) in
        switch transition {
        case GST_STATE_CHANGE_NULL_TO_READY: try chains.check()
        case GST_STATE_CHANGE_READY_TO_PAUSED: try chains.open()
        case GST_STATE_CHANGE_PAUSED_TO_READY: chains.interrupt()
        default: break
        }
        return true
      }
      guard isReady else { return GST_STATE_CHANGE_FAILURE }
      let parent = found.parentClass!.assumingMemoryBound(to: GstElementClass.self)
      let result = parent.pointee.change_state(element, transition)
      let hasFailed = result == GST_STATE_CHANGE_FAILURE
      if transition == GST_STATE_CHANGE_PAUSED_TO_READY
        || transition == GST_STATE_CHANGE_READY_TO_PAUSED && hasFailed
      {
        chains.close()
      }
      return result
    }
  }

  /// Adds the two pads and the chain switch between them.
  func addPads(
    to instance: Instance, readPlan: @escaping () throws(ElementError) -> [ChainSpan]?
  ) -> ChainSwitch {
    let sink = gst_ghost_pad_new_no_target("sink", GST_PAD_SINK)!
    let source = gst_ghost_pad_new_no_target("src", GST_PAD_SRC)!
    let chains = ChainSwitch(instance, sink: sink, source: source, readPlan: readPlan)
    gst_pad_set_chain_function_full(
      sink, { pad, _, buffer in ChainSwitch.at(pad!.pointee.chaindata).receive(buffer!) },
      chains.retainedPointer, { ChainSwitch.release($0) })
    gst_pad_set_chain_list_function_full(
      sink,
      { pad, _, list in
        defer { gst_swift_buffer_list_unref(list!) }
        let chains = ChainSwitch.at(pad!.pointee.chainlistdata)
        for index in 0..<gst_buffer_list_length(list) {
          let flow = chains.receive(gst_swift_buffer_ref(gst_buffer_list_get(list, index)))
          if flow != GST_FLOW_OK { return flow }
        }
        return GST_FLOW_OK
      }, chains.retainedPointer, { ChainSwitch.release($0) })
    gst_pad_set_event_function_full(
      sink, { pad, _, event in ChainSwitch.at(pad!.pointee.eventdata).receive(event!) ? 1 : 0 },
      chains.retainedPointer, { ChainSwitch.release($0) })
    gst_pad_set_query_function_full(sink, answerUpstream, nil, nil)
    gst_pad_set_event_function_full(source, passUpstream, nil, nil)
    gst_pad_set_query_function_full(source, answerDownstream, nil, nil)
    let element = instance.assumingMemoryBound(to: GstElement.self)
    // A new element has no pads of these names.
    gst_element_add_pad(element, sink)
    gst_element_add_pad(element, source)
    return chains
  }
}

private func find(_ instance: Instance) -> any ChainSelectorDispatcher {
  dispatcher(
    of: instance, as: (any ChainSelectorDispatcher).self,
    classOffset: MemoryLayout<GstBinClass>.size)
}

/// The chain may not exist yet, so all caps of the pad template are accepted.
private func answerUpstream(
  _ pad: UnsafeMutablePointer<GstPad>?, _ parent: UnsafeMutablePointer<GstObject>?,
  _ query: UnsafeMutablePointer<GstQuery>?
) -> gboolean {
  let type = gst_swift_query_type(query!)
  guard type == GST_QUERY_CAPS || type == GST_QUERY_ACCEPT_CAPS,
    let own = gst_swift_template_caps(parent, "sink")
  else { return gst_pad_query_default(pad, parent, query) }
  defer { gst_caps_unref(own) }
  var caps: Caps?
  if type == GST_QUERY_ACCEPT_CAPS {
    gst_query_parse_accept_caps(query, &caps)
    gst_query_set_accept_caps_result(query, gst_caps_is_subset(caps, own))
  } else {
    gst_query_parse_caps(query, &caps)
    let result =
      caps.flatMap { gst_caps_intersect_full($0, own, GST_CAPS_INTERSECT_FIRST) }
      ?? gst_swift_caps_ref(own)
    gst_query_set_caps_result(query, result)
    gst_caps_unref(result)
  }
  return 1
}

/// Seeks bypass the chain, which may be in exchange: a mixer waits for the result of each seek.
private func passUpstream(
  _ pad: UnsafeMutablePointer<GstPad>?, _ parent: UnsafeMutablePointer<GstObject>?,
  _ event: UnsafeMutablePointer<GstEvent>?
) -> gboolean {
  guard gst_swift_event_type(event!) == GST_EVENT_SEEK, let sink = sinkPad(of: parent) else {
    return gst_pad_event_default(pad, parent, event)
  }
  defer { gst_object_unref(sink) }
  return gst_pad_push_event(sink, event)
}

/// Queries to the source bypass the chain, too.
private func answerDownstream(
  _ pad: UnsafeMutablePointer<GstPad>?, _ parent: UnsafeMutablePointer<GstObject>?,
  _ query: UnsafeMutablePointer<GstQuery>?
) -> gboolean {
  let isOfSource = [GST_QUERY_POSITION, GST_QUERY_DURATION, GST_QUERY_SEEKING]
    .contains(gst_swift_query_type(query!))
  guard isOfSource, let sink = sinkPad(of: parent) else {
    return gst_pad_query_default(pad, parent, query)
  }
  defer { gst_object_unref(sink) }
  return gst_pad_peer_query(sink, query)
}

private func sinkPad(
  of parent: UnsafeMutablePointer<GstObject>?
) -> UnsafeMutablePointer<GstPad>? {
  parent.flatMap { parent in
    gst_element_get_static_pad(
      UnsafeMutableRawPointer(parent).assumingMemoryBound(to: GstElement.self), "sink")
  }
}
