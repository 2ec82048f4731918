import CCutawayGStreamer
import CutawayElementKit

/// The stream state of an instance.
struct FramePainterStream<Painter: FramePainter> {
  var info: GstVideoInfo
  var format: MixerFormat
  var clock: PlanClock
  var state: Painter.State
  var time = PlanTime.nanoseconds(0)
}

/// A video filter that computes each frame from a whole frame.
final class FramePainterClass<Painter: FramePainter>: TransformClass<
  Painter, FramePainterStream<Painter>
>, TransformDispatcher
{
  var rendersIntoOutput: Bool { true }

  override func describe(_ gclass: UnsafeMutableRawPointer) {
    describeFunctions(gclass)
    addParts(
      to: gclass, klass: "Filter/Effect/Video",
      caps: rawVideoCaps(Painter.layouts.map(\.formatName)))
  }

  override func initialize(_ instance: Instance) {
    super.initialize(instance)
    keepGaps(instance)
  }

  /// The same caps; those with alpha only, if the output may have transparent pixels.
  func transformed(_ caps: Caps, of instance: Instance) -> Caps {
    let isTransparent: Bool
    do {
      isTransparent = try layout.current(of: instance).isTransparent()
    } catch {
      // Invalid settings are an error when the stream starts.
      isTransparent = false
    }
    guard isTransparent else { return gst_caps_copy(caps) }
    let names = Painter.layouts.filter(\.hasAlpha).map(\.formatName)
    let transparent = gst_caps_from_string(rawVideoCaps(names))!
    defer { gst_caps_unref(transparent) }
    return gst_caps_intersect_full(caps, transparent, GST_CAPS_INTERSECT_FIRST)
  }

  func start(_ instance: Instance, input: Caps, output: Caps) throws(ElementError) {
    let info = try videoInfo(of: input), format = try MixerFormat(info)
    let state = try layout.current(of: instance).makeState(for: format)
    layout.state(of: instance).pointee = FramePainterStream(
      info: info, format: format, clock: PlanClock(input), state: state)
  }

  func prepare(
    _ instance: Instance, time: GstClockTime, buffer: Buffer
  ) throws(ElementError) -> Bool {
    let painter = layout.current(of: instance), slot = layout.state(of: instance)
    guard slot.pointee != nil else { return true }
    let known = time == gst_swift_unknown_time() ? 0 : time
    slot.pointee!.time = slot.pointee!.clock.planTime(of: known)
    return try painter.isIdle(at: slot.pointee!.time, state: &slot.pointee!.state)
  }

  func process(
    _ instance: Instance, input: Buffer, output: Buffer
  ) throws(ElementError) {
    let painter = layout.current(of: instance), slot = layout.state(of: instance)
    guard let stream = slot.pointee else { return }
    let source = try FrameRows(input, stream.info, stream.format, isWritable: false)
    let target = try FrameRows(output, stream.info, stream.format, isWritable: true)
    try painter.paint(target, from: source, at: stream.time, state: &slot.pointee!.state)
  }
}

extension FrameRows {
  /// Maps a buffer, until the last reference to the rows is gone.
  fileprivate convenience init(
    _ buffer: Buffer, _ info: GstVideoInfo, _ format: MixerFormat, isWritable: Bool
  ) throws(ElementError) {
    let mapped = try MappedFrame(buffer, info, isWritable ? GST_MAP_WRITE : GST_MAP_READ)
    let data = mapped.frame.data, strides = mapped.frame.info.stride
    let planes = [
      (data.0, strides.0), (data.1, strides.1), (data.2, strides.2),
    ].prefix(format.planeCount).map { Plane(base: $0!, stride: Int($1)) }
    self.init(
      format: format, colors: FrameColors(info), planes: planes, isWritable: isWritable,
      owner: mapped)
  }
}

/// A frame in memory that the program can use, as long as the object exists.
private final class MappedFrame: @unchecked Sendable {
  // Nobody changes the description of the frame; GStreamer locks the memory.
  private(set) var frame = GstVideoFrame()

  init(_ buffer: Buffer, _ info: GstVideoInfo, _ access: GstMapFlags) throws(ElementError) {
    var info = info
    guard gst_video_frame_map(&frame, &info, buffer, access) != 0 else {
      throw ElementError("cannot map a frame of \(info.width)×\(info.height)", code: .noMemory)
    }
  }

  deinit { gst_video_frame_unmap(&frame) }
}

extension FrameColors {
  fileprivate init(_ info: GstVideoInfo) {
    let colorimetry = info.colorimetry
    self.init(
      transfer: Int(gst_video_transfer_function_to_iso(colorimetry.transfer)),
      primaries: Int(gst_video_color_primaries_to_iso(colorimetry.primaries)),
      luma: LumaCoding(colorimetry) ?? .bt709)
  }
}
