import CCutawayGStreamer
import CutawayElementKit

/// A decoder of files with one picture, on GstVideoDecoder.
final class StillDecoderClass<Decoder: StillDecoder>: Dispatcher, StillDecoderDispatcher {
  private let layout = InstanceLayout<Decoder, Never>(
    after: MemoryLayout<GstVideoDecoder>.size)

  init() {
    super.init(
      parent: gst_video_decoder_get_type(), classSize: MemoryLayout<GstVideoDecoderClass>.size,
      storage: layout)
  }

  override func describe(_ gclass: UnsafeMutableRawPointer) {
    describeFunctions(gclass)
    layout.installProperties(in: gclass, read: .start)
    addMetadata(
      klass: "Codec/Decoder/Image",
      pads: [
        (GST_PAD_SINK, Decoder.mediaTypes.joined(separator: "; ")),
        (GST_PAD_SRC, rawVideoCaps(PixelLayout.rgb.map(\.rawValue))),
      ], to: gclass)
  }

  override func initialize(_ instance: Instance) {
    super.initialize(instance)
    // The stream is a file, whose buffers are no pictures.
    gst_video_decoder_set_packetized(instance.assumingMemoryBound(to: GstVideoDecoder.self), 0)
  }

  func decode(_ file: [UInt8], of instance: Instance) throws(ElementError) -> DecodedStill {
    try layout.current(of: instance).decode(file)
  }
}

/// The common part of all decoders of files with one picture.
protocol StillDecoderDispatcher: Dispatcher {
  /// Decodes a file.
  func decode(_ file: [UInt8], of instance: Instance) throws(ElementError) -> DecodedStill
}

/// The largest file: longer streams are refused, and not collected in memory.
private let largestFile = 1 << 28

extension StillDecoderDispatcher {
  /// Sets the functions of GstVideoDecoder.
  func describeFunctions(_ gclass: UnsafeMutableRawPointer) {
    answer(as: self as any StillDecoderDispatcher)
    let decoder = gclass.assumingMemoryBound(to: GstVideoDecoderClass.self)
    // The whole file is one frame.
    decoder.pointee.parse = { decoder, _, adapter, isAtEnd in
      let length = Int(gst_adapter_available(adapter))
      return posting(from: Instance(decoder!), onError: GST_FLOW_ERROR) {
        () throws(ElementError) in
        guard length <= largestFile else {
          throw ElementError("the picture has more than 256 MiB", code: .undecodable)
        }
        // GST_VIDEO_DECODER_FLOW_NEED_DATA
        guard isAtEnd != 0 else { return GST_FLOW_CUSTOM_SUCCESS }
        gst_video_decoder_add_to_frame(decoder, Int32(length))
        return gst_video_decoder_have_frame(decoder)
      }
    }
    decoder.pointee.handle_frame = { decoder, frame in
      let instance = Instance(decoder!)
      return posting(from: instance, onError: GST_FLOW_ERROR) { () throws(ElementError) in
        // The parent class owns the frame until it is finished or dropped.
        let still: DecodedStill
        do throws(ElementError) {
          let file = try bytes(of: frame!.pointee.input_buffer)
          still = try find(instance).decode(file, of: instance)
          try output(still, in: frame!, of: decoder!)
        } catch {
          gst_video_decoder_drop_frame(decoder, frame)
          throw error
        }
        return gst_video_decoder_finish_frame(decoder, frame)
      }
    }
  }
}

private func find(_ instance: Instance) -> any StillDecoderDispatcher {
  dispatcher(
    of: instance, as: (any StillDecoderDispatcher).self,
    classOffset: MemoryLayout<GstVideoDecoderClass>.size)
}

private func bytes(of buffer: Buffer?) throws(ElementError) -> [UInt8] {
  var map = GstMapInfo()
  guard let buffer, gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else {
    throw ElementError("cannot read the data of the picture", code: .noMemory)
  }
  defer { gst_buffer_unmap(buffer, &map) }
  return Array(UnsafeBufferPointer(start: map.data, count: Int(map.size)))
}

/// Announces the format of a picture, and copies its pixels into a buffer for the frame.
private func output(
  _ still: DecodedStill, in frame: UnsafeMutablePointer<GstVideoCodecFrame>,
  of decoder: UnsafeMutablePointer<GstVideoDecoder>
) throws(ElementError) {
  let format = still.format
  guard
    let state = gst_video_decoder_set_output_state(
      decoder, gst_video_format_from_string(format.layout.rawValue), guint(format.width),
      guint(format.height), nil)
  else {
    throw ElementError(
      "GStreamer refuses a picture of \(format.width)×\(format.height) pixels in "
        + format.layout.rawValue, code: .unsupportedFormat)
  }
  defer { gst_video_codec_state_unref(state) }
  var color = GstVideoColorimetry()
  color.range = GST_VIDEO_COLOR_RANGE_0_255
  color.matrix = GST_VIDEO_COLOR_MATRIX_RGB
  color.transfer = gst_video_transfer_function_from_iso(guint(still.transfer))
  color.primaries = gst_video_color_primaries_from_iso(guint(still.primaries))
  state.pointee.info.colorimetry = color
  guard gst_video_decoder_negotiate(decoder) != 0,
    gst_video_decoder_allocate_output_frame(decoder, frame) == GST_FLOW_OK
  else { throw ElementError("there is no buffer for the picture", code: .noMemory) }
  var info = state.pointee.info
  let length = format.width * format.layout.bytesPerPixel
  try withVideoFrame(frame.pointee.output_buffer, &info, GST_MAP_WRITE) { target in
    let stride = Int(target.info.stride.0), base = UnsafeMutableRawPointer(target.data.0!)
    still.bytes.withUnsafeBytes { bytes in
      for row in 0..<format.height {
        let pixels = UnsafeRawBufferPointer(rebasing: bytes[row * length..<(row + 1) * length])
        UnsafeMutableRawBufferPointer(start: base + row * stride, count: length)
          .copyMemory(from: pixels)
      }
    }
  }
}
