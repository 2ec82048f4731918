import CGStreamer
import ElementKit

/// What an instance of a timeline source holds while it runs.
struct TimelineSourceState<Source: TimelineSource> {
  /// What the session was made by.
  var settings: Source
  /// Changed under the object's lock only: any thread may interrupt it.
  var session: Source.Session
  /// The caps last seen on a sample, and those they became.
  var lastCaps: (of: Caps, as: Caps)?
  /// Whether a gap would be the first thing after a seek.
  var needsSegment = true
  /// What comes after the sound that has been handed on.
  var pending: SourceOutput?
}

/// What the callbacks of every timeline source have in common.
class TimelineSourceDispatcher: Dispatcher {
  override final var classOffset: Int { MemoryLayout<GstBaseSrcClass>.size }
  override final var parentType: GType { gst_base_src_get_type() }

  func start(_ instance: Instance) throws(ElementError) { preconditionFailure("abstract") }
  func stop(_ instance: Instance) { preconditionFailure("abstract") }
  func session(of instance: Instance) -> (any TimelineSession)? { preconditionFailure("abstract") }
  func seek(_ instance: Instance, to passage: Passage) { preconditionFailure("abstract") }
  /// Plays by the settings as they are now.
  func renew(_ instance: Instance) throws(ElementError) { preconditionFailure("abstract") }
  func create(_ instance: Instance) throws(ElementError) -> Creation {
    preconditionFailure("abstract")
  }

  func possibleCaps(of instance: Instance) -> String { preconditionFailure("abstract") }

  enum Creation {
    case buffer(Buffer)
    case end
    case interrupted
    case failed
  }

  override func describe(_ gclass: UnsafeMutableRawPointer) {
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
    source.pointee.negotiate = { _ in 1 }
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

/// Running time counts from the end of a segment that is played backwards, so that it must have one.
private func complete(_ segment: inout GstSegment, duration: Int64) {
  guard segment.rate < 0 else { return }
  // An unknown time is greater than any.
  segment.stop = min(segment.stop, guint64(duration))
  segment.start = min(segment.start, segment.stop)
  segment.time = segment.start
  segment.position = segment.stop
  segment.offset = 0
}

private func find(_ instance: Instance) -> TimelineSourceDispatcher {
  dispatcher(
    of: instance, as: TimelineSourceDispatcher.self,
    classOffset: MemoryLayout<GstBaseSrcClass>.size)
}

/// The class of one kind of timeline source.
final class TimelineSourceClass<Source: TimelineSource>: TimelineSourceDispatcher {
  private let layout = InstanceLayout<Source, TimelineSourceState<Source>>(
    after: MemoryLayout<GstBaseSrc>.size)

  override var storage: any InstanceStorage { layout }

  override func initialize(_ instance: Instance) {
    super.initialize(instance)
    let source = instance.assumingMemoryBound(to: GstBaseSrc.self)
    gst_base_src_set_format(source, GST_FORMAT_TIME)
    gst_base_src_set_live(source, 0)
  }

  override func describe(_ gclass: UnsafeMutableRawPointer) {
    super.describe(gclass)
    layout.installProperties(in: gclass)
    addMetadata(
      name: Source.name, klass: "Source", summary: Source.summary,
      pads: [(GST_PAD_SRC, Source.caps)], to: gclass)
  }

  override func start(_ instance: Instance) throws(ElementError) {
    let settings = layout.current(of: instance)
    layout.state(of: instance).pointee = TimelineSourceState(
      settings: settings, session: try settings.makeSession())
  }

  override func renew(_ instance: Instance) throws(ElementError) {
    let state = layout.state(of: instance), settings = layout.current(of: instance)
    guard let old = state.pointee, old.settings != settings else { return }
    let session = try settings.makeSession()
    old.session.handOver(to: session)
    gst_swift_lock(instance)
    state.pointee?.settings = settings
    state.pointee?.session = session
    gst_swift_unlock(instance)
    old.session.close()
  }

  override func stop(_ instance: Instance) {
    guard let state = layout.state(of: instance).pointee else { return }
    state.session.close()
    if let last = state.lastCaps {
      gst_caps_unref(last.of)
      gst_caps_unref(last.as)
    }
    layout.state(of: instance).pointee = nil
  }

  override func possibleCaps(of instance: Instance) -> String {
    layout.current(of: instance).possibleCaps
  }

  override func session(of instance: Instance) -> (any TimelineSession)? {
    gst_swift_lock(instance)
    defer { gst_swift_unlock(instance) }
    return layout.state(of: instance).pointee?.session
  }

  override func seek(_ instance: Instance, to passage: Passage) {
    layout.state(of: instance).pointee?.session.seek(to: passage)
    layout.state(of: instance).pointee?.needsSegment = true
    layout.state(of: instance).pointee?.pending = nil
  }

  override func create(_ instance: Instance) throws(ElementError) -> Creation {
    guard let session = layout.state(of: instance).pointee?.session else { return .interrupted }
    while true {
      let output = try next(session, instance)
      if let block = try gather(output, session, instance) { return .buffer(block) }
      switch output {
      case .frame(let sample, let start, let end):
        guard let buffer = gst_swift_buffer_share(sample.buffer) else { return .failed }
        setCaps(of: sample, session.format, on: instance)
        stamp(buffer, start: start, end: end)
        return .buffer(buffer)
      case .samples(let sample, let part, let order, let start, let end):
        setCaps(of: nil, session.format, on: instance)
        let size = session.format.frameSize
        var flags = GST_BUFFER_COPY_MEMORY
        if order == .backward { flags.rawValue |= GST_BUFFER_COPY_DEEP.rawValue }
        guard
          let buffer = gst_buffer_copy_region(
            sample.buffer, flags, gsize(part.lowerBound * size), gsize(part.count * size))
        else { return .failed }
        if order == .backward { reverse(buffer, frameSize: size) }
        stamp(buffer, start: start, end: end)
        return .buffer(buffer)
      case .computed(let samples, let order, let start, let end):
        setCaps(of: nil, session.format, on: instance)
        let buffer = try makeBuffer(of: samples)
        if order == .backward { reverse(buffer, frameSize: session.format.frameSize) }
        stamp(buffer, start: start, end: end)
        return .buffer(buffer)
      case .packet(let sample, let start, let decoding):
        guard let buffer = gst_swift_buffer_share(sample.buffer) else { return .failed }
        setCaps(of: sample, session.format, on: instance)
        stamp(packet: buffer, start: start, decoding: decoding, origin: session.format.origin)
        return .buffer(buffer)
      case .silence(let count, let start, let end):
        setCaps(of: nil, session.format, on: instance)
        let size = gsize(count * session.format.frameSize)
        guard let buffer = gst_buffer_new_allocate(nil, size, nil) else {
          throw ElementError("cannot allocate \(size) bytes")
        }
        gst_buffer_memset(buffer, 0, 0, size)
        gst_swift_set_flag(buffer, GST_BUFFER_FLAG_GAP, 1)
        stamp(buffer, start: start, end: end)
        return .buffer(buffer)
      case .gap(let start, let end):
        if !pushGap(instance, session.format, start: start, end: end) { return .interrupted }
      case .end: return .end
      case .interrupted: return .interrupted
      }
    }
  }

  private func next(
    _ session: Source.Session, _ instance: Instance
  ) throws(ElementError) -> SourceOutput {
    if let pending = layout.state(of: instance).pointee?.pending {
      layout.state(of: instance).pointee?.pending = nil
      return pending
    }
    let output = try session.next()
    for warning in session.takeWarnings() { gst_swift_post_warning(instance, warning) }
    return output
  }

  /// Puts short pieces of sound into one buffer; `nil` where the first is no piece to begin one with.
  private func gather(
    _ first: SourceOutput, _ session: Source.Session, _ instance: Instance
  ) throws(ElementError) -> Buffer? {
    guard case .audio(let format) = session.format,
      var block = try SoundBlock(
        beginningWith: first, capacity: format.sampleRate / 10,
        frameSize: session.format.frameSize)
    else { return nil }
    setCaps(of: nil, session.format, on: instance)
    while true {
      let output: SourceOutput
      do throws(ElementError) {
        output = try next(session, instance)
      } catch {
        block.discard()
        throw error
      }
      if !block.append(output) {
        layout.state(of: instance).pointee?.pending = output
        return block.finish()
      }
    }
  }

  /// A gap is an event, and nothing may come before the stream's segment.
  private func pushGap(
    _ instance: Instance, _ format: StreamFormat, start: Int64, end: Int64
  ) -> Bool {
    let source = instance.assumingMemoryBound(to: GstBaseSrc.self)
    let pad = gst_swift_source_pad(instance)
    if gst_pad_has_current_caps(pad) == 0 { setCaps(of: nil, format, on: instance) }
    if layout.state(of: instance).pointee?.needsSegment == true {
      // The base class announces the segment with the first buffer only.
      layout.state(of: instance).pointee?.needsSegment = false
      _ = gst_pad_push_event(pad, gst_event_new_segment(&source.pointee.segment))
    }
    gst_swift_lock(instance)
    source.pointee.segment.position = guint64(source.pointee.segment.rate < 0 ? start : end)
    gst_swift_unlock(instance)
    return gst_pad_push_event(
      pad, gst_event_new_gap(GstClockTime(start), GstClockTime(end - start))) != 0
  }

  /// Announces the caps of what comes next, where they are new.
  private func setCaps(of sample: MediaSample?, _ format: StreamFormat, on instance: Instance) {
    let slot = layout.state(of: instance)
    let source = instance.assumingMemoryBound(to: GstBaseSrc.self)
    let last = slot.pointee?.lastCaps
    // A file has one set of caps for a stream; what follows has been found to fit.
    if format == .encoded, last != nil { return }
    if let caps = sample?.caps {
      if last?.of == caps { return }
      let own = format.caps(like: caps)
      slot.pointee?.lastCaps = (gst_swift_caps_ref(caps), own)
      if last.map({ gst_caps_is_equal($0.as, own) != 0 }) != true {
        gst_base_src_set_caps(source, own)
      }
    } else {
      if last != nil { return }
      let own = format.placeholderCaps
      slot.pointee?.lastCaps = (gst_swift_caps_ref(own), own)
      gst_base_src_set_caps(source, own)
    }
    if let last {
      gst_caps_unref(last.of)
      gst_caps_unref(last.as)
    }
  }
}
