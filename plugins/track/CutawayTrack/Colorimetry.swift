import CutawayKeyframes
import CutawaySources

extension SourceSegment.Colorimetry {
  /// GStreamer's notation: a name, or the numbers of range, matrix, transfer function and
  /// primaries.
  var gstreamerText: String {
    switch self {
    case .bt601, .bt709, .smpte240m, .bt2020, .pq, .hlg: rawValue
    case .bt470bg: "2:4:5:3"
    case .jpeg: "1:4:7:1"
    }
  }
}
