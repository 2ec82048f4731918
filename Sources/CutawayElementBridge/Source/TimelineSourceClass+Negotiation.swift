import CCutawayGStreamer
import CutawayElementKit

// The format of a source, which follows what downstream accepts.
extension TimelineSourceClass {
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
  func play(on instance: Instance, as settings: Source) throws(ElementError) {
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
  func following(_ settings: Source, _ instance: Instance) -> Source {
    let pad = gst_swift_source_pad(instance)
    guard let own = gst_pad_get_pad_template_caps(pad) else { return settings }
    defer { gst_caps_unref(own) }
    // Without a link, everything is possible.
    guard let caps = gst_pad_peer_query_caps(pad, own) else { return settings }
    defer { gst_caps_unref(caps) }
    return gst_caps_is_any(caps) != 0 ? settings : settings.following(DownstreamFormats(caps))
  }

  /// Announces the caps of the next output if they have changed.
  ///
  /// - Throws: `ElementError` if downstream does not accept them.
  func setCaps(
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
