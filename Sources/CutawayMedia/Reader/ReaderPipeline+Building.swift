import CCutawayGStreamer
import CutawayContainers
import CutawayElementBridge
import CutawayElementKit
import CutawaySources

// Builds the pipeline of a reader: the elements that exist from the start, and those for each
// track.
extension ReaderPipeline {
  /// Builds the part of the pipeline that does not depend on the file's tracks.
  ///
  /// - Returns: The reason for a failure, or `nil`.
  func build() -> ElementError? {
    do throws(ElementError) {
      switch request.source {
      case .file: return buildFile()
      case .generated(let frames):
        let isDeep = request.frames.isDeep
        return build(try frames.makeElements(isDeep: isDeep), caps: frames.caps(isDeep: isDeep))
      case .images(let series):
        let source = try series.makeSource()
        return build([source.element], caps: source.caps)
      case .edit(let edit):
        let source = try edit.makeSource(isSound: request.isSound)
        return build([source.element], caps: source.caps)
      }
    } catch {
      return error
    }
  }

  private func buildFile() -> ElementError? {
    guard let source = makeSource(request.location, download) else {
      return ElementError(
        "no GStreamer element reads '\(request.location)'", code: .missingElement)
    }
    if let index = MediaIndex.of(request.location) {
      MaskedSource.apply(index.patches(hidesEdits: indexed != nil), at: source)
    }
    indexed?.watch(pipeline)
    let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
    gst_bin_add(bin, source)
    if playsComposition {
      if let decoder = request.decoder {
        gst_util_set_object_arg(
          UnsafeMutableRawPointer(source).assumingMemoryBound(to: GObject.self), "decoder",
          decoder.rawValue)
      }
      watchPads(of: source)
      receiveMessages()
      return nil
    }
    guard let parser = gst_element_factory_make("parsebin", nil) else {
      return .missingElement("parsebin", from: "gstreamer1.0-plugins-base")
    }
    gst_bin_add(bin, parser)
    guard gst_element_link(source, parser) != 0 else {
      return ElementError("cannot be read as a stream", code: .unreadable)
    }
    watchPads(of: parser)
    ContainerColor.setAside(in: pipeline)
    if request.isEncoded { StoredPackets.leaveAsTheyAre(by: parser) }
    receiveMessages()
    return nil
  }

  /// Whether the source is `cutawaysrc`, which has a pad for each stream of a composition.
  private var playsComposition: Bool { request.location.hasPrefix(NestedEdit.scheme + ":") }

  /// Plugs the pads that an element adds.
  private func watchPads(of parser: UnsafeMutablePointer<GstElement>) {
    _ = gst_swift_connect_owning(
      parser, "pad-added",
      unsafeBitCast(
        padAdded
          as @convention(c) (
            UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, UnsafeMutableRawPointer
          ) -> Void,
        to: GCallback.self), CallbackContext.pointer(to: self),
      { context, _ in CallbackContext<ReaderPipeline>.release(context) })
    _ = gst_swift_connect_owning(
      parser, "no-more-pads",
      unsafeBitCast(
        noMorePads
          as @convention(c) (UnsafeMutablePointer<GstElement>, UnsafeMutableRawPointer) -> Void,
        to: GCallback.self), CallbackContext.pointer(to: self),
      { context, _ in CallbackContext<ReaderPipeline>.release(context) })
  }

  /// Receives the errors of the elements.
  private func receiveMessages() {
    let bus = gst_element_get_bus(pipeline)
    gst_bus_set_sync_handler(
      bus,
      { _, message, reader in
        CallbackContext<ReaderPipeline>.object(at: reader)?.receive(message!)
        gst_swift_message_unref(message)
        return GST_BUS_DROP
      }, CallbackContext.pointer(to: self), { CallbackContext<ReaderPipeline>.release($0) })
    gst_object_unref(bus)
  }

  /// Builds a source without a file of its own, whose format is known in advance.
  private func build(
    _ elements: [UnsafeMutablePointer<GstElement>], caps text: String
  ) -> ElementError? {
    let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
    let caps = gst_caps_from_string(text)!
    receiveMessages()
    defer { gst_caps_unref(caps) }
    for element in elements { gst_bin_add(bin, element) }
    for (from, to) in zip(elements, elements.dropFirst()) { gst_element_link(from, to) }
    let pad = gst_element_get_static_pad(elements[elements.count - 1], "src")!
    defer { gst_object_unref(pad) }
    switch DecodingChain.plug(pad, caps: caps, request: request, in: pipeline, notify: notify) {
    case .success(let chain): discovery.update { $0.chain = chain }
    case .failure(let failure): return failure
    }
    return nil
  }

  fileprivate func padAppeared(_ pad: UnsafeMutablePointer<GstPad>) {
    // parsebin exposes pads after it has added all elements.
    discovery.update { $0.isUnderWay = false }
    step()
    let current = gst_pad_get_current_caps(pad)
    guard let caps = current ?? gst_pad_query_caps(pad, nil) else { return }
    defer { gst_caps_unref(caps) }
    if isChained, request.trackIndex == 0, request.accepts(caps),
      let chain = discovery.update({ $0.chain })
    {
      if !chain.follow(pad) {
        fail(ElementError("a stream in it has another format", code: .unsupportedFormat))
      }
      return
    }
    let isWanted = discovery.update { state in
      guard request.accepts(caps) else {
        if playsComposition { return false }
        state.clocks.watch(pad, isVideo: caps.isVideo, isWanted: false)
        return false
      }
      let isWanted = state.tracksSeen == request.trackIndex
      state.tracksSeen += 1
      if !playsComposition { state.clocks.watch(pad, isVideo: caps.isVideo, isWanted: isWanted) }
      return isWanted
    }
    guard isWanted else {
      // A composition does not render what is not linked.
      if !playsComposition { absorb(pad) }
      return
    }
    if current != nil { plugOnce(pad, caps) } else { plugLater(pad) }
  }

  /// Links an unwanted pad to a sink.
  ///
  /// If a demuxer's first data have no destination, it may end before it finds the wanted track.
  private func absorb(_ pad: UnsafeMutablePointer<GstPad>) {
    guard contains(anyOf: ["flvdemux"]), let sink = gst_element_factory_make("fakesink", nil)
    else { return }
    gst_swift_set_boolean(sink, "async", 0)
    gst_bin_add(UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self), sink)
    // The sink accepts everything, so neither this nor the link fails.
    gst_element_sync_state_with_parent(sink)
    let end = gst_element_get_static_pad(sink, "sink")
    defer { gst_object_unref(end) }
    gst_pad_link(pad, end)
  }

  /// Adds the decoder after the parser has determined the format.
  private func plugLater(_ pad: UnsafeMutablePointer<GstPad>) {
    gst_pad_add_probe(
      pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
      { pad, info, reader in
        guard let caps = announcedCaps(info), let pad else { return GST_PAD_PROBE_OK }
        CallbackContext<ReaderPipeline>.object(at: reader)?.plugOnce(pad, caps)
        return GST_PAD_PROBE_REMOVE
      }, CallbackContext.pointer(to: self), { CallbackContext<ReaderPipeline>.release($0) })
    // parsebin lets sticky events pass while it exposes a pad: the caps may precede the probe.
    if let caps = gst_pad_get_current_caps(pad) {
      defer { gst_caps_unref(caps) }
      plugOnce(pad, caps)
    }
  }

  private func plugOnce(_ pad: UnsafeMutablePointer<GstPad>, _ caps: Caps) {
    let isFirst = discovery.update { state in
      defer { state.isPlugged = true }
      return !state.isPlugged
    }
    if isFirst { plug(pad, caps) }
  }

  private func plug(_ pad: UnsafeMutablePointer<GstPad>, _ caps: Caps) {
    if let indexed, !indexed.deliver(to: pad) {
      return fail(
        ElementError("GStreamer counts its tracks differently from its header", code: .unreadable))
    }
    // These demuxers count in milliseconds.
    if request.isSound, !request.isEncoded, contains(anyOf: ["matroskademux", "flvdemux"]) {
      let start = PacketGrid.watch(pad, caps: caps, for: request)
      discovery.update { $0.soundStart = start }
    }
    let hasBlocks =
      request.isSound && !request.isEncoded && contains(anyOf: ["wavparse"])
      && BlockTimes.watch(pad, of: request.location)
    let lacksTimes = contains(anyOf: ["matroskademux", "avidemux"])
    let isMovie = contains(anyOf: ["qtdemux"])
    if isMovie, request.isSound,
      let failure = MovieByteOrder.correct(
        on: pad, caps: caps, location: request.location, trackIndex: request.trackIndex)
    {
      return fail(failure)
    }
    var aperture: CleanAperture?
    if isMovie, request.isVideo, !request.isEncoded {
      RawFields.announce(
        on: pad, caps: caps, location: request.location, trackIndex: request.trackIndex)
      if let track = movieTrack(of: request.location, trackIndex: request.trackIndex) {
        MatrixPlacement.announceShape(of: track, on: pad)
        aperture = track.cleanAperture
      }
    }
    switch DecodingChain.plug(
      pad, caps: caps, request: request, indexed: indexed, lacksDecodingTimes: lacksTimes,
      showing: aperture,
      // Seeks of tsdemux are estimates: repeated seeks to one position would shift its time stamps.
      mayBeginAnywhere: isMovie || contains(anyOf: ["matroskademux"])
        || LostFrames.areLikely && contains(anyOf: ["flvdemux"]), in: pipeline,
      notify: notify)
    {
    case .success(let chain):
      // A seek into another stream would remove the pad.
      let landsWell = !endsAfterSeeks && !driftsAfterSeeks && !isChained && !hasBlocks
      let isCancelled = discovery.update { state in
        state.landsWell = landsWell
        state.chain = chain
        return state.isCancelled
      }
      if isCancelled { chain.letThrough() }
    case .failure(let failure): fail(failure)
    }
    step()
    notify(.change)
  }

  /// Whether other streams follow the first one.
  private var isChained: Bool {
    contains(anyOf: ["oggdemux"]) && MediaIndex.of(request.location)?.isChained == true
  }

  fileprivate func allPadsAppeared() {
    discovery.update { $0.isComplete = true }
    step()
  }
}

private func padAdded(
  _: UnsafeMutablePointer<GstElement>, pad: UnsafeMutablePointer<GstPad>,
  reader: UnsafeMutableRawPointer
) {
  CallbackContext<ReaderPipeline>.object(at: reader)?.padAppeared(pad)
}

private func noMorePads(_: UnsafeMutablePointer<GstElement>, reader: UnsafeMutableRawPointer) {
  CallbackContext<ReaderPipeline>.object(at: reader)?.allPadsAppeared()
}
