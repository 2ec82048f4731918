import CCutawayGStreamer
import CutawayElementKit

/// A video element that draws the frames of several streams into one.
///
/// The output grid has one frame each `1/framerate` seconds, drawn from the inputs' frames at that
/// time. A frame of an input is visible until the next one or a gap, or the end of the stream.
/// Inputs are combined by running time.
final class FrameMixerClass<Mixer: FrameMixer>: Dispatcher, AggregatorDispatcher {
  private let common: InstanceLayout<MixerSettings, MixerAnimation>
  let layout: InstanceLayout<Mixer, FrameMixerStream<Mixer>>
  let pads = MixerPadClass<Mixer.Input>()
  private var padType: GType = 0
  let bandCount = Mixer.drawsWholeFrames ? 1 : max(1, Int(g_get_num_processors()))
  private let rawCaps = """
    video/x-raw, format=(string){ \(Mixer.formats.map(\.name).joined(separator: ", ")) }, \
    width=(int)[1, max], height=(int)[1, max], \
    framerate=(fraction)[1/max, max], pixel-aspect-ratio=(fraction)1/1
    """

  init() {
    common = InstanceLayout(after: MemoryLayout<GstAggregator>.size)
    layout = InstanceLayout(after: common.size)
    super.init(
      parent: gst_aggregator_get_type(), classSize: MemoryLayout<GstAggregatorClass>.size,
      storage: JoinedStorage(common: common, own: layout))
  }

  override func initialize(_ instance: Instance) {
    super.initialize(instance)
    common.state(of: instance).pointee = MixerAnimation()
    let segment = gst_swift_aggregator_segment(gst_swift_aggregator_source_pad(instance))
    gst_segment_init(segment, GST_FORMAT_TIME)
    // GstAggregator chooses the start, by the first buffer.
    segment?.pointee.position = gst_swift_unknown_time()
  }

  var inputLimit: Int? { Mixer.inputLimit }

  override func registerParts() { padType = registerType(pads) }

  override func addInterfaces(to type: GType) { addChildProxy(to: type) }

  override func describe(_ gclass: UnsafeMutableRawPointer) {
    describeFunctions(gclass)
    common.installProperties(in: gclass, read: .eachFrame)
    layout.installProperties(in: gclass, after: common.count, read: .eachFrame)
    addMetadata(klass: "Filter/Editor/Video/Compositor", pads: [], to: gclass)
    let element = gclass.assumingMemoryBound(to: GstElementClass.self)
    let output = gst_caps_from_string(rawCaps)
    // All formats that GStreamer converts.
    var count: guint = 0
    let input = gst_video_make_raw_caps(gst_video_formats_raw(&count), count)
    gst_element_class_add_pad_template(
      element,
      gst_pad_template_new_with_gtype(
        "src", GST_PAD_SRC, GST_PAD_ALWAYS, output, gst_aggregator_pad_get_type()))
    gst_element_class_add_pad_template(
      element,
      gst_pad_template_new_with_gtype(
        "sink_%u", GST_PAD_SINK, GST_PAD_REQUEST, input, padType))
    gst_caps_unref(output)
    gst_caps_unref(input)
  }

  func padAdded(_ mixer: Instance, _ pad: Instance, number: Int) {
    gst_swift_lock(mixer)
    pads.stream(of: pad).number = number
    gst_swift_unlock(mixer)
    pads.common.change(of: pad) { $0.zorder = UInt32(clamping: number) }
  }

  func padStarted(
    _ instance: Instance, _ pad: Instance, _ caps: Caps
  ) throws(ElementError) {
    let stream = pads.stream(of: pad)
    if let known = stream.format, gst_caps_is_equal(known.caps, caps) != 0 { return }
    let format = try MixerInputFormat(
      caps, output: withStream(of: instance) { $0?.drawn }, matching: Mixer.inputMatching)
    if format.isInterlaced { throw Self.interlacedInput }
    stream.format = format
    debug?.log(
      .info, pad,
      "has \(String(cString: format.info.finfo.pointee.name)) frames of "
        + "\(format.info.width)×\(format.info.height)"
        + (format.drawn?.conversion == nil ? "" : ", which are converted"))
    // The formats of the inputs may determine that of the output.
    gst_pad_mark_reconfigure(gst_swift_aggregator_source_pad(instance))
  }

  func outputCaps(_ instance: Instance, of wanted: Caps) -> Caps? {
    // Without any format, the output's is unknown, unless there is nothing to wait for.
    let isKnown = withPads(of: instance) { list in
      list.contains { pads.stream(of: $0.instance).format != nil }
        || list.allSatisfy {
          gst_aggregator_pad_is_eos($0.instance.assumingMemoryBound(to: GstAggregatorPad.self)) != 0
        }
    }
    if !isKnown { return nil }
    let own = gst_caps_from_string(rawCaps)
    defer { gst_caps_unref(own) }
    let caps = gst_caps_intersect(wanted, own)!
    if gst_caps_is_fixed(caps) == 0 { return caps }
    defer { gst_caps_unref(caps) }
    // GstAggregator leaves fixed caps as they are, even without the colours of the inputs.
    return fixated(instance, gst_caps_copy(caps))
  }

  func fixate(_ instance: Instance, _ caps: Caps) -> Caps {
    fixated(instance, caps)
  }

  func start(_ instance: Instance, output: Caps) throws(ElementError) {
    var info = GstVideoInfo()
    guard gst_video_info_from_caps(&info, output) != 0, let grid = FrameGrid(info) else {
      throw ElementError(
        "the output needs a size and a constant frame rate", code: .unsupportedFormat)
    }
    let known = withStream(of: instance) { $0?.info }
    if var known, gst_video_info_is_equal(&known, &info) != 0 { return }
    let drawn = info.drawnPlanes, format = try MixerFormat(drawn)
    let state = try layout.current(of: instance).makeState(
      for: format, colorimetry: info.colorimetryText)
    try withPads(of: instance) { list throws(ElementError) in
      for pad in list {
        let stream = pads.stream(of: pad.instance)
        guard let format = stream.format else { continue }
        stream.format = try MixerInputFormat(
          format.caps, output: drawn, matching: Mixer.inputMatching)
      }
    }
    let duration = grid.start(of: 1)
    debug?.log(
      .info, instance,
      "the output has \(String(cString: info.finfo.pointee.name)) frames of \(info.width)×\(info.height), "
        + "\(info.fps_n)/\(info.fps_d) a second")
    withStream(of: instance) { stream in
      let old = stream
      stream = FrameMixerStream(
        info: info, drawn: drawn, format: format, grid: grid,
        work: FrameMixerWork(
          state: state, bands: format.bands(bandCount), output: info, drawn: format),
        quality: stream?.quality ?? FrameQuality(), readsVideoMeta: stream?.readsVideoMeta ?? false)
      // With another rate, the frames begin again at the position.
      if let old, old.grid.hasRate(of: grid) { stream?.continueWalk(of: old) }
    }
    gst_aggregator_set_latency(
      instance.assumingMemoryBound(to: GstAggregator.self), duration, duration)
  }

  func stop(_ instance: Instance) {
    clearPads(of: instance)
    withStream(of: instance) { $0 = nil }
    let source = gst_swift_aggregator_source_pad(instance)!
    gst_swift_lock(source)
    gst_swift_aggregator_segment(source).pointee.position = gst_swift_unknown_time()
    gst_swift_unlock(source)
    common.state(of: instance).pointee?.restore()
  }

  func flush(_ instance: Instance) {
    clearPads(of: instance)
    withStream(of: instance) { stream in
      stream?.walk = nil
      stream?.isDone = false
      stream?.quality = FrameQuality()
    }
    // A frame that was being drawn when a seek came may have stored its own position since.
    let source = gst_swift_aggregator_source_pad(instance)!
    gst_swift_lock(source)
    let segment = gst_swift_aggregator_segment(source)!
    segment.pointee.position =
      segment.pointee.rate < 0 ? segment.pointee.stop : segment.pointee.start
    gst_swift_unlock(source)
  }

  private func clearPads(of instance: Instance) {
    withPads(of: instance) { list in
      for pad in list { pads.stream(of: pad.instance).clear() }
    }
  }

  func decideAllocation(_ instance: Instance, _ query: Query) throws(ElementError) {
    guard let info = withStream(of: instance, { $0?.info }) else { return }
    let readsMeta = gst_query_find_allocation_meta(query, gst_video_meta_api_get_type(), nil) != 0
    withStream(of: instance) { $0?.readsVideoMeta = readsMeta }
    try decidePool(query, info, hasMeta: readsMeta)
  }

  func sample(of pad: Instance) -> (Buffer, Caps)? {
    pads.stream(of: pad).shown.map { ($0.buffer, $0.format.caps) }
  }

  func answer(_ instance: Instance, _ query: Query) -> Bool? {
    switch gst_swift_query_type(query) {
    case GST_QUERY_POSITION: position(instance, query)
    case GST_QUERY_DURATION: duration(instance, query)
    default: nil
    }
  }

  func isLate(_ instance: Instance, before time: GstClockTime, proportion: Double) {
    withStream(of: instance) { stream in
      stream?.quality.earliest = time
      stream?.quality.proportion = proportion
    }
  }

  /// Sets the properties with keyframes to their values for a frame.
  func animate(_ instance: Instance, at time: FrameInstant) throws(ElementError) {
    let keyframes = common.current(of: instance).keyframes
    try common.state(of: instance).pointee?.apply(keyframes, to: instance, at: time)
  }

  /// Accesses the stream, which the thread that shows frames also uses.
  func withStream<Result>(
    of instance: Instance, _ body: (inout FrameMixerStream<Mixer>?) -> Result
  ) -> Result {
    gst_swift_lock(instance)
    defer { gst_swift_unlock(instance) }
    return body(&layout.state(of: instance).pointee)
  }

  func aggregate(
    _ instance: Instance, timedOut: Bool
  ) throws(ElementError) -> GstFlowReturn {
    let source = Instance(gst_swift_aggregator_source_pad(instance)!)
    let segment = segment(of: source)
    guard var stream = withStream(of: instance, { $0 }) else {
      return waitForFormat(instance, segment, timedOut: timedOut)
    }
    if stream.segment?.hasTimes(of: segment) != true {
      // A seek without a flush begins another segment.
      if stream.segment != nil { stream.walk = nil }
      (stream.segment, stream.isDone) = (segment, false)
      withStream(of: instance) { own in
        own?.segment = segment
        own?.isDone = false
      }
    }
    var walk = stream.walk ?? makeWalk(instance, segment, &stream.grid)
    guard let span = walk.next else { return finish(instance, segment) }
    let start = stream.grid.start(of: span.lowerBound)
    let end = stream.grid.start(of: span.upperBound)
    return try withPads(of: instance) { list throws(ElementError) in
      defer { for pad in list { pads.stream(of: pad.instance).hide() } }
      switch try select(
        list, at: Int64(start), end: Int64(end), in: segment, stream.grid, timedOut: timedOut)
      {
      case .awaited: return GST_FLOW_CUSTOM_ERROR  // GST_AGGREGATOR_FLOW_NEED_DATA
      case .over: return finish(instance, segment)
      default: break
      }
      walk.advance()
      gst_aggregator_selected_samples(
        instance.assumingMemoryBound(to: GstAggregator.self), start, gst_swift_unknown_time(),
        end - start, nil)
      let position = walk.isBackward ? start : end
      gst_swift_lock(source)
      gst_swift_aggregator_segment(source).pointee.position = position
      gst_swift_unlock(source)
      let isLeftOut = isTooLate(position, segment, stream.quality)
      stream.quality.count(isLeftOut: isLeftOut)
      withStream(of: instance) { own in
        own?.walk = walk
        own?.grid = stream.grid
        own?.quality.leftOut = stream.quality.leftOut
        own?.quality.processed = stream.quality.processed
        own?.quality.dropped = stream.quality.dropped
      }
      if isLeftOut {
        debug?.log(.debug, instance, "leaves out the frame at \(start.logText), which is late")
        postDropped(instance, segment, start, end - start, stream.quality)
        return GST_FLOW_OK
      }
      debug?.log(
        .log, instance, "draws the frame at \(start.logText)\(timedOut ? ", which is due" : "")")
      // Programs may have set properties of pads for the selected samples.
      let buffer = try draw(instance, ordered(list), at: span.lowerBound, &stream)
      gst_swift_set_times(buffer, start, end - start)
      return gst_aggregator_finish_buffer(
        instance.assumingMemoryBound(to: GstAggregator.self), buffer)
    }
  }
}
