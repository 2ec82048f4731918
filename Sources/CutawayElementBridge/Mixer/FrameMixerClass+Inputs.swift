import CCutawayGStreamer
import CutawayElementKit

extension FrameMixerClass {
  /// What an input contributes to an output frame.
  enum Contribution {
    case frame
    case nothing
    /// Nothing, and nothing will follow.
    case over
    /// The last frame, after the end of the stream.
    case repeated
    /// Unknown until the input has more data.
    case awaited
  }

  /// Selects the frames of all inputs, and combines their contributions.
  func select(
    _ list: [MixerPad], at time: Int64, end: Int64, in segment: GstSegment, _ grid: FrameGrid,
    timedOut: Bool
  ) throws(ElementError) -> Contribution {
    var isOver = true, isAwaited = false, allRepeat = true, anyRepeats = false
    for entry in list {
      let pad = entry.instance, stream = pads.stream(of: pad)
      let contribution = try select(
        pad, stream, at: time, end: end, in: segment, grid, timedOut: timedOut)
      allRepeat = allRepeat && pads.common.current(of: pad).repeatAfterEos
      switch contribution {
      case .frame, .nothing: isOver = false
      case .over: break
      case .repeated: anyRepeats = true
      case .awaited: (isAwaited, isOver) = (true, false)
      }
    }
    if isAwaited { return .awaited }
    // Inputs that all repeat their last frames never end.
    return isOver && !(allRepeat && anyRepeats) ? .over : .frame
  }

  /// Selects the frame of an input for the output frame from `time` to `end`.
  ///
  /// It is the last frame that starts at or before `time`, unless a gap follows it. Frames that
  /// precede it in playing order are dropped. Times are positions in the output's segment.
  ///
  /// The frames of an input with the rate of the output count at the nearest times of the output, so that
  /// each is shown once, whatever their time stamps are rounded to.
  func select(
    _ pad: Instance, _ stream: MixerPadStream, at time: Int64, end: Int64, in output: GstSegment,
    _ grid: FrameGrid, timedOut: Bool
  ) throws(ElementError) -> Contribution {
    let queue = pad.assumingMemoryBound(to: GstAggregatorPad.self)
    let input = segment(of: pad), isBackward = output.rate < 0
    while let buffer = gst_aggregator_pad_peek_buffer(queue) {
      defer { gst_swift_buffer_unref(buffer) }
      guard gst_swift_pts(buffer) != gst_swift_unknown_time() else {
        throw ElementError("an input of \(Mixer.name) has frames without time stamps")
      }
      if stream.format?.mayBeInterlaced == true,
        gst_swift_has_flag(buffer, GstBufferFlags(GST_VIDEO_BUFFER_FLAG_INTERLACED.rawValue)) != 0
      {
        throw Self.interlacedInput
      }
      guard let span = input.span(of: buffer, in: output) else {
        gst_aggregator_pad_drop_buffer(queue)
        continue
      }
      // A frame that the segment cuts counts at its own time, too.
      let begin = input.uncutStart(span.first, of: buffer, in: output)
      let isCut = input.cutsEnd(of: buffer, in: output)
      let (first, last) =
        stream.counted((begin, span.last), isCut: isCut, grid)
        ?? (isBackward ? begin : span.first, span.last)
      // Rounded durations may overlap the next frame, so a frame that is about to end is kept until the next
      // one is known.
      let isPast =
        isBackward
        ? first > time
        : last.map { $0 <= time || first <= time && $0 - time < overlap } ?? (first < time)
      if isPast {
        stream.hold(buffer, from: first, to: last)
        gst_aggregator_pad_drop_buffer(queue)
        continue
      }
      // An input that starts within the output frame has no earlier frame.
      if first <= time || (stream.held == nil && first < end) {
        return show(buffer, stream.format, of: stream)
      }
      return showHeld(stream)
    }
    if gst_aggregator_pad_is_eos(queue) != 0 {
      return selectAtEnd(pad, stream, time, end, isBackward: isBackward)
    }
    guard timedOut else { return .awaited }
    let limit = pads.common.current(of: pad).maxLastBufferRepeat
    if let held = stream.held, time - (held.end ?? held.start) > Int64(clamping: limit) {
      stream.releaseHeld()
    }
    return showHeld(stream)
  }

  /// Mixing the lines of two fields would show combs.
  static var interlacedInput: ElementError {
    ElementError(
      "an input of \(Mixer.name) is interlaced: put 'deinterlace' before it",
      code: .unsupportedFormat)
  }

  private func selectAtEnd(
    _ pad: Instance, _ stream: MixerPadStream, _ time: Int64, _ end: Int64, isBackward: Bool
  ) -> Contribution {
    guard let held = stream.held else { return .over }
    if pads.common.current(of: pad).repeatAfterEos {
      _ = showHeld(stream)  // Nothing, if a gap was the last.
      return .repeated
    }
    // A frame without a duration lasts as long as one of the output.
    let isVisible = held.start <= time && held.end ?? (held.start + (end - time)) > time
    // Played backwards, the first frame of an input may start within the output frame.
    if isVisible || isBackward && held.start > time && held.start < end {
      return showHeld(stream)
    }
    stream.releaseHeld()
    return .over
  }

  private func show(
    _ buffer: Buffer, _ format: MixerInputFormat?, of stream: MixerPadStream
  ) -> Contribution {
    // A gap without pixels.
    if buffer.isGap { return .nothing }
    stream.show(buffer, format)
    return .frame
  }

  private func showHeld(_ stream: MixerPadStream) -> Contribution {
    guard let frame = stream.held?.frame else { return .nothing }
    return show(frame.buffer, frame.format, of: stream)
  }

  /// Calls `body` with the pads, the lowest first.
  func withPads<Result, Failure>(
    of instance: Instance, _ body: ([MixerPad]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let element = instance.assumingMemoryBound(to: GstElement.self)
    var list: [MixerPad] = []
    gst_swift_lock(instance)
    if let work = layout.state(of: instance).pointee?.work { swap(&list, &work.pads) }
    var entry = element.pointee.sinkpads
    while let current = entry {
      if let pad = current.pointee.data.flatMap({ gst_object_ref($0) }) {
        let order = pads.common.current(of: pad).zorder
        list.append(
          MixerPad(order: order, number: pads.stream(of: pad).number, instance: pad))
      }
      entry = current.pointee.next
    }
    gst_swift_unlock(instance)
    defer {
      for pad in list { gst_object_unref(pad.instance) }
      list.removeAll(keepingCapacity: true)
      withStream(of: instance) { stream in
        if let work = stream?.work { swap(&list, &work.pads) }
      }
    }
    list.sort { ($0.order, $0.number) < ($1.order, $1.number) }
    return try body(list)
  }

  /// The pads in their present order, which may have changed.
  func ordered(_ list: [MixerPad]) -> [MixerPad] {
    let isSame = list.allSatisfy { pads.common.current(of: $0.instance).zorder == $0.order }
    if isSame { return list }
    return list.map { pad in
      MixerPad(
        order: pads.common.current(of: pad.instance).zorder, number: pad.number,
        instance: pad.instance)
    }.sorted { ($0.order, $0.number) < ($1.order, $1.number) }
  }

  /// The latest end of all buffers of the inputs in the output's segment; 0 if there are none.
  func latestEnd(of instance: Instance, in output: GstSegment) -> Int64 {
    withPads(of: instance) { list in
      var latest: Int64 = 0
      for entry in list {
        let pad = entry.instance
        let queue = pad.assumingMemoryBound(to: GstAggregatorPad.self)
        guard let buffer = gst_aggregator_pad_peek_buffer(queue) else { continue }
        defer { gst_swift_buffer_unref(buffer) }
        guard let span = segment(of: pad).span(of: buffer, in: output) else { continue }
        latest = max(latest, span.last ?? span.first)
      }
      return latest
    }
  }
}

/// More nanoseconds than time stamps in whole milliseconds are wrong.
private let overlap: Int64 = 1_000_001

/// An input pad, while its mixer uses it.
struct MixerPad {
  /// The z-order.
  var order: UInt32
  /// The number in the pad's name.
  var number: Int
  /// The pad, with a reference.
  var instance: Instance
}

extension GstSegment {
  /// The times of a buffer as positions in another segment at the same running times; `nil` if the
  /// buffer is outside of this segment.
  ///
  /// The last time is `nil` if the buffer has no duration.
  func span(of buffer: Buffer, in output: GstSegment) -> (first: Int64, last: Int64?)? {
    let unknown = gst_swift_unknown_time(), length = gst_swift_duration(buffer)
    let begin = gst_swift_pts(buffer)
    let end = length == unknown ? unknown : begin &+ length
    var own = self
    var (first, last): (guint64, guint64) = (0, 0)
    guard gst_segment_clip(&own, GST_FORMAT_TIME, begin, end, &first, &last) != 0 else {
      return nil
    }
    let hasEnd = length != unknown
    // Equal segments need no rounding.
    if isAligned(with: output) {
      return (Int64(clamping: first), hasEnd ? Int64(clamping: last) : nil)
    }
    guard let a = own.position(of: first, in: output) else { return nil }
    guard hasEnd else { return (a, nil) }
    guard let b = own.position(of: last, in: output) else { return nil }
    return (min(a, b), max(a, b))
  }

  /// The time at which a buffer begins of which ``span(of:in:)`` begins at `first`, because the segment cuts it.
  func uncutStart(_ first: Int64, of buffer: Buffer, in output: GstSegment) -> Int64 {
    let begin = gst_swift_pts(buffer)
    guard rate * output.rate > 0, begin < start else { return first }
    // A position of this segment is as long as one of the other by the ratio of their rates.
    let cut = Double(start - begin) * output.rate / rate
    return first - (Int64(exactly: cut.rounded()) ?? 0)
  }

  /// Whether the stop of the segment cuts a buffer, which else would be as long in another segment.
  func cutsEnd(of buffer: Buffer, in output: GstSegment) -> Bool {
    let length = gst_swift_duration(buffer)
    return rate > 0 && rate == output.rate && length != gst_swift_unknown_time()
      && gst_swift_pts(buffer) &+ length >= stop
  }

  /// Whether two segments give positions the same running times.
  func hasTimes(of other: GstSegment) -> Bool {
    rate == other.rate && applied_rate == other.applied_rate && base == other.base
      && offset == other.offset && start == other.start && stop == other.stop
      && flags.rawValue == other.flags.rawValue
  }

  private func isAligned(with other: GstSegment) -> Bool {
    rate == other.rate && applied_rate == other.applied_rate && base == other.base
      && offset == other.offset && start == other.start && (rate > 0 || stop == other.stop)
  }

  private mutating func position(of time: guint64, in output: GstSegment) -> Int64? {
    var output = output
    var running: guint64 = 0, position: guint64 = 0
    guard gst_segment_to_running_time_full(&self, GST_FORMAT_TIME, time, &running) == 1 else {
      return nil
    }
    let sign = gst_segment_position_from_running_time_full(
      &output, GST_FORMAT_TIME, running, &position)
    switch sign {
    case 1: return Int64(clamping: position)
    case -1: return -Int64(clamping: position)
    default: return nil
    }
  }
}
