import CGStreamer
import Composition
import Glibc

/// Tells what a media file holds, by GstDiscoverer.
public enum MediaProbe {
  /// Looks into a file; ``describe(_:seconds:)`` without a bound on how long a source takes to open.
  static func examine(
    _ location: String, seconds: Int
  ) throws(PipelineError) -> MediaDescription {
    gst_init(nil, nil)
    try checkFile(location)
    var error: UnsafeMutablePointer<GError>?
    guard let discoverer = gst_discoverer_new(GstClockTime(seconds) * 1_000_000_000, &error) else {
      defer { g_clear_error(&error) }
      throw PipelineError(
        .missingElement, error.map { String(cString: $0.pointee.message) } ?? "no discoverer")
    }
    defer { g_object_unref(discoverer) }
    let uri = try makeURI(location)
    defer { g_free(uri) }
    let info = gst_discoverer_discover_uri(discoverer, uri, &error)
    defer {
      g_clear_error(&error)
      if let info { g_object_unref(UnsafeMutableRawPointer(info)) }
    }
    let message = error.map { String(cString: $0.pointee.message) }
    guard let info else { throw PipelineError(.elementFailed, message ?? "cannot be read") }
    var description = MediaDescription(info)
    description.complete(from: location)
    switch gst_discoverer_info_get_result(info) {
    case GST_DISCOVERER_OK: break
    // A phone's metadata tracks have no decoder; what there is besides is enough.
    case GST_DISCOVERER_MISSING_PLUGINS:
      if description.videoTracks.isEmpty, description.audioTracks.isEmpty {
        throw PipelineError(
          .missingElement, "no installed plugin reads it (\(missingPlugins(of: info)))")
      }
    case GST_DISCOVERER_TIMEOUT:
      throw PipelineError(.timedOut, "nothing could be read of it in \(seconds) s")
    default:
      throw PipelineError(.elementFailed, message ?? "it is not media that GStreamer reads")
    }
    if description.videoTracks.isEmpty, description.audioTracks.isEmpty {
      throw PipelineError(.elementFailed, "there is neither video nor sound in it")
    }
    return description
  }

  private static func checkFile(_ location: String) throws(PipelineError) {
    if gst_uri_is_valid(location) != 0 { return }
    if g_file_test(location, G_FILE_TEST_EXISTS) == 0 {
      throw PipelineError(.unreadable, "there is no such file")
    }
    if g_file_test(location, G_FILE_TEST_IS_DIR) != 0 {
      throw PipelineError(.unreadable, "it is a directory")
    }
    if access(location, R_OK) != 0 {
      throw PipelineError(.unreadable, "there is no permission to read it")
    }
  }

  private static func makeURI(
    _ location: String
  ) throws(PipelineError) -> UnsafeMutablePointer<CChar> {
    if gst_uri_is_valid(location) != 0 { return g_strdup(location) }
    guard let uri = gst_filename_to_uri(location, nil) else {
      throw PipelineError(.unreadable, "its path cannot be made a URI")
    }
    return uri
  }

  private static func missingPlugins(of info: OpaquePointer) -> String {
    var names: [String] = []
    var entry = gst_discoverer_info_get_missing_elements_installer_details(info)
    while let detail = entry?.pointee {
      // `gstreamer|1.0|program|WHAT|type-of-missing-element`
      names.append(
        String(cString: detail).split(separator: "|").dropFirst(3).first.map(String.init) ?? "")
      entry = entry?.advanced(by: 1)
    }
    return names.joined(separator: ", ")
  }
}
