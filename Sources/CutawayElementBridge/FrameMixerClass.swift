import CCutawayGStreamer
import CutawayElementKit

/// The output state of an instance.
struct FrameMixerStream<Mixer: FrameMixer> {
  var info: GstVideoInfo
  var format: PlanarFormat
  var grid: FrameGrid
  var state: Mixer.State
  var pool: UnsafeMutablePointer<GstBufferPool>
  /// The remaining output frames; `nil` if they must be determined from the segment.
  var walk: FrameWalk?
  /// The running time before which frames would be late.
  var earliest: GstClockTime = 0
  /// The number of consecutive frames that were dropped because they were late.
  var leftOut = 0
}

/// A video element that draws the frames of several streams into one.
///
/// The output grid has one frame each `1/framerate` seconds, drawn from the inputs' frames at that
/// time. A buffer of an input is visible from its time stamp to its end; a gap is empty.
final class FrameMixerClass<Mixer: FrameMixer>: AggregatorDispatcher {
  let layout = InstanceLayout<Mixer, FrameMixerStream<Mixer>>(
    after: MemoryLayout<GstAggregator>.size)
  let pads = MixerPadClass<Mixer.Input>()
  let bandCount = max(1, Int(g_get_num_processors()))
  private let inputCaps = "video/x-raw, format=(string){ I420, AYUV }"
  private let rawCaps = """
    video/x-raw, format=(string)I420, width=(int)[1, max], height=(int)[1, max], \
    framerate=(fraction)[1/max, max], pixel-aspect-ratio=(fraction)1/1
    """

  override var storage: any InstanceStorage { layout }

  override func initialize(_ instance: Instance) {
    super.initialize(instance)
    let segment = gst_swift_aggregator_segment(gst_swift_aggregator_source_pad(instance))
    gst_segment_init(segment, GST_FORMAT_TIME)
  }

  override func describe(_ gclass: UnsafeMutableRawPointer) {
    super.describe(gclass)
    layout.installProperties(in: gclass)
    addMetadata(
      name: Mixer.name, klass: "Filter/Editor/Video/Compositor", summary: Mixer.summary, pads: [],
      to: gclass)
    let element = gclass.assumingMemoryBound(to: GstElementClass.self)
    let output = gst_caps_from_string(rawCaps), input = gst_caps_from_string(inputCaps)
    gst_element_class_add_pad_template(
      element,
      gst_pad_template_new_with_gtype(
        "src", GST_PAD_SRC, GST_PAD_ALWAYS, output, gst_aggregator_pad_get_type()))
    gst_element_class_add_pad_template(
      element,
      gst_pad_template_new_with_gtype(
        "sink_%u", GST_PAD_SINK, GST_PAD_REQUEST, input,
        registerType(pads, name: Mixer.name + "Pad")))
    gst_caps_unref(output)
    gst_caps_unref(input)
  }

  override func padStarted(_ pad: Instance, _ caps: Caps) throws(ElementError) {
    var info = GstVideoInfo()
    let format = try MixerFormat(caps, info: &info)
    let name = gst_swift_object_name(pad).map { String(cString: $0) } ?? ""
    pads.layout.state(of: pad).pointee = MixerPadStream(
      info: info, format: format, number: Int(name.dropFirst("sink_".count)) ?? .max)
  }

  override func outputCaps(_ instance: Instance, of wanted: Caps) -> Caps? {
    let own = gst_caps_from_string(rawCaps)
    defer { gst_caps_unref(own) }
    return gst_caps_intersect(wanted, own)
  }

  override func fixate(_ instance: Instance, _ caps: Caps) -> Caps {
    // The inputs determine open fields: the largest size, the first frame rate.
    var width: Int32 = 1, height: Int32 = 1, rate: (Int32, Int32)?
    withPads(of: instance) { list in
      for pad in list {
        guard let info = pads.layout.state(of: pad).pointee?.info else { continue }
        (width, height) = (max(width, info.width), max(height, info.height))
        if rate == nil, info.fps_n > 0 { rate = (info.fps_n, info.fps_d) }
      }
    }
    let result = gst_caps_truncate(caps)!
    let fields = gst_caps_get_structure(result, 0)
    gst_structure_fixate_field_nearest_int(fields, "width", width)
    gst_structure_fixate_field_nearest_int(fields, "height", height)
    let (numerator, denominator) = rate ?? (30, 1)
    gst_structure_fixate_field_nearest_fraction(fields, "framerate", numerator, denominator)
    return result
  }

  override func start(_ instance: Instance, output: Caps) throws(ElementError) {
    var info = GstVideoInfo()
    guard gst_video_info_from_caps(&info, output) != 0, let grid = FrameGrid(info) else {
      throw ElementError("the output needs a size and a constant frame rate")
    }
    let format = PlanarFormat(width: Int(info.width), height: Int(info.height))
    let state = try layout.current(of: instance).makeState(for: format)
    let pool = try makePool(output, size: guint(info.size))
    let walk = withStream(of: instance) { $0?.walk }
    stop(instance)
    withStream(of: instance) { stream in
      stream = FrameMixerStream(
        info: info, format: format, grid: grid, state: state, pool: pool, walk: walk)
    }
  }

  override func stop(_ instance: Instance) {
    let pool = withStream(of: instance) { stream in
      defer { stream = nil }
      return stream?.pool
    }
    guard let pool else { return }
    gst_buffer_pool_set_active(pool, 0)
    gst_object_unref(pool)
  }

  override func flush(_ instance: Instance) {
    withStream(of: instance) { stream in
      stream?.walk = nil
      stream?.earliest = 0
    }
  }

  override func isLate(_ instance: Instance, before time: GstClockTime) {
    withStream(of: instance) { $0?.earliest = time }
  }

  /// Accesses the stream, which the thread that shows frames also uses.
  private func withStream<Result>(
    of instance: Instance, _ body: (inout FrameMixerStream<Mixer>?) -> Result
  ) -> Result {
    gst_swift_lock(instance)
    defer { gst_swift_unlock(instance) }
    return body(&layout.state(of: instance).pointee)
  }

  override func aggregate(_ instance: Instance) throws(ElementError) -> GstFlowReturn {
    guard var stream = withStream(of: instance, { $0 }) else { return GST_FLOW_NOT_NEGOTIATED }
    let segment = gst_swift_aggregator_segment(gst_swift_aggregator_source_pad(instance))!
    var walk = stream.walk ?? makeWalk(instance, segment, stream.grid)
    guard let span = walk.next else { return GST_FLOW_EOS }
    let start = stream.grid.start(of: span.lowerBound)
    let end = stream.grid.start(of: span.upperBound)

    var inputs: [(pad: Instance, buffer: Buffer?)] = []
    defer {
      for input in inputs {
        input.buffer.map { gst_swift_buffer_unref($0) }
        gst_object_unref(input.pad)
      }
    }
    var isOver = true, isReady = true
    withPads(of: instance) { list in
      for pad in list {
        switch current(pad, at: start, end: end, isBackward: walk.isBackward) {
        case .shown(let buffer):
          inputs.append((gst_object_ref(pad)!, buffer))
          isOver = false
        case .nothing:
          inputs.append((gst_object_ref(pad)!, nil))
          isOver = false
        case .over: inputs.append((gst_object_ref(pad)!, nil))
        case .awaited: isReady = false
        }
      }
    }
    if !isReady { return GST_FLOW_CUSTOM_ERROR }  // GST_AGGREGATOR_FLOW_NEED_DATA
    if isOver { return GST_FLOW_EOS }
    walk.advance()
    gst_aggregator_selected_samples(
      instance.assumingMemoryBound(to: GstAggregator.self), start, gst_swift_unknown_time(),
      end - start, nil)
    segment.pointee.position = walk.isBackward ? start : end
    let isLeftOut = isTooLate(segment.pointee.position, segment, stream)
    let leftOut = isLeftOut ? stream.leftOut + 1 : 0
    withStream(of: instance) { stream in
      stream?.walk = walk
      stream?.leftOut = leftOut
    }
    if isLeftOut {
      gst_swift_post_dropped(instance, segment, start, end - start)
      return GST_FLOW_OK
    }
    let buffer = try draw(instance, inputs, at: span.lowerBound, &stream)
    withStream(of: instance) { $0?.state = stream.state }
    gst_swift_set_times(buffer, start, end - start)
    return gst_aggregator_finish_buffer(
      instance.assumingMemoryBound(to: GstAggregator.self), buffer)
  }

  /// The frames of the segment; for backward playback without an end, from the start of the inputs.
  private func makeWalk(
    _ instance: Instance, _ segment: UnsafeMutablePointer<GstSegment>, _ grid: FrameGrid
  ) -> FrameWalk {
    let unknown = gst_swift_unknown_time()
    var last = segment.pointee.stop
    if segment.pointee.rate < 0, last == unknown { last = latestEnd(of: instance) }
    let start = segment.pointee.start == unknown ? 0 : segment.pointee.start
    return FrameWalk(
      Passage(segment.pointee), first: grid.frame(at: start),
      end: last == unknown ? .max : grid.end(at: last))
  }

  /// Whether a frame would be late; one in sixteen is drawn anyway, to show movement.
  private func isTooLate(
    _ end: GstClockTime, _ segment: UnsafeMutablePointer<GstSegment>,
    _ stream: FrameMixerStream<Mixer>
  ) -> Bool {
    let time = gst_segment_to_running_time(segment, GST_FORMAT_TIME, end)
    return time != gst_swift_unknown_time() && time < stream.earliest && stream.leftOut < 15
  }

  private func makePool(
    _ caps: Caps, size: guint
  ) throws(ElementError) -> UnsafeMutablePointer<GstBufferPool> {
    let pool = gst_video_buffer_pool_new()!
    let settings = gst_buffer_pool_get_config(pool)
    gst_buffer_pool_config_set_params(settings, caps, size, 0, 0)
    guard gst_buffer_pool_set_config(pool, settings) != 0,
      gst_buffer_pool_set_active(pool, 1) != 0
    else {
      gst_object_unref(pool)
      throw ElementError("cannot allocate frames")
    }
    return pool
  }
}
