import CCutawayGStreamer
import CutawayElementKit

/// The common part of all timeline sources.
protocol TimelineSourceDispatcher: Dispatcher {
  func start(_ instance: Instance) throws(ElementError)
  func stop(_ instance: Instance)
  func session(of instance: Instance) -> (any TimelineSession)?
  func seek(_ instance: Instance, to passage: Passage)
  /// The number of the last seek; 0 before the first one.
  func lastSeek(of instance: Instance) -> UInt32
  func noteSeek(_ number: UInt32, of instance: Instance)
  /// Applies the current settings.
  func renew(_ instance: Instance) throws(ElementError)
  func create(_ instance: Instance) throws(ElementError) -> TimelineCreation

  func possibleCaps(of instance: Instance) -> String
  /// Lets the format follow what downstream accepts.
  func negotiate(_ instance: Instance) throws(ElementError)
}

/// What a timeline source has created.
enum TimelineCreation {
  case buffer(Buffer)
  case end
  case interrupted
  case failed
}

extension TimelineSourceDispatcher {
  /// Sets the functions of GstBaseSrc.
  func describeFunctions(_ gclass: UnsafeMutableRawPointer) {
    answer(as: self as any TimelineSourceDispatcher)
    let source = gclass.assumingMemoryBound(to: GstBaseSrcClass.self)
    source.pointee.start = { source in
      let instance = Instance(source!)
      return posting(from: instance, onError: 0) { () throws(ElementError) in
        try find(instance).start(instance)
        return 1
      }
    }
    source.pointee.stop = { source in
      find(Instance(source!)).stop(Instance(source!))
      return 1
    }
    source.pointee.is_seekable = { source in
      let session = find(Instance(source!)).session(of: Instance(source!))
      return session?.format.canSeek == false ? 0 : 1
    }
    // Frames announce their caps.
    source.pointee.negotiate = { source in
      let instance = Instance(source!)
      return posting(from: instance, onError: 0) { () throws(ElementError) in
        try find(instance).negotiate(instance)
        return 1
      }
    }
    source.pointee.get_caps = { source, filter in
      let caps =
        gst_pad_get_current_caps(source!.pointee.srcpad)
        ?? gst_caps_from_string(find(Instance(source!)).possibleCaps(of: Instance(source!)))
      guard let filter else { return caps }
      defer { gst_caps_unref(caps) }
      return gst_caps_intersect_full(filter, caps, GST_CAPS_INTERSECT_FIRST)
    }
    source.pointee.do_seek = { source, segment in
      let dispatcher = find(Instance(source!))
      let isRenewed = posting(from: Instance(source!), onError: false) {
        () throws(ElementError) in
        try dispatcher.renew(Instance(source!))
        return true
      }
      guard isRenewed else { return 0 }
      if let session = dispatcher.session(of: Instance(source!)) {
        complete(&segment!.pointee, duration: session.duration)
        dispatcher.seek(Instance(source!), to: Passage(segment!.pointee))
        if session.format.origin > 0 {
          segment!.pointee.start = guint64(session.format.origin)
          segment!.pointee.position = segment!.pointee.start
        }
      }
      return 1
    }
    source.pointee.unlock = { source in
      find(Instance(source!)).session(of: Instance(source!))?.interrupt()
      return 1
    }
    source.pointee.unlock_stop = { source in
      find(Instance(source!)).session(of: Instance(source!))?.resume()
      return 1
    }
    source.pointee.query = { source, query in
      let dispatcher = find(Instance(source!))
      if gst_swift_query_type(query!) == GST_QUERY_DURATION,
        let session = dispatcher.session(of: Instance(source!))
      {
        var format = GST_FORMAT_UNDEFINED
        gst_query_parse_duration(query, &format, nil)
        if format == GST_FORMAT_TIME {
          gst_query_set_duration(query, format, gint64(session.duration))
          return 1
        }
      }
      return dispatcher.parentClass!.assumingMemoryBound(to: GstBaseSrcClass.self)
        .pointee.query(source, query)
    }
    source.pointee.event = { source, event in
      let dispatcher = find(Instance(source!)), instance = Instance(source!)
      let isSeek = gst_swift_event_type(event!) == GST_EVENT_SEEK
      let number = gst_event_get_seqnum(event)
      // After a tee, a mixer's seek arrives through each branch; the first one suffices.
      let last = dispatcher.lastSeek(of: instance)
      if isSeek, last == number { return 1 }
      // The streaming thread starts within the call, and announces the segment with this number.
      if isSeek { dispatcher.noteSeek(number, of: instance) }
      let isDone = dispatcher.parentClass!.assumingMemoryBound(to: GstBaseSrcClass.self)
        .pointee.event(source, event)
      if isSeek, isDone == 0 { dispatcher.noteSeek(last, of: instance) }
      return isDone
    }
    source.pointee.create = { source, _, _, result in
      let instance = Instance(source!)
      let creation = posting(from: instance, onError: .failed) { () throws(ElementError) in
        try find(instance).create(instance)
      }
      switch creation {
      case .buffer(let buffer):
        result!.pointee = buffer
        return GST_FLOW_OK
      case .end: return GST_FLOW_EOS
      case .interrupted: return GST_FLOW_FLUSHING
      case .failed: return GST_FLOW_ERROR
      }
    }
  }
}

/// Sets the end of a backward segment, from which running time counts.
private func complete(_ segment: inout GstSegment, duration: Int64) {
  guard segment.rate < 0 else { return }
  // An unknown time is greater than any other.
  segment.stop = min(segment.stop, guint64(duration))
  segment.start = min(segment.start, segment.stop)
  segment.time = segment.start
  segment.position = segment.stop
  segment.offset = 0
}

private func find(_ instance: Instance) -> any TimelineSourceDispatcher {
  dispatcher(
    of: instance, as: (any TimelineSourceDispatcher).self,
    classOffset: MemoryLayout<GstBaseSrcClass>.size)
}
