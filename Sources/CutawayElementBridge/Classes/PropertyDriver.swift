import CCutawayGStreamer
import CutawayElementKit

/// Sets the properties of the element after an animator before each buffer.
///
/// Properties are set directly, not by control bindings: not all stock elements apply those for
/// each buffer, and those that do ask at times that are rounded to nanoseconds. The animator and
/// the element share a streaming thread, so that a value never applies to another buffer.
final class PropertyDriver: @unchecked Sendable {
  // The source pad and the instance are valid during pad callbacks: the instance owns this object.
  // Everything else belongs to the thread that streams into the sink pad, under that pad's stream
  // lock, or to a state change while no data flow.
  private let instance: Instance
  private let source: UnsafeMutablePointer<GstPad>
  /// Reads the plan; `nil` if it is unchanged.
  private let readPlan: () throws(ElementError) -> [PropertyPlan]?

  private var plan: [PropertyPlan] = []
  private var segment = GstSegment()
  private var clock = PlanClock.unknown
  /// The element whose properties are set.
  private var target: UnsafeMutablePointer<GstElement>?
  private var bindings: [PropertyBinding] = []

  init(
    _ instance: Instance, source: UnsafeMutablePointer<GstPad>,
    readPlan: @escaping () throws(ElementError) -> [PropertyPlan]?
  ) {
    self.instance = instance
    self.source = source
    self.readPlan = readPlan
    gst_segment_init(&segment, GST_FORMAT_TIME)
  }

  deinit { forgetTarget() }

  // MARK: States

  /// Reads the plan, so that invalid keyframes fail before playback.
  func check() throws(ElementError) {
    if let plan = try readPlan() { self.plan = plan }
  }

  /// Gives the properties their values from before the stream; call it when streaming has stopped.
  func release() {
    restore()
    gst_segment_init(&segment, GST_FORMAT_TIME)
    clock = .unknown
  }

  private func restore() {
    for binding in bindings { binding.restore() }
    forgetTarget()
  }

  private func forgetTarget() {
    bindings = []
    if let target { gst_object_unref(target) }
    target = nil
  }

  // MARK: Data

  func observe(_ event: UnsafeMutablePointer<GstEvent>) {
    switch gst_swift_event_type(event) {
    case GST_EVENT_SEGMENT: gst_event_copy_segment(event, &segment)
    case GST_EVENT_CAPS:
      var caps: Caps?
      gst_event_parse_caps(event, &caps)
      clock = caps.map { PlanClock($0) } ?? .unknown
    default: break
    }
  }

  func receive(_ buffer: Buffer) -> GstFlowReturn {
    let isBound = posting(from: instance, onError: false) { () throws(ElementError) in
      try bind()
      return true
    }
    guard isBound else {
      gst_swift_buffer_unref(buffer)
      return GST_FLOW_ERROR
    }
    let time = gst_swift_stream_time(&segment, gst_swift_pts(buffer))
    if bindings.isEmpty || time == gst_swift_unknown_time() { return gst_pad_push(source, buffer) }
    if case .samples(let rate, let size) = clock {
      return pass(buffer, at: time, rate: rate, sampleSize: size)
    }
    set(clock.planTime(of: time))
    return gst_pad_push(source, buffer)
  }

  /// Sets all properties to their values at a time.
  private func set(_ time: PlanTime) {
    for index in bindings.indices { bindings[index].set(at: time) }
  }

  /// Whether any property has another value at a time.
  private func changes(at time: PlanTime) -> Bool {
    bindings.contains { $0.changes(at: time) }
  }

  /// Passes on samples in parts, each with the values at its start on a grid of 10 ms.
  ///
  /// The grid counts from time 0, so that the values do not depend on the sizes of buffers.
  private func pass(
    _ buffer: Buffer, at time: GstClockTime, rate: Int64, sampleSize: Int
  ) -> GstFlowReturn {
    let first = Int64(clamping: gst_util_uint64_scale_round(time, guint64(rate), 1_000_000_000))
    let end = first + Int64(gst_buffer_get_size(buffer)) / Int64(sampleSize)
    let step = max(1, rate / 100)
    var start = first
    for cell in stride(from: first - first % step, to: max(end, first + 1), by: Int(step)) {
      let time = PlanTime.exact(FrameInstant(index: cell, frames: rate, seconds: 1))
      guard changes(at: time) else { continue }
      if cell > start {
        let part = part(of: buffer, from: start - first, to: cell - first, sampleSize, rate)
        let flow = gst_pad_push(source, part)
        guard flow == GST_FLOW_OK else {
          gst_swift_buffer_unref(buffer)
          return flow
        }
        start = cell
      }
      set(time)
    }
    if start == first { return gst_pad_push(source, buffer) }
    let rest = part(of: buffer, from: start - first, to: end - first, sampleSize, rate)
    gst_swift_buffer_unref(buffer)
    return gst_pad_push(source, rest)
  }

  /// Some samples of a buffer, in the same memory.
  private func part(
    of buffer: Buffer, from start: Int64, to end: Int64, _ sampleSize: Int, _ rate: Int64
  ) -> Buffer {
    // `GST_BUFFER_COPY_ALL`, a macro: flags, times, meta data and memory.
    let part = gst_buffer_copy_region(
      buffer, GstBufferCopyFlags(rawValue: 15), gsize(start) * gsize(sampleSize),
      gsize(end - start) * gsize(sampleSize))!
    func time(_ sample: Int64) -> GstClockTime {
      gst_swift_pts(buffer) + gst_util_uint64_scale(guint64(sample), 1_000_000_000, guint64(rate))
    }
    gst_swift_set_times(part, time(start), time(end) - time(start))
    gst_swift_set_offsets(part, gst_swift_unknown_time(), gst_swift_unknown_time())
    if start > 0 { gst_swift_set_flag(part, GST_BUFFER_FLAG_DISCONT, 0) }
    return part
  }

  // MARK: The element after this one

  /// Finds the properties again if the element or the plan has changed.
  private func bind() throws(ElementError) {
    if let new = try readPlan() {
      // The properties of the old plan get their original values.
      restore()
      plan = new
    }
    guard let peer = gst_pad_get_peer(source) else { return }
    defer { gst_object_unref(peer) }
    guard let element = gst_pad_get_parent_element(peer) else {
      throw ElementError("there is no element whose properties can be set")
    }
    if element == target {
      gst_object_unref(element)
      return
    }
    restore()
    target = element
    var found: [PropertyBinding] = []
    for property in plan { found.append(try PropertyBinding(property, of: element)) }
    bindings = found
  }
}

extension PropertyDriver {
  /// The context of a callback, which ``release(_:)`` must release.
  var retainedPointer: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  static func at(_ context: UnsafeMutableRawPointer?) -> PropertyDriver {
    Unmanaged<PropertyDriver>.fromOpaque(context!).takeUnretainedValue()
  }

  static func release(_ context: UnsafeMutableRawPointer?) {
    Unmanaged<PropertyDriver>.fromOpaque(context!).release()
  }
}
