import CCutawayGStreamer
import CutawayElementKit
import Dispatch

/// The stream state of an instance.
struct FrameRendererStream<Renderer: FrameRenderer> {
  var inputInfo: GstVideoInfo
  var outputInfo: GstVideoInfo
  var input: VideoFormat
  var output: VideoFormat
  var state: Renderer.State
  var time = Duration.zero
  var plan: Renderer.Plan?
}

/// A video element that draws each output frame from an input frame.
final class FrameRendererClass<Renderer: FrameRenderer>: TransformClass<
  Renderer, FrameRendererStream<Renderer>
>, TransformDispatcher
{
  private let bandCount = max(1, Int(g_get_num_processors()))

  var rendersIntoOutput: Bool { true }

  override func describe(_ gclass: UnsafeMutableRawPointer) {
    describeFunctions(gclass)
    addParts(
      to: gclass, klass: "Filter/Effect/Video",
      caps: rawVideoCaps(Renderer.layouts.map(\.rawValue)))
  }

  func start(_ instance: Instance, input: Caps, output: Caps) throws(ElementError) {
    var inputInfo = GstVideoInfo(), outputInfo = GstVideoInfo()
    let from = try VideoFormat(input, info: &inputInfo)
    let to = try VideoFormat(output, info: &outputInfo)
    let state = try layout.current(of: instance).makeState(from: from, to: to)
    layout.state(of: instance).pointee = FrameRendererStream(
      inputInfo: inputInfo, outputInfo: outputInfo, input: from, output: to, state: state)
  }

  func prepare(
    _ instance: Instance, time: GstClockTime, buffer: Buffer
  ) throws(ElementError) -> Bool {
    let renderer = layout.current(of: instance)
    guard var stream = layout.state(of: instance).pointee else { return true }
    stream.time = Duration(time)
    stream.plan = try renderer.plan(at: stream.time, state: &stream.state)
    layout.state(of: instance).pointee = stream
    if stream.plan == nil, stream.input != stream.output {
      throw ElementError("\(Renderer.name) cannot pass on a frame of another size")
    }
    return stream.plan == nil
  }

  func process(
    _ instance: Instance, input: Buffer, output: Buffer
  ) throws(ElementError) {
    guard var stream = layout.state(of: instance).pointee, let plan = stream.plan else { return }
    let format = stream.input, result = stream.output, time = stream.time
    let bands = result.bands(bandCount)
    try withVideoFrame(input, &stream.inputInfo, GST_MAP_READ) { source throws(ElementError) in
      try withVideoFrame(output, &stream.outputInfo, GST_MAP_WRITE) { target throws(ElementError) in
        // All threads read the source, which none writes; one thread writes each row.
        nonisolated(unsafe) let pixels = source.data.0!
        nonisolated(unsafe) let base = target.data.0!
        let sourceStride = Int(source.info.stride.0), stride = Int(target.info.stride.0)
        DispatchQueue.concurrentPerform(iterations: bands.count) { index in
          let rows = bands[index]
          var band = VideoFrame(
            format: VideoFormat(width: result.width, height: rows.count, layout: result.layout),
            time: time, base: base + rows.lowerBound * stride, stride: stride)
          Renderer.render(
            FrameView(format: format, base: pixels, stride: sourceStride), into: &band,
            firstRow: rows.lowerBound, plan: plan)
        }
      }
    }
  }
}
