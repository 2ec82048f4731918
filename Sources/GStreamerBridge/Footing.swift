import CGStreamer

/// Tells whether what comes first after a seek is a packet that decoding can begin at.
///
/// qtdemux of GStreamer 1.22 begins where a fragment of an MP4 file does, whatever comes first in it, and
/// takes recovery points of H.264 for key frames. And alpha in WebM is a stream of its own inside the
/// picture's packets, with key frames of its own: without one, vp8alphadecodebin and vp9alphadecodebin
/// wait for each other's pictures for ever.
final class Footing: @unchecked Sendable {
  private enum State {
    /// What comes is taken as it is.
    case trusting
    /// A seek is on its way.
    case expecting
    /// The next packet is the first one.
    case flushed
    /// Decoding cannot begin at what has come first, which waits.
    case lacking
  }

  private let state = Monitor(State.trusting)
  // Touched by the thread that streams through the pad only.
  private var framing: FrameImportance?
  private let codec: String

  private init(_ caps: Caps) {
    framing = FrameImportance(caps)
    let name = gst_caps_get_structure(caps, 0).flatMap { gst_structure_get_name($0) }
    codec = name.map { String(cString: $0) } ?? ""
  }

  /// Starts to watch a pad.
  static func watching(_ pad: UnsafeMutablePointer<GstPad>, caps: Caps) -> Footing {
    let footing = Footing(caps)
    let kinds =
      GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
      | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
    gst_pad_add_probe(
      pad, GstPadProbeType(rawValue: kinds),
      { _, info, footing in
        Unmanaged<Footing>.fromOpaque(footing!)._withUnsafeGuaranteedRef { $0.pass(info!) }
      }, Unmanaged.passRetained(footing).toOpaque(),
      { Unmanaged<Footing>.fromOpaque($0!).release() })
    return footing
  }

  /// Whether packets of these caps carry alpha that is coded by itself.
  static func hasOwnAlpha(_ caps: Caps) -> Bool {
    var flag: gboolean = 0
    gst_structure_get_boolean(gst_caps_get_structure(caps, 0), "codec-alpha", &flag)
    return flag != 0
  }

  /// Call it before a seek.
  func expect() { state.update { $0 = .expecting } }

  /// Takes what comes as it is.
  func trust() { state.update { $0 = .trusting } }

  /// Waits for what comes first after the seek.
  ///
  /// - Returns: Whether decoding can begin there; true where nothing comes in time.
  func isFound() -> Bool {
    let isFound = state.wait(seconds: ReaderPipeline.patience) { state -> Bool? in
      switch state {
      case .trusting: true
      case .lacking: false
      case .expecting, .flushed: nil
      }
    }
    if isFound == nil { trust() }
    return isFound ?? true
  }

  private func pass(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
    if info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
      guard let buffer = gst_swift_probe_buffer(info), state.update({ $0 == .flushed }) else {
        return GST_PAD_PROBE_OK
      }
      let isBeginning = isBeginning(buffer)
      state.update { if $0 == .flushed { $0 = isBeginning ? .trusting : .lacking } }
      // Waiting, not dropping: a demuxer that goes on might come to its end.
      let next = state.wait(seconds: ReaderPipeline.patience) { $0 == .lacking ? nil : $0 }
      return next == .trusting ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
    }
    guard let event = gst_swift_probe_event(info) else { return GST_PAD_PROBE_OK }
    switch gst_swift_event_type(event) {
    case GST_EVENT_FLUSH_STOP: state.update { if $0 == .expecting { $0 = .flushed } }
    case GST_EVENT_EOS: state.update { if $0 == .flushed { $0 = .trusting } }
    case GST_EVENT_CAPS: framing = announcedCaps(info).flatMap { FrameImportance($0) }
    default: break
    }
    return GST_PAD_PROBE_OK
  }

  private func isBeginning(_ buffer: Buffer) -> Bool {
    if gst_swift_has_flag(buffer, GST_BUFFER_FLAG_DELTA_UNIT) != 0 { return false }
    if let meta = gst_buffer_get_meta(buffer, gst_video_codec_alpha_meta_api_get_type()) {
      let alpha = UnsafeMutableRawPointer(meta).assumingMemoryBound(to: GstVideoCodecAlphaMeta.self)
      return alpha.pointee.buffer.map(isKeyFrameOfAlpha) ?? true
    }
    return framing?.isIndependent(buffer) ?? true
  }

  /// By the first byte of a frame of VP8 or VP9.
  private func isKeyFrameOfAlpha(_ buffer: Buffer) -> Bool {
    var first: UInt8 = 0
    guard gst_buffer_extract(buffer, 0, &first, 1) == 1 else { return true }
    // VP9 up to profile 2: not a frame shown again, and of the kind 0.
    return codec == "video/x-vp8" ? first & 1 == 0 : first & 0x0C == 0
  }
}
