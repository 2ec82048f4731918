import CCutawayGStreamer
import CutawayElementKit
import Dispatch
import Synchronization

/// The stream state of an instance.
struct VideoFilterStream<Filter: StatefulVideoFilter> {
  var info: GstVideoInfo
  var format: MixerFormat
  /// The rows that are processed at once; one range if the filter needs all.
  var bands: [Range<Int>]
  var state: Filter.State
  var time = Duration.zero
  var isIdle = false
}

/// What a filter does with planes.
struct PlanarFunctions<Filter: StatefulVideoFilter>: Sendable {
  let makeState: @Sendable (Filter, PlanarFormat) throws(ElementError) -> Filter.State
  let apply:
    @Sendable (Filter, GstVideoFrame, Range<Int>, PlanarFormat, Duration, inout Filter.State)
      throws(ElementError) -> Void
}

extension PlanarFunctions where Filter: PlanarVideoFilter {
  init() {
    makeState = { filter, format throws(ElementError) in try filter.makeState(for: format) }
    apply = { filter, frame, rows, format, time, state throws(ElementError) in
      let coding = LumaCoding(frame.info.colorimetry) ?? .bt709
      let bases = (frame.data.0!, frame.data.1!, frame.data.2!)
      let strides = (
        Int(frame.info.stride.0), Int(frame.info.stride.1), Int(frame.info.stride.2)
      )
      if format.bitsPerSample == 16 {
        var view = PlanarFrame<UInt16>(
          format: format, coding: coding, time: time, bases: bases, strides: strides, rows: rows)
        try filter.apply(to: &view, state: &state)
      } else {
        var view = PlanarFrame<UInt8>(
          format: format, coding: coding, time: time, bases: bases, strides: strides, rows: rows)
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
  /// The number of bands of a frame.
  ///
  /// The first one is processed alone, so they are short.
  private let bandCount = 8 * max(1, Int(g_get_num_processors()))
  /// The number of pixels below which threads cost more than they bring.
  private static var fewPixels: Int { 64_000 }

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
    let isDivided =
      Filter.traits.isSuperset(of: [.stateless, .pointwise]) && g_get_num_processors() > 1
      && Int(info.width) * Int(info.height) > Self.fewPixels
    layout.state(of: instance).pointee = VideoFilterStream(
      info: info, format: format, bands: format.bands(isDivided ? bandCount : 1), state: state)
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
    let time = slot.pointee!.time, format = slot.pointee!.format, planar = planar
    try withVideoFrame(output, &slot.pointee!.info, readWrite) { frame throws(ElementError) in
      // Each row is written by one thread, which reads no other.
      nonisolated(unsafe) let frame = frame
      try inBands(&slot.pointee!) { rows, state throws(ElementError) in
        switch format {
        case .packed(let format):
          var view = VideoFrame(
            format: format, time: time, base: frame.data.0!, stride: Int(frame.info.stride.0),
            rows: rows)
          try filter.apply(to: &view, state: &state)
        case .planar(let format):
          try planar?.apply(filter, frame, rows, format, time, &state)
        }
      }
    }
  }

  /// Calls `body` for each band, in several threads.
  private func inBands(
    _ stream: inout VideoFilterStream<Filter>,
    _ body: @Sendable (Range<Int>, inout Filter.State) throws(ElementError) -> Void
  ) throws(ElementError) {
    guard let first = stream.bands.first else { return }
    // It adapts the state to the settings of this frame. Others would do the same again.
    try body(first, &stream.state)
    if stream.bands.count == 1 { return }
    let state = stream.state, bands = stream.bands, failure = Mutex<ElementError?>(nil)
    DispatchQueue.concurrentPerform(iterations: bands.count - 1) { index in
      var state = state
      do throws(ElementError) {
        try body(bands[index + 1], &state)
      } catch {
        failure.withLock { $0 = error }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
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
