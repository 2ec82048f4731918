import CCutawayGStreamer
import CutawayContainers
import CutawayElementBridge
import CutawayTime

/// Gives the packets of a demuxer the times of the index, and lets decoding begin where the index says.
///
/// Behind it, time 0 is the first frame, and times are those of the frames in presentation order,
/// whatever the demuxer's clock, its segments and the edit list are.
final class IndexedPackets: @unchecked Sendable {
  let picture: MediaIndex.Picture
  private let state = Monitor(State.passing)
  /// The time from which on frames are wanted, in nanoseconds.
  let target = Monitor<GstClockTime>(0)
  // Only the thread that streams through the pad uses these.
  private var framing: FrameImportance?
  /// The size of the parameter sets outside of the packets.
  private var parameterSets = 0
  /// The packet after the last one.
  private var expected = 0
  /// The first packet that is decoded.
  private var beginning = 0
  /// Whether the frames after ``beginning`` that are presented before it are left out.
  private var dropsLeading = false
  private var isFirst = true
  /// The clock of the demuxer.
  private var clock = StreamClock()
  /// The identifier of the stream that is watched.
  private let streamID = Monitor<String?>(nil)

  private enum State: Equatable {
    /// All packets pass.
    case passing
    /// A seek is under way; decoding shall begin at this packet.
    case seeking(Beginning)
    /// The next packet is the first one after the seek.
    case flushed(Beginning)
    /// The first packet waits, because another seek is necessary.
    case lacking(Shortfall)
  }

  /// Where decoding begins.
  private struct Beginning: Equatable {
    var packet: Int
    /// Whether there is no better place.
    var isFinal: Bool
  }

  /// The reason why decoding cannot begin where a seek has ended.
  enum Shortfall: Equatable {
    /// The demuxer starts at a later packet.
    case late
    /// The key frame lacks references that the decoder needs.
    case open
  }

  init(_ picture: MediaIndex.Picture) { self.picture = picture }

  /// Watches for the demuxer in a pipeline that does not run yet.
  func watch(_ pipeline: UnsafeMutablePointer<GstElement>) {
    typealias Added =
      @convention(c) (
        UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstElement>,
        UnsafeMutablePointer<GstElement>, UnsafeMutableRawPointer
      ) -> Void
    let added: Added = { _, _, element, packets in
      guard let name = factoryName(of: element), ["qtdemux", "matroskademux"].contains(name)
      else { return }
      CallbackContext<IndexedPackets>.object(at: packets)?.watchPads(of: element)
    }
    _ = gst_swift_connect_owning(
      pipeline, "deep-element-added", unsafeBitCast(added, to: GCallback.self),
      CallbackContext.pointer(to: self),
      { context, _ in CallbackContext<IndexedPackets>.release(context) })
  }

  private func watchPads(of demuxer: UnsafeMutablePointer<GstElement>) {
    typealias Added =
      @convention(c) (
        UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, UnsafeMutableRawPointer
      ) -> Void
    let added: Added = { _, pad, packets in
      CallbackContext<IndexedPackets>.object(at: packets)?.watch(pad)
    }
    _ = gst_swift_connect_owning(
      demuxer, "pad-added", unsafeBitCast(added, to: GCallback.self),
      CallbackContext.pointer(to: self),
      { context, _ in CallbackContext<IndexedPackets>.release(context) })
  }

  /// Watches a pad of the demuxer if it is that of the track.
  private func watch(_ pad: UnsafeMutablePointer<GstPad>) {
    guard let text = pad.streamIdentifier, trackNumber(in: text) == picture.trackNumber
    else { return }
    streamID.update { $0 = text }
    follow(pad)
  }

  /// Starts to give the packets of a pad the times of the index.
  private func follow(_ pad: UnsafeMutablePointer<GstPad>) {
    if let caps = gst_pad_get_current_caps(pad) {
      settle(caps)
      gst_caps_unref(caps)
    }
    let kinds =
      GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
      | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
    gst_pad_add_probe(
      pad, GstPadProbeType(rawValue: kinds),
      { _, info, packets in
        CallbackContext<IndexedPackets>.object(at: packets)?.pass(info!) ?? GST_PAD_PROBE_OK
      }, CallbackContext.pointer(to: self), { CallbackContext<IndexedPackets>.release($0) })
  }

  /// Whether a pad of parsebin delivers the packets of the track.
  ///
  /// Call it before data flow: the packets of a file without a table are those of this pad, and not
  /// those of its demuxer.
  func deliver(to pad: UnsafeMutablePointer<GstPad>) -> Bool {
    guard picture.order.recognizesData else {
      return streamID.update { $0 } == pad.streamIdentifier
    }
    clock = StreamClock(of: pad)
    follow(pad)
    return true
  }

  // MARK: Seeking

  /// Seeks so that the frame at a time, and all later ones, are decoded.
  ///
  /// - Parameters:
  ///   - time: The time in nanoseconds; the first frame is at 0.
  ///   - send: Seeks in the demuxer to a time in nanoseconds, and returns whether it succeeded.
  /// - Returns: Whether the seek succeeded.
  func seek(to time: Int64, _ send: (_ place: Int64) -> Bool) -> Bool {
    let frame = picture.frame(at: time)
    target.update { $0 = GstClockTime(picture.start(of: frame)) }
    var beginning = picture.order.beginning(of: frame, in: picture.packet(of: frame))
    var place = picture.place(of: beginning), reach: Int64 = 1_000_000_000
    while true {
      let earlier = picture.order.beginning(before: beginning)
      state.update { $0 = .seeking(Beginning(packet: beginning, isFinal: earlier == nil)) }
      guard send(place) else {
        trust()
        return false
      }
      switch shortfall() {
      case nil: return true
      case .open?:
        beginning = earlier ?? 0
        place = picture.place(of: beginning)
      case .late?:
        guard place > 0 else {
          // The demuxer has no earlier packet.
          trust()
          return true
        }
        place = max(0, place - reach)
        reach = min(reach, 1 << 60) * 2
      }
    }
  }

  /// Ends all waits, and lets all packets pass.
  func trust() { state.update { $0 = .passing } }

  /// Waits for the first packet after the seek.
  private func shortfall() -> Shortfall? {
    let found = state.waitPatiently { state -> Shortfall?? in
      switch state {
      case .passing: .some(nil)
      case .lacking(let shortfall): .some(shortfall)
      case .seeking, .flushed: nil
      }
    }
    if found == nil { trust() }
    return found ?? nil
  }

  // MARK: Packets

  private func pass(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
    if info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
      guard let buffer = gst_swift_probe_buffer(info) else { return GST_PAD_PROBE_OK }
      return pass(buffer, info)
    }
    guard let event = gst_swift_probe_event(info) else { return GST_PAD_PROBE_OK }
    switch gst_swift_event_type(event) {
    case GST_EVENT_FLUSH_STOP:
      isFirst = true
      expected = -1
      state.update {
        guard case .seeking(let wanted) = $0 else { return }
        beginning = wanted.packet
        $0 = .flushed(wanted)
      }
    case GST_EVENT_EOS:
      // Without any packet, the demuxer has sought too far; otherwise the file has been cut off.
      let isEmpty = expected < 0
      state.update { if case .flushed = $0 { $0 = isEmpty ? .lacking(.late) : .passing } }
    case GST_EVENT_CAPS: announcedCaps(info).map { settle($0) }
    case GST_EVENT_SEGMENT:
      clock.follow(event)
      let own = segmentEvent()
      gst_event_set_seqnum(own, gst_event_get_seqnum(event))
      gst_swift_probe_replace_event(info, own)
    default: break
    }
    return GST_PAD_PROBE_OK
  }

  private func settle(_ caps: Caps) {
    framing = FrameImportance(caps)
    parameterSets = gst_caps_get_structure(caps, 0).map { codecData(of: $0).count } ?? 0
  }

  private func pass(
    _ buffer: Buffer, _ info: UnsafeMutablePointer<GstPadProbeInfo>
  ) -> GstPadProbeReturn {
    guard let packet = packet(in: buffer) else {
      // A packet that the table does not contain has no place among the frames.
      return GST_PAD_PROBE_DROP
    }
    expected = packet + 1
    guard check(buffer, packet) else { return GST_PAD_PROBE_DROP }
    let frame = picture.order.frame(of: packet)
    if isFirst, packet >= beginning {
      isFirst = false
      beginning = packet
      dropsLeading = packet > 0 || framing?.mayFollowOthers(buffer) == true
    }
    if packet < beginning { return GST_PAD_PROBE_DROP }
    if dropsLeading, packet > beginning {
      // The leading pictures of the next key frame can be decoded.
      if gst_swift_has_flag(buffer, GST_BUFFER_FLAG_DELTA_UNIT) == 0 {
        dropsLeading = false
      } else if frame < picture.order.frame(of: beginning) {
        return GST_PAD_PROBE_DROP
      }
    }
    let own = gst_swift_buffer_make_writable(buffer)
    let (start, end) = (picture.start(of: frame), picture.end(of: frame))
    gst_swift_set_times(own, GstClockTime(start), GstClockTime(max(0, end - start)))
    // Decoders do not need it, and it would be negative for the first packets.
    gst_swift_set_dts(own, gst_swift_unknown_time())
    gst_swift_probe_set_buffer(info, own)
    return GST_PAD_PROBE_OK
  }

  /// The packet of the index that a buffer contains.
  private func packet(in buffer: Buffer) -> Int? {
    // Some packets have only one time, in qtdemux those of uncompressed video, in matroskademux
    // those of some old formats. Both times are equal then.
    let times = [gst_swift_pts(buffer), gst_swift_dts(buffer)]
      .filter { $0 != gst_swift_unknown_time() }
    let order = picture.order
    let stamp = order.usesDecodingTimes ? times.last : times.first
    let time =
      order.recognizesData
      ? stamp.flatMap { clock.time(of: $0) } ?? 0 : stamp.map { Int64(clamping: $0) }
    return time.flatMap {
      order.packet(
        at: $0, PacketList.Identity(of: buffer), expected: expected, parameterSets: parameterSets)
    }
  }

  /// Whether a packet may pass; it may not if decoding cannot begin there and another seek follows.
  private func check(_ buffer: Buffer, _ packet: Int) -> Bool {
    guard case .flushed(let wanted) = state.update({ $0 }) else { return true }
    // The demuxer may start earlier than necessary.
    if packet < wanted.packet { return true }
    let shortfall: Shortfall? =
      packet > wanted.packet ? .late : wanted.isFinal || isClosed(buffer) ? nil : .open
    let isDecided = state.update { state in
      guard case .flushed = state else { return false }
      state = shortfall.map { .lacking($0) } ?? .passing
      return true
    }
    if shortfall == nil { beginning = wanted.packet }
    guard isDecided else { return true }
    // Wait instead of dropping: a demuxer that continues could reach the end of the file.
    let next = state.waitPatiently { state -> State? in
      if case .lacking = state { nil } else { state }
    }
    return next == .passing
  }

  /// Whether the decoder can begin at a key frame and shows it.
  private func isClosed(_ buffer: Buffer) -> Bool {
    guard let framing else { return true }
    return LostFrames.areLikely
      ? framing.endsReferences(buffer) : !framing.mayFollowOthers(buffer)
  }
}
