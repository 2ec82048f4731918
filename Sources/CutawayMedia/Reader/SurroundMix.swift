import CCutawayGStreamer
import CutawayElementBridge

/// Mixes surround sound to stereo and mono as ITU-R BS.775 does.
///
/// Without a matrix, `audioconvert` divides each output by the number of inputs that it hears, and plays the channel of
/// low frequencies at the level of the centre.
///
/// Some decoders, those of AC-3 and DTS among them, mix by themselves if they are asked for fewer channels, with other
/// levels. So the element asks for any number.
final class SurroundMix: @unchecked Sendable {
  // The pad of the element has the probe, so that the element exists as long as it.
  private let converter: UnsafeMutablePointer<GstElement>
  private let channels: Int
  private let isCoded: Bool
  // Only the thread that pushes caps uses it.
  private var matrix: String?

  private init(
    _ converter: UnsafeMutablePointer<GstElement>, channels: Int, isCoded: Bool
  ) {
    self.converter = converter
    self.channels = channels
    self.isCoded = isCoded
  }

  /// Sets the matrix of an `audioconvert` for the channels that arrive.
  ///
  /// - Parameters:
  ///   - converter: The element.
  ///   - channels: The number of channels of its output.
  ///   - isCoded: Whether a decoder is before the element.
  static func watch(
    _ converter: UnsafeMutablePointer<GstElement>, channels: Int, isCoded: Bool
  ) {
    guard (1...2).contains(channels), let pad = gst_element_get_static_pad(converter, "sink")
    else { return }
    defer { gst_object_unref(pad) }
    let mix = SurroundMix(converter, channels: channels, isCoded: isCoded)
    let answers = GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM.rawValue | GST_PAD_PROBE_TYPE_PULL.rawValue
    gst_pad_add_probe(
      pad, GstPadProbeType(rawValue: answers),
      { _, info, _ in
        if let query = info?.pointee.data?.assumingMemoryBound(to: GstQuery.self),
          gst_swift_query_type(query) == GST_QUERY_CAPS
        {
          gst_swift_allow_channels(query)
        }
        return GST_PAD_PROBE_OK
      }, nil, nil)
    changeCaps(on: pad) { caps in
      mix.adapt(to: caps)
      return nil
    }
  }

  private func adapt(to caps: Caps) {
    let fields = gst_caps_get_structure(caps, 0)
    var count: Int32 = 0, mask: guint64 = 0
    gst_structure_get_int(fields, "channels", &count)
    _ = gst_swift_get_bitmask(fields, "channel-mask", &mask)
    if mask == 0, isCoded { mask = Self.usualMask(of: Int(count)) }
    let rows = Self.matrix(ofMask: UInt64(mask), channels: Int(count), to: channels)
    // No matrix takes another one back in all versions: the empty one copies the first channels in 1.26.
    guard rows != nil || matrix != nil else { return }
    let text = Self.text(of: rows ?? Self.plainMatrix(of: Int(count), to: channels))
    guard text != matrix else { return }
    matrix = text
    gst_util_set_object_arg(
      UnsafeMutableRawPointer(converter).assumingMemoryBound(to: GObject.self), "mix-matrix", text)
  }

  private static func text(of rows: [[Double]]) -> String {
    let texts = rows.map { row in
      "<" + row.map { "(float)\($0)" }.joined(separator: ",") + ">"
    }
    return "<" + texts.joined(separator: ",") + ">"
  }

  /// The places of channels that a coded stream does not state; 0 if there is no usual order.
  ///
  /// ffmpeg writes 5.1 channels with two at the sides to AAC without a channel configuration, and GStreamer does not
  /// read where they are.
  private static func usualMask(of count: Int) -> guint64 {
    switch count {
    case 6: 0b11_1111
    case 8: 0b1100_0011_1111
    default: 0
    }
  }

  /// The factors with which `audioconvert` converts mono and stereo without a matrix; empty for more channels.
  private static func plainMatrix(of count: Int, to outputs: Int) -> [[Double]] {
    switch (count, outputs) {
    case (1, _): Array(repeating: [1], count: outputs)
    case (2, 1): [[0.5, 0.5]]
    case (2, 2): [[1, 0], [0, 1]]
    default: []
    }
  }

  /// The factors of the inputs for each output; `nil` if `audioconvert` mixes them as well, or if there is no rule for
  /// a channel.
  ///
  /// Front channels keep their levels. The centre and the sides are heard at -3 dB: the centre in both outputs, so that
  /// speech is as loud as before, and the sides in one. The channel of low frequencies is left out (ITU-R BS.775-4,
  /// annex 4). Mono is the mean of both outputs, as it is of stereo.
  ///
  /// - Parameters:
  ///   - mask: The places of the inputs, one bit each, in the order of `GstAudioChannelPosition`.
  ///   - count: The number of inputs.
  ///   - outputs: The number of outputs, one or two.
  /// - Returns: A row for each output.
  static func matrix(ofMask mask: UInt64, channels count: Int, to outputs: Int) -> [[Double]]? {
    guard count > 2, mask.nonzeroBitCount == count else { return nil }
    let half = 0.5.squareRoot()
    var left: [Double] = [], right: [Double] = []
    for bit in UInt64(0)..<64 where mask >> bit & 1 == 1 {
      let (l, r): (Double, Double)
      switch bit {
      case 0, 6: (l, r) = (1, 0)  // Front left, left of centre.
      case 1, 7: (l, r) = (0, 1)
      case 2: (l, r) = (half, half)
      case 3, 9: (l, r) = (0, 0)  // Low frequencies.
      case 4, 10: (l, r) = (half, 0)  // Rear left, side left.
      case 5, 11: (l, r) = (0, half)
      case 8: (l, r) = (0.5, 0.5)  // Rear centre: half of its power at each side.
      default: return nil
      }
      left.append(l)
      right.append(r)
    }
    return outputs == 2 ? [left, right] : [zip(left, right).map { ($0 + $1) / 2 }]
  }
}
