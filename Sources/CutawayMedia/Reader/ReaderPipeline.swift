import CCutawayGStreamer
import CutawayElementBridge
import CutawayElementKit
import CutawaySources
import CutawaySystem
import CutawayTime

/// The GStreamer pipeline of a reader: `source ! parsebin ! decoder ! converter ! appsink`.
///
/// The decoder is added when parsebin exposes the wanted track. It receives no data before the
/// first seek, so that no frame is decoded in vain.
final class ReaderPipeline: @unchecked Sendable {
  // Set up before the pipeline runs and unchanged afterwards, except for what the monitor guards.
  let request: MediaReader.Request
  let pipeline: UnsafeMutablePointer<GstElement>
  let discovery = Monitor(Discovery())
  let download = Download()
  let notify: @Sendable (Notice) -> Void
  /// The packets of the track by the index; `nil` if there is none.
  let indexed: IndexedPackets?

  /// An event in a pipeline.
  enum Notice {
    case sample
    /// A failure, in words that follow the name of the asset, and whether it is only a flow error of
    /// an element that does not know the cause. Another decoder may succeed where one of hardware fails.
    case failure(ElementError, isFlowError: Bool, isOfDecoder: Bool)
    /// The end, or an event that leads to it or to samples.
    case change
  }

  struct Discovery {
    /// The last activity before the first data, by `g_get_monotonic_time`.
    var lastStep: gint64 = 0
    var tracksSeen = 0
    /// Whether parsebin is adding elements.
    var isUnderWay = false
    var isComplete = false
    /// Whether a decoder has been added, or is about to be.
    var isPlugged = false
    var isCancelled = false
    /// The time of the first sample on the demuxer's clock, if the first packet has none.
    var soundStart: Int64?
    var canSeek = true
    /// Whether data after a seek have correct times.
    var landsWell = true
    var failure: ElementError?
    var chain: DecodingChain?
    /// A pipeline that examines the video to determine time 0 for the sound.
    var helper: ReaderPipeline?
    var clocks = StreamOrigin()
    /// Time 0 of the file on its demuxer's clock.
    var origin = PadClock.Start()
    /// Whether to use time stamps instead of the demuxer's segments.
    var countsByStamps = false
    /// The end of the sound as the file states it, in nanoseconds; later samples are padding.
    var end: Int64?
  }

  /// How long a source may be inactive, in seconds, as in `Patience`.
  static let patience = 20.0

  /// Creates a pipeline.
  ///
  /// - Parameters:
  ///   - request: The track and the output format.
  ///   - notify: Called, on any thread, when there may be something new.
  init(_ request: MediaReader.Request, notify: @escaping @Sendable (Notice) -> Void) {
    gst_init(nil, nil)
    self.request = request
    self.notify = notify
    WorkerNotes.send(.opens(request.location))
    indexed = MediaIndex.picture(of: request).map(IndexedPackets.init)
    pipeline = gst_pipeline_new(nil)
  }

  deinit {
    gst_object_unref(pipeline)
    WorkerNotes.send(.closes(request.location))
  }

  /// Opens the file and seeks to the start of reading.
  ///
  /// - Returns: The reason for a failure, or `nil`.
  func open(at start: Int64) -> ElementError? {
    if discovery.update({ $0.isCancelled }) { return nil }
    WorkerNotes.threadReads(request.location)
    if let failure = build() { return failure }
    discovery.update { $0.isUnderWay = $0.chain == nil }
    step()
    if gst_element_set_state(pipeline, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE {
      return discovery.update { $0.failure } ?? ElementError("cannot be opened", code: .unreadable)
    }
    step()
    switch patiently(waitForChain) {
    case .success(let chain)?:
      guard let chain else { return nil }
      if indexed == nil, contains(anyOf: StreamOrigin.demuxers) {
        chain.waitForData()
        let index = MediaIndex.of(request.location), countsByStamps = movesStart
        let origin = findOrigin(by: index)
        let shift = index?.delay.nanoseconds ?? 0
        let delay = codecDelay
        discovery.update {
          $0.origin = origin
          // If there is video, its first frame is time 0.
          if let start = $0.soundStart, !$0.clocks.hasPicture { $0.origin.stamp = start }
          $0.origin.stamp += delay + shift
          $0.origin.lead += shift
          $0.countsByStamps = countsByStamps
        }
      }
      if request.isSound, !request.isEncoded { goByFirstFrame() }
      let origin = discovery.update { state in
        state.countsByStamps
          ? MediaSample.Origin.stamp(state.origin.stamp) : .time(state.origin.lead)
      }
      chain.count(from: origin)
      // A source that starts at the start of reading needs no seek.
      guard start > 0, !chain.isStill else {
        chain.letThrough()
        return nil
      }
      chain.waitForData()
      step()
      return seek(to: start)
    case .failure(let failure)?: return failure
    case nil: return .standstill
    }
  }

  private func waitForChain(_ seconds: Double) -> Result<DecodingChain?, ElementError>? {
    discovery.wait(seconds: seconds) { state in
      if let chain = state.chain { return .success(chain) }
      if state.isCancelled { return .success(nil) }
      if let failure = state.failure { return .failure(failure) }
      // A wanted track is built when its format is known.
      if state.isComplete, state.tracksSeen <= self.request.trackIndex {
        return .failure(ElementError(self.missingTrack(seen: state.tracksSeen), code: .notFound))
      }
      return nil
    }
  }

  func step() { discovery.update { $0.lastStep = g_get_monotonic_time() } }

  /// Waits for `patience` from now or from the last activity, whichever is later.
  func patiently<Result>(_ wait: (_ seconds: Double) -> Result?) -> Result? {
    var patience = Patience(seconds: Self.patience), lastStep = discovery.update { $0.lastStep }
    while patience.rest > 0 {
      if let result = wait(patience.slice) { return result }
      patience.spend()
      let step = discovery.update { $0.lastStep }
      if step != lastStep { patience.restore() }
      lastStep = step
    }
    return nil
  }

  /// Seeks to a time.
  ///
  /// - Returns: The reason for a failure, or `nil`.
  func seek(to time: Int64) -> ElementError? {
    let (opened, origin) = discovery.update { state in
      // The data before the sound of an MP3 file are decoded, too. If they were cut off, the first
      // frame would have a rounded time.
      (state.chain, time <= 0 && state.end != nil ? 0 : state.origin.lead)
    }
    guard let chain = opened else { return nil }
    if chain.isStill {
      chain.rewind()
      return nil
    }
    // The index begins early enough.
    let margin = indexed == nil ? seekMargin : 0
    // Movies without an edit list can begin before 0.
    let target = max(0, believable(max(0, time - margin)) + origin)
    if discovery.update({ $0.landsWell }) {
      if chain.seek(to: target) { return nil }
      // Some demuxers can seek only after they have read the whole header.
      _ = discovery.wait(seconds: 1) { $0.isComplete || $0.isCancelled ? true : nil }
      if chain.seek(to: target) { return nil }
    }
    // A stream without seeking is read from its start, and early data are skipped.
    discovery.update { $0.canSeek = false }
    return chain.letThrough() ? nil : ElementError("it is not seekable")
  }

  /// The next available samples.
  func takeSamples(atMost count: Int) -> [MediaSample] {
    guard let chain = discovery.update({ $0.chain }) else { return [] }
    var samples: [MediaSample] = []
    while samples.count < count, let sample = chain.takeSample() { samples.append(sample) }
    return samples
  }

  /// Whether the track is a still, which is read once.
  var isStill: Bool { discovery.update { $0.chain }?.isStill ?? false }

  /// Whether no seek has failed, or would fail.
  var canSeek: Bool { discovery.update { $0.canSeek && $0.landsWell } }

  /// The end of the sound as the file states it, in nanoseconds of the output.
  var end: Int64? {
    discovery.update { $0.end }.map { Int64((Double($0) / request.tempo).rounded()) }
  }

  var isAtEnd: Bool { discovery.update { $0.chain }?.isAtEnd ?? false }

  /// Ends the wait of `open`, and lets blocked data continue.
  func cancel() {
    let (chain, helper) = discovery.update { state in
      state.isCancelled = true
      return (state.chain, state.helper)
    }
    chain?.letThrough()
    helper?.cancel()
    download.cancel()
  }

  /// Stops the pipeline.
  ///
  /// The source determines how long this takes.
  func close() {
    cancel()
    waitForDiscovery()
    gst_element_set_state(pipeline, GST_STATE_NULL)
    let bus = gst_element_get_bus(pipeline)
    gst_bus_set_sync_handler(bus, nil, nil, nil)
    gst_object_unref(bus)
    discovery.update { $0.chain = nil }
  }

  private func missingTrack(seen: Int) -> String {
    let kind =
      switch request.output {
      case .video, .packets(.video): "video"
      case .audio, .packets(.audio): "audio"
      case .text: "subtitle"
      }
    return seen == 0
      ? "there is no \(kind) in it"
      : "it has \(seen) \(kind) track\(seen == 1 ? "" : "s"), so none of index \(request.trackIndex)"
  }

  func receive(_ message: UnsafeMutablePointer<GstMessage>) {
    let type = gst_swift_message_type(message)
    // A thread of the pipeline that starts sends it.
    if type == GST_MESSAGE_STREAM_STATUS { WorkerNotes.threadReads(request.location) }
    guard type == GST_MESSAGE_ERROR else { return }
    var error: UnsafeMutablePointer<GError>?
    gst_message_parse_error(message, &error, nil)
    defer { g_clear_error(&error) }
    let isFlowError = gst_swift_has_error_detail(message, "flow-return") != 0
    let failure = error.map { error in
      let location = request.source.location
      if isFlowError, discovery.update({ $0.chain == nil }),
        let reason = location.flatMap({ connectionFailure(of: $0, seconds: 5) })
      {
        return ElementError(reason, code: .cannotOpen)
      }
      return ElementError(
        location.flatMap(localPath).flatMap(unreadability)
          ?? (isFlowError ? explained(error.pointee) : String(cString: error.pointee.message)),
        code: ElementError.Code(error.pointee))
    }
    let isOfDecoder = refusesDecoder(after: message, isFlowError: isFlowError)
    fail(
      failure ?? ElementError("unknown error"), isFlowError: isFlowError, isOfDecoder: isOfDecoder)
  }

  func fail(_ failure: ElementError, isFlowError: Bool = false, isOfDecoder: Bool = false) {
    discovery.update { $0.failure = $0.failure ?? failure }
    notify(.failure(failure, isFlowError: isFlowError, isOfDecoder: isOfDecoder))
  }

  /// Whether the pipeline contains an element of one of the factories.
  func contains(anyOf factories: [String]) -> Bool {
    let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
    return factories.contains { factory in
      guard let iterator = gst_bin_iterate_all_by_element_factory_name(bin, factory) else {
        return false
      }
      defer { gst_iterator_free(iterator) }
      var item = GValue()
      defer { if item.g_type != 0 { g_value_unset(&item) } }
      while true {
        let result = gst_iterator_next(iterator, &item)
        // Another thread has added or removed an element.
        guard result == GST_ITERATOR_RESYNC else { return result == GST_ITERATOR_OK }
        gst_iterator_resync(iterator)
      }
    }
  }
}

extension ElementError {
  /// A source that delivers nothing.
  static var standstill: ElementError {
    ElementError(
      "no data arrived for \(Int(ReaderPipeline.patience)) seconds", code: .unreadable)
  }
}
