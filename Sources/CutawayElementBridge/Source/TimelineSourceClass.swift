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
  let layout: InstanceLayout<Source, TimelineSourceState<Source>>

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

  func stop(_ instance: Instance) {
    forgetCaps(of: instance)
    gst_swift_lock(instance)
    let state = layout.state(of: instance).pointee
    layout.state(of: instance).pointee = nil
    gst_swift_unlock(instance)
    state?.session.close()
  }

  func forgetCaps(of instance: Instance) {
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
}
