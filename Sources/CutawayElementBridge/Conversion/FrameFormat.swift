import CutawayElementKit

/// The depth and the colours of a track's frames.
package struct FrameFormat: Sendable, Hashable {
  /// The bits of a sample: 8 or 10.
  package var bitDepth: Int
  /// Matrix, transfer function and primaries; the range is limited.
  package var colorimetry: FrameColorimetry

  /// Creates a format; the default is 8 bits in BT.709.
  package init(bitDepth: Int = 8, colorimetry: FrameColorimetry = .bt709) {
    self.bitDepth = bitDepth
    self.colorimetry = colorimetry
  }

  /// Whether samples have more than 8 bits.
  package var isDeep: Bool { bitDepth > 8 }

  /// The names of the possible formats in GStreamer.
  ///
  /// With 10 bits, frames keep their chroma resolution; those with alpha, and those made from
  /// R′G′B′, have 16 bits.
  package var formats: String {
    isDeep ? "{ I420_10LE, I422_10LE, Y444_10LE, AYUV64 }" : "{ I420, AYUV }"
  }

  /// The format of a frame that stands for none.
  var placeholder: String { isDeep ? "I420_10LE" : "I420" }
}

/// The colours of a track's frames, named as in GStreamer.
package enum FrameColorimetry: String, PropertyEnumeration, Codable {
  /// Standard dynamic range.
  case bt709
  /// BT.2100 with hybrid log-gamma.
  case hlg = "bt2100-hlg"
  /// BT.2100 with the transfer function of SMPTE ST 2084.
  case pq = "bt2100-pq"
}
