import CCutawayGStreamer
import CutawayElementKit

/// The frames of a mixer's pad, in its streaming thread.
final class MixerPadStream {
  /// The format of the buffers in the pad's queue; `nil` before the first caps.
  var format: MixerInputFormat?
  /// The last frame that precedes the output frame.
  private(set) var held: Held?
  /// The frame that is part of the current output frame.
  private(set) var shown: Shown?
  /// A frame, how it is drawn, and the result of its conversion, once that is done.
  private var converted: Converted?
  /// The chroma of the last frame with shared chroma.
  private var chroma: ChromaPlanes?
  /// How much later than the nearest frame of the output the first frame started, in nanoseconds.
  private var phase: Int64?
  /// The number in the pad's name; `.max` before it is known.
  var number = Int.max

  /// A frame, with a reference to its buffer.
  struct Shown {
    var buffer: Buffer
    var format: MixerInputFormat
    /// How it is drawn; `nil` before the output has a format.
    var drawn: MixerInputFormat.Drawn?
  }

  private struct Converted {
    var source: Buffer
    var format: MixerInputFormat
    var drawn: MixerInputFormat.Drawn
    var result: Buffer?
    /// Whether the planes of chroma are those of the frame.
    var hasChroma = false
  }

  /// A frame that precedes the output frame, with its times in the output's segment.
  struct Held {
    /// The frame; `nil` for a gap.
    var frame: Shown?
    var start: Int64
    /// The end; `nil` if the buffer has no duration.
    var end: Int64?
  }

  deinit { clear() }

  /// The times of the output nearest to those of a frame, at which it counts; `nil` if the stream does not have the
  /// rate of the output.
  ///
  /// A frame that the stop of the segment cuts to less than half is still one of the output.
  func counted(
    _ span: (first: Int64, last: Int64?), isCut: Bool, _ grid: FrameGrid
  ) -> (first: Int64, last: Int64?)? {
    guard let format, grid.hasRate(of: format.info) else { return nil }
    let phase = self.phase ?? span.first - grid.nearest(to: span.first)
    self.phase = phase
    let first = grid.nearest(to: span.first - phase)
    let least = isCut && first >= 0 ? grid.next(after: first) : first
    return (first, span.last.map { max(least, grid.nearest(to: $0 - phase)) })
  }

  /// Keeps a frame that precedes the output frame; a frame that fills a gap is none.
  func hold(_ buffer: Buffer, from start: Int64, to end: Int64?) {
    // Data that an input of a live stream lost do not hide its last frame.
    if buffer.isMissing { return }
    releaseHeld()
    let isGap = buffer.isGap
    held = Held(
      frame: isGap ? nil : format.map { Shown(buffer: gst_swift_buffer_ref(buffer), format: $0) },
      start: start, end: end)
  }

  /// Makes a frame part of the current output frame.
  func show(_ buffer: Buffer, _ format: MixerInputFormat?) {
    hide()
    guard let format else { return }
    shown = Shown(
      buffer: gst_swift_buffer_ref(buffer), format: format, drawn: drawn(buffer, format))
  }

  /// How a frame is drawn, which depends on its pixels if some of them may be transparent.
  private func drawn(_ buffer: Buffer, _ format: MixerInputFormat) -> MixerInputFormat.Drawn? {
    guard format.drawn?.conversion != nil else { return format.drawn }
    if let converted, converted.source == buffer, converted.format === format {
      return converted.drawn
    }
    releaseConverted()
    let drawn = format.drawn(for: buffer)
    converted = drawn.map {
      Converted(source: gst_swift_buffer_ref(buffer), format: format, drawn: $0)
    }
    return drawn
  }

  /// Removes the frame from the output.
  func hide() {
    if let shown { gst_swift_buffer_unref(shown.buffer) }
    shown = nil
  }

  func releaseHeld() {
    if let frame = held?.frame { gst_swift_buffer_unref(frame.buffer) }
    held = nil
  }

  /// Releases all frames, as after a flush.
  func clear() {
    hide()
    releaseHeld()
    releaseConverted()
    phase = nil
  }

  /// The shown frame in the format that the mixer draws; the caller does not own it.
  func drawable() throws(ElementError) -> Buffer? {
    guard let shown else { return nil }
    guard let conversion = shown.drawn?.conversion else { return shown.buffer }
    if let known = converted?.result { return known }
    let result = try conversion.convert(shown.buffer)
    converted?.result = result
    return result
  }

  /// The shown frame as a mixer draws it, mapped until the caller unmaps it.
  ///
  /// - Parameter isAlternating: Whether shared chroma is drawn as it is, not in planes of its own.
  /// - Returns: The frame and its planes; `nil` without a frame.
  /// - Throws: `ElementError` if the frame cannot be mapped or converted.
  func mapped(
    isAlternating: Bool
  ) throws(ElementError) -> (frame: GstVideoFrame, planes: FramePlanes)? {
    guard let shown, let drawn = shown.drawn else { return nil }
    if isAlternating {
      let frame = try map(shown.buffer, shown.format.info)
      return (frame, FramePlanes(frame))
    }
    if converted?.result == nil, let separation = drawn.conversion?.ofSharedChroma {
      let frame = try map(shown.buffer, shown.format.info)
      if converted?.hasChroma == true, let chroma { return (frame, chroma.planes(for: frame)) }
      if let planes = separation.sharingLuma(of: frame, &chroma) {
        converted?.hasChroma = true
        return (frame, planes)
      }
      var mapped = frame
      gst_video_frame_unmap(&mapped)
    }
    guard let buffer = try drawable() else { return nil }
    let frame = try map(buffer, drawn.info)
    return (frame, FramePlanes(frame))
  }

  private func map(_ buffer: Buffer, _ info: GstVideoInfo) throws(ElementError) -> GstVideoFrame {
    var frame = GstVideoFrame(), info = info
    guard gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ) != 0 else {
      throw ElementError("cannot map a frame of \(info.width)×\(info.height)", code: .noMemory)
    }
    return frame
  }

  private func releaseConverted() {
    guard let converted else { return }
    gst_swift_buffer_unref(converted.source)
    if let result = converted.result { gst_swift_buffer_unref(result) }
    self.converted = nil
  }
}

/// The format of a mixer's input, and its conversion if the mixer cannot draw that format.
final class MixerInputFormat {
  let info: GstVideoInfo
  let caps: Caps
  /// The drawn frames; `nil` before the output has a format.
  let drawn: Drawn?
  /// The drawn frames of those without a transparent pixel, if these have another format.
  private let opaque: Drawn?

  struct Drawn {
    let format: MixerFormat
    let info: GstVideoInfo
    /// The conversion to the drawn frames; `nil` if they are those of the input.
    let conversion: FrameConversion?
  }

  /// Reads `caps`, for an output, if that is known.
  init(
    _ caps: Caps, output: GstVideoInfo?, matching: InputMatching
  ) throws(ElementError) {
    var info = GstVideoInfo()
    guard gst_video_info_from_caps(&info, caps) != 0 else {
      throw ElementError("cannot read the format of the stream", code: .unsupportedFormat)
    }
    self.info = info
    if let output {
      let drawn = info.drawable(in: output, matching: matching)
      self.drawn = Drawn(
        format: try MixerFormat(drawn), info: drawn,
        conversion: drawn.isEquivalent(to: info) ? nil : try FrameConversion(from: info, to: drawn))
      // Planes are smaller than packed pixels, and nothing has to be mixed under an opaque frame.
      let plain = info.drawable(in: output, matching: matching, isOpaque: true)
      if drawn.hasAlpha, !plain.hasAlpha, info.opacityMask != nil,
        ExactConversion(from: info, to: plain) != nil
      {
        opaque = Drawn(
          format: try MixerFormat(plain), info: plain,
          conversion: try FrameConversion(from: info, to: plain))
      } else {
        opaque = nil
      }
    } else {
      (drawn, opaque) = (nil, nil)
    }
    self.caps = gst_swift_caps_ref(caps)
  }

  deinit { gst_swift_caps_unref(caps) }

  /// Whether all frames consist of two fields.
  var isInterlaced: Bool {
    info.interlace_mode != GST_VIDEO_INTERLACE_MODE_PROGRESSIVE && !mayBeInterlaced
  }

  /// Whether each frame says itself whether it consists of two fields.
  var mayBeInterlaced: Bool { info.interlace_mode == GST_VIDEO_INTERLACE_MODE_MIXED }

  /// How a frame is drawn.
  func drawn(for buffer: Buffer) -> Drawn? {
    guard let opaque else { return drawn }
    return info.isOpaque(buffer) ? opaque : drawn
  }
}

extension GstVideoInfo {
  /// The width of a pixel divided by its height.
  var pixelAspectRatio: Fraction {
    par_n > 0 && par_d > 0 ? Fraction(par_n, over: par_d) : Fraction(1, over: 1)
  }

  /// The bits of alpha in a pixel of R′G′B′ with four bytes; `nil` for other formats.
  var opacityMask: UInt32? {
    let format = finfo.pointee
    guard isRGB, hasAlpha, format.bits == 8, format.pixel_stride.0 == 4 else { return nil }
    return UInt32(littleEndian: 255 &<< (8 * UInt32(format.poffset.3)))
  }

  /// Whether a frame of a format with an ``opacityMask`` has no transparent pixel.
  fileprivate func isOpaque(_ buffer: Buffer) -> Bool {
    guard let mask = opacityMask else { return false }
    var (info, frame) = (self, GstVideoFrame())
    // Drawing reports a frame that cannot be mapped.
    guard gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ) != 0 else { return false }
    defer { gst_video_frame_unmap(&frame) }
    let stride = Int(frame.info.stride.0)
    return (0..<Int(height)).allSatisfy { y in
      let row = (frame.data.0! + y * stride).assumingMemoryBound(to: UInt32.self)
      var common = mask
      for x in 0..<Int(width) { common &= row[x] }
      return common == mask
    }
  }
}

extension UnsafeMutablePointer<GstBuffer> {
  /// Whether the buffer shows nothing: it has no pixels, or is the black frame of a mixer that drew
  /// nothing.
  ///
  /// The flag `GAP` is not enough: `videorate` sets it on frames that it repeats.
  var isGap: Bool { gst_buffer_get_size(self) == 0 || gst_swift_is_empty_frame(self) != 0 }

  /// Whether the buffer stands for data that a live stream lost.
  var isMissing: Bool {
    gst_buffer_get_size(self) == 0 && gst_swift_has_flag(self, GST_BUFFER_FLAG_GAP) != 0
      && gst_buffer_get_custom_meta(self, "GstAggregatorMissingDataMeta") != nil
  }
}
