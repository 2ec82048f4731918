import CCutawayGStreamer
import CutawayElementKit

extension StreamFormat {
  /// The size of one sample of all channels in bytes; 0 for video.
  var frameSize: Int {
    switch self {
    case .video, .encoded: 0
    case .audio(let format): format.channels * MemoryLayout<Float>.stride
    }
  }

  /// The caps of decoded frames, at the timeline's rate.
  func caps(like caps: Caps) -> Caps {
    if self == .encoded, let own = packetCaps(from: caps) { return own }
    guard case .video(let numerator, let denominator, _) = self, let own = gst_caps_copy(caps)
    else {
      return gst_swift_caps_ref(caps)
    }
    var rate = GValue()
    g_value_init(&rate, gst_fraction_get_type())
    gst_value_set_fraction(&rate, Int32(clamping: numerator), Int32(clamping: denominator))
    gst_structure_set_value(gst_caps_get_structure(own, 0), "framerate", &rate)
    g_value_unset(&rate)
    return own
  }

  /// The caps before any data have been decoded.
  var placeholderCaps: Caps {
    switch self {
    case .video(let numerator, let denominator, let frames):
      gst_caps_from_string(
        """
        video/x-raw, format=(string)\(frames.placeholder), width=(int)16, height=(int)16, \
        framerate=(fraction)\(numerator)/\(denominator), pixel-aspect-ratio=(fraction)1/1, \
        colorimetry=(string)\(frames.colorimetry.rawValue)
        """)
    case .audio(let format):
      gst_caps_from_string(
        """
        audio/x-raw, format=(string)F32LE, layout=(string)interleaved, \
        rate=(int)\(format.sampleRate), channels=(int)\(format.channels)\
        \(format.channelMask)
        """)
    // Nothing precedes the first packet.
    case .encoded: gst_caps_new_any()
    }
  }
}

extension StreamFormat {
  /// Whether the stream consists of samples.
  var isAudio: Bool { if case .audio = self { true } else { false } }

  /// Whether the stream supports seeking.
  var canSeek: Bool { self != .encoded }

  /// The time stamp of the timeline's 0, in nanoseconds.
  ///
  /// Packets may have an earlier decode time, and time stamps are never negative. GStreamer's
  /// encoders do the same.
  var origin: Int64 { self == .encoded ? 3_600_000_000_000 : 0 }
}

extension AudioFormat {
  /// The usual positions of more than two channels.
  fileprivate var channelMask: String {
    guard channels > 2 else { return "" }
    let mask = gst_audio_channel_get_fallback_mask(Int32(clamping: channels))
    return ", channel-mask=(bitmask)0x" + String(mask, radix: 16)
  }
}
