import CCutawayGStreamer
import CutawayContainers
import CutawayElementBridge
import CutawayTime
import Synchronization

/// Collects the packets of one pad.
final class PadScan: @unchecked Sendable {
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
  /// Whether the order of presentation follows from the types of frames: MPEG-1, MPEG-2 and MPEG-4, where
  /// a PES packet states only the time of its first frame, and AVI no time of presentation.
  private var ordersByTypes: Bool { framing?.typesTellOrder == true }
  /// The last frame that others refer to, if its time is not stated.
  private var waiting: Int?
  /// The time of decoding of the last frame as the parser states it, and how much later frames are, in
  /// nanoseconds.
  private var latest: Int64?
  private var lag: Int64 = 0
  /// The times of decoding of ``list``'s packets in ticks, if their order of presentation follows from the
  /// types of frames; as long as no frame is decoded before an earlier one, these are the times.
  private var decoding: [Int64]? = []
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
    frameDuration = caps.frameDuration
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
        frameDuration = caps.frameDuration
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
      decoding = decoding.map { _ in [] }
      waiting = nil
      beginsOpen = framing?.leavesOutLeading(buffer) == true
    }
    if isReference, isEmpty { return show(until: stamps[1]) }
    if isReference {
      // It is shown when the next such frame is decoded (ISO/IEC 13818-1, 2.4.3.7).
      show(until: stamps[1])
      waiting = stamps[0] == nil ? list.packets.count : nil
    }
    if ordersByTypes, scan.container.statesOnlyDecoding, isReference, let stamp = stamps[1] {
      decoding?.append(ticks(stamp))
    } else {
      decoding = nil
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
  func track() -> ScannedTrack {
    // The last frame of all follows the others.
    if waiting != nil { show(until: end?.nanoseconds) }
    var list = list
    if let decoding, decoding.count == list.packets.count, let last = decoding.last {
      for (place, time) in decoding.enumerated() { list.packets[place].time = time }
      end = list.tick * Int(last + (list.packets.last?.duration ?? 0))
    }
    if beginsOpen { list.dropLeadingPackets() }
    if let sample, list.media == .audio {
      // Time stamps are rounded to nanoseconds.
      (first, end) = (first.map { $0.rounded(to: sample) }, end.map { $0.rounded(to: sample) })
    }
    let isComplete = hasAllTimes && list.isOrderOfDecoding
    // Only the ends of sound are needed.
    if list.media == .audio { list.packets = [] }
    return ScannedTrack(
      list: list, isComplete: isComplete, hasAllTimes: hasAllTimes,
      first: first, end: end, sum: isCounting ? sum : nil)
  }
}

extension MediaTime {
  fileprivate func rounded(to step: MediaTime) -> MediaTime { step * Int(rounded(in: step)) }
}
