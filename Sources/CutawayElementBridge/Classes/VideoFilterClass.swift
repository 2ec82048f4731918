import CCutawayGStreamer
import CutawayElementKit

/// The stream state of an instance.
struct VideoFilterStream<Filter: StatefulVideoFilter> {
  var info: GstVideoInfo
  var format: VideoFormat
  var state: Filter.State
  var time = Duration.zero
  var isIdle = false
}

/// A video filter that works in place.
final class VideoFilterClass<Filter: StatefulVideoFilter>: TransformClass<
  Filter, VideoFilterStream<Filter>
>, TransformDispatcher
{
  override func describe(_ gclass: UnsafeMutableRawPointer) {
    describeFunctions(gclass)
    addParts(to: gclass, klass: "Filter/Effect/Video", caps: rawVideoCaps(Filter.layouts))
  }

  func start(_ instance: Instance, input: Caps, output: Caps) throws(ElementError) {
    var info = GstVideoInfo()
    let format = try VideoFormat(input, info: &info)
    let state = try layout.current(of: instance).makeState(for: format)
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
    try withVideoFrame(output, &slot.pointee!.info, readWrite) { frame throws(ElementError) in
      var view = VideoFrame(
        format: slot.pointee!.format, time: slot.pointee!.time, base: frame.data.0!,
        stride: Int(frame.info.stride.0))
      try filter.apply(to: &view, state: &slot.pointee!.state)
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
