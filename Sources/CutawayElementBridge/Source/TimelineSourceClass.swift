import CCutawayGStreamer
import CutawayElementKit

/// The state of a running timeline source.
struct TimelineSourceState<Source: TimelineSource> {
  /// The settings of the element.
  var settings: Source
  /// The settings of the session, which follow the formats that downstream accepts.
  var negotiated: Source
  /// Changed only under the object's lock, because any thread may read it.
  var session: Source.Session
  /// The most recent caps of a sample, and the resulting output caps.
  var lastCaps: (of: Caps, as: Caps)?
  /// Whether no buffer has announced the segment since the last seek.
  var needsSegment = true
  /// The output after the sound that has been delivered.
  var pending: SourceOutput?
  /// The number of the last seek, under the object's lock.
  var lastSeek: UInt32 = 0
}

/// The class of a timeline source.
final class TimelineSourceClass<Source: TimelineSource>: Dispatcher, TimelineSourceDispatcher {
  private let layout: InstanceLayout<Source, TimelineSourceState<Source>>

  init() {
    layout = InstanceLayout(after: MemoryLayout<GstBaseSrc>.size)
    super.init(
      parent: gst_base_src_get_type(), classSize: MemoryLayout<GstBaseSrcClass>.size,
      storage: layout)
  }

  override func initialize(_ instance: Instance) {
    super.initialize(instance)
    let source = instance.assumingMemoryBound(to: GstBaseSrc.self)
    gst_base_src_set_format(source, GST_FORMAT_TIME)
    gst_base_src_set_live(source, 0)
  }

  override func describe(_ gclass: UnsafeMutableRawPointer) {
    describeFunctions(gclass)
    layout.installProperties(in: gclass, read: .start)
    addMetadata(
      klass: "Source/Audio/Video", pads: [(GST_PAD_SRC, Source.caps)], to: gclass)
  }

  func start(_ instance: Instance) throws(ElementError) {
    let settings = layout.current(of: instance)
    debug?.log(.info, instance, "starts as \(settings.launchDescription)")
    let state = TimelineSourceState(
      settings: settings, negotiated: settings, session: try settings.makeSession())
    gst_swift_lock(instance)
    layout.state(of: instance).pointee = state
    gst_swift_unlock(instance)
  }

  func renew(_ instance: Instance) throws(ElementError) {
    let state = layout.state(of: instance), settings = layout.current(of: instance)
    guard let old = state.pointee, old.settings != settings else { return }
    try play(on: instance, as: following(settings, instance))
    state.pointee?.settings = settings
  }

  func negotiate(_ instance: Instance) throws(ElementError) {
    let state = layout.state(of: instance)
    guard let old = state.pointee else { return }
    let wanted = following(old.settings, instance)
    if wanted == old.negotiated { return }
    try play(on: instance, as: wanted)
    let source = instance.assumingMemoryBound(to: GstBaseSrc.self)
    gst_swift_lock(instance)
    let passage = Passage(source.pointee.segment)
    gst_swift_unlock(instance)
    state.pointee?.session.seek(to: passage)
    state.pointee?.pending = nil
  }

  /// Plays on with other settings, from the next seek on.
  private func play(on instance: Instance, as settings: Source) throws(ElementError) {
    let state = layout.state(of: instance)
    guard let old = state.pointee else { return }
    let session = try settings.makeSession()
    debug?.log(.info, instance, "continues as \(settings.launchDescription)")
    old.session.handOver(to: session)
    gst_swift_lock(instance)
    state.pointee?.negotiated = settings
    state.pointee?.session = session
    gst_swift_unlock(instance)
    if session.format != old.session.format { forgetCaps(of: instance) }
    old.session.close()
  }

  /// The settings with a format that downstream accepts, if there is one.
  private func following(_ settings: Source, _ instance: Instance) -> Source {
    let pad = gst_swift_source_pad(instance)
    guard let own = gst_pad_get_pad_template_caps(pad) else { return settings }
    defer { gst_caps_unref(own) }
    // Without a link, everything is possible.
    guard let caps = gst_pad_peer_query_caps(pad, own) else { return settings }
    defer { gst_caps_unref(caps) }
    return gst_caps_is_any(caps) != 0 ? settings : settings.following(DownstreamFormats(caps))
  }

  func stop(_ instance: Instance) {
    forgetCaps(of: instance)
    gst_swift_lock(instance)
    let state = layout.state(of: instance).pointee
    layout.state(of: instance).pointee = nil
    gst_swift_unlock(instance)
    state?.session.close()
  }

  private func forgetCaps(of instance: Instance) {
    let state = layout.state(of: instance)
    guard let last = state.pointee?.lastCaps else { return }
    gst_caps_unref(last.of)
    gst_caps_unref(last.as)
    state.pointee?.lastCaps = nil
  }

  func possibleCaps(of instance: Instance) -> String {
    layout.current(of: instance).possibleCaps
  }

  func session(of instance: Instance) -> (any TimelineSession)? {
    gst_swift_lock(instance)
    defer { gst_swift_unlock(instance) }
    return layout.state(of: instance).pointee?.session
  }

  func seek(_ instance: Instance, to passage: Passage) {
    debug?.log(.info, instance, "seeks to \(passage)")
    layout.state(of: instance).pointee?.session.seek(to: passage)
    layout.state(of: instance).pointee?.needsSegment = true
    layout.state(of: instance).pointee?.pending = nil
  }

  func lastSeek(of instance: Instance) -> UInt32 {
    gst_swift_lock(instance)
    defer { gst_swift_unlock(instance) }
    return layout.state(of: instance).pointee?.lastSeek ?? 0
  }

  func noteSeek(_ number: UInt32, of instance: Instance) {
    gst_swift_lock(instance)
    defer { gst_swift_unlock(instance) }
    layout.state(of: instance).pointee?.lastSeek = number
  }

  func create(_ instance: Instance) throws(ElementError) -> TimelineCreation {
    let creation = try makeOutput(instance)
    if case .buffer = creation { layout.state(of: instance).pointee?.needsSegment = false }
    return creation
  }

  private func makeOutput(_ instance: Instance) throws(ElementError) -> TimelineCreation {
    guard let session = layout.state(of: instance).pointee?.session else { return .interrupted }
    while true {
      let output = try next(session, instance)
      if let block = try gather(output, session, instance) { return .buffer(block) }
      switch output {
      case .frame(let sample, let start, let end):
        try setCaps(of: sample, session.format, on: instance)
        guard let buffer = gst_swift_buffer_share(sample.buffer) else { return .failed }
        stamp(buffer, start: start, end: end)
        return .buffer(buffer)
      case .samples(let sample, let part, let order, let start, let end):
        try setCaps(of: nil, session.format, on: instance)
        let size = session.format.frameSize
        var flags = GST_BUFFER_COPY_MEMORY
        if order == .backward { flags.rawValue |= GST_BUFFER_COPY_DEEP.rawValue }
        guard
          let buffer = gst_buffer_copy_region(
            sample.buffer, flags, gsize(part.lowerBound * size), gsize(part.count * size))
        else { return .failed }
        if order == .backward { try reverse(buffer, frameSize: size) }
        stamp(buffer, start: start, end: end)
        return .buffer(buffer)
      case .computed(let samples, let order, let start, let end):
        try setCaps(of: nil, session.format, on: instance)
        let buffer = try makeBuffer(of: samples)
        if order == .backward { try reverse(buffer, frameSize: session.format.frameSize) }
        stamp(buffer, start: start, end: end)
        return .buffer(buffer)
      case .packet(let sample, let start, let decoding, let duration):
        try setCaps(of: sample, session.format, on: instance)
        guard let buffer = gst_swift_buffer_share(sample.buffer) else { return .failed }
        stamp(
          packet: buffer, start: start, decoding: decoding, duration: duration,
          origin: session.format.origin)
        return .buffer(buffer)
      case .silence(let count, let start, let end):
        try setCaps(of: nil, session.format, on: instance)
        let size = gsize(count * session.format.frameSize)
        guard let buffer = gst_buffer_new_allocate(nil, size, nil) else {
          throw ElementError("cannot allocate \(size) bytes", code: .noMemory)
        }
        gst_buffer_memset(buffer, 0, 0, size)
        gst_swift_set_flag(buffer, GST_BUFFER_FLAG_GAP, 1)
        stamp(buffer, start: start, end: end)
        return .buffer(buffer)
      case .gap(let start, let end):
        if try !pushGap(instance, session.format, start: start, end: end) { return .interrupted }
      case .end:
        announceSegment(instance)
        return .end
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
    debug?.log(.log, instance, "shows \(output.logText)")
    return output
  }

  /// Gathers short pieces of sound into one buffer; `nil` if the first output cannot start one.
  private func gather(
    _ first: SourceOutput, _ session: Source.Session, _ instance: Instance
  ) throws(ElementError) -> Buffer? {
    guard case .audio(let format) = session.format else { return nil }
    try setCaps(of: nil, session.format, on: instance)
    guard
      var block = try SoundBlock(
        beginningWith: first, capacity: format.sampleRate / 10,
        frameSize: session.format.frameSize)
    else { return nil }
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

  /// Sends a gap event, which the segment of the stream must precede.
  private func pushGap(
    _ instance: Instance, _ format: StreamFormat, start: Int64, end: Int64
  ) throws(ElementError) -> Bool {
    if gst_pad_has_current_caps(gst_swift_source_pad(instance)) == 0 {
      try setCaps(of: nil, format, on: instance)
    }
    announceSegment(instance)
    let source = instance.assumingMemoryBound(to: GstBaseSrc.self)
    gst_swift_lock(instance)
    source.pointee.segment.position = guint64(source.pointee.segment.rate < 0 ? start : end)
    gst_swift_unlock(instance)
    return gst_pad_push_event(
      gst_swift_source_pad(instance),
      gst_event_new_gap(GstClockTime(start), GstClockTime(end - start))) != 0
  }

  /// Sends the segment if no buffer has announced it, because the base class does so only with the first buffer.
  private func announceSegment(_ instance: Instance) {
    let state = layout.state(of: instance), pad = gst_swift_source_pad(instance)
    guard state.pointee?.needsSegment == true, gst_pad_has_current_caps(pad) != 0 else { return }
    state.pointee?.needsSegment = false
    let source = instance.assumingMemoryBound(to: GstBaseSrc.self)
    guard let event = gst_event_new_segment(&source.pointee.segment) else { return }
    // Programs such as GES ignore a segment and an end whose number is not that of their seek.
    let seek = lastSeek(of: instance)
    if seek != 0 { gst_event_set_seqnum(event, seek) }
    // If the event is not delivered, the pad stores it. What follows reports whether anything is linked.
    _ = gst_pad_push_event(pad, event)
  }

  /// Announces the caps of the next output if they have changed.
  ///
  /// - Throws: `ElementError` if downstream does not accept them.
  private func setCaps(
    of sample: MediaSample?, _ format: StreamFormat, on instance: Instance
  ) throws(ElementError) {
    let slot = layout.state(of: instance)
    let source = instance.assumingMemoryBound(to: GstBaseSrc.self)
    let last = slot.pointee?.lastCaps
    // The caps of a stream in a file are constant, and later files have been checked for
    // compatibility.
    if format == .encoded, last != nil { return }
    if let caps = sample?.caps {
      if last?.of == caps { return }
      let own = format.caps(like: caps)
      slot.pointee?.lastCaps = (gst_swift_caps_ref(caps), own)
      if last.map({ gst_caps_is_equal($0.as, own) != 0 }) != true {
        try announce(own, format, source)
      }
    } else {
      if last != nil { return }
      let own = format.placeholderCaps
      slot.pointee?.lastCaps = (gst_swift_caps_ref(own), own)
      // What stands for a frame is replaced by the caps of the first one.
      if format.isAudio {
        try announce(own, format, source)
      } else {
        gst_base_src_set_caps(source, own)
      }
    }
    if let last {
      gst_caps_unref(last.of)
      gst_caps_unref(last.as)
    }
  }

  /// Announces caps, or says why downstream does not accept them.
  private func announce(
    _ caps: Caps, _ format: StreamFormat, _ source: UnsafeMutablePointer<GstBaseSrc>
  ) throws(ElementError) {
    let pad = source.pointee.srcpad
    if format != .encoded, gst_pad_is_linked(pad) != 0,
      gst_pad_peer_query_accept_caps(pad, caps) == 0
    {
      let accepted = gst_pad_peer_query_caps(pad, nil)
      defer { if let accepted { gst_caps_unref(accepted) } }
      func text(_ caps: Caps?) -> String {
        guard let text = caps.flatMap({ gst_caps_to_string($0) }) else { return "nothing" }
        defer { g_free(text) }
        let whole = String(cString: text)
        return whole.count > 300 ? whole.prefix(300) + "…" : whole
      }
      let converters =
        format.isAudio ? "audioconvert and audioresample" : "pixelconvert and videoscale"
      throw ElementError(
        "downstream does not accept \(text(caps)), but \(text(accepted)); \(converters) convert it",
        code: .unsupportedFormat)
    }
    gst_base_src_set_caps(source, caps)
  }
}
