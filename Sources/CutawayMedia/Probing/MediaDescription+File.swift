import CCutawayGStreamer
import CutawayContainers
import CutawayElementBridge
package import CutawaySources
import CutawayTime
import Glibc

extension MediaDescription {
  /// Adds facts of the file that GStreamer's discoverer does not report.
  mutating func complete(from location: String) {
    guard let path = localPath(location) else { return }
    if let header = MovieHeader(path: path) { complete(from: header) }
    if audioTracks.count == 1, videoTracks.isEmpty, let header = MP3Header(path: path) {
      duration = header.duration
      isDurationEstimated = false
    }
    if duration == nil, videoTracks.count == 1, isJPEG(path),
      let orientation = exifOrientation(of: path)
    {
      videoTracks[0].orientation = orientation
    }
  }

  private mutating func complete(from header: MovieHeader) {
    let tracks = header.tracks
    let videos = tracks.filter { $0.handler == "vide" }
    // The discoverer does not always wait for the language of a sparse track.
    let texts = tracks.filter { (["sbtl", "subt", "text"] as Set<FourCC>).contains($0.handler) }
    if texts.count == textTracks.count {
      for (index, track) in texts.enumerated() { textTracks[index].language = track.language }
    }
    completeMetadata(from: header.keyedTexts)
    // If GStreamer omits a track, it is unclear which one.
    if videos.count == videoTracks.count {
      for (index, track) in videos.enumerated() {
        videoTracks[index].completeOrientation(from: track)
        videoTracks[index].completeLight(from: track)
      }
    }
  }

  /// Takes QuickTime's metadata, which count before the user data and the date of the header.
  private mutating func completeMetadata(from texts: [String: String]) {
    let space = "com.apple.quicktime."
    for (name, text) in texts {
      switch name {
      case space + "creationdate": metadata["date"] = text
      case space + "location.ISO6709":
        if let place = GeographicLocation(text) { metadata["location"] = place.text }
      default:
        let key = name.hasPrefix(space) ? String(name.dropFirst(space.count)) : name
        metadata[Self.textKeys.contains(key) ? key : name] = text
      }
    }
  }

  /// A shorter stated duration of frames is taken for an error.
  private static let shortestFrame = MediaTime(1, over: 300)

  /// Sets lengths and rates to those of the packets.
  mutating func complete(from index: MediaIndex) {
    // If GStreamer omits a track, it is unclear which one.
    if index.pictures.count == videoTracks.count {
      for (position, picture) in index.pictures.enumerated() {
        guard let length = index.pictureLengths[position] else { continue }
        videoTracks[position].duration = length
        let frames = picture.times.frames
        // Several frames without a stated rate are a film, too.
        guard let stated = videoTracks[position].frameDuration ?? frames.meanDuration else {
          continue
        }
        videoTracks[position].frameDuration = stated
        if let usual = frames.usualDuration {
          videoTracks[position].frameDuration = usual
        } else if stated < Self.shortestFrame, let mean = frames.meanDuration {
          // Some encoders state ticks instead of frames.
          videoTracks[position].frameDuration = mean
        }
      }
    }
    if index.soundLengths.count == audioTracks.count {
      for (position, length) in index.soundLengths.enumerated() {
        audioTracks[position].duration = length
      }
    }
    // Subtitles and data of other kinds do not count.
    let lengths = index.pictureLengths + index.soundLengths.map { $0 }
    guard !lengths.contains(nil), let length = lengths.compactMap(\.self).max(), length > .zero
    else { return }
    duration = length
    isDurationEstimated = false
  }
}

private func isJPEG(_ path: String) -> Bool {
  guard let file = fopen(path, "rbe") else { return false }
  defer { fclose(file) }
  return fgetc(file) == 0xFF && fgetc(file) == 0xD8
}

/// An element that reads a path or a URI; `nil` if there is none.
private func makeSource(of location: String) -> UnsafeMutablePointer<GstElement>? {
  if localPath(location) == nil, gst_uri_is_valid(location) != 0 {
    return gst_element_make_from_uri(GST_URI_SRC, location, nil, nil)
  }
  let file = gst_element_factory_make("filesrc", nil)
  if let file { gst_swift_set_string(file, "location", localPath(location) ?? location) }
  return file
}

/// The orientation that the Exif data of a JPEG file state; `nil` if they state none.
///
/// jpegparse reports it, but has no rank, so neither the discoverer nor parsebin uses it.
///
/// - Parameter location: A path or a URI.
/// - Returns: The orientation.
package func exifOrientation(of location: String) -> Orientation? {
  guard let file = makeSource(of: location) else { return nil }
  let parser = gst_element_factory_make("jpegparse", nil)
  let sink = gst_element_factory_make("fakesink", nil)
  guard let parser, let sink else {
    for element in [file, parser, sink] { element.map { gst_object_unref($0) } }
    return nil
  }
  let pipeline = gst_pipeline_new(nil)!
  gst_object_ref_sink(pipeline)
  let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
  for element in [file, parser, sink] { gst_bin_add(bin, element) }
  let bus = gst_element_get_bus(pipeline)!
  defer {
    gst_element_set_state(pipeline, GST_STATE_NULL)
    gst_object_unref(bus)
    gst_object_unref(pipeline)
  }
  gst_element_link(file, parser)
  gst_element_link(parser, sink)
  gst_element_set_state(pipeline, GST_STATE_PLAYING)
  let kinds = GstMessageType(
    rawValue: GST_MESSAGE_TAG.rawValue | GST_MESSAGE_EOS.rawValue | GST_MESSAGE_ERROR.rawValue)
  while let message = gst_bus_timed_pop_filtered(bus, 2_000_000_000, kinds) {
    defer { gst_swift_message_unref(message) }
    guard gst_swift_message_type(message) == GST_MESSAGE_TAG else { return nil }
    var tags: UnsafeMutablePointer<GstTagList>?
    gst_message_parse_tag(message, &tags)
    defer { tags.map { gst_tag_list_unref($0) } }
    if let orientation = taggedOrientation(in: tags) { return orientation }
  }
  return nil
}
