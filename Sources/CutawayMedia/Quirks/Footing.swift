import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// Demuxers start after a seek at packets that decoding cannot begin at, and decoders do not notice.
  ///
  /// - qtdemux starts at the beginning of a fragment, whatever comes first in it, and takes every recovery
  ///   point of H.264 for a key frame. It also compares the position with decoding times: for a position
  ///   among the pictures that come before a key frame in presentation order and after it in decoding order
  ///   (leading pictures), it starts at that key frame.
  /// - Leading pictures of a key frame that is not an IDR picture (an open GOP) refer to the group before.
  ///   libavcodec decodes them all the same, without their references.
  /// - Alpha in WebM is a stream of its own inside the picture's packets, with its own key frames. Without
  ///   one, vp8alphadecodebin and vp9alphadecodebin wait for each other's pictures for ever.
  package static let footing = Quirk(
    "a seek ends at a packet that decoding cannot begin at",
    versions: [.all],
    upstream:
      "097f8f2ef1 (merge request 10383) and 74f516e407 (merge request 10601), in 1.28.0, compare "
      + "presentation times in places: try again with 1.28",
    test: "an in-point shows the same frames as a decode from the start of the file")
}

/// Finds a packet that decoding can begin at, and drops the packets that cannot be decoded from there.
final class Footing: @unchecked Sendable {
  private enum State: Equatable {
    /// All packets pass.
    case trusting
    /// A seek is under way, to a position this much before the wanted one.
    case expecting(ahead: Int64)
    /// The next packet is the first one after the seek.
    case flushed(ahead: Int64)
    /// Decoding cannot begin at the first packet, which waits.
    case lacking(Shortfall)
  }

  /// The reason why decoding cannot begin at a packet.
  enum Shortfall: Equatable {
    /// It depends on other packets.
    case dependent
    /// Its presentation time is after the position; its decode time is this much before its
    /// presentation time.
    case late(by: Int64)
  }

  private let state = Monitor(State.trusting)
  // Only the thread that streams through the pad uses these.
  private var framing: FrameImportance?
  private let codec: String
  /// Whether a decoder follows; otherwise all packets are kept.
  private let decodes: Bool
  /// Whether the packet at which decoding begins has not arrived yet.
  private var isFirst = true
  /// The presentation time of the key frame whose leading pictures are dropped, and how many more
  /// packets may be among them.
  private var leading: (end: GstClockTime, count: Int)?

  /// The maximum reordering of any decoder: 16 frames, or 32 fields (ITU-T H.264, A.3.1).
  private static let longestReordering = 32

  private init(_ caps: Caps, decodes: Bool) {
    self.decodes = decodes
    framing = FrameImportance(caps)
    let name = gst_caps_get_structure(caps, 0).flatMap { gst_structure_get_name($0) }
    codec = name.map { String(cString: $0) } ?? ""
  }

  /// Starts to watch a pad.
  ///
  /// - Parameters:
  ///   - pad: The pad that delivers encoded frames.
  ///   - caps: The caps of the frames.
  ///   - decodes: Whether a decoder follows: leading pictures without their references are dropped.
  /// - Returns: The watcher.
  static func watching(
    _ pad: UnsafeMutablePointer<GstPad>, caps: Caps, decodes: Bool
  ) -> Footing {
    let footing = Footing(caps, decodes: decodes)
    let kinds =
      GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
      | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
    gst_pad_add_probe(
      pad, GstPadProbeType(rawValue: kinds),
      { pad, info, footing in
        Unmanaged<Footing>.fromOpaque(footing!)._withUnsafeGuaranteedRef {
          $0.pass(info!, on: pad!)
        }
      }, Unmanaged.passRetained(footing).toOpaque(),
      { Unmanaged<Footing>.fromOpaque($0!).release() })
    return footing
  }

  /// Whether packets of these caps contain separately encoded alpha.
  static func hasOwnAlpha(_ caps: Caps) -> Bool {
    var flag: gboolean = 0
    gst_structure_get_boolean(gst_caps_get_structure(caps, 0), "codec-alpha", &flag)
    return flag != 0
  }

  /// Prepares for a seek.
  ///
  /// - Parameter ahead: How far before the wanted position the seek goes, in nanoseconds.
  func expect(ahead: Int64) { state.update { $0 = .expecting(ahead: ahead) } }

  /// Lets all packets pass.
  func trust() { state.update { $0 = .trusting } }

  /// Waits for the first packet after the seek.
  ///
  /// - Returns: The reason why decoding cannot begin there; `nil` if it can, or if no packet
  ///   arrives in time.
  func shortfall() -> Shortfall? {
    let found = state.waitPatiently { state -> Shortfall?? in
      switch state {
      case .trusting: .some(nil)
      case .lacking(let shortfall): .some(shortfall)
      case .expecting, .flushed: nil
      }
    }
    if found == nil { trust() }
    return found ?? nil
  }

  private func pass(
    _ info: UnsafeMutablePointer<GstPadProbeInfo>, on pad: UnsafeMutablePointer<GstPad>
  ) -> GstPadProbeReturn {
    if info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
      guard let buffer = gst_swift_probe_buffer(info) else { return GST_PAD_PROBE_OK }
      return check(buffer, on: pad) && !isLeading(buffer) ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
    }
    guard let event = gst_swift_probe_event(info) else { return GST_PAD_PROBE_OK }
    switch gst_swift_event_type(event) {
    case GST_EVENT_FLUSH_STOP:
      isFirst = true
      state.update { if case .expecting(let ahead) = $0 { $0 = .flushed(ahead: ahead) } }
    case GST_EVENT_EOS: state.update { if case .flushed = $0 { $0 = .trusting } }
    case GST_EVENT_CAPS: framing = announcedCaps(info).flatMap { FrameImportance($0) }
    default: break
    }
    return GST_PAD_PROBE_OK
  }

  /// Whether a packet may pass; it may not if decoding cannot begin there and another seek follows.
  private func check(_ buffer: Buffer, on pad: UnsafeMutablePointer<GstPad>) -> Bool {
    guard case .flushed(let ahead) = state.update({ $0 }) else { return true }
    let shortfall = shortfall(of: buffer, on: pad, ahead: ahead)
    let isDecided = state.update { state in
      guard case .flushed = state else { return false }
      state = shortfall.map { .lacking($0) } ?? .trusting
      return true
    }
    guard isDecided else { return true }
    // Wait instead of dropping: a demuxer that continues could reach the end of the file.
    let next = state.waitPatiently { state -> State? in
      if case .lacking = state { nil } else { state }
    }
    return next == .trusting
  }

  private func shortfall(
    of buffer: Buffer, on pad: UnsafeMutablePointer<GstPad>, ahead: Int64
  ) -> Shortfall? {
    guard isBeginning(buffer) else { return .dependent }
    let (shown, decoded) = (gst_swift_pts(buffer), gst_swift_dts(buffer))
    let unknown = gst_swift_unknown_time()
    guard shown != unknown, let segment = currentSegment(of: pad) else { return nil }
    // A seek sets the start of the segment to its target.
    let position = Int64(clamping: segment.start) + ahead
    guard Int64(clamping: shown) > position else { return nil }
    return .late(by: decoded == unknown ? 0 : Int64(clamping: shown) - Int64(clamping: decoded))
  }

  /// Whether a packet is a leading picture of the first key frame, in an open GOP.
  private func isLeading(_ buffer: Buffer) -> Bool {
    guard decodes else { return false }
    let shown = gst_swift_pts(buffer)
    if isFirst {
      // tsdemux starts some time before the key frame.
      guard isKeyFrame(buffer) else { return losesKeyFrame }
      isFirst = false
      let isOpen = shown != gst_swift_unknown_time() && framing?.mayFollowOthers(buffer) == true
      leading = isOpen ? (shown, Self.longestReordering) : nil
    } else if let (end, count) = leading {
      // The leading pictures of the next key frame can be decoded.
      let isKeyFrame = gst_swift_has_flag(buffer, GST_BUFFER_FLAG_DELTA_UNIT) == 0
      leading = count > 0 && !isKeyFrame ? (end, count - 1) : nil
      return leading != nil && shown < end
    }
    return false
  }

  /// Whether decoding can begin at a packet.
  private func isBeginning(_ buffer: Buffer) -> Bool {
    isKeyFrame(buffer)
      && (!decodes || !LostFrames.areLikely || framing?.endsReferences(buffer) != false)
  }

  private func isKeyFrame(_ buffer: Buffer) -> Bool {
    if gst_swift_has_flag(buffer, GST_BUFFER_FLAG_DELTA_UNIT) != 0 { return false }
    if let meta = gst_buffer_get_meta(buffer, gst_video_codec_alpha_meta_api_get_type()) {
      let alpha = UnsafeMutableRawPointer(meta).assumingMemoryBound(to: GstVideoCodecAlphaMeta.self)
      return alpha.pointee.buffer.map(isKeyFrameOfAlpha) ?? true
    }
    return framing?.isIndependent(buffer) ?? true
  }

  /// Whether packets before a key frame, which lack their references, make the decoder lose it.
  ///
  /// H.264 may have no key frames, and tsdemux starts at those of H.264.
  private var losesKeyFrame: Bool { LostFrames.areLikely && codec == "video/x-h265" }

  /// Whether the alpha frame is a key frame, from the first byte of VP8 or VP9.
  private func isKeyFrameOfAlpha(_ buffer: Buffer) -> Bool {
    var first: UInt8 = 0
    guard gst_buffer_extract(buffer, 0, &first, 1) == 1 else { return true }
    // VP9 up to profile 2: not a repeated frame, and of frame type 0.
    return codec == "video/x-vp8" ? first & 1 == 0 : first & 0x0C == 0
  }
}
