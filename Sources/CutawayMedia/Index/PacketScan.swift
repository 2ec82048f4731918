import CCutawayGStreamer
import CutawayContainers
import CutawayElementBridge
import CutawayTime
import CutawayWaiting
import Synchronization

/// Reads the times of all packets of a file with its demuxer and parsers, without a decoder.
final class PacketScan: Sendable {
  /// A track of pictures or of sound; times are in the stream time of the demuxer.
  struct Track {
    /// The packets from the first one on at which decoding can begin.
    var list: PacketList
    /// Whether the list tells which frame is shown when: each packet has its own presentation time, and
    /// the order is one that decoders restore.
    var isComplete: Bool
    /// Whether each packet has a presentation time.
    var hasAllTimes: Bool
    /// The time of the first packet in the file; `nil` if no packet has a time.
    var first: MediaTime?
    /// The end of the last packet in presentation order; `nil` if no packet has a time.
    var end: MediaTime?
    /// The sum of the durations of all frames from the first key frame on; `nil` if one is unknown.
    var sum: MediaTime?
  }

  fileprivate let container: StreamContainer
  private let pads = Monitor<[PadScan]>([])
  /// The number of packets that have arrived.
  fileprivate let count = Atomic(0)

  private init(_ container: StreamContainer) { self.container = container }

  /// Reads a file to its end, or to its first damaged place.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - container: Its container.
  /// - Returns: The tracks of pictures and of sound, each kind in the order in which parsebin exposes
  ///   them; `nil` if there are none, if there are more packets than ``PacketList`` allows, or if
  ///   nothing arrives for the time of ``ReaderPipeline/patience``.
  static func tracks(of path: String, _ container: StreamContainer) -> [Track]? {
    gst_init(nil, nil)
    let scan = PacketScan(container)
    guard scan.run(path) else { return nil }
    let tracks = scan.pads.update { $0.map { $0.track() } }
    return tracks.isEmpty ? nil : tracks
  }

  private func run(_ path: String) -> Bool {
    let source = gst_element_factory_make("filesrc", nil)
    let parser = gst_element_factory_make("parsebin", nil)
    guard let source, let parser else {
      for element in [source, parser] { element.map { gst_object_unref($0) } }
      return false
    }
    gst_swift_set_string(source, "location", path)
    let pipeline = gst_pipeline_new(nil)!
    gst_object_ref_sink(pipeline)
    let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
    gst_bin_add(bin, source)
    gst_bin_add(bin, parser)
    gst_element_link(source, parser)
    let bus = gst_element_get_bus(pipeline)!
    defer {
      gst_element_set_state(pipeline, GST_STATE_NULL)
      gst_object_unref(bus)
      gst_object_unref(pipeline)
    }
    typealias Added =
      @convention(c) (
        UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, UnsafeMutableRawPointer
      ) -> Void
    let added: Added = { _, pad, scan in CallbackContext<PacketScan>.object(at: scan)?.read(pad) }
    _ = gst_swift_connect_owning(
      parser, "pad-added", unsafeBitCast(added, to: GCallback.self),
      CallbackContext.pointer(to: self),
      { context, _ in CallbackContext<PacketScan>.release(context) })
    gst_element_set_state(pipeline, GST_STATE_PLAYING)
    return waitForEnd(bus)
  }

  private func waitForEnd(_ bus: UnsafeMutablePointer<GstBus>) -> Bool {
    var patience = Patience(seconds: ReaderPipeline.patience), seen = 0
    let kinds = GstMessageType(rawValue: GST_MESSAGE_EOS.rawValue | GST_MESSAGE_ERROR.rawValue)
    while patience.rest > 0 {
      let slice = GstClockTime(patience.slice * 1_000_000_000)
      if let message = gst_bus_timed_pop_filtered(bus, slice, kinds) {
        gst_swift_message_unref(message)
        return true
      }
      patience.spend()
      let now = count.load(ordering: .relaxed)
      if now > PacketList.longest { return false }
      if now != seen { patience.restore() }
      seen = now
    }
    return false
  }

  /// Reads the packets of a pad, and lets them go.
  private func read(_ pad: UnsafeMutablePointer<GstPad>) {
    // A pad without a sink would end the demuxer's loop.
    defer { discard(pad) }
    guard let caps = gst_pad_get_current_caps(pad) ?? gst_pad_query_caps(pad, nil) else { return }
    defer { gst_caps_unref(caps) }
    let isSound = caps.kind.hasPrefix("audio/")
    guard isSound || caps.isVideo else { return }
    let own = pads.update { pads in
      let list = PacketList(
        trackNumber: pads.count, media: isSound ? .audio : .video, tick: container.tick)
      pads.append(PadScan(self, list, caps, StreamClock(of: pad)))
      return pads[pads.count - 1]
    }
    let kinds = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
    gst_pad_add_probe(
      pad, GstPadProbeType(rawValue: kinds),
      { _, info, scan in
        Unmanaged<PadScan>.fromOpaque(scan!)._withUnsafeGuaranteedRef { $0.pass(info!) }
        return GST_PAD_PROBE_OK
      }, Unmanaged.passRetained(own).toOpaque(),
      { Unmanaged<PadScan>.fromOpaque($0!).release() })
  }

  private func discard(_ pad: UnsafeMutablePointer<GstPad>) {
    guard let parser = gst_pad_get_parent_element(pad) else { return }
    defer { gst_object_unref(parser) }
    let object = UnsafeMutableRawPointer(parser).assumingMemoryBound(to: GstObject.self)
    guard let sink = gst_element_factory_make("fakesink", nil) else { return }
    guard let parent = gst_object_get_parent(object) else { return gst_object_unref(sink) }
    defer { gst_object_unref(parent) }
    gst_swift_set_boolean(sink, "sync", 0)
    gst_swift_set_boolean(sink, "async", 0)
    gst_bin_add(UnsafeMutableRawPointer(parent).assumingMemoryBound(to: GstBin.self), sink)
    gst_element_sync_state_with_parent(sink)
    let end = gst_element_get_static_pad(sink, "sink")
    defer { gst_object_unref(end) }
    gst_pad_link(pad, end)
  }
}

/// Collects the packets of one pad.
private final class PadScan: @unchecked Sendable {
  // Only the thread that streams through the pad uses these, and after its end the scan.
  private unowned let scan: PacketScan
  private var list: PacketList
  private var framing: FrameImportance?
  private var clock: StreamClock
  private var hasAllTimes = true
  private var first: MediaTime?
  private var end: MediaTime?
  /// Whether frames that are decoded after the first key frame and presented before it lack their
  /// references.
  private var beginsOpen = false
  private var hasKey = false
  /// The duration of a sample of sound; `nil` if it is not known.
  private var sample: MediaTime?
  /// Whether the order of presentation follows from the types of frames: MPEG-1 and MPEG-2, where a PES
  /// packet states only the time of its first frame.
  private var ordersByTypes: Bool { framing?.typesTellOrder == true }
  /// The last frame that others refer to, if its time is not stated.
  private var waiting: Int?
  /// The time of decoding of the last frame as the parser states it, and how much later frames are, in
  /// nanoseconds.
  private var latest: Int64?
  private var lag: Int64 = 0
  /// A frame of MPEG-4 with fewer bytes has no contents.
  private static let emptyFrame = 12
  /// The duration of a frame that the stream states; `nil` if it states none.
  private var frameDuration: MediaTime?
  private var sum: MediaTime? = .zero
  /// Whether ``sum`` has begun.
  private var isCounting = false

  init(_ scan: PacketScan, _ list: PacketList, _ caps: Caps, _ clock: StreamClock) {
    self.clock = clock
    self.scan = scan
    self.list = list
    framing = FrameImportance(caps)
    sample = Self.sample(of: caps)
    frameDuration = Self.frameDuration(of: caps)
  }

  private static func frameDuration(of caps: Caps) -> MediaTime? {
    var numerator: Int32 = 0, denominator: Int32 = 1
    let isKnown = gst_structure_get_fraction(
      gst_caps_get_structure(caps, 0), "framerate", &numerator, &denominator)
    return isKnown != 0 && numerator > 0 && denominator > 0
      ? MediaTime(Int64(denominator), over: Int64(numerator)) : nil
  }

  private static func sample(of caps: Caps) -> MediaTime? {
    var rate: Int32 = 0
    let isKnown = gst_structure_get_int(gst_caps_get_structure(caps, 0), "rate", &rate) != 0
    return isKnown && rate > 0 ? MediaTime(1, over: Int64(rate)) : nil
  }

  func pass(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
    if info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
      if let buffer = gst_swift_probe_buffer(info) { take(buffer) }
    } else if let event = gst_swift_probe_event(info) {
      clock.follow(event)
      if let caps = announcedCaps(info) {
        framing = FrameImportance(caps)
        sample = Self.sample(of: caps)
        frameDuration = Self.frameDuration(of: caps)
      }
    }
  }

  private func take(_ buffer: Buffer) {
    scan.count.add(1, ordering: .relaxed)
    add(buffer)
    var stamps = [gst_swift_pts(buffer), gst_swift_dts(buffer)].map { clock.time(of: $0) }
    let stated = gst_swift_duration(buffer)
    let duration = stated == gst_swift_unknown_time() ? 0 : believable(Int64(clamping: stated))
    let isReference = ordersByTypes && framing?.isNeededByOthers(buffer) != false
    var isEmpty = false
    if ordersByTypes, scan.container.statesOnlyDecoding {
      isEmpty = gst_buffer_get_size(buffer) < Self.emptyFrame
      // avidemux takes the time of decoding of key frames for that of presentation.
      let decoding = timeOfDecoding(
        stamps[1] ?? stamps[0], duration, startsAgain: isReference && !isEmpty)
      stamps = [nil, decoding]
    }
    // Sound without a time follows what precedes it.
    let next = list.media == .audio ? end?.nanoseconds ?? 0 : ordersByTypes ? stamps[1] : nil
    guard let time = stamps[0] ?? next else {
      hasAllTimes = false
      return
    }
    if stamps[0] != nil || !isReference { see(time, duration) }
    guard list.media == .video, list.packets.count < PacketList.longest else { return }
    let isKey =
      gst_swift_has_flag(buffer, GST_BUFFER_FLAG_DELTA_UNIT) == 0
      && framing?.isIndependent(buffer) ?? true
    if isKey, !hasKey {
      hasKey = true
      hasAllTimes = true
      // Decoders show nothing of what comes before.
      list.packets = []
      waiting = nil
      beginsOpen = framing?.leavesOutLeading(buffer) == true
    }
    if isReference, isEmpty { return show(until: stamps[1]) }
    if isReference {
      // It is shown when the next such frame is decoded (ISO/IEC 13818-1, 2.4.3.7).
      show(until: stamps[1])
      waiting = stamps[0] == nil ? list.packets.count : nil
    }
    list.packets.append(
      PacketList.Packet(
        time: ticks(time), duration: ticks(duration), isKey: isKey,
        identity: PacketList.Identity(of: buffer)))
  }

  /// The time at which a frame is decoded, for containers that state no other.
  ///
  /// "Packed" AVI files contain a frame that others refer to and the first one that refers to it in one
  /// chunk. The parser, which separates them, gives the second one the time of the next chunk. Those up to
  /// the next frame that others refer to, which has no contents, follow one by one.
  private func timeOfDecoding(_ stamp: Int64?, _ duration: Int64, startsAgain: Bool) -> Int64? {
    guard let stamp else { return nil }
    if startsAgain { lag = 0 } else if latest == stamp { lag = duration }
    latest = stamp
    return stamp + lag
  }

  /// Adds the duration of a frame, in whole frames if the stream states their rate.
  private func add(_ buffer: Buffer) {
    if gst_swift_has_flag(buffer, GST_BUFFER_FLAG_DELTA_UNIT) == 0 { isCounting = true }
    guard list.media == .video, isCounting, let sum else { return }
    let stated = gst_swift_duration(buffer)
    let own =
      stated == gst_swift_unknown_time()
      ? nil : MediaTime(nanoseconds: believable(Int64(clamping: stated)))
    // A field lasts half as long.
    let half = frameDuration.map { $0 * MediaTime(1, over: 2) }
    let exact = own.flatMap { own in half.map { $0 * max(1, Int(own.rounded(in: $0))) } }
    self.sum = (exact ?? own ?? frameDuration).map { sum + $0 }
  }

  private func see(_ time: Int64, _ duration: Int64) {
    let (start, own) = (
      MediaTime(nanoseconds: time), MediaTime(nanoseconds: time) + MediaTime(nanoseconds: duration)
    )
    first = first ?? start
    end = max(end ?? own, own)
  }

  private func ticks(_ nanoseconds: Int64) -> Int64 {
    PacketList.believable(Int64(MediaTime(nanoseconds: nanoseconds).rounded(in: list.tick)))
  }

  /// Gives the frame that waits for the next one its time.
  private func show(until time: Int64?) {
    guard let packet = waiting else { return }
    waiting = nil
    guard let time else {
      hasAllTimes = false
      return
    }
    list.packets[packet].time = ticks(time)
    see(time, list.tick.nanoseconds * list.packets[packet].duration)
  }

  /// The packets, after the last one has arrived.
  func track() -> PacketScan.Track {
    // The last frame of all follows the others.
    if waiting != nil { show(until: end?.nanoseconds) }
    var list = list
    if beginsOpen { list.dropLeadingPackets() }
    if let sample, list.media == .audio {
      // Time stamps are rounded to nanoseconds.
      (first, end) = (first.map { $0.rounded(to: sample) }, end.map { $0.rounded(to: sample) })
    }
    return PacketScan.Track(
      list: list, isComplete: hasAllTimes && list.isOrderOfDecoding, hasAllTimes: hasAllTimes,
      first: first, end: end, sum: sum)
  }
}

extension MediaTime {
  fileprivate func rounded(to step: MediaTime) -> MediaTime { step * Int(rounded(in: step)) }
}
