import CCutawayGStreamer
import CutawayElementKit

/// The stream state of an instance.
struct VideoFilterStream<Filter: StatefulVideoFilter> {
  var info: GstVideoInfo
  var format: MixerFormat
  var state: Filter.State
  var time = Duration.zero
  var isIdle = false
}

/// What a filter does with planes.
struct PlanarFunctions<Filter: StatefulVideoFilter>: Sendable {
  let makeState: @Sendable (Filter, PlanarFormat) throws(ElementError) -> Filter.State
  let apply:
    @Sendable (Filter, GstVideoFrame, PlanarFormat, Duration, inout Filter.State)
      throws(ElementError) -> Void
}

extension PlanarFunctions where Filter: PlanarVideoFilter {
  init() {
    makeState = { filter, format throws(ElementError) in try filter.makeState(for: format) }
    apply = { filter, frame, format, time, state throws(ElementError) in
      let coding = LumaCoding(frame.info.colorimetry) ?? .bt709
      let bases = (frame.data.0!, frame.data.1!, frame.data.2!)
      let strides = (
        Int(frame.info.stride.0), Int(frame.info.stride.1), Int(frame.info.stride.2)
      )
      if format.bitsPerSample == 16 {
        var view = PlanarFrame<UInt16>(
          format: format, coding: coding, time: time, bases: bases, strides: strides)
        try filter.apply(to: &view, state: &state)
      } else {
        var view = PlanarFrame<UInt8>(
          format: format, coding: coding, time: time, bases: bases, strides: strides)
        try filter.apply(to: &view, state: &state)
      }
    }
  }
}

/// A video filter that works in place.
final class VideoFilterClass<Filter: StatefulVideoFilter>: TransformClass<
  Filter, VideoFilterStream<Filter>
>, TransformDispatcher
{
  private let planar: PlanarFunctions<Filter>?

  /// Creates the class; without functions for planes, it accepts packed pixels only.
  init(planar: PlanarFunctions<Filter>?) {
    self.planar = planar
    super.init()
  }

  override func describe(_ gclass: UnsafeMutableRawPointer) {
    describeFunctions(gclass)
    let planes = planar == nil ? [] : MixerLayout.all.filter { !$0.hasAlpha }.map(\.formatName)
    addParts(
      to: gclass, klass: "Filter/Effect/Video",
      caps: rawVideoCaps(planes + Filter.layouts.map(\.rawValue)))
  }

  func start(_ instance: Instance, input: Caps, output: Caps) throws(ElementError) {
    let info = try videoInfo(of: input), format = try MixerFormat(info)
    let filter = layout.current(of: instance)
    let state: Filter.State
    switch format {
    case .packed(let format): state = try filter.makeState(for: format)
    case .planar(let format):
      guard let planar else {
        throw ElementError("\(Filter.name) has no use for planes", code: .unsupportedFormat)
      }
      state = try planar.makeState(filter, format)
    }
    layout.state(of: instance).pointee = VideoFilterStream(info: info, format: format, state: state)
    keepGaps(instance)
  }

  func prepare(
    _ instance: Instance, time: GstClockTime, buffer: Buffer
  ) throws(ElementError) -> Bool {
    let filter = layout.current(of: instance)
    guard var stream = layout.state(of: instance).pointee else { return true }
    stream.time = Duration(time)
    stream.isIdle = try filter.isIdle(at: stream.time, state: &stream.state)
    layout.state(of: instance).pointee = stream
    return stream.isIdle
  }

  func process(
    _ instance: Instance, input: Buffer, output: Buffer
  ) throws(ElementError) {
    let filter = layout.current(of: instance), slot = layout.state(of: instance)
    guard slot.pointee != nil, !slot.pointee!.isIdle else { return }
    let time = slot.pointee!.time
    try withVideoFrame(output, &slot.pointee!.info, readWrite) { frame throws(ElementError) in
      switch slot.pointee!.format {
      case .packed(let format):
        var view = VideoFrame(
          format: format, time: time, base: frame.data.0!, stride: Int(frame.info.stride.0))
        try filter.apply(to: &view, state: &slot.pointee!.state)
      case .planar(let format):
        try planar?.apply(filter, frame, format, time, &slot.pointee!.state)
      }
    }
  }
}

/// Makes a filter keep the flag of frames that only fill a gap, so that mixers show nothing there.
func keepGaps(_ filter: Instance) {
  gst_base_transform_set_gap_aware(filter.assumingMemoryBound(to: GstBaseTransform.self), 1)
}

/// Lends the pixels of a buffer, whatever its memory layout.
func withVideoFrame(
  _ buffer: Buffer, _ info: inout GstVideoInfo, _ access: GstMapFlags,
  _ body: (GstVideoFrame) throws(ElementError) -> Void
) throws(ElementError) {
  var frame = GstVideoFrame()
  guard gst_video_frame_map(&frame, &info, buffer, access) != 0 else {
    throw ElementError("cannot map a frame of \(info.width)×\(info.height)", code: .noMemory)
  }
  defer { gst_video_frame_unmap(&frame) }
  try body(frame)
}

/// `GST_MAP_READWRITE`, a macro.
let readWrite = GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)
