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
  /// The converted form of a frame, and the frame.
  private var converted: (source: Buffer, result: Buffer)?
  /// The number in the pad's name; `.max` before it is known.
  var number = Int.max

  /// A frame, with a reference to its buffer.
  struct Shown {
    var buffer: Buffer
    var format: MixerInputFormat
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
    shown = format.map { Shown(buffer: gst_swift_buffer_ref(buffer), format: $0) }
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
  }

  /// The shown frame in the format that the mixer draws; the caller does not own it.
  func drawable() throws(ElementError) -> Buffer? {
    guard let shown else { return nil }
    guard let conversion = shown.format.drawn?.conversion else { return shown.buffer }
    if let converted, converted.source == shown.buffer { return converted.result }
    let result = try conversion.convert(shown.buffer)
    releaseConverted()
    converted = (gst_swift_buffer_ref(shown.buffer), result)
    return result
  }

  private func releaseConverted() {
    guard let converted else { return }
    gst_swift_buffer_unref(converted.source)
    gst_swift_buffer_unref(converted.result)
    self.converted = nil
  }
}

/// The format of a mixer's input, and its conversion if the mixer cannot draw that format.
final class MixerInputFormat {
  let info: GstVideoInfo
  let caps: Caps
  /// The drawn frames; `nil` before the output has a format.
  let drawn: Drawn?

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
    } else {
      drawn = nil
    }
    self.caps = gst_swift_caps_ref(caps)
  }

  deinit { gst_swift_caps_unref(caps) }
}

extension UnsafeMutablePointer<GstBuffer> {
  /// Whether the buffer shows nothing: it has no pixels, or they only fill a gap.
  var isGap: Bool {
    gst_buffer_get_size(self) == 0 || gst_swift_has_flag(self, GST_BUFFER_FLAG_GAP) != 0
  }

  /// Whether the buffer stands for data that a live stream lost.
  var isMissing: Bool {
    gst_buffer_get_size(self) == 0 && gst_swift_has_flag(self, GST_BUFFER_FLAG_GAP) != 0
      && gst_buffer_get_custom_meta(self, "GstAggregatorMissingDataMeta") != nil
  }
}
