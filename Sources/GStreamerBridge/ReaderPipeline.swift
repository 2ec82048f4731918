import CGStreamer
import ElementKit

/// The GStreamer side of a reader: `source ! parsebin ! decoder ! converter ! appsink`.
///
/// The decoder is plugged when parsebin offers the wanted track, and sees nothing of it before the
/// first seek has been sent: no frame is decoded only to be thrown away.
final class ReaderPipeline: @unchecked Sendable {
  // Set up before the pipeline runs and not changed after, but for what the monitor guards.
  private let request: MediaReader.Request
  private let pipeline: UnsafeMutablePointer<GstElement>
  private let discovery = Monitor(Discovery())
  private let notify: @Sendable (_ failure: String?) -> Void
  private var selfReference: UnsafeMutableRawPointer {
    Unmanaged.passUnretained(self).toOpaque()
  }

  private struct Discovery {
    var tracksSeen = 0
    /// Whether parsebin plugs elements.
    var isUnderWay = false
    var isComplete = false
    var isCancelled = false
    var hasCoarseTimes = false
    var canSeek = true
    var failure: String?
    var chain: DecodingChain?
  }

  private static let patience = 10.0

  /// - Parameters:
  ///   - request: What to read.
  ///   - notify: Called, from any thread, when there may be something new, or a failure.
  init(
    _ request: MediaReader.Request, notify: @escaping @Sendable (_ failure: String?) -> Void
  ) {
    gst_init(nil, nil)
    self.request = request
    self.notify = notify
    pipeline = gst_pipeline_new(nil)
  }

  deinit { gst_object_unref(pipeline) }

  /// Opens the file and seeks to where reading starts.
  ///
  /// - Returns: Why that failed, or `nil`.
  func open(at start: Int64) -> String? {
    if discovery.update({ $0.isCancelled }) { return nil }
    if let failure = build() { return failure }
    discovery.update { $0.isUnderWay = $0.chain == nil }
    if gst_element_set_state(pipeline, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE {
      return discovery.update { $0.failure } ?? "cannot be opened"
    }
    let found = discovery.wait(seconds: Self.patience) {
      state -> Result<DecodingChain?, ReaderFailure>? in
      if let chain = state.chain { return .success(chain) }
      if state.isCancelled { return .success(nil) }
      if let failure = state.failure { return .failure(ReaderFailure(failure)) }
      if state.isComplete {
        return .failure(ReaderFailure(self.missingTrack(seen: state.tracksSeen)))
      }
      return nil
    }
    switch found {
    case .success(let chain)?:
      // A source that starts where reading does needs no seek.
      guard let chain, start > 0, !chain.isStill else {
        chain?.letThrough()
        return nil
      }
      chain.waitForData(seconds: 2)
      return seek(to: start)
    case .failure(let failure)?: return failure.message
    case nil: return "nothing came for \(Int(Self.patience)) seconds"
    }
  }

  /// - Returns: Why that failed, or `nil`.
  func seek(to time: Int64) -> String? {
    guard let chain = discovery.update({ $0.chain }) else { return nil }
    if chain.isStill { return nil }
    if chain.seek(to: time) { return nil }
    // Some demuxers can seek only when they have seen the whole header.
    _ = discovery.wait(seconds: 1) { $0.isComplete || $0.isCancelled ? true : nil }
    if chain.seek(to: time) { return nil }
    // A stream that cannot be sought is read from its start, and what comes too early skipped.
    discovery.update { $0.canSeek = false }
    return chain.letThrough() ? nil : "it cannot be sought"
  }

  func takeSample() -> MediaSample? { discovery.update { $0.chain }?.takeSample() }

  /// Whether the track is one picture without a place in time, which is read once.
  var isStill: Bool { discovery.update { $0.chain }?.isStill ?? false }

  /// Whether no seek has failed.
  var canSeek: Bool { discovery.update { $0.canSeek } }

  /// Whether the container counts in milliseconds, too coarse for samples.
  var hasCoarseTimes: Bool { discovery.update { $0.hasCoarseTimes } }

  var isAtEnd: Bool { discovery.update { $0.chain }?.isAtEnd ?? false }

  /// Makes an `open` that waits return.
  func cancel() { discovery.update { $0.isCancelled = true } }

  /// Stops the pipeline.
  ///
  /// May take as long as the source makes it.
  func close() {
    // Stopped while it plugs elements, parsebin of GStreamer 1.22 aborts the process: an assertion in
    // analyze_new_pad. What hangs does not plug.
    _ = discovery.wait(seconds: 2) {
      !$0.isUnderWay || $0.failure != nil ? true : nil
    }
    gst_element_set_state(pipeline, GST_STATE_NULL)
    let bus = gst_element_get_bus(pipeline)
    gst_bus_set_sync_handler(bus, nil, nil, nil)
    gst_object_unref(bus)
    discovery.update { $0.chain = nil }
  }

  private func missingTrack(seen: Int) -> String {
    let kind = request.isVideo ? "video" : "audio"
    return seen == 0
      ? "there is no \(kind) in it"
      : "it has \(seen) \(kind) track\(seen == 1 ? "" : "s"), so none of index \(request.trackIndex)"
  }

  private func build() -> String? {
    if let color = SolidColor(location: request.location) { return buildColor(color) }
    guard let source = makeSource(request.location) else {
      return "no GStreamer element reads '\(request.location)'"
    }
    guard let parser = gst_element_factory_make("parsebin", nil) else {
      gst_object_unref(source)
      return "the GStreamer element 'parsebin' is missing (gstreamer1.0-plugins-base)"
    }
    let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
    gst_bin_add(bin, source)
    gst_bin_add(bin, parser)
    guard gst_element_link(source, parser) != 0 else { return "cannot be read as a stream" }
    _ = gst_swift_connect(
      parser, "pad-added",
      unsafeBitCast(
        padAdded
          as @convention(c) (
            UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, UnsafeMutableRawPointer
          ) -> Void,
        to: GCallback.self), selfReference)
    _ = gst_swift_connect(
      parser, "no-more-pads",
      unsafeBitCast(
        noMorePads
          as @convention(c) (UnsafeMutablePointer<GstElement>, UnsafeMutableRawPointer) -> Void,
        to: GCallback.self), selfReference)
    let bus = gst_element_get_bus(pipeline)
    gst_bus_set_sync_handler(
      bus,
      { _, message, reader in
        Unmanaged<ReaderPipeline>.fromOpaque(reader!)._withUnsafeGuaranteedRef {
          $0.receive(message!)
        }
        gst_swift_message_unref(message)
        return GST_BUS_DROP
      }, selfReference, nil)
    gst_object_unref(bus)
    return nil
  }

  /// A colour is a source without a file: one frame of a generator.
  private func buildColor(_ color: SolidColor) -> String? {
    guard let source = color.makeSource(), let filter = gst_element_factory_make("capsfilter", nil)
    else { return "the GStreamer element 'videotestsrc' is missing (gstreamer1.0-plugins-base)" }
    let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
    let caps = gst_caps_from_string(color.caps)!
    defer { gst_caps_unref(caps) }
    gst_swift_set_caps(filter, "caps", caps)
    gst_bin_add(bin, source)
    gst_bin_add(bin, filter)
    gst_element_link(source, filter)
    let pad = gst_element_get_static_pad(filter, "src")!
    defer { gst_object_unref(pad) }
    switch DecodingChain.plug(pad, caps: caps, request: request, in: pipeline, notify: notify) {
    case .success(let chain): discovery.update { $0.chain = chain }
    case .failure(let failure): return failure.message
    }
    return nil
  }

  private func receive(_ message: UnsafeMutablePointer<GstMessage>) {
    guard gst_swift_message_type(message) == GST_MESSAGE_ERROR else { return }
    var error: UnsafeMutablePointer<GError>?
    gst_message_parse_error(message, &error, nil)
    defer { g_clear_error(&error) }
    fail(error.map { String(cString: $0.pointee.message) } ?? "unknown error")
  }

  private func fail(_ failure: String) {
    discovery.update { $0.failure = $0.failure ?? failure }
    notify(failure)
  }

  fileprivate func padAppeared(_ pad: UnsafeMutablePointer<GstPad>) {
    // It offers pads when all have been plugged.
    discovery.update { $0.isUnderWay = false }
    guard let caps = gst_pad_get_current_caps(pad) ?? gst_pad_query_caps(pad, nil) else { return }
    defer { gst_caps_unref(caps) }
    guard request.accepts(caps) else { return }
    let isWanted = discovery.update { state in
      defer { state.tracksSeen += 1 }
      return state.tracksSeen == request.trackIndex
    }
    guard isWanted else { return }
    let isCoarse = contains(anyOf: ["matroskademux", "flvdemux"])
    discovery.update { $0.hasCoarseTimes = isCoarse }
    switch DecodingChain.plug(pad, caps: caps, request: request, in: pipeline, notify: notify) {
    case .success(let chain): discovery.update { $0.chain = chain }
    case .failure(let failure): fail(failure.message)
    }
    notify(nil)
  }

  /// Whether an element of one of the factories is in the pipeline.
  private func contains(anyOf factories: [String]) -> Bool {
    let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
    return factories.contains { factory in
      guard let iterator = gst_bin_iterate_all_by_element_factory_name(bin, factory) else {
        return false
      }
      defer { gst_iterator_free(iterator) }
      var item = GValue()
      defer { if item.g_type != 0 { g_value_unset(&item) } }
      return gst_iterator_next(iterator, &item) == GST_ITERATOR_OK
    }
  }

  fileprivate func allPadsAppeared() {
    discovery.update { $0.isComplete = true }
  }
}

/// Why a reader cannot go on, in words that follow the name of the asset.
struct ReaderFailure: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

extension MediaReader.Request {
  var isVideo: Bool { output == .video }

  /// Whether a track of these caps counts.
  func accepts(_ caps: Caps) -> Bool {
    guard let name = gst_structure_get_name(gst_caps_get_structure(caps, 0)) else { return false }
    let kind = String(cString: name)
    return isVideo
      ? kind.hasPrefix("video/") || kind.hasPrefix("image/") : kind.hasPrefix("audio/")
  }
}

private func padAdded(
  _: UnsafeMutablePointer<GstElement>, pad: UnsafeMutablePointer<GstPad>,
  reader: UnsafeMutableRawPointer
) {
  Unmanaged<ReaderPipeline>.fromOpaque(reader)._withUnsafeGuaranteedRef { $0.padAppeared(pad) }
}

private func noMorePads(_: UnsafeMutablePointer<GstElement>, reader: UnsafeMutableRawPointer) {
  Unmanaged<ReaderPipeline>.fromOpaque(reader)._withUnsafeGuaranteedRef { $0.allPadsAppeared() }
}
