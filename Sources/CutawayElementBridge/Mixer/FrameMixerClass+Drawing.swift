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
      let input = pads.stream(of: list[index].instance)
      // A frame with shared chroma need not become planes and shared chroma again.
      if stream.work.packing != nil, let shown = input.shown,
        shown.format.info.isEquivalent(to: stream.info)
      {
        return try handOn(shown.buffer, instance, stream)
      }
      guard let buffer = try input.drawable() else {
        throw ElementError("\(Mixer.name) cannot pass on a missing frame")
      }
      return try stream.work.packing == nil
        ? handOn(buffer, instance, stream) : packed(buffer, instance, stream)
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

  /// A frame of the drawn format as the output.
  private func packed(
    _ buffer: Buffer, _ instance: Instance, _ stream: FrameMixerStream<Mixer>
  ) throws(ElementError) -> Buffer {
    let copy = try makeBuffer(instance, stream.info)
    var info = stream.drawn, targetInfo = stream.info
    do throws(ElementError) {
      try withVideoFrame(buffer, &info, GST_MAP_READ) { source throws(ElementError) in
        try withVideoFrame(copy, &targetInfo, GST_MAP_WRITE) { target throws(ElementError) in
          // The planes are only read.
          stream.inBands(
            of: target, drawn: FramePlanes(source), packing: stream.work.packing
          ) { _, _ in }
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
      let (own, format) = (stream, stream.format)
      try withVideoFrame(gap.buffer, &info, GST_MAP_WRITE) { target throws(ElementError) in
        own.inBands(of: target, drawn: own.planes(of: target), packing: own.work.packing) {
          planes, rows in
          format.fillWithBackground(planes, rows: rows)
        }
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
    let isAlternating = drawsAlternating(plan, of: list, stream)
    for (index, pad) in list.enumerated() {
      let input = pads.stream(of: pad.instance)
      guard Mixer.draws(index, plan: plan), let drawn = input.shown?.drawn,
        let (frame, planes) = try input.mapped(isAlternating: isAlternating)
      else {
        work.frames.append(nil)
        continue
      }
      work.mapped.append(frame)
      work.frames.append(
        MixerFrames.Frame(
          planes, format: isAlternating ? drawn.format.ofAlternatingChroma : drawn.format))
    }
    var info = stream.info
    let format = isAlternating ? stream.format.ofAlternatingChroma : stream.format
    try withVideoFrame(output, &info, GST_MAP_WRITE) { target throws(ElementError) in
      nonisolated(unsafe) let sources = work.frames
      stream.inBands(
        of: target, drawn: isAlternating ? FramePlanes(target) : stream.planes(of: target),
        packing: isAlternating ? nil : work.packing
      ) { planes, rows in
        Mixer.render(
          MixerFrames(sources),
          into: MixerTarget(format: format, bases: planes.bases, strides: planes.strides),
          rows: rows, plan: plan)
      }
    }
  }

  /// Whether the frames of all layers and the output have the same shared chroma, and the plan draws it in its place.
  private func drawsAlternating(
    _ plan: Mixer.Plan, of list: [MixerPad], _ stream: FrameMixerStream<Mixer>
  ) -> Bool {
    // Samples that are shifted up in their words are others.
    guard let packing = stream.work.packing, packing.shift == 0,
      Mixer.acceptsAlternatingChroma(in: plan)
    else { return false }
    return list.indices.allSatisfy { index in
      if !Mixer.draws(index, plan: plan) { return true }
      guard let shown = pads.stream(of: list[index].instance).shown else { return true }
      return shown.drawn?.conversion?.ofSharedChroma != nil
        && shown.format.info.finfo.pointee.format == packing.format
    }
  }
}

extension FrameMixerStream {
  /// The planes in which a frame of the output is drawn.
  fileprivate func planes(of target: GstVideoFrame) -> FramePlanes {
    work.chroma?.planes(for: target) ?? FramePlanes(target)
  }

  /// Draws bands in several threads, and packs each one in a frame of the output.
  fileprivate func inBands(
    of target: GstVideoFrame, drawn planes: FramePlanes, packing: SharedChroma?,
    draw: @Sendable (FramePlanes, Range<Int>) -> Void
  ) {
    let bands = work.bands
    // All threads read the sources, which none writes; one thread writes each row.
    nonisolated(unsafe) let (planes, target) = (planes, target)
    let format = format
    DispatchQueue.concurrentPerform(iterations: bands.count) { index in
      draw(planes, bands[index])
      if let packing, case .planar(let format) = format {
        packing.pack(planes, format, rows: bands[index], into: target)
      }
    }
  }
}

extension MixerFormat {
  /// Fills rows with black, which is transparent if the format has alpha.
  fileprivate func fillWithBackground(_ planes: FramePlanes, rows: Range<Int>) {
    switch self {
    case .packed:
      memset(planes.bases.0 + rows.lowerBound * planes.strides.0, 0, planes.strides.0 * rows.count)
    case .planar(let format):
      if format.bitsPerSample == 8 {
        format.clear(planes, rows, as: UInt8.self)
      } else {
        format.clear(planes, rows, as: UInt16.self)
      }
    }
  }
}

extension PlanarFormat {
  fileprivate func clear<Sample: PixelComponent>(
    _ planes: FramePlanes, _ rows: Range<Int>, as _: Sample.Type
  ) {
    var band = PlanarBand<Sample>(
      format: self, rows: rows, bases: planes.bases, strides: planes.strides)
    band.clear(rows)
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
    self.init(FramePlanes(frame), format: format)
  }

  /// The planes of a mapped frame.
  init(_ planes: FramePlanes, format: MixerFormat) {
    let bases = planes.bases
    self.init(
      format: format,
      bases: (UnsafeRawPointer(bases.0), UnsafeRawPointer(bases.1), UnsafeRawPointer(bases.2)),
      strides: planes.strides)
  }
}
