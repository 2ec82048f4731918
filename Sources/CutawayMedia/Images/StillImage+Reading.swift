import CCutawayGStreamer
import CutawayElementBridge
import CutawayElementKit
import CutawayKeyframes
import CutawaySources

extension StillImage {
  /// Converts words of alpha, red, green and blue, from the highest byte, with premultiplied alpha.
  init(premultiplied words: [UInt32], width: Int, height: Int) {
    var bytes = [UInt8](repeating: 0, count: words.count * 4)
    for (index, word) in words.enumerated() where word >> 24 > 0 {
      let alpha = word >> 24
      for (place, shift) in [(0, 16), (1, 8), (2, 0)] as [(Int, UInt32)] {
        let part = word >> shift & 255
        bytes[index * 4 + place] = UInt8(min(255, (part * 255 + alpha / 2) / alpha))
      }
      bytes[index * 4 + 3] = UInt8(alpha)
    }
    self.init(size: PixelSize(width: width, height: height), pixels: bytes)
  }

  /// Converts a frame; `nil` if it is not readable.
  init?(_ sample: MediaSample) {
    var info = GstVideoInfo(), frame = GstVideoFrame()
    guard let caps = sample.caps, gst_video_info_from_caps(&info, caps) != 0,
      gst_video_frame_map(&frame, &info, sample.buffer, GST_MAP_READ) != 0
    else { return nil }
    defer { gst_video_frame_unmap(&frame) }
    var rgb = GstVideoInfo(), target = GstVideoFrame()
    guard
      gst_video_info_set_format(
        &rgb, GST_VIDEO_FORMAT_RGBA, guint(info.width), guint(info.height)) != 0,
      let buffer = gst_buffer_new_allocate(nil, rgb.size, nil)
    else { return nil }
    // A converter does not change the frame rate.
    (rgb.fps_n, rgb.fps_d) = (info.fps_n, info.fps_d)
    defer { gst_swift_buffer_unref(buffer) }
    guard gst_video_frame_map(&target, &rgb, buffer, GST_MAP_WRITE) != 0 else { return nil }
    defer { gst_video_frame_unmap(&target) }
    guard let converter = gst_video_converter_new(&info, &rgb, nil) else { return nil }
    defer { gst_video_converter_free(converter) }
    gst_video_converter_frame(converter, &frame, &target)
    guard let base = target.data.0 else { return nil }
    let size = PixelSize(width: Int(info.width), height: Int(info.height))
    let stride = Int(rgb.stride.0), length = size.width * 4
    self.init(
      size: size,
      pixels: (0..<size.height).flatMap { row in
        UnsafeRawBufferPointer(start: base + row * stride, count: length)
      })
  }
}

extension MediaSample {
  /// Reads the first frame of a file, as a still image.
  ///
  /// - Parameters:
  ///   - location: A path or a URI.
  ///   - frames: The depth and the colours of the frame.
  /// - Returns: The frame.
  /// - Throws: `ElementError`, which names the file.
  static func still(
    at location: String, frames: FrameFormat = FrameFormat()
  ) throws(ElementError) -> MediaSample {
    let source = MediaSource(text: location)
    let reader = MediaReader(
      .init(source, trackIndex: 0, output: .video, frames: frames), from: 0)
    defer { reader.close() }
    let reading: MediaReader.Reading
    do throws(ElementError) {
      reading = try reader.next()
    } catch {
      throw ElementError(image: source, error.description, code: error.code)
    }
    guard case .sample(let sample) = reading else {
      throw ElementError(image: source, "it contains no image")
    }
    return sample
  }
}
