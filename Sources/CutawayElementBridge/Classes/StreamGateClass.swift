import CCutawayGStreamer
import CutawayElementKit
import CutawayKeyframes

/// The class of one kind of stream gate.
final class StreamGateClass<Gate: StreamGate>: Dispatcher, StreamGateDispatcher {
  private let layout: InstanceLayout<Gate, GateKeeper>

  init() {
    layout = InstanceLayout(after: MemoryLayout<GstElement>.size)
    super.init(
      parent: gst_element_get_type(), classSize: MemoryLayout<GstElementClass>.size, storage: layout
    )
  }

  override func describe(_ gclass: UnsafeMutableRawPointer) {
    describeFunctions(gclass)
    layout.installProperties(in: gclass, read: .playing)
    addMetadata(
      klass: "Filter/Video",
      pads: [(GST_PAD_SINK, Gate.caps), (GST_PAD_SRC, Gate.caps)], to: gclass)
  }

  override func initialize(_ instance: Instance) {
    super.initialize(instance)
    var read: Gate?
    layout.state(of: instance).pointee = addPads(to: instance) {
      [layout] () throws(ElementError) in
      let settings = layout.current(of: instance)
      if settings == read { return nil }
      let plan = try settings.makePlan()
      read = settings
      return plan
    }
  }

  func keeper(of instance: Instance) -> GateKeeper? {
    layout.state(of: instance).pointee
  }

  func passesSeeks(_ instance: Instance) -> Bool {
    layout.current(of: instance).passesSeeks
  }

  func passesAllocation(_ instance: Instance) -> Bool {
    layout.current(of: instance).passesAllocation
  }
}

/// The common part of all stream gates.
protocol StreamGateDispatcher: Dispatcher {
  func keeper(of instance: Instance) -> GateKeeper?

  func passesSeeks(_ instance: Instance) -> Bool

  func passesAllocation(_ instance: Instance) -> Bool
}

extension StreamGateDispatcher {
  /// Sets the functions of GstElement.
  func describeFunctions(_ gclass: UnsafeMutableRawPointer) {
    answer(as: self as any StreamGateDispatcher)
    let element = gclass.assumingMemoryBound(to: GstElementClass.self)
    element.pointee.change_state = { element, transition in
      let instance = Instance(element!)
      let found = find(instance)
      guard let keeper = found.keeper(of: instance) else { return GST_STATE_CHANGE_FAILURE }
      if transition == GST_STATE_CHANGE_NULL_TO_READY {
        let isReady = posting(from: instance, onError: false) { () throws(ElementError) in
          try keeper.check()
          return true
        }
        guard isReady else { return GST_STATE_CHANGE_FAILURE }
      }
      let parent = found.parentClass!.assumingMemoryBound(to: GstElementClass.self)
      return parent.pointee.change_state(element, transition)
    }
  }

  /// Adds the two pads, and the keeper between them.
  func addPads(
    to instance: Instance, readPlan: @escaping () throws(ElementError) -> TimeWindows?
  ) -> GateKeeper {
    let sink = gst_pad_new_from_template(template("sink", of: instance), "sink")!
    let source = gst_pad_new_from_template(template("src", of: instance), "src")!
    // Caps and allocation are agreed between the elements before and after this one.
    gst_swift_proxy_pad(sink)
    gst_swift_proxy_pad(source)
    let keeper = GateKeeper(instance, source: source, readPlan: readPlan)
    gst_pad_set_chain_function_full(
      sink, { pad, _, buffer in GateKeeper.at(pad!.pointee.chaindata).receive(buffer!) },
      keeper.retainedPointer, { GateKeeper.release($0) })
    gst_pad_set_event_function_full(
      sink,
      { pad, parent, event in
        GateKeeper.at(pad!.pointee.eventdata).observe(event!)
        return gst_pad_event_default(pad, parent, event)
      }, keeper.retainedPointer, { GateKeeper.release($0) })
    gst_pad_set_query_function_full(
      sink,
      { pad, parent, query in
        let instance = Instance(parent!)
        if gst_swift_query_type(query!) == GST_QUERY_ALLOCATION,
          !find(instance).passesAllocation(instance)
        {
          return 0
        }
        return gst_pad_query_default(pad, parent, query)
      }, nil, nil)
    gst_pad_set_event_function_full(
      source,
      { pad, parent, event in
        let instance = Instance(parent!)
        if gst_swift_event_type(event!) == GST_EVENT_SEEK, !find(instance).passesSeeks(instance) {
          gst_swift_event_unref(event!)
          return 1
        }
        return gst_pad_event_default(pad, parent, event)
      }, nil, nil)
    let element = instance.assumingMemoryBound(to: GstElement.self)
    // A new element has no pads of these names.
    gst_element_add_pad(element, sink)
    gst_element_add_pad(element, source)
    return keeper
  }
}

private func find(_ instance: Instance) -> any StreamGateDispatcher {
  dispatcher(
    of: instance, as: (any StreamGateDispatcher).self,
    classOffset: MemoryLayout<GstElementClass>.size)
}

/// Passes on buffers inside the ranges of a gate.
final class GateKeeper: @unchecked Sendable {
  // The source pad and the instance are valid during pad callbacks: the instance owns this object.
  // Everything else belongs to the thread that streams into the sink pad, under that pad's stream
  // lock, or to a state change while no data flow.
  private let instance: Instance
  private let source: UnsafeMutablePointer<GstPad>
  /// Reads the ranges; `nil` if they are unchanged.
  private let readPlan: () throws(ElementError) -> TimeWindows?
  private var windows = TimeWindows()
  private var segment = GstSegment()

  init(
    _ instance: Instance, source: UnsafeMutablePointer<GstPad>,
    readPlan: @escaping () throws(ElementError) -> TimeWindows?
  ) {
    self.instance = instance
    self.source = source
    self.readPlan = readPlan
    gst_segment_init(&segment, GST_FORMAT_TIME)
  }

  /// Reads the ranges, so that invalid ones fail before playback.
  func check() throws(ElementError) {
    if let new = try readPlan() { windows = new }
  }

  func observe(_ event: UnsafeMutablePointer<GstEvent>) {
    if gst_swift_event_type(event) == GST_EVENT_SEGMENT { gst_event_copy_segment(event, &segment) }
  }

  func receive(_ buffer: Buffer) -> GstFlowReturn {
    let isReady = posting(from: instance, onError: false) { () throws(ElementError) in
      try check()
      return true
    }
    guard isReady else {
      gst_swift_buffer_unref(buffer)
      return GST_FLOW_ERROR
    }
    let start = gst_swift_pts(buffer)
    let time = gst_swift_stream_time(&segment, start)
    // A buffer without a time passes: only its receiver knows its place.
    if time == gst_swift_unknown_time() || windows.contains(Int64(clamping: time)) {
      return gst_pad_push(source, buffer)
    }
    let gap = gst_event_new_gap(start, gst_swift_duration(buffer))
    gst_swift_buffer_unref(buffer)
    if gst_pad_push_event(source, gap) != 0 { return GST_FLOW_OK }
    // An event has no flow return of its own: the pad keeps the last one.
    let flow = gst_pad_get_last_flow_return(source)
    return flow == GST_FLOW_OK ? GST_FLOW_FLUSHING : flow
  }
}

extension GateKeeper {
  /// The context of a callback, which ``release(_:)`` must release.
  var retainedPointer: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  static func at(_ context: UnsafeMutableRawPointer?) -> GateKeeper {
    Unmanaged<GateKeeper>.fromOpaque(context!).takeUnretainedValue()
  }

  static func release(_ context: UnsafeMutableRawPointer?) {
    Unmanaged<GateKeeper>.fromOpaque(context!).release()
  }
}
