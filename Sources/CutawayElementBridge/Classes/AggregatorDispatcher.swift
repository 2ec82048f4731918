import CCutawayGStreamer
import CutawayElementKit

typealias Query = UnsafeMutablePointer<GstQuery>

/// The common part of all classes built on GstAggregator.
protocol AggregatorDispatcher: Dispatcher {
  /// The largest number of input pads; `nil` for any number.
  var inputLimit: Int? { get }

  /// Outputs a buffer made from the buffers of the pads, if all required ones are there.
  ///
  /// In a live stream, `timedOut` is true if the output is due, whatever is there.
  func aggregate(_ instance: Instance, timedOut: Bool) throws(ElementError) -> GstFlowReturn

  /// The possible output caps, restricted to `wanted`; `nil` while they are unknown.
  func outputCaps(_ instance: Instance, of wanted: Caps) -> Caps?

  /// Fixates `caps`, which the callee owns.
  func fixate(_ instance: Instance, _ caps: Caps) -> Caps

  /// Called when the output format is known.
  func start(_ instance: Instance, output: Caps) throws(ElementError)

  /// Called when the format of a pad is known.
  func padStarted(
    _ instance: Instance, _ pad: Instance, _ caps: Caps
  ) throws(ElementError)

  /// Resets the position in the stream.
  func flush(_ instance: Instance)

  /// Releases all resources.
  func stop(_ instance: Instance)

  /// Records how late frames are: frames that end before `time`, a running time, need not be drawn.
  ///
  /// - Parameters:
  ///   - instance: The element.
  ///   - time: The running time; 0 if frames are not late.
  ///   - proportion: The time that a frame takes, in relation to the time that it should take.
  func isLate(_ instance: Instance, before time: GstClockTime, proportion: Double)

  /// Whether the inputs alone know the end of the segment.
  func waitsForEnd(_ instance: Instance) -> Bool

  /// Called after a seek without a flush.
  func beginSegment(_ instance: Instance)

  /// Passes an event of a pointer or of a key upstream; returns whether an input has handled it.
  func navigate(_ instance: Instance, _ event: UnsafeMutablePointer<GstEvent>) -> Bool

  /// Adds the pool of the output buffers to an allocation query that downstream has answered.
  func decideAllocation(_ instance: Instance, _ query: Query) throws(ElementError)

  /// The buffer and the caps of a pad that the current output frame shows; `nil` if there are none.
  func sample(of pad: Instance) -> (Buffer, Caps)?

  /// Answers a query of downstream; `nil` leaves it to the parent class.
  func answer(_ instance: Instance, _ query: Query) -> Bool?

  /// Called for a pad that was added, with the number in its name.
  func padAdded(_ instance: Instance, _ pad: Instance, number: Int)
}

extension AggregatorDispatcher {
  /// Sets the functions of GstAggregator.
  func describeFunctions(_ gclass: UnsafeMutableRawPointer) {
    answer(as: self as any AggregatorDispatcher)
    let aggregator = gclass.assumingMemoryBound(to: GstAggregatorClass.self)
    aggregator.pointee.aggregate = { aggregator, timedOut in
      let instance = Instance(aggregator!)
      return posting(from: instance, onError: GST_FLOW_ERROR) { () throws(ElementError) in
        try find(instance).aggregate(instance, timedOut: timedOut != 0)
      }
    }
    aggregator.pointee.get_next_time = gst_aggregator_simple_get_next_time
    aggregator.pointee.decide_allocation = { aggregator, query in
      let instance = Instance(aggregator!)
      return posting(from: instance, onError: 0) { () throws(ElementError) in
        try find(instance).decideAllocation(instance, query!)
        return 1
      }
    }
    aggregator.pointee.propose_allocation = { _, _, _, query in
      // Frames may have any strides.
      gst_query_add_allocation_meta(query, gst_video_meta_api_get_type(), nil)
      return 1
    }
    aggregator.pointee.peek_next_sample = { aggregator, pad in
      guard let (buffer, caps) = find(Instance(aggregator!)).sample(of: Instance(pad!)) else {
        return nil
      }
      return gst_sample_new(buffer, caps, &pad!.pointee.segment, nil)
    }
    aggregator.pointee.src_query = { aggregator, query in
      let instance = Instance(aggregator!)
      if let isAnswered = find(instance).answer(instance, query!) { return isAnswered ? 1 : 0 }
      return inherited(by: instance).pointee.src_query(aggregator, query)
    }
    aggregator.pointee.update_src_caps = { aggregator, wanted, result in
      let instance = Instance(aggregator!)
      guard let caps = find(instance).outputCaps(instance, of: wanted!) else {
        return GST_FLOW_CUSTOM_ERROR  // GST_AGGREGATOR_FLOW_NEED_DATA
      }
      result!.pointee = caps
      return GST_FLOW_OK
    }
    aggregator.pointee.fixate_src_caps = { aggregator, caps in
      let instance = Instance(aggregator!)
      return gst_caps_fixate(find(instance).fixate(instance, caps!))
    }
    aggregator.pointee.negotiated_src_caps = { aggregator, caps in
      let instance = Instance(aggregator!)
      return posting(from: instance, onError: 0) { () throws(ElementError) in
        try find(instance).start(instance, output: caps!)
        return 1
      }
    }
    aggregator.pointee.flush = { aggregator in
      find(Instance(aggregator!)).flush(Instance(aggregator!))
      return GST_FLOW_OK
    }
    aggregator.pointee.stop = { aggregator in
      find(Instance(aggregator!)).stop(Instance(aggregator!))
      return 1
    }
    aggregator.pointee.sink_event = handleSinkEvent
    aggregator.pointee.src_event = handleSourceEvent
    let element = gclass.assumingMemoryBound(to: GstElementClass.self)
    element.pointee.request_new_pad = requestPad
    element.pointee.release_pad = releasePad
  }

  /// The pads are children, so that `name=m sink_0::opacity=0.5` sets their properties.
  func addChildProxy(to type: GType) {
    var info = GInterfaceInfo()
    info.interface_init = { interface, _ in
      let proxy = interface!.assumingMemoryBound(to: GstChildProxyInterface.self)
      proxy.pointee.get_child_by_index = { proxy, index in
        let element = UnsafeMutableRawPointer(proxy!).assumingMemoryBound(to: GstElement.self)
        gst_swift_lock(element)
        defer { gst_swift_unlock(element) }
        guard let pad = g_list_nth_data(element.pointee.sinkpads, index) else { return nil }
        return g_object_ref(pad)?.assumingMemoryBound(to: GObject.self)
      }
      proxy.pointee.get_children_count = { proxy in
        let element = UnsafeMutableRawPointer(proxy!).assumingMemoryBound(to: GstElement.self)
        gst_swift_lock(element)
        defer { gst_swift_unlock(element) }
        return UInt32(element.pointee.numsinkpads)
      }
    }
    g_type_add_interface_static(type, gst_child_proxy_get_type(), &info)
  }
}

private func find(_ instance: Instance) -> any AggregatorDispatcher {
  dispatcher(
    of: instance, as: (any AggregatorDispatcher).self,
    classOffset: MemoryLayout<GstAggregatorClass>.size)
}

/// The functions of GstAggregator.
private func inherited(by instance: Instance) -> UnsafeMutablePointer<GstAggregatorClass> {
  find(instance).parentClass!.assumingMemoryBound(to: GstAggregatorClass.self)
}

private func handleSinkEvent(
  _ aggregator: UnsafeMutablePointer<GstAggregator>?,
  _ pad: UnsafeMutablePointer<GstAggregatorPad>?,
  _ event: UnsafeMutablePointer<GstEvent>?
) -> gboolean {
  let instance = Instance(aggregator!)
  if gst_swift_event_type(event!) == GST_EVENT_CAPS {
    var caps: Caps?
    gst_event_parse_caps(event, &caps)
    let isFine = posting(from: instance, onError: false) { () throws(ElementError) in
      try find(instance).padStarted(instance, Instance(pad!), caps!)
      return true
    }
    if !isFine {
      gst_swift_event_unref(event!)
      return 0
    }
  }
  if gst_swift_event_type(event!) == GST_EVENT_SEGMENT_DONE, find(instance).waitsForEnd(instance) {
    // GstAggregator would wait for more data of the pad.
    gst_swift_event_unref(event!)
    return inherited(by: instance).pointee.sink_event(aggregator, pad, gst_event_new_eos())
  }
  return inherited(by: instance).pointee.sink_event(aggregator, pad, event)
}

private func handleSourceEvent(
  _ aggregator: UnsafeMutablePointer<GstAggregator>?, _ event: UnsafeMutablePointer<GstEvent>?
) -> gboolean {
  let instance = Instance(aggregator!)
  if gst_swift_event_type(event!) == GST_EVENT_QOS {
    var difference: GstClockTimeDiff = 0
    var time: GstClockTime = 0
    var proportion = 1.0
    gst_event_parse_qos(event, nil, &proportion, &difference, &time)
    let isLate = difference > 0 && time != gst_swift_unknown_time()
    find(instance).isLate(
      instance, before: isLate ? time &+ GstClockTime(difference) : 0, proportion: proportion)
  }
  if gst_swift_event_type(event!) == GST_EVENT_NAVIGATION {
    // GstAggregator drops it.
    defer { gst_swift_event_unref(event!) }
    return find(instance).navigate(instance, event!) ? 1 : 0
  }
  let isSeek = gst_swift_event_type(event!) == GST_EVENT_SEEK
  var flags = GST_SEEK_FLAG_NONE
  if isSeek { gst_event_parse_seek(event, nil, nil, &flags, nil, nil, nil, nil) }
  let pad = gst_swift_aggregator_source_pad(instance)!
  let handled = isSeek ? addingEnd(to: event!, on: pad) : event
  let isDone = inherited(by: instance).pointee.src_event(aggregator, handled)
  if isSeek, isDone != 0, flags.rawValue & GST_SEEK_FLAG_FLUSH.rawValue == 0 {
    find(instance).beginSegment(instance)
  }
  return isDone
}

private func requestPad(
  _ element: UnsafeMutablePointer<GstElement>?, _ template: UnsafeMutablePointer<GstPadTemplate>?,
  _ name: UnsafePointer<CChar>?, _ caps: UnsafePointer<GstCaps>?
) -> UnsafeMutablePointer<GstPad>? {
  let parent = inherited(by: Instance(element!)).pointee.parent_class
  gst_swift_lock(element)
  let count = Int(element!.pointee.numsinkpads)
  gst_swift_unlock(element)
  if let limit = find(Instance(element!)).inputLimit, count >= limit { return nil }
  guard let pad = parent.request_new_pad(element, template, name, caps) else { return nil }
  let instance = Instance(element!)
  let number = String(cString: gst_swift_object_name(pad)).drop { !$0.isNumber }
  find(instance).padAdded(instance, Instance(pad), number: Int(number) ?? 0)
  // A new input may change the format of the output.
  gst_pad_mark_reconfigure(gst_swift_aggregator_source_pad(instance))
  gst_child_proxy_child_added(
    OpaquePointer(element), UnsafeMutableRawPointer(pad).assumingMemoryBound(to: GObject.self),
    gst_swift_object_name(pad))
  return pad
}

private func releasePad(
  _ element: UnsafeMutablePointer<GstElement>?, _ pad: UnsafeMutablePointer<GstPad>?
) {
  gst_child_proxy_child_removed(
    OpaquePointer(element), UnsafeMutableRawPointer(pad!).assumingMemoryBound(to: GObject.self),
    gst_swift_object_name(pad!))
  inherited(by: Instance(element!)).pointee.parent_class.release_pad(element, pad)
  gst_pad_mark_reconfigure(gst_swift_aggregator_source_pad(Instance(element!)))
}
