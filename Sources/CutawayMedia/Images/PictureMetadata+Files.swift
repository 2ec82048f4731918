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

extension PictureMetadata {
  /// Reads what a picture file states; `nil` for other files.
  ///
  /// - Parameter location: A path or a URI.
  init?(location: String) {
    if let path = localPath(location) {
      self.init(path: path)
    } else {
      guard let bytes = bytes(of: location) else { return nil }
      self.init(bytes)
    }
  }

  /// How what the decoder delivers is turned upright; `nil` if the file does not state it.
  var orientationOfFrames: Orientation? {
    orientation.flatMap { number in
      Orientation(exif: isTIFF ? orientationAfterDecoding(ofTIFF: number) : number)
    }
  }

  /// The maximum number of pixels of an image, whose pixels take 512 MiB.
  private static let mostPixels = 128 << 20

  /// What makes the picture unusable, as the end of a sentence; `nil` if nothing does.
  var fault: String? {
    if let size {
      let (count, isTooLarge) = size.width.multipliedReportingOverflow(by: size.height)
      if isTooLarge || count > Self.mostPixels {
        return "it has \(size.width)×\(size.height) pixels; an image has at most 128 million pixels"
      }
    }
    switch unsupported {
    case .animatedWebP?:
      return
        "it is an animated WebP, which no decoder of GStreamer reads; convert it to a GIF or a film first"
    case .animatedPNG?:
      return
        "it is an animated PNG, of which no decoder of GStreamer reads more than the first picture; "
        + "convert it to a GIF or a film first"
    case .animatedHEIF?:
      return "it is a sequence of pictures in HEIF or AVIF, which no decoder of GStreamer reads; "
        + "convert it to a film first"
    case .inks?:
      return
        "it is a JPEG with the four colours of print (CMYK), which no decoder of GStreamer reads; "
        + "convert it to RGB first"
    case nil: break
    }
    // Some decoders deliver the rest in grey, or transparent, and report nothing.
    return isCutOff ? "it is cut off: the file ends before its picture does" : nil
  }
}

/// How the frames of a picture or of a film are turned upright, as the file states it; `nil` if it states nothing.
///
/// - Parameter location: A path or a URI.
/// - Returns: The orientation of what the decoder delivers, for the first track of pictures.
package func statedOrientation(of location: String) -> Orientation? {
  if let picture = PictureMetadata(location: location) { return picture.orientationOfFrames }
  return localPath(location).flatMap { MovieHeader(path: $0) }?.tracks
    .first { $0.handler == "vide" }
    .map { MatrixPlacement(matrix: $0.matrix).orientation }
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
  /// The profile in a picture file; `nil` if it cannot be decompressed.
  init?(_ profile: PictureMetadata.Profile) {
    switch profile {
    case .plain(let bytes): self.init(bytes)
    case .compressed(let bytes):
      guard let plain = inflated(bytes) else { return nil }
      self.init(plain)
    }
  }
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
