import CCutawayGStreamer
import CutawayElementKit
import CutawayWaiting

/// The GStreamer side of a reader: `source ! parsebin ! decoder ! converter ! appsink`.
///
/// The decoder is plugged when parsebin offers the wanted track, and sees nothing of it before the
/// first seek has been sent: no frame is decoded only to be thrown away.
final class ReaderPipeline: @unchecked Sendable {
  // Set up before the pipeline runs and not changed after, but for what the monitor guards.
  let request: MediaReader.Request
  let pipeline: UnsafeMutablePointer<GstElement>
  let discovery = Monitor(Discovery())
  let download = Download()
  let notify: @Sendable (Notice) -> Void

  /// What happened in a pipeline.
  enum Notice {
    case sample
    /// In words, and whether it is the flow of data that broke off: what an element says that does not
    /// know why.
    case failure(String, isFlowError: Bool)
    /// The end, or something that leads to it or to samples.
    case change
  }

  struct Discovery {
    /// The last sign of life on the way to the first data, by `g_get_monotonic_time`.
    var lastStep: gint64 = 0
    var tracksSeen = 0
    /// Whether parsebin plugs elements.
    var isUnderWay = false
    var isComplete = false
    /// Whether a decoder has been plugged, or is about to be.
    var isPlugged = false
    var isCancelled = false
    /// When the first sample is heard, by the clock of the demuxer, where the first packet has none.
    var soundStart: Int64?
    var canSeek = true
    /// Whether what comes after a seek has the right times.
    ///
    /// auparse of GStreamer 1.22 gives nothing any more, and ADPCM in WAV comes up to some hundred
    /// samples off its place.
    var landsWell = true
    var failure: String?
    var chain: DecodingChain?
    /// What looks at the picture for the sake of the sound.
    var helper: ReaderPipeline?
    var clocks = StreamOrigin()
    /// Time 0 of the file on its demuxer's clock.
    var origin = PadClock.Start()
    /// Whether time stamps are to be trusted, and not what the demuxer's segments make of them.
    ///
    /// matroskademux of GStreamer 1.22 changes its mind about when the stream starts if a block comes
    /// that is earlier than the first.
    var countsByStamps = false
    /// Where sound ends by its file's word, in nanoseconds; what is decoded after it is filling.
    var end: Int64?
  }

  /// How long a source may give no sign of life, in seconds: see `Patience`.
  static let patience = 8.0

  /// - Parameters:
  ///   - request: What to read.
  ///   - notify: Called, from any thread, when there may be something new.
  init(_ request: MediaReader.Request, notify: @escaping @Sendable (Notice) -> Void) {
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
    step()
    if gst_element_set_state(pipeline, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE {
      return discovery.update { $0.failure } ?? "cannot be opened"
    }
    step()
    switch patiently(waitForChain) {
    case .success(let chain)?:
      guard let chain else { return nil }
      if contains(anyOf: StreamOrigin.demuxers) {
        chain.waitForData()
        let origin = findOrigin(), countsByStamps = contains(anyOf: ["matroskademux"])
        discovery.update {
          $0.origin = origin
          // Where there is a picture, its first frame is time 0.
          if let start = $0.soundStart, !$0.clocks.hasPicture { $0.origin.stamp = start }
          $0.countsByStamps = countsByStamps
        }
      }
      if request.isSound, !request.isEncoded { goByFirstFrame() }
      // A source that starts where reading does needs no seek.
      guard start > 0, !chain.isStill else {
        chain.letThrough()
        return nil
      }
      chain.waitForData()
      step()
      return seek(to: start)
    case .failure(let failure)?: return failure.message
    case nil: return "nothing came for \(Int(Self.patience)) seconds"
    }
  }

  private func waitForChain(_ seconds: Double) -> Result<DecodingChain?, ReaderFailure>? {
    discovery.wait(seconds: seconds) { state in
      if let chain = state.chain { return .success(chain) }
      if state.isCancelled { return .success(nil) }
      if let failure = state.failure { return .failure(ReaderFailure(failure)) }
      // A wanted track is built when its format is known.
      if state.isComplete, state.tracksSeen <= self.request.trackIndex {
        return .failure(ReaderFailure(self.missingTrack(seen: state.tracksSeen)))
      }
      return nil
    }
  }

  func step() { discovery.update { $0.lastStep = g_get_monotonic_time() } }

  /// Waits for eight seconds, from now or from the last sign of life, whichever is later.
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

  /// - Returns: Why that failed, or `nil`.
  func seek(to time: Int64) -> String? {
    let (opened, origin) = discovery.update { state in
      // What an MP3 file has in front of its sound is decoded, too: cut there, its first frame would be
      // placed by a rounded time.
      (state.chain, time <= 0 && state.end != nil ? 0 : state.origin.lead)
    }
    guard let chain = opened else { return nil }
    if chain.isStill {
      chain.rewind()
      return nil
    }
    // mpegpsdemux of GStreamer 1.22 lands up to a second late.
    let margin: Int64 = contains(anyOf: ["mpegpsdemux"]) ? 2_000_000_000 : 0
    let target = believable(max(0, time - margin)) + origin
    if discovery.update({ $0.landsWell }) {
      if chain.seek(to: target) { return nil }
      // Some demuxers can seek only when they have seen the whole header.
      _ = discovery.wait(seconds: 1) { $0.isComplete || $0.isCancelled ? true : nil }
      if chain.seek(to: target) { return nil }
    }
    // A stream that cannot be sought is read from its start, and what comes too early skipped.
    discovery.update { $0.canSeek = false }
    return chain.letThrough() ? nil : "it cannot be sought"
  }

  /// The next samples that are there.
  func takeSamples(atMost count: Int) -> [MediaSample] {
    let (chain, origin, isStamp) = discovery.update { ($0.chain, $0.origin, $0.countsByStamps) }
    guard let chain else { return [] }
    var samples: [MediaSample] = []
    while samples.count < count,
      let sample = chain.takeSample(origin: isStamp ? .stamp(origin.stamp) : .time(origin.lead))
    {
      samples.append(sample)
    }
    return samples
  }

  /// Whether the track is one picture without a place in time, which is read once.
  var isStill: Bool { discovery.update { $0.chain }?.isStill ?? false }

  /// Whether no seek has failed, or would.
  var canSeek: Bool { discovery.update { $0.canSeek && $0.landsWell } }

  /// Where the sound ends by its file's word, in nanoseconds of what is handed on.
  var end: Int64? {
    discovery.update { $0.end }.map { Int64((Double($0) / request.tempo).rounded()) }
  }

  var isAtEnd: Bool { discovery.update { $0.chain }?.isAtEnd ?? false }

  /// Makes an `open` that waits return, and data that wait go on.
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
  /// May take as long as the source makes it.
  func close() {
    cancel()
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
    guard gst_swift_message_type(message) == GST_MESSAGE_ERROR else { return }
    var error: UnsafeMutablePointer<GError>?
    gst_message_parse_error(message, &error, nil)
    defer { g_clear_error(&error) }
    fail(
      error.map { String(cString: $0.pointee.message) } ?? "unknown error",
      isFlowError: gst_swift_has_error_detail(message, "flow-return") != 0)
  }

  func fail(_ failure: String, isFlowError: Bool = false) {
    discovery.update { $0.failure = $0.failure ?? failure }
    notify(.failure(failure, isFlowError: isFlowError))
  }

  /// Whether an element of one of the factories is in the pipeline.
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
        // Another thread has added or removed an element meanwhile.
        guard result == GST_ITERATOR_RESYNC else { return result == GST_ITERATOR_OK }
        gst_iterator_resync(iterator)
      }
    }
  }
}

/// Why a reader cannot go on, in words that follow the name of the asset.
struct ReaderFailure: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
