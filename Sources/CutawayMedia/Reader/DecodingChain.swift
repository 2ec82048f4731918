import CCutawayGStreamer
import CutawayContainers
import CutawayElementBridge
import CutawayElementKit
import CutawayQuirks

/// The elements that decode one track of a file, from the pad of parsebin on.
final class DecodingChain: @unchecked Sendable {
  // Everything is set before data flow.
  private let sink: UnsafeMutablePointer<GstElement>
  /// Where the encoded data arrive.
  private let input: UnsafeMutablePointer<GstPad>
  let gate: DataGate
  private let notify: @Sendable (ReaderPipeline.Notice) -> Void
  /// Whether the track is a still.
  let isStill: Bool
  /// Whether all frames depend on all earlier ones.
  private let startsOver: Bool

  /// The offset that an element adds to all time stamps, in nanoseconds.
  private let stampShift: Int64
  /// The divisor of times after the chain, which `pitch` changes.
  private let tempo: Double

  /// The frame of a still, which the pipeline delivers once.
  private let still = Monitor<(sample: MediaSample?, isTaken: Bool)>((nil, false))

  /// Checks after a seek whether decoding can begin; `nil` if the demuxer does.
  private var footing: Footing?
  /// Seeks by the index; `nil` if there is none.
  private var indexed: IndexedPackets?

  /// The times of resampled or decoded sound; `nil` for everything else.
  private var alignment: SampleAlignment?
  /// The asset's time 0.
  private let origin = Monitor(MediaSample.Origin.time(0))

  /// The decoder, if hardware decodes.
  private(set) var hardwareDecoder: HardwareDecoder?

  /// Resets elements after a seek; `nil` if a flush resets all of them.
  private var renewal: ChainRenewal?

  private init(
    sink: UnsafeMutablePointer<GstElement>, input: UnsafeMutablePointer<GstPad>, gate: DataGate,
    isStill: Bool, startsOver: Bool, stampShift: Int64, tempo: Double,
    notify: @escaping @Sendable (ReaderPipeline.Notice) -> Void
  ) {
    self.sink = sink
    self.input = input
    self.gate = gate
    self.isStill = isStill
    self.startsOver = startsOver
    self.stampShift = stampShift
    self.tempo = tempo
    self.notify = notify
    gst_object_ref(sink)
    gst_object_ref(input)
  }

  deinit {
    gst_object_unref(sink)
    gst_object_unref(input)
  }

  private var appSink: UnsafeMutablePointer<GstAppSink> {
    UnsafeMutableRawPointer(sink).assumingMemoryBound(to: GstAppSink.self)
  }

  /// Builds the chain after `pad`.
  ///
  /// No data flow before ``letThrough()`` or a seek.
  ///
  /// - Parameters:
  ///   - pad: The pad that delivers encoded data.
  ///   - caps: The caps of the data.
  ///   - request: The requested output.
  ///   - indexed: The packets by the index; `nil` if there is none.
  ///   - lacksDecodingTimes: Whether the container states only presentation times.
  ///   - aperture: The part of the frames that is shown; `nil` is all.
  ///   - mayBeginAnywhere: Whether a seek may reach frames that depend on earlier ones.
  ///   - pipeline: The pipeline of the pad.
  ///   - notify: Called when there may be something new.
  /// - Returns: The chain, or the reason why it cannot be built.
  static func plug(
    _ pad: UnsafeMutablePointer<GstPad>, caps: Caps, request: MediaReader.Request,
    indexed: IndexedPackets? = nil, lacksDecodingTimes: Bool = false,
    showing aperture: CleanAperture? = nil,
    mayBeginAnywhere: Bool = false,
    in pipeline: UnsafeMutablePointer<GstElement>,
    notify: @escaping @Sendable (ReaderPipeline.Notice) -> Void
  ) -> Result<DecodingChain, ElementError> {
    var elements: [UnsafeMutablePointer<GstElement>] = []
    var alignment: SampleAlignment?, sourceRate: Int32 = 0
    let fields = gst_caps_get_structure(caps, 0)
    gst_structure_get_int(fields, "rate", &sourceRate)
    let name = gst_structure_get_name(fields).map { String(cString: $0) } ?? ""
    let form = PacketForm(of: caps, lacksDecodingTimes: lacksDecodingTimes)
    if request.isEncoded {
      switch form.makeElements() {
      case .success(let parsers):
        elements = parsers
        if form.shift > 0, let timestamper = parsers.last {
          FrameOrder.keepTimes(ofTimestamper: timestamper, adding: form.shift)
        }
      case .failure(let failure): return .failure(failure)
      }
    } else if !name.hasSuffix("/x-raw") {
      guard
        let decoder = makeDecoder(
          for: caps, share: request.decodingShare, kind: request.decoder)
      else {
        return .failure(.missingDecoder(for: caps))
      }
      elements.append(decoder)
    }
    let crop =
      request.isVideo && !request.isEncoded ? aperture.flatMap { PictureCrop($0, caps) } : nil
    defer { crop.map { gst_caps_unref($0.encoded) } }
    if let crop {
      guard let element = crop.makeElement() else { return .failure(.missingElement("videocrop")) }
      elements.append(element)
    }
    let converter = elements.count
    let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
    for element in elements { gst_bin_add(bin, element) }
    for factory in request.converters + ["appsink"] {
      let made =
        factory == MediaReader.Request.pixelConverter
        ? makePixelConverter() : gst_element_factory_make(factory, nil)
      guard let element = made else {
        return .failure(.missingElement(factory))
      }
      request.configure(
        element, factory: factory, sourceRate: sourceRate, isCoded: !name.hasSuffix("/x-raw"))
      gst_bin_add(bin, element)
      if factory == "audioresample", case .audio(let format, _) = request.output {
        alignment = .aligning(
          pad, before: element, from: sourceRate, to: Int32(clamping: format.sampleRate))
      }
      elements.append(element)
    }
    let sink = elements[elements.count - 1]
    for (from, to) in zip(elements, elements.dropFirst()) where gst_element_link(from, to) == 0 {
      return .failure(ElementError("its format cannot be converted", code: .unsupportedFormat))
    }
    guard let input = gst_element_get_static_pad(elements[0], "sink") else {
      return .failure(ElementError("its format cannot be decoded", code: .unsupportedFormat))
    }
    defer { gst_object_unref(input) }
    let chain = DecodingChain(
      sink: sink, input: input, gate: DataGate(on: pad),
      isStill: request.isStill(caps),
      startsOver: name == "image/gst-libav-gif", stampShift: request.isEncoded ? form.shift : 0,
      tempo: request.tempo, notify: notify)
    if !request.isEncoded, !name.hasSuffix("/x-raw") {
      chain.hardwareDecoder = HardwareDecoder(ifHardware: elements[0], for: caps)
    }
    if chain.startsOver, !request.isEncoded { FrameOrder.keepTimes(ofGIF: elements[0]) }
    chain.configureSink(queueLength: request.queueLength)
    // Packets before the target of a seek are needed: the target lies after their key frame.
    if request.isEncoded { chain.keepAll() }
    chain.alignment = alignment
    chain.renewal = ChainRenewal(
      of: Array(elements.dropLast()), behind: pad, for: request, sourceRate: sourceRate)
    chain.indexed = indexed
    if request.isVideo, indexed == nil, Quirk.footing.applies {
      let footing = Footing.watching(pad, caps: caps, decodes: !request.isEncoded)
      if mayBeginAnywhere || Footing.hasOwnAlpha(caps) { chain.footing = footing }
    }
    if !request.isEncoded { UnseenFrames.drop(on: pad, caps: caps) }
    if request.isVideo, !request.isEncoded {
      let output =
        converter == 0 ? nil : gst_element_get_static_pad(elements[converter - 1], "src")
      defer { output.map { gst_object_unref($0) } }
      indexed?.dropEarlyFrames(of: output ?? pad)
      FrameAdapter.watch(
        output ?? pad, converter: elements[converter], filter: elements[converter + 1],
        request: request, stated: request.colorimetry ?? ContainerColor.fallback(for: caps),
        encoded: crop?.encoded ?? caps, in: pipeline)
    }
    for element in elements.reversed() { gst_element_sync_state_with_parent(element) }
    guard gst_pad_link(pad, input) == GST_PAD_LINK_OK else {
      let failure = ElementError("its format cannot be decoded", code: .unsupportedFormat)
      if let decoder = chain.hardwareDecoder {
        decoder.refuse()
        notify(.failure(failure, isFlowError: false, isOfDecoder: true))
      }
      return .failure(failure)
    }
    return .success(chain)
  }

  /// Continues with the data of another pad, which follow those of the one before.
  ///
  /// - Returns: Whether the decoder can take them.
  func follow(_ pad: UnsafeMutablePointer<GstPad>) -> Bool {
    alignment?.watchSegments(of: pad)
    if let last = gst_pad_get_peer(input) {
      gst_pad_unlink(last, input)
      gst_object_unref(last)
    }
    return gst_pad_link(pad, input) == GST_PAD_LINK_OK
  }

  /// Drops all further data, because the decoder has failed.
  ///
  /// At the end of the stream, which follows an error, decoders output the frames after the one that failed.
  func dropRest() {
    guard let pad = gst_element_get_static_pad(sink, "sink") else { return }
    defer { gst_object_unref(pad) }
    gst_pad_add_probe(
      pad, GST_PAD_PROBE_TYPE_BUFFER, { _, _, _ in GST_PAD_PROBE_DROP }, nil, nil)
  }

  private func configureSink(queueLength: UInt32) {
    gst_swift_set_boolean(sink, "sync", 0)
    gst_swift_set_boolean(sink, "async", 0)
    gst_swift_set_uint(sink, "max-buffers", queueLength)
    gst_swift_set_boolean(sink, "enable-last-sample", 0)
    var callbacks = GstAppSinkCallbacks()
    callbacks.eos = { _, chain in
      CallbackContext<DecodingChain>.object(at: chain)?.notify(.change)
    }
    callbacks.new_sample = { _, chain in
      CallbackContext<DecodingChain>.object(at: chain)?.notify(.sample)
      return GST_FLOW_OK
    }
    gst_app_sink_set_callbacks(
      appSink, &callbacks, CallbackContext.pointer(to: self),
      { CallbackContext<DecodingChain>.release($0) })
  }

  private func keepAll() {
    gst_base_sink_set_drop_out_of_segment(
      UnsafeMutableRawPointer(sink).assumingMemoryBound(to: GstBaseSink.self), 0)
  }

  /// Stops waiting for a seek.
  ///
  /// - Returns: Whether data were blocked.
  @discardableResult func letThrough() -> Bool {
    footing?.trust()
    indexed?.trust()
    return gate.open()
  }

  /// Seeks to a time, or to an earlier one at which decoding can begin.
  ///
  /// - Returns: Whether the seek succeeded.
  func seek(to time: Int64) -> Bool {
    if let renewal { return seek(to: time, renewing: renewal) }
    if let indexed { return indexed.seek(to: time) { sendSeek(to: $0) } }
    guard let footing else { return sendSeek(to: time) }
    var place = time, reach: Int64 = 1_000_000_000
    while place > 0 {
      footing.expect(ahead: time - place)
      guard sendSeek(to: place) else {
        footing.trust()
        return false
      }
      switch footing.shortfall() {
      case nil: return true
      case .late(let lead)? where lead > 0: place = max(0, place - lead)
      case .late?, .dependent?:
        place = max(0, time - reach)
        reach *= 2
      }
    }
    footing.expect(ahead: time)
    defer { footing.trust() }
    return sendSeek(to: place)
  }

  /// Seeks, and lets data pass after the reset of the decoding elements.
  private func seek(to time: Int64, renewing renewal: ChainRenewal) -> Bool {
    guard gate.closeThroughFlush() else { return sendSeek(to: time) }
    defer { gate.open() }
    guard sendSeek(to: time) else { return false }
    gate.lockAfterFlush(seconds: 2) { renewal.run() }
    return true
  }

  private func sendSeek(to wanted: Int64) -> Bool {
    let time = alignment?.sampleTime(before: wanted) ?? wanted
    let flags = GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue
    let event = gst_event_new_seek(
      1, GST_FORMAT_TIME, GstSeekFlags(rawValue: flags), GST_SEEK_TYPE_SET,
      startsOver ? 0 : gint64(changed(time)), GST_SEEK_TYPE_NONE, -1)
    return gst_element_send_event(sink, event) != 0
  }

  /// Converts a time in the file to a time after the chain.
  private func changed(_ time: Int64) -> Int64 {
    tempo == 1 ? time : Int64((Double(time) / tempo).rounded())
  }

  /// Makes a still available again.
  func rewind() { still.update { $0.isTaken = false } }

  /// Sets the asset's time 0, from which samples count; call it before data flow.
  func count(from origin: MediaSample.Origin) {
    self.origin.update { $0 = origin }
    alignment?.count(from: origin)
  }

  /// The next available sample, with times relative to the file's time 0.
  func takeSample() -> MediaSample? {
    if isStill {
      let kept = still.update { still in
        defer { still.isTaken = true }
        return still.isTaken ? nil : still.sample
      }
      if let kept { return kept }
    }
    let origin =
      switch alignment?.origin ?? self.origin.update({ $0 }) {
      case .stamp(let zero): MediaSample.Origin.stamp(changed(zero + stampShift))
      case .time(let zero): MediaSample.Origin.time(changed(zero))
      }
    let sample = gst_app_sink_try_pull_sample(appSink, 0)
      .flatMap { MediaSample(taking: $0, origin: origin) }
    if isStill, let sample { still.update { $0 = (sample, true) } }
    return sample
  }

  /// Whether all samples have been taken.
  var isAtEnd: Bool {
    if isStill, !still.update({ $0.sample == nil || $0.isTaken }) { return false }
    return gst_app_sink_is_eos(appSink) != 0
  }
}
