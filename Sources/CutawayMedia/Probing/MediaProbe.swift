import CCutawayGStreamer
import CutawayContainers
import CutawayElementBridge
package import CutawaySources
import CutawaySystem
import CutawayTime
import Glibc

/// Describes media files with GstDiscoverer.
package enum MediaProbe {
  /// Opens a file and reads its header and first frames.
  ///
  /// Tracks that are neither video, audio nor text are left out.
  ///
  /// - Parameters:
  ///   - location: A path or a URI.
  ///   - records: What earlier runs have read of files without a table of packets.
  ///   - seconds: The time limit. A cancelled task does not wait.
  /// - Returns: The description.
  /// - Throws: ``PipelineError`` with ``PipelineErrorCode/unreadable`` where there is no such file
  ///   or it cannot be read, ``PipelineErrorCode/missingElement`` where a decoder is missing,
  ///   ``PipelineErrorCode/timedOut``, or ``PipelineErrorCode/elementFailed`` where it is not media.
  package static func describe(
    _ location: String, records: (any PacketRecords)? = nil, seconds: Int = 8
  ) async throws(PipelineError) -> MediaDescription {
    let header = try await describeByFrames(location, seconds: seconds)
    // Reading a long file without a table of packets takes longer than the limit allows. It ends by itself
    // if nothing arrives any more.
    let description = await onBlockingThread(waiting: .seconds(86_400)) {
      WorkerNotes.whileReading(location) {
        var description = header
        if let index = MediaIndex.of(location, records: records) {
          description.complete(from: index)
        }
        description.completeChroma(from: location)
        return description
      }
    }
    guard let description else { throw PipelineError(.timedOut, "the probe was cancelled") }
    return description
  }

  /// Reads a local file without a table of packets from start to end, unless that is done.
  ///
  /// Otherwise its first reader would do it, whose time is limited. A cancelled task does not wait.
  package static func readPackets(of location: String, records: (any PacketRecords)?) async {
    await onBlockingThread(waiting: .seconds(86_400)) {
      guard let file = FileIdentity(location: location), MediaIndex.lacksPackets(of: file) else {
        return
      }
      // Readers ask for the index again.
      _ = WorkerNotes.whileReading(location) { MediaIndex.of(location, records: records) }
    }
  }

  private static func describeByFrames(
    _ location: String, seconds: Int
  ) async throws(PipelineError) -> MediaDescription {
    var patience = Patience(seconds: Double(seconds), countsFirstSpan: true), length = seconds
    while true {
      do throws(PipelineError) {
        return try await attempt(location, seconds: length)
      } catch {
        patience.spend()
        // A demuxer of GIF that finds no end takes all of the CPU time that it gets.
        let isGIF = location.lowercased().hasSuffix(".gif")
        guard .timedOut ~= error, !isGIF, patience.rest > 0, !Task.isCancelled else { throw error }
        // With hundreds of threads, a discoverer gets too little CPU time.
        length *= 2
      }
    }
  }

  static func attempt(
    _ location: String, seconds: Int
  ) async throws(PipelineError) -> MediaDescription {
    // A discoverer's limit does not apply while a source opens, such as a pipe without a writer.
    let result = await onBlockingThread(waiting: .seconds(seconds + 1)) {
      Result { () throws(PipelineError) in
        try WorkerNotes.whileReading(location) { () throws(PipelineError) in
          try discover(location, seconds)
        }
      }
    }
    if let result { return try result.get() }
    throw PipelineError(
      .timedOut,
      Task.isCancelled ? "the probe was cancelled" : "no data arrived in \(seconds) s")
  }

  private static func discover(
    _ location: String, _ seconds: Int
  ) throws(PipelineError) -> MediaDescription {
    gst_init(nil, nil)
    StillDecoder.prefer()
    try checkFile(location)
    var error: UnsafeMutablePointer<GError>?
    guard let discoverer = gst_discoverer_new(GstClockTime(seconds) * 1_000_000_000, &error) else {
      defer { g_clear_error(&error) }
      throw PipelineError(
        .missingElement,
        error.map { String(cString: $0.pointee.message) } ?? "GStreamer cannot create a discoverer")
    }
    defer { g_object_unref(discoverer) }
    let answer = ServerAnswer.watch(discoverer)
    adaptElements(of: discoverer)
    if let index = MediaIndex.of(location, readsWhole: false) {
      MaskedSource.apply(index.patches(hidesEdits: false), in: discoverer)
    }
    let uri = try makeURI(subtitleLocation(location))
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
    // A phone's metadata tracks have no decoder; the other tracks suffice.
    case GST_DISCOVERER_MISSING_PLUGINS:
      if description.isEmpty {
        let missing = missingPlugins(of: info)
        throw PipelineError(
          .missingElement,
          missing.contains("video/x-avi-unknown")
            ? "GStreamer does not know the codec of its picture in AVI, such as that of QuickTime Animation; "
              + "another container may help: ffmpeg -i FILE.avi -c copy FILE.mov"
            : "no installed plugin reads it (\(missing))")
      }
    case GST_DISCOVERER_TIMEOUT:
      throw PipelineError(.timedOut, "no data arrived in \(seconds) s")
    default:
      let reason =
        connectionFailure(of: location, seconds: seconds) ?? answer.failure
        ?? error.map { explained($0.pointee) }
      throw PipelineError(.elementFailed, reason ?? "GStreamer cannot read it as media")
    }
    if description.isEmpty {
      throw PipelineError(.elementFailed, "it contains no video, audio or subtitles")
    }
    return description
  }

  private static func checkFile(_ location: String) throws(PipelineError) {
    if let playlist = Playlist(location: location) {
      throw PipelineError(
        .unreadable,
        "it is a playlist of \(playlist.rawValue), not a media file; use a media file that it lists, or "
          + "join them first: ffmpeg -i PLAYLIST -c copy film.mp4")
    }
    if gst_uri_is_valid(location) != 0 { return }
    if let reason = unreadability(of: location) {
      let isSeries =
        g_file_test(location, G_FILE_TEST_EXISTS) == 0
        && ImageSeries(pattern: location, frameDuration: MediaTime(1)) != nil
      throw PipelineError(
        .unreadable, reason + (isSeries ? "; a series of images needs 'frameRate'" : ""))
    }
    if let fault = PictureMetadata(path: location)?.fault {
      throw PipelineError(.unreadable, fault)
    }
    // The base layer of other profiles is BT.709, HLG or PQ, or the decoder is missing.
    if MovieHeader(path: location)?.tracks.contains(where: { $0.dolbyVisionProfile == 5 }) == true {
      throw PipelineError(
        .missingElement,
        "it is Dolby Vision of profile 5, whose colours no decoder of GStreamer restores; convert it "
          + "to HDR10 first, for example with the filter libplacebo of ffmpeg")
    }
  }

  private static func makeURI(
    _ location: String
  ) throws(PipelineError) -> UnsafeMutablePointer<CChar> {
    if gst_uri_is_valid(location) != 0 { return g_strdup(location) }
    guard let uri = gst_filename_to_uri(location, nil) else {
      throw PipelineError(.unreadable, "its path cannot be converted to a URI")
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

extension MediaDescription {
  fileprivate var isEmpty: Bool {
    videoTracks.isEmpty && audioTracks.isEmpty && textTracks.isEmpty
  }
}
