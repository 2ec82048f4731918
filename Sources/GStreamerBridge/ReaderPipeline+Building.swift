import CGStreamer

/// How a reader's pipeline comes to be: what is there from the start, and what each track adds.
extension ReaderPipeline {
  /// Puts the pipeline together, as far as that goes before the file's tracks are known.
  ///
  /// - Returns: Why that failed, or `nil`.
  func build() -> String? {
    if let color = SolidColor(location: request.location) { return buildColor(color) }
    guard let source = makeSource(request.location, download) else {
      return "no GStreamer element reads '\(request.location)'"
    }
    MovieLength.stretch(at: source, location: request.location)
    guard let parser = gst_element_factory_make("parsebin", nil) else {
      gst_object_unref(source)
      return "the GStreamer element 'parsebin' is missing (gstreamer1.0-plugins-base)"
    }
    let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
    gst_bin_add(bin, source)
    gst_bin_add(bin, parser)
    guard gst_element_link(source, parser) != 0 else { return "cannot be read as a stream" }
    _ = gst_swift_connect(
      parser, "pad-added",
      unsafeBitCast(
        padAdded
          as @convention(c) (
            UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, UnsafeMutableRawPointer
          ) -> Void,
        to: GCallback.self), selfReference)
    _ = gst_swift_connect(
      parser, "no-more-pads",
      unsafeBitCast(
        noMorePads
          as @convention(c) (UnsafeMutablePointer<GstElement>, UnsafeMutableRawPointer) -> Void,
        to: GCallback.self), selfReference)
    ContainerColor.setAside(in: pipeline)
    if request.isEncoded { StoredPackets.leaveAsTheyAre(by: parser) }
    let bus = gst_element_get_bus(pipeline)
    gst_bus_set_sync_handler(
      bus,
      { _, message, reader in
        Unmanaged<ReaderPipeline>.fromOpaque(reader!)._withUnsafeGuaranteedRef {
          $0.receive(message!)
        }
        gst_swift_message_unref(message)
        return GST_BUS_DROP
      }, selfReference, nil)
    gst_object_unref(bus)
    return nil
  }

  /// A colour is a source without a file: one frame of a generator.
  private func buildColor(_ color: SolidColor) -> String? {
    guard let source = color.makeSource(), let filter = gst_element_factory_make("capsfilter", nil)
    else { return "the GStreamer element 'videotestsrc' is missing (gstreamer1.0-plugins-base)" }
    let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
    let caps = gst_caps_from_string(color.caps)!
    defer { gst_caps_unref(caps) }
    gst_swift_set_caps(filter, "caps", caps)
    gst_bin_add(bin, source)
    gst_bin_add(bin, filter)
    gst_element_link(source, filter)
    let pad = gst_element_get_static_pad(filter, "src")!
    defer { gst_object_unref(pad) }
    switch DecodingChain.plug(pad, caps: caps, request: request, in: pipeline, notify: notify) {
    case .success(let chain): discovery.update { $0.chain = chain }
    case .failure(let failure): return failure.message
    }
    return nil
  }

  fileprivate func padAppeared(_ pad: UnsafeMutablePointer<GstPad>) {
    // It offers pads when all have been plugged.
    discovery.update { $0.isUnderWay = false }
    let current = gst_pad_get_current_caps(pad)
    guard let caps = current ?? gst_pad_query_caps(pad, nil) else { return }
    defer { gst_caps_unref(caps) }
    let isWanted = discovery.update { state in
      guard request.accepts(caps) else {
        state.clocks.watch(pad, isVideo: caps.isVideo, isWanted: false)
        return false
      }
      let isWanted = state.tracksSeen == request.trackIndex
      state.tracksSeen += 1
      state.clocks.watch(pad, isVideo: caps.isVideo, isWanted: isWanted)
      return isWanted
    }
    guard isWanted else {
      absorb(pad)
      return
    }
    if current != nil { plug(pad, caps) } else { plugLater(pad) }
  }

  /// Gives data that are not wanted a place to go: a demuxer whose first data go nowhere may take that
  /// for the end, before it has found the track that is wanted.
  private func absorb(_ pad: UnsafeMutablePointer<GstPad>) {
    guard contains(anyOf: ["flvdemux"]), let sink = gst_element_factory_make("fakesink", nil)
    else { return }
    gst_swift_set_boolean(sink, "async", 0)
    gst_bin_add(UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self), sink)
    // A sink that takes anything: neither this nor the link fails.
    gst_element_sync_state_with_parent(sink)
    let end = gst_element_get_static_pad(sink, "sink")
    defer { gst_object_unref(end) }
    gst_pad_link(pad, end)
  }

  /// Waits with the decoder until the parser has found out what the stream is.
  private func plugLater(_ pad: UnsafeMutablePointer<GstPad>) {
    gst_pad_add_probe(
      pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
      { pad, info, reader in
        guard let caps = announcedCaps(info), let pad else { return GST_PAD_PROBE_OK }
        Unmanaged<ReaderPipeline>.fromOpaque(reader!)._withUnsafeGuaranteedRef {
          $0.plug(pad, caps)
        }
        return GST_PAD_PROBE_REMOVE
      }, selfReference, nil)
  }

  private func plug(_ pad: UnsafeMutablePointer<GstPad>, _ caps: Caps) {
    let isCoarse = contains(anyOf: ["matroskademux", "flvdemux"])
    discovery.update { $0.hasCoarseTimes = isCoarse }
    let lacksTimes = contains(anyOf: ["matroskademux", "avidemux"])
    let isMovie = contains(anyOf: ["qtdemux"])
    if isMovie, request.isSound,
      let failure = MovieByteOrder.correct(
        on: pad, caps: caps, location: request.location, trackIndex: request.trackIndex)
    {
      return fail(failure.message)
    }
    switch DecodingChain.plug(
      pad, caps: caps, request: request, lacksDecodingTimes: lacksTimes, mayBeginAnywhere: isMovie,
      in: pipeline, notify: notify)
    {
    case .success(let chain):
      let landsWell = !contains(anyOf: ["auparse", "adpcmdec"])
      let isCancelled = discovery.update { state in
        state.landsWell = landsWell
        state.chain = chain
        return state.isCancelled
      }
      if isCancelled { chain.letThrough() }
    case .failure(let failure): fail(failure.message)
    }
    notify(.change)
  }

  fileprivate func allPadsAppeared() {
    discovery.update { $0.isComplete = true }
  }
}

private func padAdded(
  _: UnsafeMutablePointer<GstElement>, pad: UnsafeMutablePointer<GstPad>,
  reader: UnsafeMutableRawPointer
) {
  Unmanaged<ReaderPipeline>.fromOpaque(reader)._withUnsafeGuaranteedRef { $0.padAppeared(pad) }
}

private func noMorePads(_: UnsafeMutablePointer<GstElement>, reader: UnsafeMutableRawPointer) {
  Unmanaged<ReaderPipeline>.fromOpaque(reader)._withUnsafeGuaranteedRef { $0.allPadsAppeared() }
}
