import CCutawayGStreamer
import CutawayColorProfiles
import CutawayContainers
import CutawayElementBridge
package import CutawaySources

extension Orientation {
  /// An orientation of Exif (CIPA DC-008, 4.6.5.1.6): how the stored rows and columns are turned upright.
  fileprivate init?(exif number: Int) {
    let all: [Orientation] = [
      .identity, .flip, .rotate180, .flipRotate180, .flipRotate270, .rotate90, .flipRotate90,
      .rotate270,
    ]
    guard all.indices.contains(number - 1) else { return nil }
    self = all[number - 1]
  }
}

/// The orientation that the Exif data of a picture state; `nil` if they state none.
///
/// - Parameter location: A path or a URI.
/// - Returns: The orientation of what the decoder delivers.
package func exifOrientation(of location: String) -> Orientation? {
  guard let metadata = pictureMetadata(of: location) else { return nil }
  return metadata.orientation.flatMap { number in
    Orientation(exif: metadata.isTIFF ? orientationAfterDecoding(ofTIFF: number) : number)
  }
}

/// The orientation of what gdk-pixbuf delivers for a TIFF: libtiff has undone the flips, but turns nothing.
private func orientationAfterDecoding(ofTIFF number: Int) -> Int {
  switch number {
  case 5, 7: 5
  case 6, 8: 7
  default: 1
  }
}

extension ICCProfile {
  /// The profile in a picture file; `nil` without one.
  ///
  /// - Parameter location: A path or a URI.
  init?(of location: String) {
    switch pictureMetadata(of: location)?.profile {
    case .plain(let bytes)?: self.init(bytes)
    case .compressed(let bytes)?:
      guard let plain = inflated(bytes) else { return nil }
      self.init(plain)
    case nil: return nil
    }
  }
}

/// What a picture file states beside its pixels; `nil` for other files.
private func pictureMetadata(of location: String) -> PictureMetadata? {
  if let path = localPath(location) { return PictureMetadata(path: path) }
  return bytes(of: location).flatMap { PictureMetadata($0) }
}

/// The largest profile after decompression.
private let largestProfile = 16 << 20

/// Decompresses a zlib stream; `nil` if it is damaged, or too long.
private func inflated(_ bytes: [UInt8]) -> [UInt8]? {
  let decompressor = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB)
  defer { g_object_unref(decompressor.map { UnsafeMutableRawPointer($0) }) }
  var result: [UInt8] = [], place = 0
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while result.count <= largestProfile {
    var read: gsize = 0, written: gsize = 0
    let rest = Array(bytes[place...])
    let outcome = g_converter_convert(
      decompressor, rest, gsize(rest.count), &buffer, gsize(buffer.count),
      G_CONVERTER_INPUT_AT_END, &read, &written, nil)
    guard outcome != G_CONVERTER_ERROR else { return nil }
    result += buffer.prefix(Int(written))
    place += Int(read)
    if outcome == G_CONVERTER_FINISHED { return result }
  }
  return nil
}

/// The largest picture that is read from a URI.
private let largestPicture = 64 << 20

/// The bytes of a URI; `nil` if it cannot be read, or is longer than a picture.
private func bytes(of location: String) -> [UInt8]? {
  guard gst_uri_is_valid(location) != 0,
    let source = gst_element_make_from_uri(GST_URI_SRC, location, nil, nil),
    let sink = gst_element_factory_make("appsink", nil)
  else { return nil }
  let pipeline = gst_pipeline_new(nil)!
  gst_object_ref_sink(pipeline)
  let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
  for element in [source, sink] { gst_bin_add(bin, element) }
  defer {
    gst_element_set_state(pipeline, GST_STATE_NULL)
    gst_object_unref(pipeline)
  }
  gst_swift_set_boolean(sink, "sync", 0)
  gst_element_link(source, sink)
  gst_element_set_state(pipeline, GST_STATE_PLAYING)
  let appSink = UnsafeMutableRawPointer(sink).assumingMemoryBound(to: GstAppSink.self)
  var result: [UInt8] = []
  // A server that sends nothing for two seconds is slower than the picture is worth.
  while let sample = gst_app_sink_try_pull_sample(appSink, 2_000_000_000) {
    defer { gst_swift_sample_unref(sample) }
    var map = GstMapInfo()
    guard let buffer = gst_sample_get_buffer(sample),
      gst_buffer_map(buffer, &map, GST_MAP_READ) != 0
    else { return nil }
    result += UnsafeBufferPointer(start: map.data, count: Int(map.size))
    gst_buffer_unmap(buffer, &map)
    if result.count > largestPicture { return nil }
  }
  return gst_app_sink_is_eos(appSink) != 0 ? result : nil
}
