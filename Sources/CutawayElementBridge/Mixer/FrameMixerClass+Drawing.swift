import CCutawayGStreamer
import CutawayElementKit
import Dispatch
import Glibc

extension FrameMixerClass {
  /// Draws the frame at a time, or outputs an input's frame.
  func draw(
    _ instance: Instance, _ list: [MixerPad], at frame: Int64,
    _ stream: inout FrameMixerStream<Mixer>
  ) throws(ElementError) -> Buffer {
    let time = stream.grid.start(of: frame)
    gst_object_sync_values(instance.assumingMemoryBound(to: GstObject.self), time)
    try animate(instance, at: stream.grid.instant(of: frame))
    let mixer = layout.current(of: instance), work = stream.work
    for pad in list {
      gst_object_sync_values(pad.instance.assumingMemoryBound(to: GstObject.self), time)
      work.inputs.append(
        MixerInput(
          settings: pads.input.current(of: pad.instance),
          format: pads.stream(of: pad.instance).shown?.drawn?.format,
          pixelAspectRatio: pads.stream(of: pad.instance).shown?.format.info.pixelAspectRatio
            ?? Fraction(1, over: 1)))
    }
    defer { work.inputs.removeAll(keepingCapacity: true) }
    switch try mixer.plan(
      at: stream.grid.instant(of: frame), inputs: work.inputs, state: &work.state)
    {
    case .handOn(let index):
      guard let buffer = try pads.stream(of: list[index].instance).drawable() else {
        throw ElementError("\(Mixer.name) cannot pass on a missing frame")
      }
      return try handOn(buffer, instance, stream)
    case .draw(let plan):
      let buffer = try makeBuffer(instance, stream.info)
      do throws(ElementError) {
        try render(plan, of: list, into: buffer, stream)
      } catch {
        gst_swift_buffer_unref(buffer)
        throw error
      }
      return buffer
    case .nothing: return try makeGap(instance, &stream)
    }
  }

  /// A frame of an input as the output: the same memory, or a copy if its rows lie elsewhere than
  /// downstream expects, which does not read `GstVideoMeta`.
  ///
  /// Like a frame that is drawn, it has no flags and no other metadata of the input.
  private func handOn(
    _ buffer: Buffer, _ instance: Instance, _ stream: FrameMixerStream<Mixer>
  ) throws(ElementError) -> Buffer {
    let isLayout = stream.info.isLayout(of: buffer)
    if stream.readsVideoMeta || isLayout {
      if let copy = gst_swift_buffer_share_memory(buffer, isLayout ? 0 : 1) { return copy }
      throw ElementError("cannot allocate a frame", code: .noMemory)
    }
    let copy = try makeBuffer(instance, stream.info)
    var info = stream.info, targetInfo = stream.info
    do throws(ElementError) {
      try withVideoFrame(buffer, &info, GST_MAP_READ) { source throws(ElementError) in
        try withVideoFrame(copy, &targetInfo, GST_MAP_WRITE) { target throws(ElementError) in
          var (source, target) = (source, target)
          gst_video_frame_copy(&target, &source)
        }
      }
    } catch {
      gst_swift_buffer_unref(copy)
      throw error
    }
    return copy
  }

  /// A black frame that stands for no picture; it is drawn once for a format.
  private func makeGap(
    _ instance: Instance, _ stream: inout FrameMixerStream<Mixer>
  ) throws(ElementError) -> Buffer {
    let gap: KeptBuffer
    if let known = stream.gap {
      gap = known
    } else {
      gap = KeptBuffer(taking: try makeBuffer(instance, stream.info))
      var info = stream.info
      try withVideoFrame(gap.buffer, &info, GST_MAP_WRITE) { target throws(ElementError) in
        stream.format.fillWithBackground(target)
      }
      gst_swift_mark_empty_frame(gap.buffer)
      stream.gap = gap
      withStream(of: instance) { $0?.gap = gap }
    }
    guard let copy = gst_swift_buffer_share(gap.buffer) else {
      throw ElementError("cannot allocate a frame", code: .noMemory)
    }
    return copy
  }

  private func render(
    _ plan: Mixer.Plan, of list: [MixerPad], into output: Buffer,
    _ stream: FrameMixerStream<Mixer>
  ) throws(ElementError) {
    let work = stream.work
    defer {
      for index in work.mapped.indices { gst_video_frame_unmap(&work.mapped[index]) }
      work.mapped.removeAll(keepingCapacity: true)
      work.frames.removeAll(keepingCapacity: true)
    }
    for (index, pad) in list.enumerated() {
      let input = pads.stream(of: pad.instance)
      guard Mixer.draws(index, plan: plan), let drawn = input.shown?.drawn,
        let buffer = try input.drawable()
      else {
        work.frames.append(nil)
        continue
      }
      var frame = GstVideoFrame(), info = drawn.info
      guard gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ) != 0 else {
        throw ElementError("cannot map a frame of \(info.width)×\(info.height)", code: .noMemory)
      }
      work.mapped.append(frame)
      work.frames.append(MixerFrames.Frame(frame, format: drawn.format))
    }
    var info = stream.info
    let format = stream.format, bands = work.bands
    try withVideoFrame(output, &info, GST_MAP_WRITE) { target throws(ElementError) in
      // All threads read the sources, which none writes; one thread writes each row.
      nonisolated(unsafe) let (sources, planes) = (work.frames, target.planes)
      DispatchQueue.concurrentPerform(iterations: bands.count) { index in
        Mixer.render(
          MixerFrames(sources),
          into: MixerTarget(format: format, bases: planes.bases, strides: planes.strides),
          rows: bands[index], plan: plan)
      }
    }
  }
}

extension GstVideoFrame {
  /// The planes of a frame that a mixer draws; packed pixels repeat the first one.
  fileprivate var planes:
    (
      bases: (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer),
      strides: (Int, Int, Int)
    )
  {
    let first = data.0!
    return (
      (first, data.1 ?? first, data.2 ?? first),
      (Int(info.stride.0), Int(info.stride.1), Int(info.stride.2))
    )
  }
}

extension MixerFormat {
  /// Fills a frame with black, which is transparent if the format has alpha.
  fileprivate func fillWithBackground(_ target: GstVideoFrame) {
    switch self {
    case .packed(let format):
      memset(target.data.0!, 0, Int(target.info.stride.0) * format.height)
    case .planar(let format):
      if format.bitsPerSample == 8 {
        format.clear(target, as: UInt8.self)
      } else {
        format.clear(target, as: UInt16.self)
      }
    }
  }
}

extension PlanarFormat {
  fileprivate func clear<Sample: PixelComponent>(_ target: GstVideoFrame, as _: Sample.Type) {
    var band = PlanarBand<Sample>(target, format: self, rows: 0..<height)
    band.clear(0..<height)
  }
}

/// A buffer that is kept while its owner exists.
final class KeptBuffer {
  let buffer: Buffer

  init(taking buffer: Buffer) { self.buffer = buffer }

  deinit { gst_swift_buffer_unref(buffer) }
}

extension MixerFrames.Frame {
  /// A mapped frame.
  init(_ frame: GstVideoFrame, format: MixerFormat) {
    let first = UnsafeRawPointer(frame.data.0!), stride = frame.info.stride
    self.init(
      format: format,
      bases: (
        first, frame.data.1.map { UnsafeRawPointer($0) } ?? first,
        frame.data.2.map { UnsafeRawPointer($0) } ?? first
      ), strides: (Int(stride.0), Int(stride.1), Int(stride.2)))
  }
}
