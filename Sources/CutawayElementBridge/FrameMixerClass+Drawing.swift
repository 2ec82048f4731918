import CCutawayGStreamer
import CutawayElementKit
import Dispatch

extension FrameMixerClass {
  /// Draws the frame at a time, or outputs an input's frame.
  func draw(
    _ instance: Instance, _ list: [Instance], at frame: Int64,
    _ stream: inout FrameMixerStream<Mixer>
  ) throws(ElementError) -> Buffer {
    let time = stream.grid.start(of: frame)
    gst_object_sync_values(instance.assumingMemoryBound(to: GstObject.self), time)
    let mixer = layout.current(of: instance)
    let inputs = list.map { pad in
      gst_object_sync_values(pad.assumingMemoryBound(to: GstObject.self), time)
      return MixerInput(
        settings: pads.input.current(of: pad), format: pads.stream(of: pad).shown?.format.drawn)
    }
    switch try mixer.plan(
      at: stream.grid.instant(of: frame), inputs: inputs, state: &stream.state)
    {
    case .handOn(let index):
      guard let buffer = try pads.stream(of: list[index]).drawable(),
        let copy = gst_swift_buffer_share(buffer)
      else { throw ElementError("\(Mixer.name) cannot pass on a missing frame") }
      return copy
    case .draw(let plan):
      let buffer = try makeBuffer(instance, stream.info)
      do throws(ElementError) {
        try render(plan, of: list, into: buffer, stream)
      } catch {
        gst_swift_buffer_unref(buffer)
        throw error
      }
      return buffer
    }
  }

  private func render(
    _ plan: Mixer.Plan, of list: [Instance], into output: Buffer,
    _ stream: FrameMixerStream<Mixer>
  ) throws(ElementError) {
    var mapped: [GstVideoFrame] = []
    defer { for index in mapped.indices { gst_video_frame_unmap(&mapped[index]) } }
    var frames: [MixerFrames.Frame?] = []
    for (index, pad) in list.enumerated() {
      let input = pads.stream(of: pad)
      guard Mixer.draws(index, plan: plan), let format = input.shown?.format,
        let buffer = try input.drawable()
      else {
        frames.append(nil)
        continue
      }
      var frame = GstVideoFrame(), info = format.drawnInfo
      guard gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ) != 0 else {
        throw ElementError("cannot map a frame of \(info.width)×\(info.height)", code: .noMemory)
      }
      mapped.append(frame)
      frames.append(MixerFrames.Frame(frame, format: format.drawn))
    }
    var info = stream.info
    let format = stream.format, bands = format.bands(bandCount)
    try withVideoFrame(output, &info, GST_MAP_WRITE) { target throws(ElementError) in
      // All threads read the sources, which none writes; one thread writes each row.
      nonisolated(unsafe) let bases = (target.data.0!, target.data.1!, target.data.2!)
      let stride = target.info.stride
      let strides = (Int(stride.0), Int(stride.1), Int(stride.2))
      nonisolated(unsafe) let sources = frames
      DispatchQueue.concurrentPerform(iterations: bands.count) { index in
        var band = PlanarBand(
          format: format, rows: bands[index], bases: bases, strides: strides)
        Mixer.render(MixerFrames(sources), into: &band, plan: plan)
      }
    }
  }
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
